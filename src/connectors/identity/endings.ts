/** The sign-in data that is deleted with a user. Light to load, for a command that only removes a user. */
import type { Database, SqlQuery } from '../../ports/database.ts';
import { StatementBuilder, table } from './sql.ts';

const OF_A_USER = ['session', 'account', 'passkey', 'oauthConsent', 'oauthRefreshToken', 'oauthAccessToken'] as const;

export function signInEndings(dialect: Database['dialect'], userId: string): readonly SqlQuery[] {
  return OF_A_USER.map((model) => {
    const made = new StatementBuilder(dialect);
    return made.query(`delete from ${table(model)} where "userId" = ${made.value(userId)}`);
  });
}
