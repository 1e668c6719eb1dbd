/** Reads a whole file of the workspace. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import { encodeContent } from '../../domains/files/file-content.ts';
import { pathInput } from '../../domains/files/workspace-target.ts';

const MAX_BYTES = 10 * 1024 * 1024;

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read a file',
  description: 'Read the whole content of a workspace file, as UTF-8 text or, for binary files, as base64.',
  input: z.strictObject({
    path: pathInput.describe('Relative to the workspace root'),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8'),
  }),
  output: z.strictObject({ content: z.string(), size: z.int(), modified: z.iso.datetime() }),
  risk: 'low',
  sideEffects: 'read_only',
  // The author of a file may have written it to manipulate the assistant.
  labels: { private: true, untrusted: true },
  needs: ['files'],

  facts: ({ path }, { files }) => {
    const normal = files.normalize(path);
    if (normal === '') throw new DeputizeError('NOT_A_FILE', 'The workspace root is a directory.');
    return { effect: 'read', paths: [normal] };
  },

  run: async ({ path, encoding }, { files, signal }) => {
    const { bytes, info } = await files.read(path, { maxBytes: MAX_BYTES, signal });
    return { content: encodeContent(bytes, encoding), size: info.size, modified: info.modified };
  },
});
