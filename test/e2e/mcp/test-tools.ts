/** The tools that the MCP tests and benchmarks call: one for each thing a client can meet. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import type { Tool } from '../../../src/core/contract.ts';
import { defineTool } from '../../../src/core/define-tool.ts';
import { DeputizeError } from '../../../src/core/errors.ts';
import type { Preset } from '../../../src/core/registry.ts';

const text = z.strictObject({ text: z.string() });

export const echo = defineTool({
  name: 'echo',
  description: 'Answers with what it was given.',
  risk: 'low',
  sideEffects: 'none',
  input: text,
  output: text,
  run: (args) => args,
});

const dotted = defineTool({
  name: 'notes.list',
  description: 'A tool with a dot in its name.',
  risk: 'low',
  input: z.strictObject({}),
  output: z.strictObject({ notes: z.array(z.string()) }),
  run: () => ({ notes: ['one', 'two'] }),
});

const dangerous = defineTool({
  name: 'send_letter',
  description: 'Sends a letter, which a person must approve.',
  risk: 'high',
  sideEffects: 'writes',
  confirmation: 'always',
  input: z.strictObject({ to: z.string() }),
  output: z.strictObject({ sentTo: z.string() }),
  facts: ({ to }) => ({ effect: 'send', recipients: [to] }),
  run: ({ to }) => ({ sentTo: to }),
});

const reported = defineTool({
  name: 'tidy_up',
  description: 'Changes something small and says so.',
  risk: 'medium',
  sideEffects: 'writes',
  input: z.strictObject({}),
  output: z.strictObject({ tidied: z.number() }),
  facts: () => ({ effect: 'write', reversible: true }),
  run: () => ({ tidied: 3 }),
});

const steps = defineTool({
  name: 'count_up',
  description: 'Reports its progress.',
  risk: 'low',
  input: z.strictObject({ steps: z.int().min(1).max(100_000) }),
  output: z.strictObject({ counted: z.int() }),
  run: async ({ steps }, { progress }) => {
    for (let step = 1; step <= steps; step += 1) {
      progress(step, steps, `step ${step}`);
      // A client forgets a call when its result arrives, so it drops progress that arrives at the same time.
      if (steps <= 100) await sleep(5);
    }
    return { counted: steps };
  },
});

const slow = defineTool({
  name: 'wait_long',
  description: 'Takes a long time and can be stopped.',
  risk: 'low',
  timeoutMs: 60_000,
  input: z.strictObject({ label: z.string(), ms: z.int().optional() }),
  output: z.strictObject({ waited: z.boolean() }),
  run: async ({ ms = 30_000 }, { signal }) => {
    await sleep(ms, undefined, { signal });
    return { waited: true };
  },
});

const large = defineTool({
  name: 'read_much',
  description: 'Answers with more than the budget.',
  risk: 'low',
  input: z.strictObject({ lines: z.int() }),
  output: z.strictObject({ lines: z.array(z.string()) }),
  run: ({ lines }) => ({ lines: Array.from({ length: lines }, (_, line) => `line ${line} of a long text`) }),
});

const failing = defineTool({
  name: 'fail',
  description: 'Always fails.',
  risk: 'low',
  input: z.strictObject({}),
  output: z.strictObject({}),
  run: () => {
    throw new DeputizeError('EXTERNAL_ERROR', 'The other end did not answer.');
  },
});

export function testPreset(name: string, tools: readonly Tool[] = ALL): Preset {
  return { name, description: 'Tools for tests.', tools, policy: '' };
}

const ALL = [echo, dotted, dangerous, reported, steps, slow, large, failing];
