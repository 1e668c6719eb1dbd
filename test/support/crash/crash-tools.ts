/** Three tools for tests that kill: one that reads, one that leaves a line for every run, and one that does so once approved. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { defineTool, type Tool } from '../../../src/core/index.ts';

const pauses = z.strictObject({ before: z.int().default(0), after: z.int().default(0) });
const written = z.strictObject({ written: z.string() });

export function crashTools(effects: string): Tool[] {
  const leaveLine = async ({ before, after }: z.output<typeof pauses>, { callId }: { callId: string }) => {
    if (before > 0) await pause(before);
    const file = openSync(effects, 'a');
    writeSync(file, `${callId}\n`);
    fsyncSync(file);
    closeSync(file);
    if (after > 0) await pause(after);
    return { written: callId };
  };
  // A machine under load is slow; that is not what these tests are about.
  const latencyBudgetMs = 60_000;
  const shared = {
    latencyBudgetMs,
    input: pauses,
    output: written,
    sideEffects: 'writes',
    idempotent: false,
    run: leaveLine,
  } as const;
  return [
    defineTool({
      name: 'look_up',
      description: 'Reads, and may be read again.',
      input: pauses,
      output: z.strictObject({ found: z.int() }),
      risk: 'low',
      latencyBudgetMs,
      run: async ({ before, after }) => {
        // Some look so quickly that they leave one record whole, most are found in the middle.
        await pause(4 * (before + after));
        return { found: before * 2 };
      },
    }),
    defineTool({ name: 'append_line', description: 'Leaves a line.', risk: 'low', ...shared }),
    defineTool({ name: 'send_line', description: 'Leaves a line once a person approves.', risk: 'high', ...shared }),
  ];
}

/** How often each call has left its line. */
export function countLines(effects: string): Map<string, number> {
  const counts = new Map<string, number>();
  if (!existsSync(effects)) return counts;
  for (const line of readFileSync(effects, 'utf8').split('\n')) {
    if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}
