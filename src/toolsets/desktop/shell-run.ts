/** Runs one command line in the sandbox. Off unless the configuration switches it on, and then asked about every time. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';

const MAX_SECONDS = 300;
const BASH = 'bash';

export const shellRun = defineTool({
  name: 'shell.run',
  title: 'Run a command',
  description:
    'Run a command line by bash in a sandbox: it sees one of the user’s listed folders as /workspace, a system it cannot change, and no network.',
  input: z.strictObject({
    command: z
      .string()
      .min(1)
      .max(20_000)
      .refine((text) => !text.includes('\0'), 'cannot hold a NUL character'),
    timeout: z.number().min(1).max(MAX_SECONDS).default(30).describe('Seconds'),
  }),
  output: z.strictObject({ stdout: z.string(), stderr: z.string(), exitCode: z.int(), duration: z.number() }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'always',
  grants: false,
  labels: { private: true, untrusted: true },
  latencyBudgetMs: 30_000,
  timeoutMs: (MAX_SECONDS + 30) * 1_000,
  needs: ['sandbox', 'files'],

  facts: async (_, { sandbox, files }) => {
    await sandbox.ready();
    return { effect: 'execute', destructive: true, reversible: false, paths: [files.normalize('.')] };
  },

  preview: ({ command, timeout }, { files }) => ({
    title: 'Run a command',
    parts: [
      { kind: 'text', label: 'The exact command', text: command },
      { kind: 'list', label: 'It can change', items: [files.normalize('.')] },
      { kind: 'text', label: 'Time', text: `${timeout} s` },
    ],
  }),

  run: async ({ command, timeout }, { sandbox, signal }) => {
    const bash = sandbox.locate(BASH);
    if (bash === undefined) throw new DeputizeError('NOT_AVAILABLE', 'There is no bash on this machine.');
    const run = await sandbox.run({ command: [bash, '-c', command], timeoutMs: timeout * 1_000, signal });
    if (run.endedBy !== undefined)
      throw new DeputizeError('LIMIT_REACHED', `The command was ended: ${run.endedBy}.`, {
        details: { stderr: run.stderr },
      });
    const { stdout, stderr, exitCode, durationMs } = run;
    return { stdout, stderr, exitCode, duration: Math.round(durationMs) };
  },
});
