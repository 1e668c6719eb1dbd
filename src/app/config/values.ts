/** Schemas of values that several parts of the configuration share. */
import { z } from 'zod';

/** The place of a secret, never the secret itself. */
export const secret = z
  .union(
    [
      z.strictObject({ env: z.string().min(1) }),
      z.strictObject({ file: z.string().min(1) }),
      z.strictObject({ stored: z.string().min(1) }),
    ],
    {
      error: 'say where it is, { env: VARIABLE }, { file: PATH } or { stored: NAME }; it is never written here itself',
    },
  )
  .describe(
    'The environment variable or the file that holds it, or the name under which "deputize connect" stored it.',
  );

export const serverUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'a URL without a user and a password');

/** Whether the URL is on this machine. Traffic to it does not cross a network, so it needs no encryption. */
export const isThisMachine = (url: string): boolean =>
  ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);
