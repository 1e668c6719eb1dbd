/** Tools that take their time: one that listens to its signal, one that does not, and one that is only slow. */
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { defineTool, type Tool } from '../../../src/core/index.ts';

export interface SlowTools {
  readonly tools: Tool[];
  /** Calls whose work has begun. */
  readonly begun: Set<string>;
  /** Why each call was cancelled, by its id. */
  readonly stopped: Map<string, unknown>;
  /** Calls that have done their work, however late. */
  readonly finished: string[];
}

export function slowTools(timeoutMs: number): SlowTools {
  const begun = new Set<string>();
  const stopped = new Map<string, unknown>();
  const finished: string[] = [];
  const shared = {
    input: z.strictObject({ ms: z.int() }),
    output: z.strictObject({ done: z.boolean() }),
    risk: 'low',
    sideEffects: 'writes',
    timeoutMs,
  } as const;
  return {
    begun,
    stopped,
    finished,
    tools: [
      defineTool({
        ...shared,
        name: 'listens',
        description: 'Stops when it is told to.',
        run: async ({ ms }, { signal, callId }) => {
          signal.addEventListener('abort', () => stopped.set(callId, signal.reason));
          begun.add(callId);
          await pause(ms, undefined, { signal });
          finished.push(callId);
          return { done: true };
        },
      }),
      defineTool({
        ...shared,
        name: 'ignores',
        description: 'Goes on, whatever it is told.',
        run: async ({ ms }, { callId }) => {
          await pause(ms);
          finished.push(callId);
          return { done: true };
        },
      }),
      defineTool({
        ...shared,
        name: 'dawdles',
        description: 'Takes longer than it has promised.',
        latencyBudgetMs: 50,
        run: async ({ ms }, { callId }) => {
          await pause(ms);
          finished.push(callId);
          return { done: true };
        },
      }),
    ],
  };
}
