/** Runs a program that the assistant wrote, in the sandbox: the workspace is there, and nothing else of the machine. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { refuseIfEnded } from '../../domains/code/ended.ts';
import { interpreters } from '../../domains/code/interpreters.ts';
import { lastLines } from '../../domains/code/last-lines.ts';
import { previewUndoStep, runStaged, undoStep } from '../../domains/code/run-staged.ts';

const DEFAULT_SECONDS = 60;
const MAX_SECONDS = 600;
const MAX_CODE = 2_000_000;
const MAX_WORDS = 1_000;
/** The system hands a program some two million bytes in all, and no word longer than 128 KiB. */
const MAX_WORD_CHARACTERS = 30_000;
const MAX_WORDS_CHARACTERS = 200_000;
const PROGRESS_MS = 250;

const withoutNul = (limit: number) =>
  z
    .string()
    .max(limit)
    .refine((text) => !text.includes('\0'), 'cannot hold a NUL character');
const bounded = (words: readonly string[]): boolean =>
  words.reduce((sum, word) => sum + word.length, 0) <= MAX_WORDS_CHARACTERS;

export const runCode = defineTool({
  name: 'run_code',
  title: 'Run code',
  description:
    'Run Python, bash or Node code in a sandbox. The current directory is the workspace, which it can read and write; its changes are listed and can be undone. There is no network unless it was switched on. Answers stdout, stderr, exitCode and duration in ms.',
  input: z.strictObject({
    language: z.enum(['python', 'bash', 'node']),
    code: withoutNul(MAX_CODE).describe('The whole program'),
    args: z
      .array(withoutNul(MAX_WORD_CHARACTERS))
      .max(MAX_WORDS)
      .refine(bounded, `together at most ${MAX_WORDS_CHARACTERS} characters`)
      .default([])
      .describe('Command-line arguments'),
    env: z
      .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,254}$/), withoutNul(MAX_WORD_CHARACTERS))
      .refine((env) => bounded(Object.values(env)), `together at most ${MAX_WORDS_CHARACTERS} characters`)
      .default({})
      .describe('Environment variables'),
    timeout: z.number().positive().max(MAX_SECONDS).default(DEFAULT_SECONDS).describe('Seconds'),
  }),
  output: z.strictObject({ stdout: z.string(), stderr: z.string(), exitCode: z.int(), duration: z.number() }),
  // Its effects are on the workspace, where they can be undone, and on the hosts that the configuration names.
  risk: (_, { hosts = [] }) => (hosts.includes('*') ? 'high' : 'low'),
  sideEffects: 'writes',
  mayDestroy: true,
  idempotent: false,
  // Code that reaches a host may have had an effect there.
  startsWithUndo: ({ hosts = [] }) => hosts.length === 0,
  // What it prints may come from any file or host that it has read.
  labels: { private: true, untrusted: true },
  latencyBudgetMs: 60_000,
  // The sandbox holds the time that was asked for; this is only for one that does not.
  timeoutMs: (MAX_SECONDS + 30) * 1_000,
  needs: ['sandbox', 'stagedChanges'],

  facts: async ({ language }, { sandbox }) => {
    await sandbox.ready();
    interpreters[language].find(sandbox);
    return { effect: 'execute', reversible: true, paths: ['.'], hosts: sandbox.network };
  },

  preview: ({ language, code, args, env, timeout }, { sandbox }) => ({
    title: `Run ${language} code`,
    parts: [
      { kind: 'text', label: 'Code', text: code },
      { kind: 'list', label: 'Arguments', items: args },
      { kind: 'list', label: 'Environment', items: Object.entries(env).map(([name, value]) => `${name}=${value}`) },
      { kind: 'list', label: 'Hosts it can reach', items: sandbox.network },
      { kind: 'text', label: 'Time', text: `${timeout} s` },
    ],
  }),

  run: async ({ language, code, args, env, timeout }, context) => {
    const { sandbox, progress } = context;
    const { find, file, env: usual } = interpreters[language];
    const result = await runStaged(
      {
        command: [find(sandbox), `/code/${file}`, ...args],
        files: { [file]: code },
        env: { ...usual, ...env },
        timeoutMs: timeout * 1_000,
        ...(sandbox.network.length > 0 ? { network: sandbox.network } : {}),
        onOutput: lastLines(PROGRESS_MS, progress),
      },
      context,
    );
    refuseIfEnded(result, timeout, { partialSideEffects: false });
    const { stdout, stderr, exitCode, durationMs } = result;
    return { stdout, stderr, exitCode, duration: Math.round(durationMs) };
  },

  undo: undoStep,
  undoPreview: previewUndoStep,
});
