/** Moves or renames a file or folder in the workspace. On request it replaces an existing file. */
import { z } from 'zod';

import { DeputizeError, defineTool, type PreviewPart } from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import {
  buildDiffParts,
  describe,
  oneLine,
  readCurrentContent,
  readConsistently,
} from '../../domains/files/file-preview.ts';
import { isProtectedTree } from '../../domains/files/protected-target.ts';
import { previewUndoMove, undoMove } from '../../domains/files/undo-move.ts';
import {
  pathNotFoundError,
  listParentFolders,
  pathInput,
  normalizeTarget,
  requireUnchanged,
  requireStillAbsent,
} from '../../domains/files/workspace-target.ts';

export const moveFile = defineTool({
  name: 'move_file',
  title: 'Move or rename a file',
  description:
    'Move or rename a workspace file, link or directory. Replacing an existing file needs `overwrite` and approval.',
  input: z.strictObject({
    from: pathInput.describe('Relative to the workspace root'),
    to: pathInput.describe('The full new path, relative to the workspace root'),
    overwrite: z.boolean().default(false).describe('Replace a file that exists at `to`'),
  }),
  output: z.strictObject({ from: z.string(), to: z.string() }),
  risk: 'low',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'if_destructive',
  timeoutMs: 120_000,
  needs: ['files'],

  facts: async (args, { files, signal }) => {
    const { from, to } = ends(files, args);
    const destructive = args.overwrite && (await files.info(to)) !== undefined;
    const isProtected =
      (await isProtectedTree(files, from, signal)) || (await isProtectedTree(files, from, signal, to));
    const facts = { effect: 'write', paths: [from, to], destructive, reversible: true } as const;
    return isProtected ? { ...facts, protected: true } : facts;
  },

  preview: async (args, { files, signal }) => {
    const { from, to } = ends(files, args);
    await checkEnds(files, from, to, args.overwrite);
    const source = await files.fingerprint(from, signal);
    const { state: replaced, seen: parts } = await readConsistently(files, to, signal, (found) =>
      replacedParts(files, { from, source, to, replaced: found }, signal),
    );
    return {
      title: `Move "${oneLine(from)}" to "${oneLine(to)}"${replaced === 'absent' ? '' : ', replacing what is there'}`,
      parts,
      state: toState(source, replaced),
    };
  },

  run: async (args, { files, signal, facts, expected, keepUndo }) => {
    const { from, to } = ends(files, args);
    await checkEnds(files, from, to, args.overwrite);
    const moved = await files.fingerprint(from, signal);
    const { image: replaced, fingerprint } = await files.capture(to, signal);
    requireUnchanged(from, expected, toState(moved, fingerprint));
    requireStillAbsent(to, facts, fingerprint);
    await keepUndo({ from, to, moved, replaced, replacedFingerprint: fingerprint });
    const found = { from: moved, to: fingerprint };
    await files.move(from, to, { overwrite: args.overwrite, expected: found, signal });
    return { from, to };
  },

  undo: (record, { files, signal }) => undoMove(record, files, signal),

  undoPreview: (record) => previewUndoMove(record),
});

/** Joins both fingerprints, which contain no blanks. */
function toState(from: string, to: string): string {
  return `${from} ${to}`;
}

function ends(files: ScopedFiles, args: { from: string; to: string }): { from: string; to: string } {
  const [from, to] = [normalizeTarget(files, args.from), normalizeTarget(files, args.to)];
  if (to === from || to.startsWith(`${from}/`)) {
    throw new DeputizeError('INVALID_PATH', `"${from}" cannot be moved to itself or into itself.`);
  }
  return { from, to };
}

async function checkEnds(files: ScopedFiles, from: string, to: string, overwrite: boolean): Promise<void> {
  const source = await files.info(from);
  if (source === undefined) throw pathNotFoundError(from);
  const parent = listParentFolders(to).at(-1);
  if (parent !== undefined && (await files.info(parent)) === undefined) throw pathNotFoundError(parent);
  const existing = await files.info(to);
  if (existing === undefined) return;
  const taken = (hint: string) =>
    new DeputizeError('ALREADY_EXISTS', `"${to}" exists already. ${hint}`, { details: { path: to } });
  if (existing.type === 'directory') throw taken('To move into a directory, give the full new path.');
  if (source.type === 'directory') throw taken('A directory cannot replace a file.');
  if (!overwrite) throw taken('Set "overwrite" to replace it.');
}

interface Ends {
  readonly from: string;
  readonly source: string;
  readonly to: string;
  readonly replaced: string;
}

async function replacedParts(files: ScopedFiles, move: Ends, signal: AbortSignal): Promise<PreviewPart[]> {
  const { from, source, to, replaced } = move;
  const parts: PreviewPart[] = [{ kind: 'list', label: 'Move', items: [`${oneLine(from)} → ${oneLine(to)}`] }];
  if (replaced === 'absent') return parts;
  const plain = (await files.info(from))?.type === 'file' && (await files.info(to))?.type === 'file';
  if (!plain)
    return [...parts, { kind: 'list', label: 'Replaced', items: [`${oneLine(to)}, fingerprint ${replaced}`] }];
  const before = await readCurrentContent(files, to, replaced, signal);
  const after = await readCurrentContent(files, from, source, signal);
  const lost: PreviewPart = { kind: 'list', label: 'Replaced', items: [`${oneLine(to)}: ${describe(before)}`] };
  return [...parts, lost, ...buildDiffParts(to, before, after)];
}
