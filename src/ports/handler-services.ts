/** The services of a server for the handlers of authored tools, which have no other access. */
import type { Json, JsonObject } from './json.ts';

/** The services that an authored tool can list under `uses`. */
export const serviceNames = ['knowledge', 'calendar', 'images'] as const;
/** The name of a service for handlers. */
export type ServiceName = (typeof serviceNames)[number];

/** A service is a set of named methods. A PortError or a DeputizeError that it throws is passed to the handler. */
export type HandlerService = Readonly<Record<string, (args: JsonObject, signal: AbortSignal) => Promise<Json>>>;

/** All services for handlers, by name. */
export type HandlerServices = Readonly<Record<ServiceName, HandlerService>>;
