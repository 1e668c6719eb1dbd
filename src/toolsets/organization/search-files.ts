/** Files by name, by what is in them, by type or by conversation. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { conversationId } from '../../domains/organization/files/filename.ts';

export const searchFiles = defineTool({
  name: 'search_files',
  title: 'Search files',
  description:
    'Search the uploaded and created files by name, content, type or conversation. Without a query, the newest.',
  input: z.strictObject({
    query: z.string().max(500).optional().describe('Search query'),
    contentType: z.string().max(255).optional().describe('Filter by file type: a MIME type, or its first half'),
    conversationId: conversationId.optional().describe('Filter by conversation'),
    limit: z.int().min(1).max(100).default(20).describe('Max results'),
  }),
  output: z.strictObject({
    files: z.array(
      z.strictObject({
        id: z.string(),
        filename: z.string(),
        contentType: z.string(),
        uploadedAt: z.iso.datetime(),
        indexed: z.boolean(),
      }),
    ),
    total: z.int(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['organizationFiles'],

  run: async (asked, { organizationFiles, signal }) => {
    const { files, total } = await organizationFiles.search(asked, signal);
    const listed = files.map(({ id, filename, contentType, createdAt, status }) => ({
      ...{ id, filename, contentType, uploadedAt: createdAt, indexed: status === 'indexed' },
    }));
    return { files: listed, total };
  },
});
