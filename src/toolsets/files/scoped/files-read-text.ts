/** Reads a text file in one of the user's folders. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../../core/index.ts';
import { asText } from '../../../domains/files/file-content.ts';
import { pathInput } from '../../../domains/files/workspace-target.ts';

const MAX_BYTES = 10 * 1024 * 1024;

export const filesReadText = defineTool({
  name: 'files.read_text',
  title: 'Read a text file',
  description: 'Read the whole text of a file in one of the user’s folders.',
  input: z.strictObject({ path: pathInput.describe('A whole path, such as ~/Documents/notes.txt') }),
  output: z.strictObject({ path: z.string(), content: z.string(), size: z.int(), modified: z.iso.datetime() }),
  risk: 'low',
  sideEffects: 'read_only',
  // The author of a file may have written it to manipulate the assistant.
  labels: { private: true, untrusted: true },
  needs: ['files'],

  facts: ({ path }, { files }) => ({ effect: 'read', paths: [files.normalize(path)] }),

  run: async ({ path }, { files, signal }) => {
    const { bytes, info } = await files.read(path, { maxBytes: MAX_BYTES, signal });
    const content = asText(bytes);
    if (content === undefined) throw new DeputizeError('INVALID_ARGUMENTS', `"${path}" is not UTF-8 text.`);
    return { path: files.normalize(path), content, size: info.size, modified: info.modified };
  },
});
