/** The sign-in settings of an organization in `deputize.yaml`. */
import { z } from 'zod';

const secret = z
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
  .describe('The environment variable or the file that holds it, or the name that it is stored under.');

const onOff = z.enum(['on', 'off']).default('on');

export const signInConfig = z
  .strictObject({
    password: onOff.describe('Whether people can sign in by e-mail address and password.'),
    passkeys: onOff.describe('Whether people can sign in by passkey.'),
    providers: z
      .record(
        z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'a name of small letters, digits and dashes'),
        z.strictObject({
          name: z.string().min(1).max(60).describe('The name for people.'),
          issuer: z
            .url({ protocol: /^https?$/ })
            .refine(
              (url) => url.startsWith('https:') || ['127.0.0.1', 'localhost'].includes(new URL(url).hostname),
              'an https URL',
            )
            .describe('The issuer of the OpenID provider. It must state that an e-mail address is verified.'),
          clientId: z.string().min(1).describe('The client id at the provider.'),
          clientSecret: secret.optional().describe('The client secret at the provider.'),
        }),
      )
      .default({})
      .describe('OpenID Connect providers. They prove who a person is; only users of the organization can sign in.'),
    clients: z
      .enum(['open', 'off'])
      .default('open')
      .describe('Whether MCP clients may register. Each user decides which ones get access.'),
    secret: secret
      .optional()
      .describe(
        'The key that signs cookies: 32 characters or more, the same on every node. Left out, one is made and stored.',
      ),
  })
  .describe('Sign-in for several people. Left out, there is one owner, who signs in by a one-time link.');

export type SignInConfig = z.output<typeof signInConfig>;
