/** What a server does for the handlers of authored tools, which reach nothing by themselves. */
import type { Json, JsonObject } from './json.ts';

export const serviceNames = ['knowledge', 'calendar', 'images'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** A service is a few named methods. What is wrong is thrown as a PortError or a DeputizeError, and told to the handler. */
export type HandlerService = Readonly<Record<string, (args: JsonObject, signal: AbortSignal) => Promise<Json>>>;

export type HandlerServices = Readonly<Record<ServiceName, HandlerService>>;
