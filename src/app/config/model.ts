/** A model to chat with, as the configuration has it. */
import { z } from 'zod';

import { providerNames } from '../../agent/models/provider.ts';
import { serverUrl } from './values.ts';
import { duration } from './duration.ts';

const key = z
  .union([z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })], {
    error: 'say where the key is, { env: VARIABLE } or { file: PATH }; it never stands here itself',
  })
  .describe('The environment variable or the file that holds the key.');

export const modelConfig = z
  .strictObject({
    provider: z.enum(providerNames),
    model: z.string().min(1).describe('As the provider names it.'),
    url: serverUrl
      .optional()
      .describe('Where the API begins, such as http://127.0.0.1:11434/v1. Needed for a compatible server.'),
    key: key.optional().describe('Where the key is. Left out, the provider’s usual variable.'),
    idleTimeout: duration
      .optional()
      .describe('How long nothing may come before a question is given up. 90s by default.'),
  })
  .refine(({ provider, url }) => provider !== 'openai-compatible' || url !== undefined, {
    path: ['url'],
    message: 'a compatible server needs its URL',
  });
