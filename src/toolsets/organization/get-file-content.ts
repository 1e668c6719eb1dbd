/** The text of a file, for an assistant to read. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { fileId } from '../../domains/organization/files/filename.ts';

export const getFileContent = defineTool({
  name: 'get_file_content',
  title: 'Read a file',
  description: 'Read the text of a file that was uploaded or created, by its id.',
  input: z.strictObject({ fileId: fileId.describe('File ID') }),
  output: z.strictObject({
    id: z.string(),
    filename: z.string(),
    content: z.string(),
    contentType: z.string(),
    size: z.int(),
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['organizationFiles'],

  run: async ({ fileId: asked }, { organizationFiles }) => {
    const { file, text } = await organizationFiles.text(asked);
    const { id, filename, contentType, size } = file;
    return { id, filename, content: text, contentType, size };
  },
});
