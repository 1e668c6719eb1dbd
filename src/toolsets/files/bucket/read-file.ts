/** Reads a file of the bucket. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../../core/index.ts';
import { encodeContent } from '../../../domains/files/file-content.ts';
import { checkKey, keyInput, keyNotFoundError } from '../../../domains/files/bucket/file-key.ts';

const MAX_BYTES = 10 * 1024 * 1024;

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read a file',
  description: 'Read a whole file of your file store.',
  input: z.strictObject({
    key: keyInput.describe('The file’s key'),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8').describe('base64 for what is not text'),
  }),
  output: z.strictObject({ key: z.string(), content: z.string(), size: z.int(), modified: z.string() }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['bucket'],
  facts: ({ key }) => ({ effect: 'read', paths: [checkKey(key)] }),
  run: async ({ key, encoding }, { bucket }) => {
    const { file, hash } = await bucket.state(checkKey(key));
    if (!file || hash === null) throw keyNotFoundError(key);
    if (file.size > MAX_BYTES) {
      throw new DeputizeError('TOO_LARGE', `"${key}" has ${file.size} bytes; at most ${MAX_BYTES} can be read.`);
    }
    const content = encodeContent(await bucket.content(hash), encoding);
    return { key, content, size: file.size, modified: file.modified };
  },
});
