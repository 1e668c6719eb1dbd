/** Takes a file in. It is read and indexed afterwards; the answer does not wait for that. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import { contentType, conversationId, filename, MOST_BYTES } from '../../domains/organization/files/filename.ts';

const undoRecord = z.strictObject({ id: z.string() });

export const uploadFile = defineTool({
  name: 'upload_file',
  title: 'Upload a file',
  description:
    'Upload a file so that it can be found and read by its text. It is processed in the background: the answer says `processing`, and an event reports when it is indexed.',
  input: z.strictObject({
    filename: filename.describe('File name'),
    content: z
      .string()
      .max(Math.ceil((MOST_BYTES * 4) / 3) + 4)
      .describe('File content, base64 encoded'),
    contentType: contentType.describe('MIME type'),
    conversationId: conversationId.optional().describe('Attach to conversation'),
    autoSave: z.boolean().default(true).describe('Keep it for the department; false keeps it to oneself'),
  }),
  output: z.strictObject({
    id: z.uuid(),
    filename: z.string(),
    status: z.enum(['processing', 'indexed', 'error']),
    indexedAt: z.iso.datetime().optional(),
  }),
  risk: 'low',
  sideEffects: 'writes',
  idempotent: false,
  needs: ['organizationFiles'],

  facts: async ({ autoSave, content }, { organizationFiles }) => {
    decoded(content);
    return { effect: 'write', reversible: true, targets: [await organizationFiles.place(!autoSave)] };
  },

  preview: async ({ filename: name, content, contentType: type, autoSave }, { organizationFiles }) => ({
    title: `Upload "${name}"`,
    parts: [
      { kind: 'text', label: 'Seen by', text: await organizationFiles.place(!autoSave) },
      { kind: 'text', label: 'Content', text: `${decoded(content).length} bytes, ${type}` },
    ],
  }),

  run: async ({ content, autoSave, ...file }, { organizationFiles, keepUndo }) => {
    const id = crypto.randomUUID();
    await keepUndo({ id });
    const added = await organizationFiles.add({
      ...file,
      id,
      content: decoded(content),
      isPersonal: !autoSave,
      isText: false,
    });
    return { id, filename: added.filename, status: added.status };
  },

  undo: (record, { organizationFiles }) => organizationFiles.remove(undoRecord.parse(record).id),
});

function decoded(content: string): Uint8Array {
  const plain = content.replaceAll(/\s+/g, '');
  if (plain.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(plain))
    throw new DeputizeError('INVALID_ARGUMENTS', 'The content is not base64.', { details: { path: '/content' } });
  const bytes = new Uint8Array(Buffer.from(plain, 'base64'));
  if (bytes.length <= MOST_BYTES) return bytes;
  throw new DeputizeError('TOO_LARGE', `The file is larger than ${MOST_BYTES} bytes.`);
}
