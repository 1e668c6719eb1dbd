/** Writes a file of the bucket. The version before stays kept, so writing over something can be taken back. */
import { z } from 'zod';

import { defineTool } from '../../../core/index.ts';
import { decodeContent } from '../../../domains/files/file-content.ts';
import { buildDiffParts, toPreviewContent } from '../../../domains/files/file-preview.ts';
import { checkKey, keyInput } from '../../../domains/files/bucket/file-key.ts';
import { previewPutBack, putBack, findCurrentVersion, undoRecord } from '../../../domains/files/bucket/versions.ts';

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write a file',
  description:
    'Create a file of your file store or replace its whole content. The earlier version can be brought back.',
  input: z.strictObject({
    key: keyInput.describe('The file’s key'),
    content: z.string().max(14_000_000).describe('The whole content of the file'),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('How `content` is to be understood'),
  }),
  output: z.strictObject({ key: z.string(), size: z.int() }),
  risk: 'medium',
  sideEffects: 'writes',
  mayDestroy: true,
  idempotent: false,
  needs: ['bucket'],

  facts: async ({ key, content, encoding }, { bucket }) => {
    decodeContent(content, encoding);
    const { file } = await bucket.state(checkKey(key));
    return { effect: 'write', paths: [key], destructive: file !== undefined, reversible: true };
  },

  preview: async ({ key, content, encoding }, { bucket }) => {
    const after = await toPreviewContent(decodeContent(content, encoding));
    const { state, before } = await findCurrentVersion(bucket, checkKey(key));
    const verb = before === undefined ? 'Create' : 'Overwrite';
    return { title: `${verb} "${key}" (${after.size} bytes)`, parts: buildDiffParts(key, before, after), state };
  },

  run: async ({ key, content, encoding }, { bucket, expected, keepUndo }) => {
    const bytes = decodeContent(content, encoding);
    const { version, hash, file } = await bucket.state(checkKey(key));
    const before = file && hash !== null ? { hash, size: file.size } : null;
    await keepUndo({ key, before, after: String(Number(version) + 1) });
    const kept = await bucket.keep(bytes);
    await bucket.change(key, { hash: kept, size: bytes.length }, expected ?? version);
    return { key, size: bytes.length };
  },

  undo: async (record, { bucket }) => putBack(bucket, undoRecord.parse(record)),

  undoPreview: (record, { bucket }) => previewPutBack(bucket, undoRecord.parse(record)),
});
