/** Runs the handlers of authored tools in isolation. A handler can only return, send messages and call the services it declared. */
import type { Json, JsonObject } from './json.ts';

/** The modules of one handler, by their path below the folder of tools. */
export interface HandlerCode {
  /** Changes whenever a module changes. */
  readonly id: string;
  readonly entry: string;
  readonly modules: { readonly [path: string]: string };
}

/** The data that a handler gets before it runs. */
export interface HandlerContext {
  readonly clientId: string;
  readonly tool: { readonly id: string; readonly version: string; readonly idempotent: boolean };
  readonly session: { readonly isActive: boolean; readonly toolsVersion: string; readonly state: JsonObject };
  readonly isVoiceActive: boolean;
  /** The methods that it may call, by service. */
  readonly services: { readonly [service: string]: readonly string[] };
}

/** One run of a handler, with the functions that its `context` calls. */
export interface HandlerCall {
  readonly code: HandlerCode;
  readonly args: Json;
  readonly context: HandlerContext;
  readonly signal: AbortSignal;
  /** Implements `context.messaging.send`. */
  readonly send: (message: JsonObject) => Promise<void>;
  /** Implements the methods of `context.services`. */
  readonly ask: (service: string, method: string, args: JsonObject) => Promise<Json>;
  /** Implements `context.audit.log`. */
  readonly note: (event: string, data: Json) => void;
}

/** An error that a handler threw. Its texts come from the handler. */
export interface HandlerError {
  readonly name: string;
  readonly message: string;
  readonly type: string | undefined;
  readonly retryable: boolean | undefined;
  readonly partialSideEffects: boolean | undefined;
}

/** How a handler ended. `value` is not validated yet. */
export type HandlerEnd =
  { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'threw'; readonly error: HandlerError };

/** Runs handlers in separate processes, without access to the server. */
export interface HandlerHost {
  /** Ends the handler when the signal is aborted. Throws a PortError if its process ends early or breaks a limit. */
  run(call: HandlerCall): Promise<HandlerEnd>;
  /** Loads a handler without calling it. Returns the problem, or undefined. */
  tryToLoad(code: HandlerCode): Promise<string | undefined>;
  close(): Promise<void>;
}
