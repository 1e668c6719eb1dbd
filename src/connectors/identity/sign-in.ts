/** Signing in by better-auth: password, passkey and OpenID providers for users, OAuth 2.1 for clients that act for them. */
import type { SqlQuery } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';
import type {
  ConnectedClient,
  PasskeyInfo,
  RequestSource,
  SessionHolder,
  SetCookieHeaders,
  SignIn,
  SignInMethods,
} from '../../ports/sign-in.ts';
import { signInAttempts } from './attempts.ts';
import {
  ADDRESS_HEADER,
  BASE,
  createAuth,
  isRefusal,
  KEY_HEADER,
  PASSWORD_LENGTH,
  SCOPES,
  type SignInOptions,
} from './auth.ts';
import { ClientAccess } from './client-access.ts';
import { answerOpenEndpoint } from './open-endpoints.ts';
import { reportUnreachable } from './reachable.ts';
import { StoredCredentials } from './stored-credentials.ts';

/** The least time between two attempts to reach an unavailable provider again. */
const RENEW_MS = 2_000;
const SEEN_EVERY_MS = 60_000;

export function openSignIn(options: SignInOptions): SignIn {
  void reportUnreachable(options.providers, options.log);
  return new LibrarySignIn(options);
}

class LibrarySignIn implements SignIn {
  readonly origin: string;
  readonly ways: SignInMethods;
  readonly #options: SignInOptions;
  readonly #issuer: string;
  readonly #attempts: ReturnType<typeof signInAttempts>;
  readonly #credentials: StoredCredentials;
  readonly #clients: ClientAccess;
  #auth: ReturnType<typeof createAuth>;
  #renewedAt = 0;

  constructor(options: SignInOptions) {
    const { database, origin, now } = options;
    this.#options = options;
    this.origin = origin;
    this.ways = {
      password: options.password,
      passkey: options.passkeys,
      providers: options.providers.map(({ id, name }) => ({ id, name })),
    };
    this.#issuer = `${origin}${BASE}`;
    this.#auth = createAuth(options);
    const isSecure = origin.startsWith('https:');
    this.#attempts = signInAttempts({ database, now, secret: options.secret, isSecure });
    this.#credentials = new StoredCredentials(database);
    const readKeys = () => this.#auth.api.getJwks();
    this.#clients = new ClientAccess({ database, issuer: this.#issuer, now, readKeys });
  }

  handle(request: Request, from: RequestSource, isProven: boolean): Promise<Response | undefined> {
    const parts = {
      ...this.#options,
      answer: (passed: Request) => this.#auth.handler(passed),
      createKeyCode: (cookie: string) => this.#createKeyCode(cookie),
    };
    return answerOpenEndpoint(parts, request, { from, isProven });
  }

  describeResource(path: string): Record<string, unknown> | undefined {
    const resource = `${this.origin}${path}`;
    if (!this.#options.resources.includes(resource)) return undefined;
    return {
      resource,
      resource_name: 'Deputize',
      authorization_servers: [this.#issuer],
      scopes_supported: [...SCOPES],
      bearer_methods_supported: ['header'],
    };
  }

  async sessionOf(cookie: string): Promise<SessionHolder | undefined> {
    const found = await this.#auth.api.getSession({ headers: new Headers({ cookie }) });
    if (!found?.session.publicKey) return undefined;
    const { id, lastSeenAt, publicKey } = found.session;
    await this.#noteSeen(id, lastSeenAt);
    return { userId: found.user.id, sessionId: id, publicKey };
  }

  async bindKey(code: string, publicKey: string, cookie: string): Promise<boolean> {
    const found = await this.#auth.api.getSession({ headers: new Headers({ cookie }) });
    return found !== null && this.#credentials.bindKey(found.session.id, code, publicKey, this.#options.now());
  }

  async #createKeyCode(cookie: string): Promise<string | undefined> {
    const found = await this.#auth.api.getSession({ headers: new Headers({ cookie }) });
    return found ? this.#credentials.createKeyCode(found.session.id, this.#options.now()) : undefined;
  }

  /** Accurate to about a minute. A failure must not block the user's request. */
  async #noteSeen(id: string, last: Date | null | undefined): Promise<void> {
    const now = this.#options.now();
    if (last && now - last.getTime() < SEEN_EVERY_MS) return;
    await this.#credentials
      .noteSessionUse(id, new Date(now).toISOString())
      .catch(() => this.#options.log('warn', 'it could not be noted that a session was used'));
  }

  clientOf(token: string, resource: string): Promise<{ userId: string; clientId: string } | undefined> {
    return this.#clients.verify(token, resource);
  }

  async byPassword(email: string, password: string, from: RequestSource): Promise<SetCookieHeaders | undefined> {
    await this.#attempts.count(email, from);
    if (password.length > PASSWORD_LENGTH.most) return undefined;
    const entered = await this.#auth.api
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
    await this.#attempts.succeeded(email, from);
    return [...entered.headers.getSetCookie(), this.#attempts.deviceCookie(email)];
  }

  atProvider(id: string, next: string, from: RequestSource): Promise<{ url: string; cookies: SetCookieHeaders }> {
    const { now } = this.#options;
    return this.#beginAtProvider(id, next, from).catch((error: unknown) => {
      // A provider that is unavailable at its first use is not tried again by the same instance. A new instance loses no state.
      if (!(error instanceof PortError) || now() - this.#renewedAt < RENEW_MS) throw error;
      this.#renewedAt = now();
      this.#auth = createAuth(this.#options);
      return this.#beginAtProvider(id, next, from);
    });
  }

  async #beginAtProvider(id: string, next: string, from: RequestSource) {
    const { response, headers } = await this.#auth.api
      .signInSocial({
        body: { provider: id, callbackURL: next, errorCallbackURL: '/sign-in', disableRedirect: true },
        headers: toHeaders(from),
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        throw isRefusal(error) ? unreachableProviderError(error) : error;
      });
    if (!('url' in response) || !response.url) throw unreachableProviderError();
    return { url: response.url, cookies: headers.getSetCookie() };
  }

