/** Creates a file of the workspace, or replaces the whole content of one. */
import { z } from 'zod';

import {
  DeputizeError,
  defineTool,
  type CallContext,
  type Facts,
  type CallPreview,
  type RunContext,
} from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import type { Json } from '../../ports/json.ts';
import { decodeContent, type FileEncoding } from '../../domains/files/file-content.ts';
import { removeIfEmpty } from '../../domains/files/remove-if-empty.ts';
import {
  buildDiffParts,
  toPreviewContent,
  oneLine,
  readCurrentContent,
  readConsistently,
} from '../../domains/files/file-preview.ts';
import { beforeImage, withUndoConflict } from '../../domains/files/undo-record.ts';
import { previewPutBack } from '../../domains/files/undo-preview.ts';
import {
  pathNotFoundError,
  listParentFolders,
  pathInput,
  normalizeTarget,
  requireUnchanged,
  requireStillAbsent,
} from '../../domains/files/workspace-target.ts';

const undoRecord = z.strictObject({
  path: z.string(),
  before: beforeImage,
  /** The fingerprint that the call leaves behind. */
  after: z.string(),
  createdDirs: z.array(z.string()),
});

/** The arguments that all tools that write files share. */
interface WriteFileArgs {
  readonly path: string;
  readonly content: string;
  readonly encoding: FileEncoding;
  readonly createDirs: boolean;
}

type FileToolContext = CallContext & { readonly files: ScopedFiles };

const PROTECTED = { protected: true } as const;

export const writeFileBehavior = {
  facts: async (args: WriteFileArgs, { files }: FileToolContext): Promise<Facts> => {
    const path = normalizeTarget(files, args.path);
    decodeContent(args.content, args.encoding);
    const destructive = (await files.info(path)) !== undefined;
    const isProtected = files.isProtected(path, false);
    return { effect: 'write', paths: [path], destructive, reversible: true, ...(isProtected ? PROTECTED : {}) };
  },

  preview: async (args: WriteFileArgs, { files, signal }: FileToolContext): Promise<CallPreview> => {
    const path = normalizeTarget(files, args.path);
    const missing = await checkTarget(files, path, args.createDirs);
    const after = await toPreviewContent(decodeContent(args.content, args.encoding));
    const { state, seen: before } = await readConsistently(files, path, signal, async (found) =>
      found === 'absent' ? undefined : readCurrentContent(files, path, found, signal),
    );
    const parts = buildDiffParts(path, before, after);
    if (missing.length > 0) parts.push({ kind: 'list', label: 'New directories', items: missing.map(oneLine) });
    const verb = before === undefined ? 'Create' : 'Overwrite';
    return { title: `${verb} "${oneLine(path)}" (${after.size} bytes)`, parts, state };
  },

  run: async (args: WriteFileArgs, { files, signal, facts, expected, keepUndo }: RunContext & FileToolContext) => {
    const path = normalizeTarget(files, args.path);
    const bytes = decodeContent(args.content, args.encoding);
    const createdDirs = await checkTarget(files, path, args.createDirs);
    const { image: before, fingerprint } = await files.capture(path, signal);
    requireUnchanged(path, expected, fingerprint);
    requireStillAbsent(path, facts, fingerprint);
    const after = await files.fingerprintOnceWritten(path, bytes);
    await keepUndo({ path, before, after, createdDirs });
    await files.write(path, bytes, { createDirs: args.createDirs, expected: fingerprint, signal });
    return { path, size: bytes.length };
  },

  undoPreview: (record: Json, { files, signal }: FileToolContext): Promise<CallPreview> =>
    previewPutBack(undoRecord.parse(record), files, signal),

  undo: async (record: Json, { files, signal }: FileToolContext): Promise<void> => {
    const { path, before, after, createdDirs } = undoRecord.parse(record);
    await withUndoConflict(path, files.restore(path, before, { expected: after, signal }));
    for (const directory of createdDirs.toReversed()) {
      if (!(await removeIfEmpty(files, directory, signal))) return;
    }
  },
};

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write a file',
  description: 'Create a workspace file or replace its whole content. Replacing an existing file needs approval.',
  input: z.strictObject({
    path: pathInput.describe('Relative to the workspace root'),
    content: z.string().max(14_000_000).describe('The whole content of the file'),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('How `content` is to be understood'),
    createDirs: z.boolean().default(false).describe('Create parent directories that are missing'),
  }),
  output: z.strictObject({ path: z.string(), size: z.int() }),
  risk: 'low',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'if_destructive',
  needs: ['files'],

  ...writeFileBehavior,
});

/** Refuses what cannot be written to; answers the parent directories that would have to be made, outermost first. */
async function checkTarget(files: ScopedFiles, path: string, createDirs: boolean): Promise<string[]> {
  const existing = await files.info(path);
  if (existing !== undefined && existing.type !== 'file') {
    throw new DeputizeError('NOT_A_FILE', `"${path}" is a ${existing.type} and cannot be overwritten.`);
  }
  const missing: string[] = [];
  for (const parent of listParentFolders(path)) {
    if ((await files.info(parent)) === undefined) missing.push(parent);
  }
  const [first] = missing;
  if (first !== undefined && !createDirs)
    throw pathNotFoundError(first, ' Set "createDirs" to create parent directories.');
  return missing;
}
