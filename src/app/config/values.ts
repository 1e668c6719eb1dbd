/** Values that stand in several places of the configuration. */
import { z } from 'zod';

/** Also one that `deputize connect` has stored. */
export const secret = z
  .union(
    [
      z.strictObject({ env: z.string().min(1) }),
      z.strictObject({ file: z.string().min(1) }),
      z.strictObject({ stored: z.string().min(1) }),
    ],
    { error: 'say where it is, { env: VARIABLE }, { file: PATH } or { stored: NAME }; it never stands here itself' },
  )
  .describe('The environment variable or the file that holds it, or the name that "deputize connect" stored it under.');

export const serverUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'a URL without a user and a password');

/** This machine itself: what is sent there is not open to all on the way. */
export const isThisMachine = (url: string): boolean =>
  ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);
