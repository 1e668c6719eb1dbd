/** Runs the handlers of authored tools apart from everything else: one call can do no more than answer, ask and end. */
import type { Json, JsonObject } from './json.ts';

/** The modules of one handler, by their path below the folder of tools. */
export interface HandlerCode {
  /** Differs whenever any of the modules does. */
  readonly id: string;
  readonly entry: string;
  readonly modules: { readonly [path: string]: string };
}

/** What a handler knows of its call before it begins. */
export interface HandlerContext {
  readonly clientId: string;
  readonly tool: { readonly id: string; readonly version: string; readonly idempotent: boolean };
  readonly session: { readonly isActive: boolean; readonly toolsVersion: string; readonly state: JsonObject };
  readonly isVoiceActive: boolean;
  /** The methods of the services that it may ask, by service. */
  readonly services: { readonly [service: string]: readonly string[] };
}

export interface HandlerCall {
  readonly code: HandlerCode;
  readonly args: Json;
  readonly context: HandlerContext;
  readonly signal: AbortSignal;
  /** `context.messaging.send`. */
  readonly send: (message: JsonObject) => Promise<void>;
  /** `context.services.….…`. */
  readonly ask: (service: string, method: string, args: JsonObject) => Promise<Json>;
  /** `context.audit.log`. */
  readonly note: (event: string, data: Json) => void;
}

/** What a handler threw, in its own words. */
export interface HandlerError {
  readonly name: string;
  readonly message: string;
  readonly type: string | undefined;
  readonly retryable: boolean | undefined;
  readonly partialSideEffects: boolean | undefined;
}

export type HandlerEnd =
  { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'threw'; readonly error: HandlerError };

export interface HandlerHost {
  /** Ends the handler, whatever it does, when the signal is aborted. Throws when it dies or breaks a limit. */
  run(call: HandlerCall): Promise<HandlerEnd>;
  /** Loads a handler where it would run, without calling it; answers what is wrong, or undefined. */
  tryToLoad(code: HandlerCode): Promise<string | undefined>;
  close(): Promise<void>;
}
