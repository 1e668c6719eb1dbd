/** Passes requests on to the endpoints of better-auth that are open to the outside. */
import { importPublicKey } from '../../lib/session-proof.ts';
import type { Database } from '../../ports/database.ts';
import type { RequestSource } from '../../ports/sign-in.ts';
import { ADDRESS_HEADER, BASE, KEY_HEADER } from './auth.ts';
import { asIntroduced } from './introduction.ts';
import { roomForStrangers } from './pending-clients.ts';

/** The paths that are open to the outside. All other endpoints of the library are closed. */
const OPEN = new RegExp(
  `^(?:${BASE}/(?:passkey/(?:generate-register-options|verify-registration|generate-authenticate-options|verify-authentication)` +
    `|callback/[\\w-]{1,64}|oauth2/(?:authorize|token|register|revoke)|jwks)|/\\.well-known/oauth-authorization-server${BASE})$`,
);
const AUTHORIZE = `${BASE}/oauth2/authorize`;
const REGISTER = `${BASE}/oauth2/register`;
const CALLBACK = `${BASE}/callback/`;
const VERIFY_PASSKEY = `${BASE}/passkey/verify-authentication`;
/** The endpoints that act for the user of a session. */
const FOR_SESSIONS = new Set([
  AUTHORIZE,
  `${BASE}/passkey/generate-register-options`,
  `${BASE}/passkey/verify-registration`,
]);
const SESSION_COOKIE = /^(?:__Secure-|__Host-)?deputize\.session_(?:token|data)=/;

interface OpenEndpointParts {
  readonly database: Database;
  readonly origin: string;
  readonly passkeys: boolean;
  readonly now: () => number;
  /** Answers a request as the library does. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Creates the code with which the browser of a new session registers its key. */
  readonly createKeyCode: (cookie: string) => Promise<string | undefined>;
}

/** A request, and whether the key of its session has signed it. */
interface EndpointCaller {
  readonly from: RequestSource;
  readonly isProven: boolean;
}

/** Undefined for a path that is not open. */
export async function answerOpenEndpoint(
  parts: OpenEndpointParts,
  request: Request,
  caller: EndpointCaller,
): Promise<Response | undefined> {
  const { database, origin, passkeys, now, answer } = parts;
  const { pathname, search } = new URL(request.url);
  if (!OPEN.test(pathname)) return undefined;
  if (FOR_SESSIONS.has(pathname) && !caller.isProven)
    return Response.json({ error: 'unauthorized', error_description: 'Sign in first.' }, { status: 401 });
  if (!passkeys && pathname.startsWith(`${BASE}/passkey/`)) return undefined;
  if (pathname === VERIFY_PASSKEY && !(await importPublicKey(request.headers.get(KEY_HEADER) ?? '')))
    return Response.json(
      { error: 'invalid_request', error_description: 'Send the key of the session.' },
      { status: 400 },
    );
  if (pathname === REGISTER && !(await roomForStrangers(database, now())))
    return Response.json(
      { error: 'temporarily_unavailable', error_description: 'Too many programs.' },
      { status: 429 },
    );
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const text = hasBody ? await request.text() : undefined;
  const body = pathname === REGISTER ? asIntroduced(text ?? '') : text;
  const headers = passedHeaders(request, pathname, caller);
  const url = new URL(pathname + search, origin);
  // Always asks: any port of this machine may be the redirect of a native client, so its consent does not identify it (RFC 8252, 8.6).
  if (pathname === AUTHORIZE) url.searchParams.set('prompt', 'consent');
  const passed = new Request(url, { method: request.method, headers, ...(body === undefined ? {} : { body }) });
  const answered = await answer(passed);
  if (pathname.startsWith(CALLBACK)) return leadToKeyPage(answered, parts);
  return pathname.startsWith('/.well-known/') && answered.ok ? withoutClosed(answered) : answered;
}

/**
 * A browser that comes back from a provider gets a session without a key, and a code in the fragment of the address that it is
 * sent to. Only the page at that address can read it, so no other page that gets the cookie can register a key.
 */
async function leadToKeyPage(answered: Response, { createKeyCode, origin }: OpenEndpointParts): Promise<Response> {
  const cookies = answered.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  const session = cookies.find((cookie) => SESSION_COOKIE.test(cookie) && !cookie.endsWith('='));
  const code = session === undefined ? undefined : await createKeyCode(session);
  if (code === undefined) return answered;
  const { pathname, search } = new URL(answered.headers.get('location') ?? '/', origin);
  const headers = new Headers(answered.headers);
  headers.set('location', `/sign-in/finish#${new URLSearchParams({ code, next: pathname + search })}`);
  return new Response(null, { status: 302, headers });
}

function passedHeaders(request: Request, pathname: string, { from, isProven }: EndpointCaller): Headers {
  const headers = new Headers(request.headers);
  headers.set(ADDRESS_HEADER, from.address ?? '0.0.0.0');
  if (pathname !== VERIFY_PASSKEY) headers.delete(KEY_HEADER);
  // The cookie of a session counts only with a signature.
  if (!isProven) headers.set('cookie', withoutSession(from.cookie));
  headers.delete('authorization');
  // Always answered as a browser navigation: scripts do not use this endpoint.
  if (pathname === AUTHORIZE) headers.delete('sec-fetch-mode');
  const basic = request.headers.get('authorization');
  if (pathname === `${BASE}/oauth2/token` && basic?.toLowerCase().startsWith('basic '))
    headers.set('authorization', basic);
  return headers;
}

const withoutSession = (cookie: string): string =>
  cookie
    .split(/;\s*/)
    .filter((pair) => !SESSION_COOKIE.test(pair))
    .join('; ');

/** Removes endpoints that are not open here from the library's metadata. */
async function withoutClosed(answer: Response): Promise<Response> {
  const described = (await answer.json()) as Record<string, unknown>;
  const open = Object.entries(described).filter(([key]) => !/^(introspection|backchannel)_/.test(key));
  return Response.json(Object.fromEntries(open), { headers: { 'cache-control': 'no-store' } });
}
