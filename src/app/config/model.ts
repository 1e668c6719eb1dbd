/** The settings of one model in `deputize.yaml`. */
import { z } from 'zod';

import { providerNames } from '../../agent/models/provider.ts';
import { serverUrl } from './values.ts';
import { duration } from './duration.ts';

const key = z
  .union([z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })], {
    error: 'say where the key is, { env: VARIABLE } or { file: PATH }; it is never written here itself',
  })
  .describe('The environment variable or the file that holds the key.');

export const modelConfig = z
  .strictObject({
    provider: z.enum(providerNames).describe('The API that the model is reached by.'),
    model: z.string().min(1).describe('The model, as the provider names it.'),
    url: serverUrl
      .optional()
      .describe('The address of the API, such as http://127.0.0.1:11434/v1. Required for openai-compatible.'),
    key: key.optional().describe('The key. Left out, the usual environment variable of the provider.'),
    idleTimeout: duration
      .optional()
      .describe('How long the model may send nothing before the turn fails. Left out, 90s.'),
  })
  .refine(({ provider, url }) => provider !== 'openai-compatible' || url !== undefined, {
    path: ['url'],
    message: 'a compatible server needs its URL',
  });
