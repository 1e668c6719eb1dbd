/** Checks every request: an allowed host, a known principal, no forged form and a readable body. */
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { DeputizeError, type Principal } from '../../core/index.ts';
import { answerError } from './answer-error.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';

export const SESSION_COOKIE = 'deputize_session';
const LINK_SESSION = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`);
const MAX_BODY = 9_000_000;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Accepts only known host names. Otherwise a website could reach the server through its own name that points to loopback. */
export function hostGuard({ allowedHosts }: HttpEnvironment): MiddlewareHandler {
  const allowed = new Set([...LOOPBACK, ...allowedHosts]);
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host;
    const name = host.replace(/:\d+$/, '');
    if (!allowed.has(name)) {
      const shown = name.slice(0, 100);
      return answerError(
        context,
        new DeputizeError('FORBIDDEN', `This server does not answer to the host name "${shown}".`),
      );
    }
    return next();
  };
}

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set('x-content-type-options', 'nosniff');
  // Not `no-referrer`: browsers would then send our own forms with the origin `null`.
  headers.set('referrer-policy', 'same-origin');
  headers.set('x-frame-options', 'DENY');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  if (!headers.has('content-security-policy')) {
    headers.set(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
  }
};

/** Rejects requests without a valid credential. The core distinguishes tokens of agents from those of persons. */
export function authenticate(environment: HttpEnvironment): MiddlewareHandler<RequestVariables> {
  return async (context, next) => {
    const found = await resolvePrincipal(environment, context.req.raw, context.req.header('cookie'));
    if (!found) {
      return answerError(
        context,
        new DeputizeError('UNAUTHENTICATED', 'Send an access token as "Authorization: Bearer …", or sign in.'),
      );
    }
    const isUnsafe = !['GET', 'HEAD', 'OPTIONS'].includes(context.req.method);
    if (found.isCookie && isUnsafe && !isSameOrigin(context)) {
      return answerError(context, new DeputizeError('FORBIDDEN', 'This request came from another site.'));
    }
    context.set('principal', found.principal);
    context.set('isCookie', found.isCookie);
    return next();
  };
}

/**
 * Finds the principal of a request. `cookie` is its cookie header, where cookies are accepted. `resource` is the address that
 * the token of an OAuth client must be issued for.
 */
export async function resolvePrincipal(
  environment: Pick<HttpEnvironment, 'runtime' | 'signIn'>,
  request: { headers: { get(name: string): string | null } },
  cookie: string | undefined,
  resource?: string,
): Promise<{ principal: Principal; isCookie: boolean } | undefined> {
  const [scheme, token] = (request.headers.get('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) {
    const principal =
      (await environment.runtime.credentials.fromToken(token)) ?? (await fromClient(environment, token, resource));
    return principal && { principal, isCookie: false };
  }
  const principal = cookie === undefined ? undefined : await fromCookie(environment, cookie);
  return principal && { principal, isCookie: true };
}

async function fromCookie(
  { runtime, signIn }: Pick<HttpEnvironment, 'runtime' | 'signIn'>,
  cookie: string,
): Promise<Principal | undefined> {
  const session = LINK_SESSION.exec(cookie)?.[1];
  const byLink = session === undefined ? undefined : await runtime.credentials.fromSession(session);
  if (byLink || !signIn) return byLink;
  const signedIn = await signIn().sessionOf(cookie);
  if (!signedIn) return undefined;
  return runtime.directory.principal(signedIn.userId, 'person', `session:${signedIn.sessionId.slice(0, 12)}`);
}

/** An OAuth client that a user has authorized acts as an agent of the user, only at the authorized resource. */
async function fromClient(
  { runtime, signIn }: Pick<HttpEnvironment, 'runtime' | 'signIn'>,
  token: string,
  resource: string | undefined,
): Promise<Principal | undefined> {
  if (!signIn || resource === undefined) return undefined;
  const client = await signIn().clientOf(token, resource);
  return client && runtime.directory.principal(client.userId, 'agent', `client:${client.clientId}`);
}

/** Browsers send the origin of a request. A request with a cookie but without an origin is not trusted. */
export function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = context.req.header('origin');
  if (origin === undefined) return site === 'same-origin';
  try {
    return new URL(origin).host === context.req.header('host');
  } catch {
    return false;
  }
}

const answerTooLarge = (context: Context): Response =>
  answerError(context, new DeputizeError('TOO_LARGE', `The body is larger than ${MAX_BODY} bytes.`));
const limitStream = bodyLimit({ maxSize: MAX_BODY, onError: answerTooLarge });

/** Stops reading at the limit, also if the length is not declared. */
export const boundedBody: MiddlewareHandler = async (context, next) => {
  if (BODILESS.has(context.req.method)) return next();
  const declared = context.req.header('content-length');
  const isDeclared = declared !== undefined && context.req.header('transfer-encoding') === undefined;
  if (!isDeclared) return limitStream(context, next);
  return Number(declared) > MAX_BODY ? answerTooLarge(context) : next();
};

/** Bodies must be valid UTF-8: a silently replaced byte would change what was approved. */
export const readableBody: MiddlewareHandler = async (context, next) => {
  if (BODILESS.has(context.req.method)) return next();
  const body = await context.req.arrayBuffer();
  const isJson = JSON_TYPE.test(context.req.header('content-type') ?? '');
  if (body.byteLength > 0 && !isJson) {
    return answerError(context, new DeputizeError('INVALID_REQUEST', 'A body is sent as application/json.'));
  }
  try {
    if (isJson) JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return answerError(context, new DeputizeError('INVALID_JSON', 'The body is not valid JSON in UTF-8.'));
  }
  return next();
};
