/** better-auth as we set it up: nobody signs up by themselves, nothing is cached, and only our own tables are used. */
import { randomUUID } from 'node:crypto';

import { oauthProvider } from '@better-auth/oauth-provider';
import { passkey } from '@better-auth/passkey';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth, jwt } from 'better-auth/plugins';
import type { BetterAuthPlugin } from 'better-auth/types';
import { z } from 'zod';

import type { Database } from '../../ports/database.ts';
import { databaseAdapter } from './adapter.ts';
import { toDiscoveryUrl } from './discovery.ts';

export interface OidcProvider {
  readonly id: string;
  readonly name: string;
  /** Where the provider describes itself, below `/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

export interface SignInOptions {
  readonly database: Database;
  /** Where people reach us. Tokens and passkeys are bound to it. */
  readonly origin: string;
  /** Signs cookies and encrypts keys; the same on every node. */
  readonly secret: string;
  /** What clients can be let in to, each with an address of its own. */
  readonly resources: readonly string[];
  readonly password: boolean;
  readonly passkeys: boolean;
  readonly providers: readonly OidcProvider[];
  /** Whether programs may introduce themselves, for a user to let in. */
  readonly registration: boolean;
  readonly now: () => number;
  readonly signedIn: (userId: string) => Promise<void>;
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

export const BASE = '/auth';
/** Where the door says from which address a request comes; whatever a client says there itself is thrown away. */
export const ADDRESS_HEADER = 'x-deputize-address';
export const PASSWORD_LENGTH = { least: 12, most: 256 } as const;
/** The one thing that a client can be let in to do: what its user's agents may do. */
export const TOOLS_SCOPE = 'tools';
export const SCOPES = [TOOLS_SCOPE, 'offline_access'] as const;

const DAY = 24 * 60 * 60;

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
    session: {
      ...{ expiresIn: 14 * DAY, updateAge: DAY, freshAge: DAY, cookieCache: { enabled: false } },
      additionalFields: { lastSeenAt: { type: 'date', required: false, input: false } },
    },
    account: { encryptOAuthTokens: true },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 300 },
    advanced: {
      cookiePrefix: 'deputize',
      useSecureCookies: origin.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUID() },
    },
    databaseHooks: { session: { create: { after: async ({ userId }) => options.signedIn(userId) } } },
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
          // Who may come in stands in our own table; a provider only says which of them it is.
          disableImplicitSignUp: true,
          disableSignUp: true,
        })),
      }),
      // Its own type says `undefined` where the plugin's type says left out.
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

/** The library throws its refusals with a status; whatever has none went wrong inside. */
export function isRefusal(error: unknown): boolean {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' && status >= 300 && status < 500;
}

/** Signs a user in who has proven to us who they are; reachable from inside only. */
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

export type AuthInstance = ReturnType<typeof createAuth>;
