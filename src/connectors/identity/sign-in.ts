/** Signing in by better-auth: password, passkey and OpenID providers for users, OAuth 2.1 for clients that act for them. */
import { randomUUID } from 'node:crypto';

import { createLocalJWKSet, jwtVerify } from 'jose';

import type { SqlQuery } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';
import type { SetCookieHeaders, RequestSource, SignIn } from '../../ports/sign-in.ts';
import { signInAttempts } from './attempts.ts';
import {
  ADDRESS_HEADER,
  BASE,
  createAuth,
  isRefusal,
  PASSWORD_LENGTH,
  SCOPES,
  TOOLS_SCOPE,
  type SignInOptions,
} from './auth.ts';
import { asIntroduced } from './introduction.ts';
import { clientView, type ClientRow } from './kept-access.ts';
import { tellUnreachable } from './reachable.ts';
import { StatementBuilder, table } from './sql.ts';
import { roomForStrangers } from './pending-clients.ts';

/** The paths that are open to the outside. All other endpoints of the library are closed. */
const OPEN = new RegExp(
  `^(?:${BASE}/(?:passkey/(?:generate-register-options|verify-registration|generate-authenticate-options|verify-authentication)` +
    `|callback/[\\w-]{1,64}|oauth2/(?:authorize|token|register|revoke)|jwks)|/\\.well-known/oauth-authorization-server${BASE})$`,
);
/** The least time between two attempts to reach an unavailable provider again. */
const RENEW_MS = 2_000;
const KEYS_FOR_MS = 60_000;
const SEEN_EVERY_MS = 60_000;
const AUTHORIZE = `${BASE}/oauth2/authorize`;
const REGISTER = `${BASE}/oauth2/register`;

