/** Two tools that wait for a file in the middle: one at work, listening to its signal, and one while it looks at what was approved. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { defineTool, type Tool } from '../../../src/core/index.ts';

export interface Gate {
  /** Is there while a tool waits. */
  readonly waiting: string;
  /** Lets it go on. */
  readonly open: string;
}

export function gatedTools(effects: string, gate: Gate): Tool[] {
  const passGate = async (signal: AbortSignal): Promise<void> => {
    writeFileSync(gate.waiting, '');
    while (!existsSync(gate.open)) await pause(20, undefined, { signal });
  };
  const leaveLine = (callId: string) => {
    appendFileSync(effects, `${callId}\n`);
    return { written: callId };
  };
  const shared = {
    input: z.strictObject({}),
    output: z.strictObject({ written: z.string() }),
    sideEffects: 'writes',
    idempotent: false,
    latencyBudgetMs: 60_000,
  } as const;
  return [
    defineTool({
      name: 'work_on',
      description: 'Works until it may leave a line.',
      ...shared,
      risk: 'low',
      run: async (_, { callId, signal }) => {
        await passGate(signal);
        // Long enough that a process that wakes from a suspension cancels the call.
        await pause(1_500, undefined, { signal });
        return leaveLine(callId);
      },
    }),
    defineTool({
      name: 'send_slowly',
      description: 'Leaves a line once approved, after looking for long at what was approved.',
      ...shared,
      risk: 'high',
      preview: async (_, { signal }) => {
        if (existsSync(`${gate.open}.asked`)) await passGate(signal);
        writeFileSync(`${gate.open}.asked`, '');
        return { title: 'A line', parts: [], state: 'as it was' };
      },
      run: (_, { callId }) => leaveLine(callId),
    }),
  ];
}
