/** The statements that move a call from state to state. Each names the state it comes from, so only one mover can win. */
import { EXPIRED_NODE } from '../node-lease.ts';
import { prepared, type SqlBuilder } from '../storage/statements.ts';
import type { CallRow, CallState } from '../storage/tables.ts';

type Bind<T> = { [K in keyof T]: T[K] extends infer V ? V & (string | number | null) : never };
type NewCall = Bind<Omit<CallRow, 'state'>> & { state: string };

const COLUMNS = [
  'id',
  'trace_id',
  'organization_id',
  'user_id',
  'actor',
  'preset',
  'tool',
  'tool_version',
  'mode',
  'conversation_id',
  'state',
  'args_json',
  'args_hash',
  'risk',
  'decision_json',
  'node_id',
  'created_at',
  'started_at',
  'ended_at',
  'outcome_json',
  'workspace_id',
  'resources_json',
  'resource_key',
] as const satisfies readonly (keyof CallRow)[];

export function callStatements(sql: SqlBuilder) {
  return {
    /** Touches no row when the id is taken. */
    insert: prepared<NewCall>((slots) =>
      sql
        .insertInto('calls')
        .values(Object.fromEntries(COLUMNS.map((column) => [column, slots[column]])) as unknown as CallRow)
        .onConflict((conflict) => conflict.column('id').doNothing()),
    ),
    /** A call that runs from the beginning. Touches no row either where its process was taken for dead: nobody would look for it. */
    begin: prepared<NewCall>((slots) =>
      sql
        .insertInto('calls')
        .columns(COLUMNS)
        .expression((it) =>
          it
            .selectFrom('nodes')
            .select(COLUMNS.map((column) => it.val(slots[column]).as(column)))
            .where('nodes.id', '=', slots.node_id)
            .where('nodes.seen_at', '<>', EXPIRED_NODE),
        )
        .onConflict((conflict) => conflict.column('id').doNothing()),
    ),
    /** Waiting, or approved and not begun, to running. What was proposed stays as it was proposed. */
    start: prepared<{ id: string; from: string; node_id: string; started_at: number }>((slots) =>
      sql
        .updateTable('calls')
        .set({ state: 'running', node_id: slots.node_id, started_at: slots.started_at })
        .where('id', '=', slots.id)
        .where('state', '=', slots.from as CallState)
        .where((it) =>
          it.exists(
            it.selectFrom('nodes').select('id').where('id', '=', slots.node_id).where('seen_at', '<>', EXPIRED_NODE),
          ),
        ),
    ),
    /** Fences: whether a process is heard of, or taken for dead. */
    isAlive: prepared<{ node_id: string }>((slots) =>
      sql.selectFrom('nodes').select('id').where('id', '=', slots.node_id).where('seen_at', '<>', EXPIRED_NODE),
    ),
    isGone: prepared<{ node_id: string }>((slots) =>
      sql.selectFrom('nodes').select('id').where('id', '=', slots.node_id).where('seen_at', '=', EXPIRED_NODE),
    ),
    finish: prepared<{ id: string; state: string; node_id: string; ended_at: number; outcome_json: string }>((slots) =>
      sql
        .updateTable('calls')
        .set({ state: slots.state as CallState, ended_at: slots.ended_at, outcome_json: slots.outcome_json })
        .where('id', '=', slots.id)
        .where('state', '=', 'running')
        .where('node_id', '=', slots.node_id),
    ),
    /** Ends a call that never ran: denied, expired, or proposed again under a token. */
    settle: prepared<{ id: string; from: string; state: string; ended_at: number | null; outcome_json: string | null }>(
      (slots) =>
        sql
          .updateTable('calls')
          .set({ state: slots.state as CallState, ended_at: slots.ended_at, outcome_json: slots.outcome_json })
          .where('id', '=', slots.id)
          .where('state', '=', slots.from as CallState),
    ),
    /** Takes a crashed process's call over, unless that process has come back. */
    adopt: prepared<{ id: string; from_node: string; node_id: string }>((slots) =>
      sql
        .updateTable('calls')
        .set({ node_id: slots.node_id })
        .where('id', '=', slots.id)
        .where('state', '=', 'running')
        .where('node_id', '=', slots.from_node)
        .where((it) =>
          it.exists(
            it.selectFrom('nodes').select('id').where('id', '=', slots.from_node).where('seen_at', '=', EXPIRED_NODE),
          ),
        ),
    ),
    undone: prepared<{ id: string }>((slots) =>
      sql
        .updateTable('calls')
        .set({ state: 'undone' })
        .where('id', '=', slots.id)
        .where('state', 'in', ['ok', 'error', 'unknown']),
    ),
    byId: prepared<{ id: string }>((slots) => sql.selectFrom('calls').selectAll().where('id', '=', slots.id)),
  };
}
