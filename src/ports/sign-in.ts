/** Signing in to an organization: how users prove who they are, and how their clients get access. */
import type { SqlQuery } from './database.ts';

/** The ways to sign in that are enabled. */
export interface SignInMethods {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

/** The `set-cookie` headers that sign a browser in or out. */
export type SetCookieHeaders = readonly string[];

/** The source of a request. */
export interface RequestSource {
  readonly cookie: string;
  readonly address: string | undefined;
  readonly userAgent: string;
  /** The public key that signs the requests of a new session. */
  readonly publicKey?: string | undefined;
}

/** A signed-in browser of a user, for the list of sessions. */
export interface SignedInSession {
  readonly id: string;
  readonly createdAt: string;
  /** Accurate to about a minute; null where it was not used yet. */
  readonly lastSeenAt: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A registered passkey, for the list of passkeys. */
export interface PasskeyInfo {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** A client that acts for a user, as it describes itself. Only its redirect hosts are proven. */
export interface ConnectedClient {
  readonly id: string;
  readonly name: string;
  readonly redirectHosts: readonly string[];
}

/** The stored sign-in data of a user. A command or an administrator can list and end it without signing in. */
export interface SignInStore {
  sessions(userId: string): Promise<readonly SignedInSession[]>;
  /** Ends one session, or all. Changes no row where there is none. */
  ending(userId: string, sessionId?: string): SqlQuery;
  clients(userId: string): Promise<readonly ConnectedClient[]>;
  /** The first statement changes no row if the client has no access. */
  disconnecting(userId: string, clientId: string): readonly [SqlQuery, ...SqlQuery[]];
}

/** The user of a session, and the key that signs its requests. */
export interface SessionHolder {
  readonly userId: string;
  readonly sessionId: string;
  readonly publicKey: string;
}

/** Signs users in and gives clients access. Failed attempts are limited with RATE_LIMITED. */
export interface SignIn {
  /** The origin that users open. */
  readonly origin: string;
  readonly ways: SignInMethods;
  /**
   * Answers the endpoints that browsers and clients call directly. Undefined for other paths. The session of the cookie counts
   * only with `isProven`: the request was signed by the key of the session.
   */
  handle(request: Request, from: RequestSource, isProven: boolean): Promise<Response | undefined>;
  /** The metadata of the resource at this path, which names where a client gets access (RFC 9728). */
  describeResource(path: string): Record<string, unknown> | undefined;
  /** The user, session and key of a cookie, by the current data. Undefined for a session without a key. */
  sessionOf(cookie: string): Promise<SessionHolder | undefined>;
  /** Gives the session of the cookie its key. The code works once. False if it is wrong or too old. */
  bindKey(code: string, publicKey: string, cookie: string): Promise<boolean>;
  /** The user whom a client acts for with this token at this resource, by the current data. */
  clientOf(
    token: string,
    resource: string,
  ): Promise<{ readonly userId: string; readonly clientId: string } | undefined>;
  /** Throws RATE_LIMITED after too many attempts; undefined if email and password do not match. */
  byPassword(email: string, password: string, from: RequestSource): Promise<SetCookieHeaders | undefined>;
  /** The address for signing in at a provider, which returns to `next`. */
  atProvider(
    id: string,
    next: string,
    from: RequestSource,
  ): Promise<{ readonly url: string; readonly cookies: SetCookieHeaders }>;
  /** Signs in a user whose identity was proven in another way. */
  enter(userId: string, from: RequestSource): Promise<SetCookieHeaders>;
  leave(from: RequestSource): Promise<SetCookieHeaders>;
  /** The statements that set a user's password and end their existing sessions. */
  passwordChange(userId: string, password: string): Promise<readonly SqlQuery[]>;
  hasPassword(userId: string): Promise<boolean>;
  /** Counts as an attempt to sign in. */
  isPassword(userId: string, password: string, from: RequestSource): Promise<boolean>;
  passkeys(userId: string): Promise<readonly PasskeyInfo[]>;
  removePasskey(userId: string, id: string): Promise<void>;
  /** The client that requests access. */
  client(id: string): Promise<ConnectedClient | undefined>;
  /** Answers a client's request for access, as the user of the session. Returns where to send the browser. */
  consent(question: string, isAccepted: boolean, from: RequestSource): Promise<string>;
}
