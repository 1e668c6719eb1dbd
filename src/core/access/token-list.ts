/** Lists the access tokens of one user without their secrets, which are not stored. The caller checks who may read the list. */
import type { Database } from '../../ports/database.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';

export type TokenScope = 'agent' | 'person';

export interface TokenInfo {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** Accurate to about a minute. */
  readonly lastUsedAt: string | null;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
}

export async function readTokens(database: Database, sql: SqlBuilder, userId: string): Promise<TokenInfo[]> {
  const rows = await database.read<Row>(
    query(
      sql
        .selectFrom('access_tokens')
        .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('id'),
    ),
  );
  return rows.map(({ id, name, scope, created_at, expires_at, last_used_at }) => ({
    ...{ id, name, scope },
    createdAt: isoTime(created_at),
    expiresAt: expires_at === null ? null : isoTime(expires_at),
    lastUsedAt: last_used_at === null ? null : isoTime(last_used_at),
  }));
}

const isoTime = (at: number): string => new Date(at).toISOString();
