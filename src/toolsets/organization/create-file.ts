/** Makes a new document from text. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { contentType as mimeType, filename } from '../../domains/organization/files/filename.ts';

const undoRecord = z.strictObject({ id: z.string() });
const TYPES = { markdown: 'text/markdown', plain: 'text/plain', html: 'text/html' } as const;

export const createFile = defineTool({
  name: 'create_file',
  title: 'Create a file',
  description: 'Create a new document from text. It can be downloaded, found and read by everyone in the department.',
  input: z.strictObject({
    filename: filename.describe('File name'),
    content: z.string().max(5_000_000).describe('File content'),
    contentType: mimeType.optional().describe('MIME type; text/plain by default'),
    format: z.enum(['markdown', 'plain', 'html']).optional().describe('What the content is written in'),
  }),
  output: z.strictObject({ id: z.uuid(), filename: z.string(), url: z.string(), createdAt: z.iso.datetime() }),
  risk: 'low',
  sideEffects: 'writes',
  idempotent: false,
  needs: ['organizationFiles'],

  facts: async (_, { organizationFiles }) => ({
    effect: 'write',
    reversible: true,
    targets: [await organizationFiles.place(false)],
  }),

  preview: async ({ filename: name, content }, { organizationFiles }) => ({
    title: `Create "${name}"`,
    parts: [
      { kind: 'text', label: 'Seen by', text: await organizationFiles.place(false) },
      { kind: 'text', label: 'Content', text: content },
    ],
  }),

  run: async ({ filename: name, content, contentType, format = 'plain' }, { organizationFiles, keepUndo }) => {
    const id = crypto.randomUUID();
    await keepUndo({ id });
    const { createdAt } = await organizationFiles.add({
      ...{ id, filename: name, contentType: contentType ?? TYPES[format] },
      content: new TextEncoder().encode(content.toWellFormed()),
      isPersonal: false,
      isText: true,
    });
    return { id, filename: name, url: `/api/files/${id}/download`, createdAt };
  },

  undo: (record, { organizationFiles }) => organizationFiles.remove(undoRecord.parse(record).id),
});
