/** The passwords and passkeys of users, and when their sessions were last used, as the sign-in tables hold them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';

import type { Database, SqlQuery } from '../../ports/database.ts';
import { query } from '../../lib/query-builder.ts';
import type { PasskeyInfo } from '../../ports/sign-in.ts';
import { createAuthBuilder, type AuthTables } from './auth-tables.ts';

const BY_PASSWORD = 'credential';
/** The browser is redirected to the page that uses the code, so it needs little time. */
const KEY_CODE_MS = 2 * 60_000;

const hashCode = (code: string): string => createHash('sha256').update(code).digest('base64url');

export class StoredCredentials {
  readonly #database: Database;
  readonly #sql: Kysely<AuthTables>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = createAuthBuilder(database.dialect);
  }

  /** The hash of the user's password. */
  async passwordHash(userId: string): Promise<string | undefined> {
    const select = this.#sql
      .selectFrom('auth_account')
      .select('password')
      .where('userId', '=', userId)
      .where('providerId', '=', BY_PASSWORD);
    const [row] = await this.#database.read<{ password: string | null }>(query(select));
    return row?.password ?? undefined;
  }

  /** The statements that replace the user's password and end all sessions. */
  replacePassword(userId: string, hash: string, at: string): readonly SqlQuery[] {
    const account = { id: randomUUID(), accountId: userId, providerId: BY_PASSWORD, userId, password: hash };
    return [
      query(this.#sql.deleteFrom('auth_account').where('userId', '=', userId).where('providerId', '=', BY_PASSWORD)),
      query(this.#sql.insertInto('auth_account').values({ ...account, createdAt: at, updatedAt: at })),
      query(this.#sql.deleteFrom('auth_session').where('userId', '=', userId)),
    ];
  }

  async passkeys(userId: string): Promise<PasskeyInfo[]> {
    const select = this.#sql
      .selectFrom('auth_passkey')
      .select(['id', 'name', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt');
    const rows = await this.#database.read<AuthTables['auth_passkey']>(query(select));
    return rows.map(({ id, name, createdAt }) => ({ id, name: name ?? 'Passkey', createdAt: createdAt ?? '' }));
  }

  async removePasskey(userId: string, id: string): Promise<void> {
    const removal = this.#sql.deleteFrom('auth_passkey').where('userId', '=', userId).where('id', '=', id);
    await this.#database.change({ guards: [], writes: [query(removal)] });
  }

  /** Creates the code with which the browser of a new session registers its key. */
  async createKeyCode(sessionId: string, now: number): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    const update = this.#sql
      .updateTable('auth_session')
      .set({ keyCode: hashCode(code), keyCodeUntil: now + KEY_CODE_MS })
      .where('id', '=', sessionId)
      .where('publicKey', 'is', null);
    await this.#database.change({ guards: [query(update)] });
    return code;
  }

  /** Sets the key of a session that has none. Whether the code was right. */
  async bindKey(sessionId: string, code: string, publicKey: string, now: number): Promise<boolean> {
    const update = this.#sql
      .updateTable('auth_session')
      .set({ publicKey, keyCode: null, keyCodeUntil: null })
      .where('id', '=', sessionId)
      .where('publicKey', 'is', null)
      .where('keyCode', '=', hashCode(code))
      .where('keyCodeUntil', '>', now);
    return (await this.#database.change({ guards: [query(update)] })) === 'done';
  }

  async noteSessionUse(id: string, at: string): Promise<void> {
    const update = this.#sql.updateTable('auth_session').set({ lastSeenAt: at }).where('id', '=', id);
    await this.#database.change({ guards: [], writes: [query(update)] });
  }
}
