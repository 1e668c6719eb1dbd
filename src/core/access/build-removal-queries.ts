/** Builds the queries that end everything of a removed user: sign-in, approvals, grants and conversations. */
import type { SqlQuery } from '../../ports/database.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';

/** Returns queries for the change that removes the user, so that all of it ends in the same transaction. */
export function buildRemovalQueries(sql: SqlBuilder, userId: string, now: number): SqlQuery[] {
  return [
    query(
      sql
        .updateTable('access_tokens')
        .set({ revoked_at: now })
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null),
    ),
    query(
      sql
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null),
    ),
    query(
      sql.updateTable('sign_in_links').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null),
    ),
    query(
      sql.updateTable('invitations').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null),
    ),
    query(
      sql.updateTable('grants').set({ revoked_at: now }).where('user_id', '=', userId).where('revoked_at', 'is', null),
    ),
    // A decision requires an approval that has not expired, so no decision is possible from here on.
    query(sql.updateTable('approvals').set({ expires_at: now }).where('user_id', '=', userId).where('is_open', '=', 1)),
    query(sql.updateTable('conversations').set({ is_open: 0 }).where('user_id', '=', userId)),
  ];
}
