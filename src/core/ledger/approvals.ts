/** Builds the statements about approvals. A decision requires an open approval, so only the first decision is stored. */
import { sql as raw } from 'kysely';

import { prepared, query, type SqlBuilder } from '../storage/statements.ts';
import type { ApprovalRow } from '../storage/tables.ts';

// A literal, because the database uses a partial index only if the query shows its condition.
const literal = (value: number) => raw.lit(value);

/** Builds the queries about approvals. A change whose condition fails touches no row. */
export const approvalStatements = (sql: SqlBuilder) => ({
  ...approvalChanges(sql),
  ...openApprovals(sql),
  ...equalCalls(sql),
});

const selectWithCall = (sql: SqlBuilder) =>
  sql
    .selectFrom('approvals')
    .innerJoin('calls', 'calls.id', 'approvals.call_id')
    .leftJoin('users as deciders', 'deciders.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select('deciders.name as decided_by_name')
    .select([
      'calls.state as call_state',
      'calls.tool',
      'calls.tool_version',
      'calls.preset',
      'calls.risk',
      'calls.trace_id',
      'calls.actor',
      'calls.mode',
      'calls.args_hash',
      'calls.conversation_id',
      'calls.decision_json',
      'calls.workspace_id',
      'calls.resources_json',
      'calls.resource_key',
    ]);

/** How an approval begins, is decided and ends. */
function approvalChanges(sql: SqlBuilder) {
  return {
    insert: (row: ApprovalRow) => query(sql.insertInto('approvals').values(row)),
    /** Updates the row only if there is no decision yet and the approval has not expired. */
    decide: prepared<{
      id: string;
      now: number;
      decision: string;
      decided_by: string;
      decided_via: string;
      note: string | null;
      approved_args_json: string | null;
      expected: string | null;
      expires_at: number;
      is_open: number;
    }>((slots) =>
      sql
        .updateTable('approvals')
        .set({
          decision: slots.decision as 'approved',
          decided_at: slots.now,
          decided_by: slots.decided_by,
          decided_via: slots.decided_via,
          note: slots.note,
          approved_args_json: slots.approved_args_json,
          expected: slots.expected,
          expires_at: slots.expires_at,
          is_open: slots.is_open,
        })
        .where('id', '=', slots.id)
        .where('decision', 'is', null)
        .where('expires_at', '>', slots.now),
    ),
    /** Closes the approval: it can no longer be decided, and its token can no longer be used. */
    close: prepared<{ call_id: string }>((slots) =>
      sql.updateTable('approvals').set({ is_open: 0 }).where('call_id', '=', slots.call_id),
    ),
    collect: prepared<{ id: string; now: number }>((slots) =>
      sql
        .updateTable('approvals')
        .set({ collected_at: slots.now })
        .where('id', '=', slots.id)
        .where('collected_at', 'is', null),
    ),
    redeem: prepared<{ token_id: string; call_id: string; at: number }>((slots) =>
      sql
        .insertInto('redemptions')
        .values({ token_id: slots.token_id, call_id: slots.call_id, at: slots.at })
        .onConflict((conflict) => conflict.column('token_id').doNothing()),
    ),
  };
}

/** Finds single approvals, and those that wait. */
function openApprovals(sql: SqlBuilder) {
  return {
    byId: prepared<{ id: string }>((slots) => selectWithCall(sql).where('approvals.id', '=', slots.id)),
    byCall: prepared<{ call_id: string }>((slots) =>
      selectWithCall(sql).where('approvals.call_id', '=', slots.call_id),
    ),
    waiting: prepared<{ user_id: string }>((slots) =>
      selectWithCall(sql)
        .where('approvals.is_open', '=', literal(1))
        .where('calls.state', '=', 'awaiting_approval')
        .where('approvals.user_id', '=', slots.user_id)
        .orderBy('approvals.id'),
    ),
    /** Calls that wait for a decision, or for the holder of their confirm token. */
    open: prepared<{ organization_id: string }>((slots) =>
      selectWithCall(sql)
        .where('approvals.is_open', '=', literal(1))
        .where('calls.state', 'in', ['awaiting_approval', 'proposed'])
        .where('approvals.organization_id', '=', slots.organization_id)
        .orderBy('approvals.id'),
    ),
    countWaiting: prepared<{ organization_id: string }>((slots) =>
      sql
        .selectFrom('approvals')
        .innerJoin('calls', 'calls.id', 'approvals.call_id')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('approvals.is_open', '=', literal(1))
        .where('calls.state', '=', 'awaiting_approval')
        .where('approvals.organization_id', '=', slots.organization_id),
    ),
    /** Includes approvals of removed users: a call may have asked for approval while its user was removed. */
    overdue: prepared<{ now: number }>((slots) =>
      selectWithCall(sql)
        .where('approvals.is_open', '=', literal(1))
        .where((it) =>
          it.or([
            it('approvals.expires_at', '<=', slots.now),
            it(
              'approvals.user_id',
              'in',
              sql.selectFrom('users').select('users.id').where('users.disabled_at', 'is not', null),
            ),
          ]),
        )
        .limit(100),
    ),
    /** Waiting calls from versions before resources were recorded. */
    unbound: () =>
      query(
        selectWithCall(sql)
          .where('approvals.is_open', '=', literal(1))
          .where('calls.resources_json', 'is', null)
          .limit(100),
      ),
  };
}

/** Finds earlier approvals of an equal call. */
function equalCalls(sql: SqlBuilder) {
  return {
    /** The latest equal call, so that a repeated call can join its approval. */
    repeats: prepared<{
      user_id: string;
      actor: string;
      preset: string;
      tool: string;
      args_hash: string;
      resource_key: string;
      since: number;
    }>((slots) =>
      selectWithCall(sql)
        .select('calls.outcome_json')
        .where('approvals.user_id', '=', slots.user_id)
        .where('calls.actor', '=', slots.actor)
        .where('calls.preset', '=', slots.preset)
        .where('calls.tool', '=', slots.tool)
        .where('calls.args_hash', '=', slots.args_hash)
        .where('calls.resource_key', '=', slots.resource_key)
        .where('approvals.created_at', '>', slots.since)
        .where('approvals.collected_at', 'is', null)
        .orderBy('approvals.id', 'desc')
        .limit(1),
    ),
    /** How often this person has approved exactly this call before. */
    approvedBefore: prepared<{
      user_id: string;
      preset: string;
      tool: string;
      args_hash: string;
      resource_key: string;
    }>((slots) =>
      sql
        .selectFrom('approvals')
        .innerJoin('calls', 'calls.id', 'approvals.call_id')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('approvals.user_id', '=', slots.user_id)
        .where('approvals.decision', '=', 'approved')
        .where('calls.preset', '=', slots.preset)
        .where('calls.tool', '=', slots.tool)
        .where('calls.args_hash', '=', slots.args_hash)
        .where('calls.resource_key', '=', slots.resource_key),
    ),
  };
}

/** An approval with columns of its call. */
export interface ApprovalWithCall extends ApprovalRow {
  call_state: string;
  /** The name of the user who decided, as it is now. */
  decided_by_name: string | null;
  tool: string;
  tool_version: string;
  preset: string;
  risk: string;
  trace_id: string;
  actor: string;
  mode: string;
  args_hash: string;
  conversation_id: string | null;
  decision_json: string;
  workspace_id: string | null;
  resources_json: string | null;
  resource_key: string;
}
