/** The settings of voice sessions in `deputize.yaml`. */
import { z } from 'zod';

import { isThisMachine, secret } from './values.ts';
import { duration } from './duration.ts';

export const voiceConfig = z
  .strictObject({
    realtime: z
      .strictObject({
        provider: z.enum(['openai', 'gemini']).describe('The API: OpenAI’s Realtime or Google’s Live API.'),
        model: z.string().min(1).describe('The model, as the provider names it.'),
        url: z
          .url({ protocol: /^wss?$/ })
          .refine((url) => !/^wss?:\/\/[^/]*@/.test(url), 'a URL without a user and a password')
          .refine(
            (url) => url.startsWith('wss:') || isThisMachine(url),
            'wss:, or this machine itself: the key would be open to all on the way',
          )
          .optional()
          .describe('The address of the API. Left out, the one of the provider.'),
        key: secret.describe('The key of the provider.'),
        voice: z.string().min(1).optional().describe('The voice, as the provider names it.'),
      })
      .optional()
      .describe('A model that takes and returns sound. Left out, the client sends words.'),
    speech: z
      .enum(['espeak-ng', 'off'])
      .default('espeak-ng')
      .describe('The program that speaks if the model does not. off: the client speaks.'),
    spokenApproval: z
      .enum(['on', 'off'])
      .default('on')
      .describe('Whether a spoken yes or no decides calls of medium risk. off: every call is decided on a screen.'),
    idleTimeout: duration.default(600_000).describe('How long a client may send nothing.'),
    patience: duration
      .default(5_000)
      .describe('How long the session waits after a farewell for the client to report that it was played.'),
  })
  .prefault({})
  .describe('Voice sessions.');
