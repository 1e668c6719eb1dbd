/** Builds the statements about undo records. */
import { prepared, type SqlBuilder } from '../storage/statements.ts';

/** Builds the queries about undo records. A change whose condition fails touches no row. */
export function undoStatements(sql: SqlBuilder) {
  return {
    /** Only the last record of a call is stored, so each record must be enough to undo the whole call. */
    keep: prepared<{ call_id: string; record_json: string; kept_at: number }>((slots) =>
      sql
        .insertInto('undo')
        .values({ call_id: slots.call_id, record_json: slots.record_json, state: 'ready', kept_at: slots.kept_at })
        .onConflict((conflict) =>
          conflict.column('call_id').doUpdateSet((row) => ({ record_json: row.ref('excluded.record_json') })),
        ),
    ),
    byCall: prepared<{ call_id: string }>((slots) =>
      sql.selectFrom('undo').selectAll().where('call_id', '=', slots.call_id),
    ),
    /** Undo is idempotent, so one that a crash interrupted may be claimed again after a while. */
    claim: prepared<{ call_id: string; now: number; stale: number }>((slots) =>
      sql
        .updateTable('undo')
        .set({ state: 'running', kept_at: slots.now })
        .where('call_id', '=', slots.call_id)
        .where((where) =>
          where.or([
            where('state', '=', 'ready'),
            where.and([where('state', '=', 'running'), where('kept_at', '<', slots.stale)]),
          ]),
        ),
    ),
    settle: prepared<{ call_id: string; state: string }>((slots) =>
      sql
        .updateTable('undo')
        .set({ state: slots.state as 'done' })
        .where('call_id', '=', slots.call_id)
        .where('state', '=', 'running'),
    ),
  };
}
