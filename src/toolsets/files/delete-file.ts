/** Deletes a file, a link or a directory of the workspace. Everything is kept first, so that it can come back whole. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import type { FileInfo, ScopedFiles } from '../../ports/scoped-files.ts';
import { oneLine, readConsistently } from '../../domains/files/file-preview.ts';
import { isProtectedTree } from '../../domains/files/protected-target.ts';
import { previewPutBack } from '../../domains/files/undo-preview.ts';
import { beforeImage, withUndoConflict } from '../../domains/files/undo-record.ts';
import {
  pathNotFoundError,
  pathInput,
  normalizeTarget,
  requireUnchanged,
} from '../../domains/files/workspace-target.ts';

const undoRecord = z.strictObject({ path: z.string(), before: beforeImage });

export const deleteFile = defineTool({
  name: 'delete_file',
  title: 'Delete a file or directory',
  description:
    'Delete a workspace file, link or directory. Always needs approval. A directory with content needs `recursive`.',
  input: z.strictObject({
    path: pathInput.describe('Relative to the workspace root'),
    recursive: z.boolean().default(false).describe('Delete a directory with everything in it'),
  }),
  output: z.strictObject({ deleted: z.array(z.string()) }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'always',
  grants: false,
  timeoutMs: 120_000,
  needs: ['files'],

  facts: (args, { files, signal }) => {
    const path = normalizeTarget(files, args.path);
    const facts = { effect: 'write', paths: [path], destructive: true, reversible: true } as const;
    return isProtectedTree(files, path, signal).then((isProtected) =>
      isProtected ? { ...facts, protected: true } : facts,
    );
  },

  preview: async ({ path: given, recursive }, { files, signal }) => {
    const path = normalizeTarget(files, given);
    const { state, seen } = await readConsistently(files, path, signal, async () => {
      const info = await checkTarget(files, path, recursive, signal);
      const options = { recursive: true, includeHidden: true, signal };
      return { info, below: info.type === 'directory' ? await files.list(path, options) : [] };
    });
    const items = [line(path, seen.info), ...seen.below.map((entry) => line(`${path}/${entry.name}`, entry))];
    const bytes = [seen.info, ...seen.below].reduce((sum, { size }) => sum + size, 0);
    const rest = seen.below.length > 0 ? ` and the ${seen.below.length} entries in it` : '';
    return {
      title: `Delete "${oneLine(path)}"${rest} (${bytes} bytes)`,
      parts: [{ kind: 'list', label: 'Everything that is deleted', items }],
      state,
    };
  },

  run: async ({ path: given, recursive }, { files, signal, expected, keepUndo }) => {
    const path = normalizeTarget(files, given);
    await checkTarget(files, path, recursive, signal);
    const { image: before, fingerprint } = await files.capture(path, signal);
    requireUnchanged(path, expected, fingerprint);
    await keepUndo({ path, before });
    // What is removed is exactly what was kept: anything else that has appeared there is a conflict.
    return { deleted: await files.remove(path, { recursive, expected: fingerprint, signal }) };
  },

  undoPreview: (record, { files, signal }) =>
    previewPutBack({ ...undoRecord.parse(record), after: 'absent' }, files, signal),

  undo: async (record, { files, signal }) => {
    const { path, before } = undoRecord.parse(record);
    await withUndoConflict(path, files.restore(path, before, { expected: 'absent', signal }));
  },
});

async function checkTarget(
  files: ScopedFiles,
  path: string,
  recursive: boolean,
  signal: AbortSignal,
): Promise<FileInfo> {
  const info = await files.info(path);
  if (info === undefined) throw pathNotFoundError(path);
  if (info.type !== 'directory' || recursive) return info;
  const entries = await files.list(path, { recursive: false, includeHidden: true, signal });
  if (entries.length === 0) return info;
  throw new DeputizeError(
    'DIRECTORY_NOT_EMPTY',
    `"${path}" holds ${entries.length} entries. Set "recursive" to delete it whole.`,
    {
      details: { path, entries: entries.length },
    },
  );
}

function line(path: string, { type, size }: FileInfo): string {
  if (type === 'directory') return `${oneLine(path)}/`;
  return type === 'symlink' ? `${oneLine(path)} (link only)` : `${oneLine(path)} (${size} bytes)`;
}
