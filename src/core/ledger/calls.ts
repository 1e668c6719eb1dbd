/** Builds the statements that change the state of a call. Each requires the previous state, so only one process can succeed. */
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

const aliveNode = (sql: SqlBuilder, id: string) =>
  sql.selectFrom('nodes').select('id').where('id', '=', id).where('seen_at', '<>', EXPIRED_NODE);
const expiredNode = (sql: SqlBuilder, id: string) =>
  sql.selectFrom('nodes').select('id').where('id', '=', id).where('seen_at', '=', EXPIRED_NODE);

/** Builds the queries about calls. A change whose condition fails touches no row. */
export function callStatements(sql: SqlBuilder) {
  return {
    /** Inserts no row if the id is taken. */
    insert: prepared<NewCall>((slots) =>
      sql
        .insertInto('calls')
        .values(Object.fromEntries(COLUMNS.map((column) => [column, slots[column]])) as unknown as CallRow)
        .onConflict((conflict) => conflict.column('id').doNothing()),
    ),
    /** Inserts a running call. Inserts no row if its process was taken for dead, because recovery would not find the call. */
    insertRunning: prepared<NewCall>((slots) =>
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
    /** Starts a call that waited or was approved. The proposed arguments stay unchanged. */
    markRunning: prepared<{ id: string; from: string; node_id: string; started_at: number }>((slots) =>
      sql
        .updateTable('calls')
        .set({ state: 'running', node_id: slots.node_id, started_at: slots.started_at })
        .where('id', '=', slots.id)
        .where('state', '=', slots.from as CallState)
        .where((it) => it.exists(aliveNode(sql, slots.node_id))),
    ),
    /** Fences: whether a process is alive, or was taken for dead. */
    isAlive: prepared<{ node_id: string }>((slots) => aliveNode(sql, slots.node_id)),
    isGone: prepared<{ node_id: string }>((slots) => expiredNode(sql, slots.node_id)),
    finish: prepared<{ id: string; state: string; node_id: string; ended_at: number; outcome_json: string }>((slots) =>
      sql
        .updateTable('calls')
        .set({ state: slots.state as CallState, ended_at: slots.ended_at, outcome_json: slots.outcome_json })
        .where('id', '=', slots.id)
        .where('state', '=', 'running')
        .where('node_id', '=', slots.node_id),
    ),
    /** Moves a call that did not run: to denied, to expired, or to proposed until its confirm token is used. */
    moveWaiting: prepared<{
      id: string;
      from: string;
      state: string;
      ended_at: number | null;
      outcome_json: string | null;
    }>((slots) =>
      sql
        .updateTable('calls')
        .set({ state: slots.state as CallState, ended_at: slots.ended_at, outcome_json: slots.outcome_json })
        .where('id', '=', slots.id)
        .where('state', '=', slots.from as CallState),
    ),
    /** Takes over a call of a dead process, unless that process has come back. */
    adopt: prepared<{ id: string; from_node: string; node_id: string }>((slots) =>
      sql
        .updateTable('calls')
        .set({ node_id: slots.node_id })
        .where('id', '=', slots.id)
        .where('state', '=', 'running')
        .where('node_id', '=', slots.from_node)
        .where((it) => it.exists(expiredNode(sql, slots.from_node))),
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
