/** Access tokens, sign-in links and sessions. Only hashes are stored; the secret is shown once. */
import type { Clock } from '../../ports/clock.ts';
import type { Database, RecordDraft, SqlQuery } from '../../ports/database.ts';
import type { Digest } from '../../ports/digest.ts';
import type { JsonObject } from '../../ports/json.ts';
import { DeputizeError } from '../errors.ts';
import type { NewId } from '../ids.ts';
import type { Log } from '../runtime-parts.ts';
import { draftRecord } from '../ledger/records.ts';
import { findOrganizationId } from './user-organization.ts';
import { prepared, query, type SqlBuilder } from '../storage/statements.ts';
import { ProofVerifier, type BrowserSession } from './proof-verifier.ts';
import type { UserDirectory } from './user-directory.ts';
import { formatActor, requirePerson, type Principal, type UserRole } from './principal.ts';
import { readTokens, toTokenLimits, type TokenInfo, type TokenScope } from './token-list.ts';

const LINK_TTL_MS = 15 * 60_000;
const SESSION_TTL_MS = 30 * 24 * 60 * 60_000;
/** How exactly the last use of a credential is known. It avoids a write for every request. */
const SEEN_EVERY_MS = 60_000;

interface CredentialParts {
  database: Database;
  sql: SqlBuilder;
  digest: Digest;
  clock: Clock;
  newId: NewId;
  directory: UserDirectory;
  log: Log;
}

/** A token joined with its user: one row for each of the user's departments. */
interface TokenHolder {
  readonly id: string;
  readonly scope: TokenScope;
  readonly user_id: string;
  readonly organization_id: string;
  readonly role: UserRole;
  readonly department_id: string | null;
  readonly last_used_at: number | null;
  readonly workspaces_json: string | null;
  readonly presets_json: string | null;
}

interface NewToken {
  readonly scope: TokenScope;
  readonly name: string;
  readonly ttlMs?: number | undefined;
  /** The only workspaces that the token reaches. Without it, the token reaches the default workspace of the server. */
  readonly workspaceIds?: readonly string[] | undefined;
  /** The only presets that the token reaches. Without it, the token reaches all that are switched on. */
  readonly presets?: readonly string[] | undefined;
}

/** Creates the store of access tokens, sign-in links and sessions. A secret that is unknown, expired or revoked gives undefined. */
export function createCredentialStore(parts: CredentialParts) {
  return {
    ...createTokenMethods(parts),
    ...createSessionMethods(parts),
    ...createAccessRecords(parts),
    /** Verifies the signed requests of browser sessions. */
    proofs: new ProofVerifier(parts),
  };
}

/** A failed write, such as on a full disk, is only logged, so that the request does not fail. */
async function noteUse(
  { database, clock, log }: CredentialParts,
  last: number | null,
  use: (now: number) => SqlQuery,
): Promise<void> {
  const now = clock.now();
  if (last !== null && now - last < SEEN_EVERY_MS) return;
  await database
    .change({ guards: [], writes: [use(now)] })
    .catch((error: unknown) => log('warn', 'the use of a credential could not be noted', { error }));
}

const tokenStatements = (sql: SqlBuilder) => ({
  // Runs with every request of an agent, so one query reads the token, its user and the departments.
  tokenByHash: prepared<{ hash: string; now: number }>((slots) =>
    sql
      .selectFrom('access_tokens')
      .innerJoin('users', 'users.id', 'access_tokens.user_id')
      .leftJoin('memberships', 'memberships.user_id', 'users.id')
      .select(['access_tokens.id', 'access_tokens.scope', 'users.id as user_id', 'users.organization_id', 'users.role'])
      .select(['memberships.department_id', 'access_tokens.last_used_at'])
      .select(['access_tokens.workspaces_json', 'access_tokens.presets_json'])
      .where('access_tokens.hash', '=', slots.hash)
      .where('access_tokens.revoked_at', 'is', null)
      .where('users.disabled_at', 'is', null)
      .where((where) =>
        where.or([where('access_tokens.expires_at', 'is', null), where('access_tokens.expires_at', '>', slots.now)]),
      ),
  ),
  useToken: prepared<{ id: string; now: number }>((slots) =>
    sql.updateTable('access_tokens').set({ last_used_at: slots.now }).where('id', '=', slots.id),
  ),
});

