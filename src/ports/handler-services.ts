/** What a server does for the handlers of authored tools, which have no access to anything themselves. */
import type { Json, JsonObject } from './json.ts';

export const serviceNames = ['knowledge', 'calendar', 'images'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** A service is a set of named methods. A PortError or a DeputizeError that it throws is passed to the handler. */
export type HandlerService = Readonly<Record<string, (args: JsonObject, signal: AbortSignal) => Promise<Json>>>;

export type HandlerServices = Readonly<Record<ServiceName, HandlerService>>;
