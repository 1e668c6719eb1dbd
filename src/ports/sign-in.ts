/** Signing in to an organization: how people prove who they are, and how clients of theirs are let in. */
import type { SqlQuery } from './database.ts';

/** The ways in that are switched on. */
export interface SignInMethods {
  readonly password: boolean;
  readonly passkey: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
}

/** The lines for `set-cookie` that make a browser signed in, or sign it out. */
export type SetCookieHeaders = readonly string[];

/** Where a request comes from. */
export interface RequestSource {
  readonly cookie: string;
  readonly address: string | undefined;
  readonly userAgent: string;
}

export interface SignedInSession {
  readonly id: string;
  readonly createdAt: string;
  /** To about a minute; null where nothing was asked with it yet. */
  readonly lastSeenAt: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface PasskeyInfo {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

/** A program that acts for a user, as it describes itself. Nothing of it is proven but where it sends people back to. */
export interface ConnectedClient {
  readonly id: string;
  readonly name: string;
  readonly redirectHosts: readonly string[];
}

/** What signing in keeps of a user, to be looked at and ended also where nobody signs in: by a command, by an administrator. */
export interface SignInStore {
  sessions(userId: string): Promise<readonly SignedInSession[]>;
  /** Ends one session, or all. Touches no row where there is none. */
  ending(userId: string, sessionId?: string): SqlQuery;
  clients(userId: string): Promise<readonly ConnectedClient[]>;
  /** The first touches no row where the client was not let in. */
  disconnecting(userId: string, clientId: string): readonly [SqlQuery, ...SqlQuery[]];
}

export interface SignIn {
  /** Where people reach us. */
  readonly origin: string;
  readonly ways: SignInMethods;
  /** Answers the endpoints that browsers and clients speak to themselves. Undefined where there is none. */
  handle(request: Request, from: RequestSource): Promise<Response | undefined>;
  /** What a client reads of the resource at this path, to know where to be let in (RFC 9728). */
  describeResource(path: string): Record<string, unknown> | undefined;
  /** Whose session it is, as it stands now. */
  sessionOf(cookie: string): Promise<{ readonly userId: string; readonly sessionId: string } | undefined>;
  /** For whom a client acts with this token at this resource, as it stands now. */
  clientOf(
    token: string,
    resource: string,
  ): Promise<{ readonly userId: string; readonly clientId: string } | undefined>;
  /** Throws RATE_LIMITED after too many tries; undefined when the two do not belong together. */
  byPassword(email: string, password: string, from: RequestSource): Promise<SetCookieHeaders | undefined>;
  /** Where to go to sign in at a provider. Comes back to `next`. */
  atProvider(
    id: string,
    next: string,
    from: RequestSource,
  ): Promise<{ readonly url: string; readonly cookies: SetCookieHeaders }>;
  /** Signs a user in who has proven themselves to us in another way. */
  enter(userId: string, from: RequestSource): Promise<SetCookieHeaders>;
  leave(from: RequestSource): Promise<SetCookieHeaders>;
  /** The statements that give a user this password; whatever else they were signed in with ends. */
  passwordChange(userId: string, password: string): Promise<readonly SqlQuery[]>;
  hasPassword(userId: string): Promise<boolean>;
  /** Counted like a try to sign in. */
  isPassword(userId: string, password: string, from: RequestSource): Promise<boolean>;
  passkeys(userId: string): Promise<readonly PasskeyInfo[]>;
  removePasskey(userId: string, id: string): Promise<void>;
  /** The program that asks to be let in. */
  client(id: string): Promise<ConnectedClient | undefined>;
  /** Answers a program's question, as the user whose session it is. Answers where to send the browser. */
  consent(question: string, isAccepted: boolean, from: RequestSource): Promise<string>;
}