const sessionStatements = (sql: SqlBuilder) => ({
  sessionByHash: prepared<{ hash: string; now: number }>((slots) =>
    sql
      .selectFrom('sessions')
      .select(['user_id', 'last_seen_at', 'public_key'])
      .where('hash', '=', slots.hash)
      .where('revoked_at', 'is', null)
      .where('public_key', 'is not', null)
      .where('expires_at', '>', slots.now),
  ),
  useSession: prepared<{ hash: string; now: number }>((slots) =>
    sql.updateTable('sessions').set({ last_seen_at: slots.now }).where('hash', '=', slots.hash),
  ),
  useLink: prepared<{ hash: string; now: number }>((slots) =>
    sql
      .updateTable('sign_in_links')
      .set({ used_at: slots.now })
      .where('hash', '=', slots.hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', slots.now),
  ),
  linkByHash: prepared<{ hash: string }>((slots) =>
    sql.selectFrom('sign_in_links').select(['user_id', 'used_at', 'expires_at']).where('hash', '=', slots.hash),
  ),
});

/** Access tokens, with which agents and programs act for a user. */
function createTokenMethods(parts: CredentialParts) {
  const { database, sql, digest, clock, newId } = parts;
  const { tokenByHash, useToken } = tokenStatements(sql);
  return {
    async createToken(by: Principal, wanted: NewToken): Promise<{ id: string; token: string }> {
      requirePerson(by, 'make access tokens');
      const { scope, name, ttlMs } = wanted;
      const workspaceIds = limitNames(wanted.workspaceIds, by.workspaceIds, 'workspaces');
      const presets = limitNames(wanted.presets, by.presets, 'presets');
      const token = secretText(digest, 'dpt_');
      const now = clock.now();
      const id = newId();
      const row = {
        id,
        user_id: by.userId,
        scope,
        name,
        hash: digest.sha256(token),
        created_at: now,
        expires_at: ttlMs === undefined ? null : now + ttlMs,
        last_used_at: null,
        revoked_at: null,
        workspaces_json: workspaceIds === undefined ? null : JSON.stringify(workspaceIds),
        presets_json: presets === undefined ? null : JSON.stringify(presets),
      };
      await database.change({
        guards: [query(sql.insertInto('access_tokens').values(row))],
        records: [
          draftRecord(by.organizationId, 'access.token_created', now, null, {
            ...{ user: by.userId, actor: formatActor(by), tokenId: id, scope, name },
            ...(workspaceIds === undefined ? {} : { workspaceIds: [...workspaceIds] }),
            ...(presets === undefined ? {} : { presets: [...presets] }),
            ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
          }),
        ],
      });
      return { id, token };
    },

    async listTokens(of: Principal): Promise<TokenInfo[]> {
      requirePerson(of, 'see access tokens');
      return readTokens(database, sql, of.userId);
    },

    async revokeToken(by: Principal, id: string): Promise<void> {
      requirePerson(by, 'revoke access tokens');
      const now = clock.now();
      const about = { user: by.userId, via: by.via, tokenId: id };
      const revoke = sql
        .updateTable('access_tokens')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('user_id', '=', by.userId)
        .where('revoked_at', 'is', null);
      const done = await database.change({
        guards: [query(revoke)],
        records: [draftRecord(by.organizationId, 'access.token_revoked', now, null, about)],
      });
      if (done === 'lost') throw new DeputizeError('NOT_FOUND', 'There is no such access token.');
    },

    async fromToken(token: string): Promise<Principal | undefined> {
      const rows = await database.read<TokenHolder>(tokenByHash({ hash: digest.sha256(token), now: clock.now() }));
      const [row] = rows;
      if (row) await noteUse(parts, row.last_used_at, (now) => useToken({ id: row.id, now }));
      return (
        row && {
          userId: row.user_id,
          organizationId: row.organization_id,
          departmentIds: rows.flatMap(({ department_id }) => department_id ?? []).toSorted(),
          role: row.role,
          kind: row.scope === 'person' ? 'person' : 'agent',
          via: `token:${row.id}`,
          ...toTokenLimits(row),
        }
      );
    },
  };
}

/** A token never reaches more than the credential that made it. Undefined means no limit. */
function limitNames(
  wanted: readonly string[] | undefined,
  ofMaker: readonly string[] | undefined,
  what: string,
): readonly string[] | undefined {
  const outside = ofMaker && wanted?.find((name) => !ofMaker.includes(name));
  if (outside === undefined) return wanted ?? ofMaker;
  throw new DeputizeError('TOKEN_RESOURCE', `This credential does not reach all of these ${what} itself.`, {
    details: { outside: outside.slice(0, 128) },
  });
}

/** Sign-in links, and the sessions of browsers that they open. */
function createSessionMethods(parts: CredentialParts) {
  const { database, sql, digest, clock, directory } = parts;
  const { sessionByHash, useSession, useLink, linkByHash } = sessionStatements(sql);
  return {
    async createSignInLink(userId: string): Promise<string> {
      const link = secretText(digest, '');
      const row = { hash: digest.sha256(link), user_id: userId, expires_at: clock.now() + LINK_TTL_MS, used_at: null };
      await database.change({ guards: [query(sql.insertInto('sign_in_links').values(row))] });
      return link;
    },

    /** Whether the link can still be used. */
    async isLinkOpen(link: string): Promise<boolean> {
      const [row] = await database.read<{ used_at: number | null; expires_at: number }>(
        linkByHash({ hash: digest.sha256(link) }),
      );
      return row !== undefined && row.used_at === null && row.expires_at > clock.now();
    },

    /** Exchanges a sign-in link for a session, whose requests are signed by this key. A link works once. */
    async signIn(
      link: string,
      publicKey: string,
      userAgent: string | null = null,
    ): Promise<{ session: string; maxAgeMs: number } | undefined> {
      const now = clock.now();
      const hash = digest.sha256(link);
      const [row] = await database.read<{ user_id: string }>(linkByHash({ hash }));
      if (!row) return undefined;
      const session = secretText(digest, '');
      const sessionRow = {
        hash: digest.sha256(session),
        user_id: row.user_id,
        created_at: now,
        expires_at: now + SESSION_TTL_MS,
        revoked_at: null,
        user_agent: userAgent,
        last_seen_at: now,
        public_key: publicKey,
      };
      const done = await database.change({
        guards: [useLink({ hash, now })],
        writes: [query(sql.insertInto('sessions').values(sessionRow))],
        records: [await draftSignIn(database, row.user_id, now)],
      });
      return done === 'done' ? { session, maxAgeMs: SESSION_TTL_MS } : undefined;
    },

    /** Finds a session and its key. The session secret alone authorises nothing: a request must also be signed. */
    async fromSession(session: string): Promise<BrowserSession | undefined> {
      const hash = digest.sha256(session);
      const [row] = await database.read<{ user_id: string; last_seen_at: number | null; public_key: string }>(
        sessionByHash({ hash, now: clock.now() }),
      );
      if (!row) return undefined;
      await noteUse(parts, row.last_seen_at, (now) => useSession({ hash, now }));
      const principal = await directory.principal(row.user_id, 'person', `session:${hash.slice(0, 12)}`);
      return principal && { principal, publicKey: row.public_key };
    },

    async signOut(session: string): Promise<void> {
      const update = sql
        .updateTable('sessions')
        .set({ revoked_at: clock.now() })
        .where('hash', '=', digest.sha256(session));
      await database.change({ guards: [], writes: [query(update)] });
    },
  };
}

/** Changes and audit records of ways to sign in that are stored elsewhere. */
function createAccessRecords({ database, clock }: CredentialParts) {
  return {
    /** Changes how a user signs in, and writes the audit record in the same transaction. */
    async changeAccess(
      person: Principal,
      kind: 'access.password_changed' | 'access.client_connected',
      writes: readonly SqlQuery[],
      about: JsonObject = {},
    ): Promise<void> {
      requirePerson(person, 'change how one signs in');
      const body = { user: person.userId, via: person.via, ...about };
      await database.change({
        guards: [],
        writes,
        records: [draftRecord(person.organizationId, kind, clock.now(), null, body)],
      });
    },

    /** Writes an audit record of a sign-in by a way other than a link. */
    async noteSignIn(userId: string, by: string): Promise<void> {
      const organizationId = await findOrganizationId(database, userId);
      await database.change({
        guards: [],
        records: [draftRecord(organizationId, 'access.signed_in', clock.now(), null, { user: userId, by })],
      });
    },
  };
}

async function draftSignIn(database: Database, user: string, now: number): Promise<RecordDraft> {
  return draftRecord(await findOrganizationId(database, user), 'access.signed_in', now, null, { user });
}

/** The store that `createCredentialStore` returns. */
export type CredentialStore = ReturnType<typeof createCredentialStore>;

/** Only an administrator may act on other users, and never an agent that acts for an administrator. */
export function requireAdmin(principal: Principal, what: string): void {
  requirePerson(principal, what);
  if (principal.role === 'admin') return;
  throw new DeputizeError('FORBIDDEN', `Only an administrator can ${what}.`);
}

/** Returns a random secret of 32 bytes, which cannot be guessed. */
export function secretText(digest: Digest, prefix: string): string {
  return prefix + base64url(digest.random(32));
}

function base64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
