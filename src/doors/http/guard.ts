/** Checks every request: an allowed host, a known principal, no forged form and a readable body. */
import type { Context, MiddlewareHandler, Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { DeputizeError } from '../../core/index.ts';
import { readJson } from '../../core/read-json.ts';
import { digestBody, TIME_HEADER } from '../../lib/session-proof.ts';
import { answerError } from './answer-error.ts';
import { resolveCaller, type RequestCaller, type SignedSession } from './caller.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';

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
    const caller = await resolveCaller(environment, context.req.raw);
    if (!caller.principal) {
      if (caller.kind === 'time') sendTime(context, environment);
      return answerError(context, unauthenticatedError(caller));
    }
    const isUnsafe = !['GET', 'HEAD', 'OPTIONS'].includes(context.req.method);
    if (caller.kind === 'session' && isUnsafe && !isSameOrigin(context)) {
      return answerError(context, new DeputizeError('FORBIDDEN', 'This request came from another site.'));
    }
    context.set('principal', caller.principal);
    context.set('isCookie', caller.kind === 'session');
    return caller.kind === 'session' ? readSignedBody(context, caller.session, next) : next();
  };
}

/** A browser with a wrong clock learns the time and signs again. */
export function sendTime(context: Context, { runtime }: Pick<HttpEnvironment, 'runtime'>): void {
  context.header(TIME_HEADER, String(runtime.credentials.proofs.now()));
}

/** Says why a request has no principal. */
export function unauthenticatedError({ kind }: RequestCaller): DeputizeError {
  const message =
    kind === 'none'
      ? 'Send an access token as "Authorization: Bearer …", or sign in.'
      : 'This request is not signed by the key of its session. Sign in again.';
  return new DeputizeError('UNAUTHENTICATED', message, kind === 'none' ? {} : { details: { reason: kind } });
}

/** Continues only with the body that was signed. */
export function readSignedBody(
  context: Context,
  { bodyDigest }: SignedSession,
  next: Next,
): ReturnType<MiddlewareHandler> {
  return boundedBody(context, async () => {
    if (!BODILESS.has(context.req.method)) {
      const body = new Uint8Array(await context.req.arrayBuffer());
      if ((await digestBody(body)) !== bodyDigest) throw unauthenticatedError({ kind: 'signature' });
    }
    await next();
  });
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
    if (isJson) readJson(body, 'body');
  } catch (error) {
    return answerError(context, error);
  }
  return next();
};
