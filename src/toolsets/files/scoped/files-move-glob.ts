/** Moves the files that fit patterns from one folder to another. Nothing is ever overwritten, and all of it can be undone. */
import { z } from 'zod';

import { DeputizeError, defineTool, toErrorValue, type ErrorCode } from '../../../core/index.ts';
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import { PortError } from '../../../ports/port-error.ts';
import { sha256 } from '../../../domains/files/file-content.ts';
import { oneLine } from '../../../domains/files/file-preview.ts';
import { pathInput, requireUnchanged } from '../../../domains/files/workspace-target.ts';
import { makeDirectories, removeDirectories } from '../../../domains/files/scoped/make-directories.ts';
import { ends, planMoves, type MovePlan } from '../../../domains/files/scoped/plan-moves.ts';
import { undoMoves } from '../../../domains/files/scoped/undo-moves.ts';

const undoRecord = z.strictObject({
  folders: z.array(z.string()),
  moves: z.array(z.strictObject({ from: z.string(), to: z.string(), fingerprint: z.string() })),
});

export const filesMoveGlob = defineTool({
  name: 'files.move_glob',
  title: 'Move files by pattern',
  description:
    'Move files matching patterns from one folder to another. With `dryRun` it only lists what would go where. Nothing is overwritten.',
  input: z.strictObject({
    from: pathInput.describe('The folder they are in, such as ~/Downloads'),
    patterns: z
      .array(z.string().min(1).max(1_000))
      .min(1)
      .max(50)
      .describe('Such as *.pdf; 2025/*.jpg for a folder below'),
    to: pathInput.describe('The folder they go to; it is created if it is missing'),
    onCollision: z
      .enum(['fail', 'skip', 'rename'])
      .default('fail')
      .describe('What to do about a name that is taken: move nothing at all, leave that file, or add a number'),
    dryRun: z.boolean().default(false).describe('Only say what would be moved'),
  }),
  output: z.strictObject({
    dryRun: z.boolean(),
    moved: z.array(z.strictObject({ from: z.string(), to: z.string() })),
    skipped: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
    folders: z.array(z.string()).describe('Folders that were made for it'),
  }),
  risk: 'medium',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'if_destructive',
  latencyBudgetMs: 10_000,
  timeoutMs: 300_000,
  previewTimeoutMs: 60_000,
  needs: ['files', 'globs'],

  facts: async (args, { files, globs, signal }) => {
    const { from, to } = ends(files, args);
    globs.compile(args.patterns);
    const facts = { paths: [from, to], destructive: false, reversible: true } as const;
    if (args.dryRun) return { effect: 'read', ...facts };
    const { moves } = await planMoves(files, globs, args, signal);
    const isProtected = moves.some((move) => [move.from, move.to].some((path) => files.isProtected(path, false)));
    return { effect: 'write', ...facts, ...(isProtected ? { protected: true } : {}) };
  },

  preview: async (args, { files, globs, signal }) => {
    const plan = await planMoves(files, globs, args, signal);
    const { moves, skipped, folders, from, to } = plan;
    const lines = moves.map((move) => `${oneLine(move.from)} → ${oneLine(move.to)}`);
    return {
      title: `Move ${moves.length} files from "${oneLine(from)}" to "${oneLine(to)}"`,
      parts: [
        { kind: 'list', label: 'Moves', items: lines },
        ...(folders.length > 0 ? [{ kind: 'list', label: 'New folders', items: folders.map(oneLine) } as const] : []),
        ...(skipped.length > 0
          ? [
              {
                kind: 'list',
                label: 'Left where they are',
                items: skipped.map(({ name, reason }) => `${name}: ${reason}`),
              } as const,
            ]
          : []),
      ],
      state: await digestPlan(plan),
    };
  },

  run: async (args, { files, globs, signal, expected, keepUndo, progress }) => {
    const plan = await planMoves(files, globs, args, signal);
    const { moves, skipped, folders } = plan;
    const answer = {
      dryRun: args.dryRun,
      moved: moves.map(({ from, to }) => ({ from, to })),
      skipped: [...skipped],
      folders: [...folders],
    };
    if (args.dryRun) return answer;
    requireUnchanged(plan.from, expected, await digestPlan(plan));
    const keepMoves = (kept: MovePlan['moves']): Promise<void> =>
      keepUndo({ folders: [...folders], moves: kept.map((move) => ({ ...move })) });
    await keepMoves(moves);
    await makeDirectories(files, folders, signal);
    await moveAll(files, moves, signal, { progress, keepMoves });
    return answer;
  },

  undo: async (record, { files, signal }) => {
    const { folders, moves } = undoRecord.parse(record);
    await undoMoves(files, moves, signal);
    try {
      await removeDirectories(files, folders, signal);
    } catch (error) {
      const { code, message, details, retryable } = toErrorValue(error, 'EXECUTION_ERROR');
      const text = `${message} Every file was moved back; a folder that the call made remains.`;
      throw new DeputizeError(code, text, { details, retryable, partialSideEffects: true, cause: error });
    }
  },
});

async function moveAll(
  files: ScopedFiles,
  moves: MovePlan['moves'],
  signal: AbortSignal,
  {
    progress,
    keepMoves,
  }: { progress: (done: number, total?: number) => void; keepMoves: (moves: MovePlan['moves']) => Promise<void> },
): Promise<void> {
  for (const [done, { from, to, fingerprint }] of moves.entries()) {
    try {
      signal.throwIfAborted();
      await files.move(from, to, { overwrite: false, expected: { from: fingerprint, to: 'absent' }, signal });
    } catch (error) {
      if (done === 0 || !(error instanceof PortError)) throw error;
      // A file that never moved and has changed must not block the undo of the others.
      if ((await files.info(to)) === undefined) await keepMoves(moves.slice(0, done));
      const message = `${error.message} ${done} of ${moves.length} files had been moved; undo brings them back.`;
      const details = { moved: done, planned: moves.length };
      throw new DeputizeError(error.code as ErrorCode, message, { details, partialSideEffects: true, cause: error });
    }
    progress(done + 1, moves.length);
  }
}

async function digestPlan({ moves, folders }: MovePlan): Promise<string> {
  return sha256(
    new TextEncoder().encode(
      JSON.stringify([moves.map(({ from, to, fingerprint }) => [from, to, fingerprint]), folders]),
    ),
  );
}
