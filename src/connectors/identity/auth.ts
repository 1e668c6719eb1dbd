/** The setup of better-auth: users cannot sign themselves up, nothing is cached, and only our own tables are used. */
import { randomUUID } from 'node:crypto';

import { oauthProvider } from '@better-auth/oauth-provider';
import { passkey } from '@better-auth/passkey';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, jwt } from 'better-auth/plugins';
import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth/types';
import { z } from 'zod';

import type { Database } from '../../ports/database.ts';
import { databaseAdapter } from './adapter.ts';
import { toDiscoveryUrl } from './discovery.ts';

export interface OidcProvider {
  readonly id: string;
  readonly name: string;
  /** The address of the provider, below which `/.well-known/openid-configuration` describes it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

export interface SignInOptions {
  readonly database: Database;
  /** The origin that users open. Tokens and passkeys are bound to it. */
  readonly origin: string;
  /** Signs cookies and encrypts keys; the same on every node. */
  readonly secret: string;
  /** The resources that clients can be given access to, each with a separate address. */
  readonly resources: readonly string[];
  readonly password: boolean;
  readonly passkeys: boolean;
  readonly providers: readonly OidcProvider[];
  /** Whether clients may register themselves, for a user to approve. */
  readonly registration: boolean;
  readonly now: () => number;
  readonly signedIn: (userId: string) => Promise<void>;
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

export const BASE = '/auth';
/** The header in which the door passes on the client's address. A value that the client sends is dropped. */
export const ADDRESS_HEADER = 'x-deputize-address';
/** The header in which the door passes on the public key of a new session. */
export const KEY_HEADER = 'x-deputize-key';
export const PASSWORD_LENGTH = { least: 12, most: 256 } as const;
/** The only scope of a client: what its user's agents may do. */
export const TOOLS_SCOPE = 'tools';
export const SCOPES = [TOOLS_SCOPE, 'offline_access'] as const;

const DAY = 24 * 60 * 60;

const SESSION_OPTIONS = {
  ...{ expiresIn: 14 * DAY, updateAge: DAY, freshAge: DAY, cookieCache: { enabled: false } },
  additionalFields: {
    lastSeenAt: { type: 'date', required: false, input: false },
    publicKey: { type: 'string', required: false, input: false },
  },
} as const;

/** A session gets its key when it is created, or once after that by a code. */
const createSessionHooks = ({ signedIn }: SignInOptions): BetterAuthOptions['databaseHooks'] => ({
  session: {
    create: {
      before: async (_, context) => ({ data: { publicKey: context?.headers?.get(KEY_HEADER) ?? null } }),
      after: ({ userId }) => signedIn(userId),
    },
  },
});

export function createAuth(options: SignInOptions) {
  const { origin, database } = options;
  return betterAuth({
    appName: 'Deputize',
    baseURL: origin,
    basePath: BASE,
    secret: options.secret,
    database: databaseAdapter(database),
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => (level === 'error' || level === 'warn' ? options.log(level, message) : undefined),
    },
    onAPIError: {
      errorURL: `${origin}/sign-in`,
      onError: (error) => {
        if (!isRefusal(error)) options.log('error', error instanceof Error ? error.message : String(error));
      },
    },
    emailAndPassword: {
      enabled: options.password,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
    },
    session: SESSION_OPTIONS,
    account: { encryptOAuthTokens: true },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 300 },
    advanced: {
      cookiePrefix: 'deputize',
      useSecureCookies: origin.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUID() },
    },
    databaseHooks: createSessionHooks(options),
    plugins: [
      entering(),
      jwt({ disableSettingJwtHeader: true }),
      passkey({ rpID: new URL(origin).hostname, rpName: 'Deputize', origin }),
      genericOAuth({
        config: options.providers.map(({ id, name, issuer, clientId, clientSecret }) => ({
          ...{ providerId: id, name, clientId },
          ...(clientSecret === undefined ? { tokenEndpointAuth: { method: 'none' as const } } : { clientSecret }),
          discoveryUrl: toDiscoveryUrl({ issuer }),
          requireIdTokenVerification: true,
          scopes: ['openid', 'email', 'profile'],
          // Our own table decides who may sign in. A provider only identifies the user.
          disableImplicitSignUp: true,
          disableSignUp: true,
        })),
      }),
      // This type has `undefined` where the plugin's type has an optional property.
      oauthProvider({
        loginPage: '/sign-in',
        consentPage: '/consent',
        scopes: [...SCOPES],
        grantTypes: ['authorization_code', 'refresh_token'],
        resources: [...options.resources],
        clientRegistrationDefaultResources: [...options.resources],
        allowDynamicClientRegistration: options.registration,
        allowUnauthenticatedClientRegistration: options.registration,
        clientPrivileges: () => false,
        resourcePrivileges: () => false,
        accessTokenExpiresIn: 60 * 60,
        refreshTokenExpiresIn: 30 * DAY,
        rateLimit: { register: { window: 60 * 60, max: 30 } },
      }) as unknown as BetterAuthPlugin,
    ],
  });
}

/** The library throws refusals with a status. An error without a status is an internal failure. */
export function isRefusal(error: unknown): boolean {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status >= 300 && status < 500;
}

/** Signs in a user whose identity we have verified; not reachable from outside. */
function entering() {
  return {
    id: 'deputize',
    endpoints: {
      enter: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async (context) => {
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(context.body.userId);
          if (!user) throw context.error('UNAUTHORIZED');
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(context, { session, user });
          return context.json({ userId: user.id });
        },
      ),
    },
  } as const;
}
