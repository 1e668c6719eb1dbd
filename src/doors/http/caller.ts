/** Finds out who sends a request: the holder of a token, or a browser session whose key has signed the request. */
import type { BrowserSession, Principal } from '../../core/index.ts';
import { PROOF_HEADER, splitProof } from '../../lib/session-proof.ts';
import type { HttpEnvironment } from './environment.ts';

export const SESSION_COOKIE = 'deputize_session';
const LINK_SESSION = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`);
const READING = new Set(['GET', 'HEAD']);

type Access = Pick<HttpEnvironment, 'runtime' | 'signIn'>;

/** The part of a request that says who sends it. */
export interface CallerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

/** A browser session and the digest of the body that its key has signed. */
export interface SignedSession extends BrowserSession {
  readonly bodyDigest: string;
}

/** `unsigned` is a request with the cookie of a session and without a proof. The cookie alone authorises nothing. */
export type RequestCaller =
  | { readonly kind: 'token'; readonly principal: Principal }
  | { readonly kind: 'session'; readonly principal: Principal; readonly session: SignedSession }
  | { readonly kind: 'none' | 'unsigned' | 'signature' | 'time' | 'replay'; readonly principal?: undefined };

/** The principal of an access token. `resource` is the address that the token of an OAuth client must be issued for. */
export async function resolveToken(
  environment: Access,
  { headers }: Pick<CallerRequest, 'headers'>,
  resource?: string,
): Promise<Principal | undefined> {
  const token = readToken(headers);
  if (token === undefined) return undefined;
  return (await environment.runtime.credentials.fromToken(token)) ?? (await fromClient(environment, token, resource));
}

/** A request has one caller: where a token is sent, cookies are not looked at. */
export async function resolveCaller(environment: Access, request: CallerRequest): Promise<RequestCaller> {
  if (readToken(request.headers) !== undefined) {
    const principal = await resolveToken(environment, request);
    return principal ? { kind: 'token', principal } : { kind: 'none' };
  }
  const session = await findSession(environment, request.headers.get('cookie') ?? '');
  if (!session) return { kind: 'none' };
  const { method } = request;
  const { target, proof: inUrl } = splitProof(new URL(request.url, 'http://local'));
  const inHeader = request.headers.get(PROOF_HEADER);
  // Browsers send no headers of ours with a socket, a stream of events or a download.
  const proof = inHeader ?? (READING.has(method) ? inUrl : undefined);
  if (proof === undefined) return { kind: 'unsigned' };
  // What changes something, and what has its proof in the address, is accepted once by all nodes together.
  const isOnce = inHeader === null || !READING.has(method);
  const result = await environment.runtime.credentials.proofs.verify(session, { method, target }, proof, { isOnce });
  if (!result.isValid) return { kind: result.reason };
  return { kind: 'session', principal: session.principal, session: { ...session, bodyDigest: result.bodyDigest } };
}

/** The session of a cookie and its key. It says who may sign, not that the request was signed. */
export async function findSession({ runtime, signIn }: Access, cookie: string): Promise<BrowserSession | undefined> {
  const session = LINK_SESSION.exec(cookie)?.[1];
  const byLink = session === undefined ? undefined : await runtime.credentials.fromSession(session);
  if (byLink || !signIn || cookie === '') return byLink;
  const signedIn = await signIn().sessionOf(cookie);
  if (!signedIn) return undefined;
  const via = `session:${signedIn.sessionId.slice(0, 12)}`;
  return {
    principal: await runtime.directory.principal(signedIn.userId, 'person', via),
    publicKey: signedIn.publicKey,
  };
}

function readToken(headers: CallerRequest['headers']): string | undefined {
  const [scheme, token] = (headers.get('authorization') ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined;
}

/** An OAuth client that a user has authorized acts as an agent of the user, only at the authorized resource. */
async function fromClient(
  { runtime, signIn }: Access,
  token: string,
  resource: string | undefined,
): Promise<Principal | undefined> {
  if (!signIn || resource === undefined) return undefined;
  const client = await signIn().clientOf(token, resource);
  return client && runtime.directory.principal(client.userId, 'agent', `client:${client.clientId}`);
}
