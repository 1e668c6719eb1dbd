/** Deletes a file of the bucket. Its last version stays kept, so that it can come back. */
import { z } from 'zod';

import { defineTool } from '../../../core/index.ts';
import { describe } from '../../../domains/files/file-preview.ts';
import { checkKey, keyInput, keyNotFoundError } from '../../../domains/files/bucket/file-key.ts';
import { previewPutBack, putBack, findCurrentVersion, undoRecord } from '../../../domains/files/bucket/versions.ts';

export const deleteFile = defineTool({
  name: 'delete_file',
  title: 'Delete a file',
  description: 'Delete a file of your file store. Always needs approval.',
  input: z.strictObject({ key: keyInput.describe('The file’s key') }),
  output: z.strictObject({ deleted: z.string() }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'always',
  grants: false,
  needs: ['bucket'],

  facts: ({ key }) => ({ effect: 'write', paths: [checkKey(key)], destructive: true, reversible: true }),

  preview: async ({ key }, { bucket }) => {
    const { state, before } = await findCurrentVersion(bucket, checkKey(key));
    if (before === undefined) throw keyNotFoundError(key);
    const items = [`${key}: ${describe(before)}`];
    return { title: `Delete "${key}"`, parts: [{ kind: 'list', label: 'What is deleted', items }], state };
  },

  run: async ({ key }, { bucket, expected, keepUndo }) => {
    const { version, hash, file } = await bucket.state(checkKey(key));
    if (!file || hash === null) throw keyNotFoundError(key);
    await keepUndo({ key, before: { hash, size: file.size }, after: String(Number(version) + 1) });
    await bucket.change(key, null, expected ?? version);
    return { deleted: key };
  },

  undo: async (record, { bucket }) => putBack(bucket, undoRecord.parse(record)),

  undoPreview: (record, { bucket }) => previewPutBack(bucket, undoRecord.parse(record)),
});