export function openSignIn(options: SignInOptions): SignIn {
  const { database, origin } = options;
  let auth = createAuth(options);
  let renewedAt = 0;
  void tellUnreachable(options.providers, options.log);
  const attempts = signInAttempts(database, options.now);
  const issuer = `${origin}${BASE}`;
  let keys: { set: ReturnType<typeof createLocalJWKSet>; at: number } | undefined;

  const ask = <Row>(write: (made: StatementBuilder) => string): Promise<Row[]> => {
    const made = new StatementBuilder(database.dialect);
    return database.read<Row>(made.query(write(made)));
  };
  const statement = (write: (made: StatementBuilder) => string): SqlQuery => {
    const made = new StatementBuilder(database.dialect);
    return made.query(write(made));
  };
  // Values are added in the order in which they appear in the text.
  const removeOf = (model: string, userId: string, id?: string): SqlQuery =>
    statement(
      (made) =>
        `delete from ${table(model)} where "userId" = ${made.value(userId)}${id === undefined ? '' : ` and id = ${made.value(id)}`}`,
    );
  const write = async (...writes: readonly SqlQuery[]): Promise<void> =>
    void (await database.change({ guards: [], writes }));

  const passwordOf = async (userId: string): Promise<string | undefined> => {
    const [row] = await ask<{ password: string | null }>(
      (made) =>
        `select password from ${table('account')} where "userId" = ${made.value(userId)} and "providerId" = 'credential'`,
    );
    return row?.password ?? undefined;
  };

  /** Accurate to about a minute. A failure must not block the user's request. */
  const noteSeen = async (id: string, last: Date | null | undefined): Promise<void> => {
    const now = options.now();
    if (last && now - last.getTime() < SEEN_EVERY_MS) return;
    const seen = statement(
      (made) =>
        `update ${table('session')} set "lastSeenAt" = ${made.value(new Date(now).toISOString())} where id = ${made.value(id)}`,
    );
    await write(seen).catch(() => options.log('warn', 'it could not be noted that a session was used'));
  };

  /** Reads the keys again after a minute, so that a revoked key is not valid for long. */
  const verificationKeys = async () => {
    const at = options.now();
    if (keys && at - keys.at < KEYS_FOR_MS) return keys.set;
    const set = createLocalJWKSet(await auth.api.getJwks());
    keys = { set, at };
    return set;
  };

  return {
    origin,
    ways: {
      password: options.password,
      passkey: options.passkeys,
      providers: options.providers.map(({ id, name }) => ({ id, name })),
    },

    async handle(request, from) {
      const { pathname } = new URL(request.url);
      if (!OPEN.test(pathname)) return undefined;
      if (!options.passkeys && pathname.startsWith(`${BASE}/passkey/`)) return undefined;
      if (pathname === REGISTER && !(await roomForStrangers(database, options.now())))
        return Response.json(
          { error: 'temporarily_unavailable', error_description: 'Too many programs.' },
          { status: 429 },
        );
      const headers = new Headers(request.headers);
      headers.set(ADDRESS_HEADER, from.address ?? '0.0.0.0');
      headers.delete('authorization');
      // Always answered as a browser navigation: scripts do not use this endpoint.
      if (pathname === AUTHORIZE) headers.delete('sec-fetch-mode');
      const basic = request.headers.get('authorization');
      if (pathname === `${BASE}/oauth2/token` && basic?.toLowerCase().startsWith('basic '))
        headers.set('authorization', basic);
      const url = new URL(pathname + new URL(request.url).search, origin);
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      const text = hasBody ? await request.text() : undefined;
      const body = pathname === REGISTER ? asIntroduced(text ?? '') : text;
      const asked = new Request(url, { method: request.method, headers, ...(body === undefined ? {} : { body }) });
      const answer = await auth.handler(asked);
      return pathname.startsWith('/.well-known/') && answer.ok ? withoutClosed(answer) : answer;
    },

    describeResource(path) {
      const resource = `${origin}${path}`;
      if (!options.resources.includes(resource)) return undefined;
      return {
        resource,
        resource_name: 'Deputize',
        authorization_servers: [issuer],
        scopes_supported: [...SCOPES],
        bearer_methods_supported: ['header'],
      };
    },

    async sessionOf(cookie) {
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
      if (!found) return undefined;
      const { id, lastSeenAt } = found.session;
      await noteSeen(id, lastSeenAt);
      return { userId: found.user.id, sessionId: id };
    },

    async clientOf(token, resource) {
      try {
        const { payload } = await jwtVerify(token, await verificationKeys(), { issuer, audience: resource });
        const clientId = payload['azp'] ?? payload['client_id'];
        const scopes = typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
        if (typeof clientId !== 'string' || payload.sub === undefined || !scopes.includes(TOOLS_SCOPE))
          return undefined;
        const userId = payload.sub;
        // The token alone is not enough: the user may have revoked the consent since.
        const [consent] = await ask(
          (made) => `select consent.id from ${table('oauthConsent')} consent
            join ${table('oauthClient')} client on client."clientId" = consent."clientId"
            where consent."clientId" = ${made.value(clientId)} and consent."userId" = ${made.value(userId)}
            and coalesce(client.disabled, 0) = 0 limit 1`,
        );
        return consent === undefined ? undefined : { userId, clientId };
      } catch {
        return undefined;
      }
    },

    async byPassword(email, password, from) {
      await attempts.count(email, from.address);
      if (password.length > PASSWORD_LENGTH.most) return undefined;
      const entered = await auth.api
        .signInEmail({
          body: { email: email.trim().toLowerCase(), password },
          headers: toHeaders(from),
          returnHeaders: true,
        })
        .catch((error: unknown) => {
          if (isRefusal(error)) return undefined;
          throw error;
        });
      if (!entered) return undefined;
      await attempts.succeeded(email, from.address);
      return entered.headers.getSetCookie();
    },

    async atProvider(id, next, from) {
      const unreachable = (cause?: unknown): PortError =>
        new PortError('EXTERNAL_ERROR', 'This provider cannot be reached now.', {}, cause);
      const begin = async () => {
        const { response, headers } = await auth.api
          .signInSocial({
            body: { provider: id, callbackURL: next, errorCallbackURL: '/sign-in', disableRedirect: true },
            headers: toHeaders(from),
            returnHeaders: true,
          })
          .catch((error: unknown) => {
            throw isRefusal(error) ? unreachable(error) : error;
          });
        if (!('url' in response) || !response.url) throw unreachable();
        return { url: response.url, cookies: headers.getSetCookie() };
      };
      return begin().catch((error: unknown) => {
        // A provider that is unavailable at its first use is not tried again by the same instance. A new instance loses no state.
        if (!(error instanceof PortError) || options.now() - renewedAt < RENEW_MS) throw error;
        renewedAt = options.now();
        auth = createAuth(options);
        return begin();
      });
    },

    async enter(userId, from) {
      const { headers } = await auth.api.enter({ body: { userId }, headers: toHeaders(from), returnHeaders: true });
      return headers.getSetCookie();
    },

    async leave(from): Promise<SetCookieHeaders> {
      const { headers } = await auth.api.signOut({ headers: toHeaders(from), returnHeaders: true });
      return headers.getSetCookie();
    },

    async passwordChange(userId, password) {
      const { least, most } = PASSWORD_LENGTH;
      if (password.length < least || password.length > most)
        throw new PortError('INVALID_REQUEST', `A password has ${least} to ${most} characters.`);
      const hash = await (await auth.$context).password.hash(password);
      const at = new Date(options.now()).toISOString();
      return [
        statement(
          (made) =>
            `delete from ${table('account')} where "userId" = ${made.value(userId)} and "providerId" = 'credential'`,
        ),
        statement((made) => {
          const values = [randomUUID(), userId, 'credential', userId, hash, at, at].map((value) => made.value(value));
          return `insert into ${table('account')} (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
            values (${values.join(', ')})`;
        }),
        removeOf('session', userId),
      ];
    },

    hasPassword: async (userId) => (await passwordOf(userId)) !== undefined,

    async isPassword(userId, password, from) {
      await attempts.count(userId, from.address);
      const hash = await passwordOf(userId);
      const isRight = hash !== undefined && (await (await auth.$context).password.verify({ hash, password }));
      if (isRight) await attempts.succeeded(userId, from.address);
      return isRight;
    },

    async passkeys(userId) {
      const rows = await ask<{ id: string; name: string | null; createdAt: string | null }>(
        (made) => `select * from ${table('passkey')} where "userId" = ${made.value(userId)} order by "createdAt"`,
      );
      return rows.map(({ id, name, createdAt }) => ({ id, name: name ?? 'Passkey', createdAt: createdAt ?? '' }));
    },
    removePasskey: (userId, id) => write(removeOf('passkey', userId, id)),

    async client(id) {
      const [row] = await ask<ClientRow>(
        (made) => `select * from ${table('oauthClient')} where "clientId" = ${made.value(id)}`,
      );
      return row && clientView(row);
    },

    async consent(question, isAccepted, from) {
      const headers = toHeaders(from);
      headers.set('content-type', 'application/json');
      headers.set('origin', origin);
      const body = JSON.stringify({ accept: isAccepted, oauth_query: question });
      const response = await auth.handler(new Request(`${issuer}/oauth2/consent`, { method: 'POST', headers, body }));
      const answered: unknown = response.ok ? await response.json() : undefined;
      const url = findRedirectUrl(answered);
      if (url === undefined)
        throw new PortError('INVALID_REQUEST', 'This question is no longer open. Begin again in the program.');
      return url;
    },
  };
}

/** Removes endpoints that are not open here from the library's metadata. */
async function withoutClosed(answer: Response): Promise<Response> {
  const described = (await answer.json()) as Record<string, unknown>;
  const open = Object.entries(described).filter(([key]) => !/^(introspection|backchannel)_/.test(key));
  return Response.json(Object.fromEntries(open), { headers: { 'cache-control': 'no-store' } });
}

function toHeaders({ cookie, address, userAgent }: RequestSource): Headers {
  return new Headers({ cookie, [ADDRESS_HEADER]: address ?? '0.0.0.0', 'user-agent': userAgent });
}

function findRedirectUrl(answer: unknown): string | undefined {
  if (answer === null || typeof answer !== 'object') return undefined;
  for (const key of ['redirect_uri', 'url']) {
    const value: unknown = Reflect.get(answer, key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}
