/** The sign-in data that is deleted with a user. Light to load, for a command that only removes a user. */
import type { Database, SqlQuery } from '../../ports/database.ts';
import { query } from '../../lib/query-builder.ts';
import { createAuthBuilder } from './auth-tables.ts';

const OF_A_USER = [
  'auth_session',
  'auth_account',
  'auth_passkey',
  'auth_oauthConsent',
  'auth_oauthRefreshToken',
  'auth_oauthAccessToken',
] as const;

export function signInEndings(dialect: Database['dialect'], userId: string): readonly SqlQuery[] {
  const sql = createAuthBuilder(dialect);
  return OF_A_USER.map((table) => query(sql.deleteFrom(table).where('userId', '=', userId)));
}
