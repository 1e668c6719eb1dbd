/** Lists and ends the sessions, access tokens and programs of a user. An administrator can do this for all users. */
import type { Clock } from '../../ports/clock.ts';
import type { Database, SqlQuery } from '../../ports/database.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { ConnectedClient, SignInStore, SignedInSession } from '../../ports/sign-in.ts';
import { DeputizeError } from '../errors.ts';
import { draftRecord, type RecordKind } from '../ledger/records.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import { clientName } from './client-name.ts';
import type { UserAdministration } from './user-administration.ts';
import { requirePerson, type Principal } from './principal.ts';
import { readTokens, type TokenInfo } from './token-list.ts';

interface OpenSession extends SignedInSession {
  /** A short name of the client, from its user agent. */
  readonly client: string;
  /** Whether the request comes from this session. */
  readonly isThis: boolean;
}

/** Everything with which a user is signed in: sessions, access tokens and connected programs. */
export interface AccessView {
  readonly sessions: readonly OpenSession[];
  readonly tokens: readonly TokenInfo[];
  readonly programs: readonly ConnectedClient[];
}

interface Parts {
  readonly database: Database;
  readonly sql: SqlBuilder;
  readonly clock: Clock;
  readonly people: UserAdministration;
}

/** The first characters of a session id, as the audit records show them. They are enough to identify a session. */
const SESSION_NAME = 12;
const LINK_SESSION = /^[0-9a-f]{12}$/;

/**
 * Lists and ends the sessions, tokens and programs of a user. Throws FORBIDDEN for agents, and NOT_FOUND for what the
 * caller cannot see.
 */
export class OpenAccess {
  readonly #parts: Parts;
  #kept: SignInStore | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Adds the sessions and programs of the sign-in server, where users sign in by more than a link. */
  alsoKeeps(kept: SignInStore): void {
    this.#kept = kept;
  }

  async of(by: Principal, userId: string): Promise<AccessView> {
    await this.#require(by, userId, 'see how others are signed in');
    const { database, sql } = this.#parts;
    const [byLink, signedIn = [], tokens, programs = []] = await Promise.all([
      this.#linkSessions(userId),
      this.#kept?.sessions(userId),
      readTokens(database, sql, userId),
      this.#kept?.clients(userId),
    ]);
    const sessions = [...byLink, ...signedIn]
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
      .map((session) => ({
        ...session,
        client: clientName(session.userAgent),
        isThis: by.userId === userId && by.via === `session:${session.id.slice(0, SESSION_NAME)}`,
      }));
    return { sessions, tokens, programs };
  }

  async endSession(by: Principal, userId: string, sessionId: string): Promise<void> {
    await this.#require(by, userId, 'end the sessions of others');
    const end = LINK_SESSION.test(sessionId)
      ? this.#endLinkSessions(userId, sessionId)
      : this.#kept?.ending(userId, sessionId);
    await this.#end(by, 'access.session_ended', { userId, sessionId }, end && [end], 'There is no such session.');
  }

  /** Returns the number of ended sessions. */
  async endSessions(by: Principal, userId: string): Promise<number> {
    const { sessions } = await this.of(by, userId);
    if (sessions.length === 0) return 0;
    const writes = [this.#endLinkSessions(userId), ...(this.#kept ? [this.#kept.ending(userId)] : [])];
    await this.#change(by, 'access.session_ended', { userId, sessions: sessions.length }, [], writes);
    return sessions.length;
  }

  async revokeToken(by: Principal, userId: string, tokenId: string): Promise<void> {
    await this.#require(by, userId, 'revoke the access tokens of others');
    const { sql, clock } = this.#parts;
    const revoke = sql
      .updateTable('access_tokens')
      .set({ revoked_at: clock.now() })
      .where('id', '=', tokenId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null);
    const about = { userId, tokenId };
    await this.#end(by, 'access.token_revoked', about, [query(revoke)], 'There is no such access token.');
  }

  async disconnect(by: Principal, userId: string, clientId: string): Promise<void> {
    await this.#require(by, userId, 'end the programs of others');
    const end = this.#kept?.disconnecting(userId, clientId);
    await this.#end(by, 'access.client_disconnected', { userId, clientId }, end, 'There is no such program.');
  }

  /** Whether the session with this short id, as in `via`, is still valid. */
  async isOpen(userId: string, name: string): Promise<boolean> {
    const sessions = [...(await this.#linkSessions(userId)), ...((await this.#kept?.sessions(userId)) ?? [])];
    return sessions.some(({ id }) => id.slice(0, SESSION_NAME) === name);
  }

  /** Allows a user's own id, and for an administrator any user of the same organization. Other ids count as missing. */
  async #require(by: Principal, userId: string, what: string): Promise<void> {
    requirePerson(by, what);
    await this.#parts.people.user(by, userId);
  }

  async #linkSessions(userId: string): Promise<SignedInSession[]> {
    const { database, sql, clock } = this.#parts;
    const rows = await database.read<{
      hash: string;
      created_at: number;
      last_seen_at: number | null;
      user_agent: string | null;
    }>(
      query(
        sql
          .selectFrom('sessions')
          .select(['hash', 'created_at', 'last_seen_at', 'user_agent'])
          .where('user_id', '=', userId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', clock.now()),
      ),
    );
    return rows.map(({ hash, created_at, last_seen_at, user_agent }) => ({
      id: hash.slice(0, SESSION_NAME),
      createdAt: new Date(created_at).toISOString(),
      lastSeenAt: last_seen_at === null ? null : new Date(last_seen_at).toISOString(),
      ...{ address: null, userAgent: user_agent },
    }));
  }

  #endLinkSessions(userId: string, id = ''): SqlQuery {
    const { sql, clock } = this.#parts;
    return query(
      sql
        .updateTable('sessions')
        .set({ revoked_at: clock.now() })
        .where('user_id', '=', userId)
        .where('hash', 'like', `${id}%`)
        .where('revoked_at', 'is', null),
    );
  }

  /** If two callers end the same entry at once, the second one gets NOT_FOUND. */
  async #end(
    by: Principal,
    kind: RecordKind,
    about: JsonObject,
    statements: readonly SqlQuery[] | undefined,
    otherwise: string,
  ): Promise<void> {
    const [guard, ...writes] = statements ?? [];
    const done = guard === undefined ? 'lost' : await this.#change(by, kind, about, [guard], writes);
    if (done === 'lost') throw new DeputizeError('NOT_FOUND', otherwise);
  }

  #change(
    by: Principal,
    kind: RecordKind,
    about: JsonObject,
    guards: readonly SqlQuery[],
    writes: readonly SqlQuery[],
  ) {
    const { database, clock } = this.#parts;
    const body = { user: by.userId, via: by.via, ...about };
    return database.change({
      guards,
      writes,
      records: [draftRecord(by.organizationId, kind, clock.now(), null, body)],
    });
  }
}
