/** What the server and the process of a handler say to each other: one JSON object a line. */
import type { HandlerCode, HandlerContext, HandlerError } from '../../ports/handler-host.ts';
import type { Json } from '../../ports/json.ts';

export type ToHandler =
  | { readonly type: 'load'; readonly code: Omit<HandlerCode, 'id'> }
  | { readonly type: 'run'; readonly run: number; readonly args: Json; readonly context: HandlerContext }
  /** What the handler asked for: `value` is the answer of a service, `error` why there is none. */
  | { readonly type: 'answered'; readonly ask: number; readonly value?: Json; readonly error?: HandlerRefusal };

/** Why something that a handler asked for was not done. */
export interface HandlerRefusal {
  readonly message: string;
  readonly code?: string | undefined;
}

export type FromHandler =
  | { readonly type: 'loaded' }
  | { readonly type: 'broken'; readonly message: string }
  | { readonly type: 'send'; readonly run: number; readonly ask: number; readonly message: Json }
  | {
      readonly type: 'ask';
      readonly run: number;
      readonly ask: number;
      readonly service: string;
      readonly method: string;
      readonly args: Json;
    }
  | { readonly type: 'note'; readonly run: number; readonly event: string; readonly data: Json }
  | { readonly type: 'returned'; readonly run: number; readonly value: Json; readonly cpuMs: number }
  | { readonly type: 'threw'; readonly run: number; readonly error: HandlerError; readonly cpuMs: number };
