/** What ends together with a user: every way in, every open question, every standing permission, every conversation. */
import type { SqlQuery } from '../../ports/database.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';

/** To be written in the very change that removes the user, so that nothing of theirs outlives it by a moment. */
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
    // A decision names a time that is not over: from here on there is none.
    query(sql.updateTable('approvals').set({ expires_at: now }).where('user_id', '=', userId).where('is_open', '=', 1)),
    query(sql.updateTable('conversations').set({ is_open: 0 }).where('user_id', '=', userId)),
  ];
}