  async enter(userId: string, from: RequestSource): Promise<SetCookieHeaders> {
    const { headers } = await this.#auth.api.enter({ body: { userId }, headers: toHeaders(from), returnHeaders: true });
    return headers.getSetCookie();
  }

  async leave(from: RequestSource): Promise<SetCookieHeaders> {
    const { headers } = await this.#auth.api.signOut({ headers: toHeaders(from), returnHeaders: true });
    return headers.getSetCookie();
  }

  async passwordChange(userId: string, password: string): Promise<readonly SqlQuery[]> {
    const { least, most } = PASSWORD_LENGTH;
    if (password.length < least || password.length > most)
      throw new PortError('INVALID_REQUEST', `A password has ${least} to ${most} characters.`);
    const hash = await (await this.#auth.$context).password.hash(password);
    return this.#credentials.replacePassword(userId, hash, new Date(this.#options.now()).toISOString());
  }

  async hasPassword(userId: string): Promise<boolean> {
    return (await this.#credentials.passwordHash(userId)) !== undefined;
  }

  async isPassword(userId: string, password: string, from: RequestSource): Promise<boolean> {
    await this.#attempts.count(userId, from);
    const hash = await this.#credentials.passwordHash(userId);
    const isRight = hash !== undefined && (await (await this.#auth.$context).password.verify({ hash, password }));
    if (isRight) await this.#attempts.succeeded(userId, from);
    return isRight;
  }

  passkeys(userId: string): Promise<readonly PasskeyInfo[]> {
    return this.#credentials.passkeys(userId);
  }

  removePasskey(userId: string, id: string): Promise<void> {
    return this.#credentials.removePasskey(userId, id);
  }

  client(id: string): Promise<ConnectedClient | undefined> {
    return this.#clients.find(id);
  }

  async consent(question: string, isAccepted: boolean, from: RequestSource): Promise<string> {
    const headers = toHeaders(from);
    headers.set('content-type', 'application/json');
    headers.set('origin', this.origin);
    const body = JSON.stringify({ accept: isAccepted, oauth_query: question });
    const request = new Request(`${this.#issuer}/oauth2/consent`, { method: 'POST', headers, body });
    const response = await this.#auth.handler(request);
    const answered: unknown = response.ok ? await response.json() : undefined;
    const url = findRedirectUrl(answered);
    if (url === undefined)
      throw new PortError('INVALID_REQUEST', 'This question is no longer open. Begin again in the program.');
    return url;
  }
}

const unreachableProviderError = (cause?: unknown): PortError =>
  new PortError('EXTERNAL_ERROR', 'This provider cannot be reached now.', {}, cause);

function toHeaders({ cookie, address, userAgent, publicKey }: RequestSource): Headers {
  const headers = new Headers({ cookie, [ADDRESS_HEADER]: address ?? '0.0.0.0', 'user-agent': userAgent });
  if (publicKey !== undefined) headers.set(KEY_HEADER, publicKey);
  return headers;
}

function findRedirectUrl(answer: unknown): string | undefined {
  if (answer === null || typeof answer !== 'object') return undefined;
  for (const key of ['redirect_uri', 'url']) {
    const value: unknown = Reflect.get(answer, key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}
