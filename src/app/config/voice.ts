/** What the configuration says of sessions by voice. */
import { z } from 'zod';

import { isThisMachine, secret } from './values.ts';
import { duration } from './duration.ts';

export const voiceConfig = z
  .strictObject({
    realtime: z
      .strictObject({
        provider: z.enum(['openai', 'gemini']),
        model: z.string().min(1).describe('As the provider names it.'),
        url: z
          .url({ protocol: /^wss?$/ })
          .refine((url) => !/^wss?:\/\/[^/]*@/.test(url), 'a URL without a user and a password')
          .refine(
            (url) => url.startsWith('wss:') || isThisMachine(url),
            'wss:, or this machine itself: the key would be open to all on the way',
          )
          .optional()
          .describe('Where its API is, when it is not where it usually is.'),
        key: secret,
        voice: z.string().min(1).optional().describe('Whose voice it speaks with, as the provider names it.'),
      })
      .optional()
      .describe('A model that hears and speaks. Left out, the client sends words, and speech is made from words.'),
    speech: z
      .enum(['espeak-ng', 'off'])
      .default('espeak-ng')
      .describe('What speaks where the model does not; off leaves it to the client.'),
    spokenApproval: z
      .enum(['on', 'off'])
      .default('on')
      .describe('Whether a spoken yes or no is taken for calls of medium risk; off leaves every one to a screen.'),
    idleTimeout: duration.default(600_000).describe('How long a client may say nothing. 10m by default.'),
    patience: duration
      .default(5_000)
      .describe('How much longer than its sound a farewell is waited for, before the session ends. 5s by default.'),
  })
  .prefault({})
  .describe('Sessions by voice.');
