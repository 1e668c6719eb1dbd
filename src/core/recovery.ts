/** Recovers calls after a crash. Idempotent calls run again; other calls end as unknown, because their effect is not known. */
import type { Json, JsonObject } from '../ports/json.ts';
import type { UserDirectory } from './access/user-directory.ts';
import type { Tool } from './contract.ts';
import { DeputizeError, toErrorValue } from './errors.ts';
import type { CallExecutor } from './executor/call-executor.ts';
import type { EvaluatedCall } from './executor/evaluate-call.ts';
import { readPolicyDecision } from './executor/call-outcome.ts';
import { restoreCall, storedArgs, type ResourceParts } from './executor/valid-call.ts';
import type { CallStores, RuntimeParts } from './runtime-parts.ts';
import { EXPIRED_NODE, type NodeRow } from './node-lease.ts';
import type { ApprovalWithCall } from './ledger/approvals.ts';
import { NOT_KNOWN } from './provenance/assess.ts';
import { draftRecord } from './ledger/records.ts';
import type { Outcome } from './outcome.ts';
import { query, type SqlBuilder } from './storage/statements.ts';
import type { CallRow } from './storage/tables.ts';

type RecoveryParts = CallStores &
  ResourceParts &
  RuntimeParts<'contents' | 'sql' | 'clock' | 'digest' | 'nodeId' | 'registry' | 'policy' | 'log'>;

/** Whether a registered process is still alive. Only this decides whose calls may be taken over. */
export type IsAlive = (node: NodeRow, now: number, leaseMs: number) => boolean;

/** How long an idempotent call is left to processes that know its tool. */
const LEFT_FOR_MS = 24 * 3_600_000;

/** A call may have begun before the records of format 1 became an archive. */
const withArchive = (sql: SqlBuilder) =>
  sql
    .selectFrom('audit')
    .select(['seq', 'kind', 'call_id', 'body'])
    .unionAll(sql.selectFrom('audit_archive').select(['seq', 'kind', 'call_id', 'body']))
    .as('records');

/** Finds the calls of a dead process in the audit, so that calls need no index by state. */
function listOrphanedCalls(parts: RuntimeParts<'database' | 'sql'>, node: NodeRow): Promise<CallRow[]> {
  return parts.database.read<CallRow>(
    query(
      parts.sql
        .selectFrom('calls')
        .selectAll()
        .where('state', '=', 'running')
        .where('node_id', '=', node.id)
        .where('id', 'in', (begun) =>
          begun
            .selectFrom(withArchive(parts.sql))
            .select('call_id')
            .where('seq', '>', node.from_seq)
            .where('kind', 'in', ['call.started', 'runtime.recovered'])
            .where('call_id', 'is not', null)
            .$castTo<{ call_id: string }>(),
        ),
    ),
  );
}

/** Marks this node as ended, because a runtime can end before its process. Its calls can then be taken over. */
export async function retire(parts: RuntimeParts<'database' | 'nodeId' | 'sql'>): Promise<void> {
  const update = parts.sql.updateTable('nodes').set({ seen_at: EXPIRED_NODE }).where('id', '=', parts.nodeId);
  await parts.database.change({ guards: [], writes: [query(update)] });
}

/** Finds dead nodes and recovers their unfinished calls. Returns the number of calls found. */
export async function recover(
  parts: RecoveryParts & RuntimeParts<'limits'>,
  executor: CallExecutor,
  directory: UserDirectory,
  isAlive: IsAlive,
): Promise<number> {
  const { database, sql, clock, limits } = parts;
  const nodes = await database.read<NodeRow>(query(sql.selectFrom('nodes').selectAll()));
  const now = clock.now();
  const isDead = (node: NodeRow) => node.seen_at === EXPIRED_NODE || !isAlive(node, now, limits.leaseMs);
  const dead = nodes.filter((node) => node.id !== parts.nodeId && isDead(node));
  let found = 0;
  for (const node of dead) {
    if (!(await declareDead(parts, node))) continue;
    const rows = await listOrphanedCalls(parts, node);
    found += rows.length;
    for (const row of rows) await recoverCall(parts, executor, directory, row, node.id);
    // Another process may recover the same node. The row is deleted only when no call is left and the node has not come back.
    const isDone = (await listOrphanedCalls(parts, node)).length === 0;
    const forget = sql.deleteFrom('nodes').where('id', '=', node.id).where('seen_at', '=', EXPIRED_NODE);
    if (isDone) await database.change({ guards: [], writes: [query(forget)] });
  }
  return found;
}

/**
 * Marks a node as dead, unless it has sent a heartbeat since. A dead node must renew its lease before it begins a call. The
 * change is ordered with the starts of calls, so a call that began just before is found afterwards.
 */
async function declareDead(
  { database, sql }: RuntimeParts<'database' | 'sql'>,
  { id, seen_at }: NodeRow,
): Promise<boolean> {
  const gone = sql
    .updateTable('nodes')
    .set({ seen_at: EXPIRED_NODE })
    .where('id', '=', id)
    .where('seen_at', 'in', [seen_at, EXPIRED_NODE]);
  return (await database.change({ guards: [query(gone)], isOrdered: true })) === 'done';
}

async function recoverCall(
  parts: RecoveryParts,
  executor: CallExecutor,
  directory: UserDirectory,
  row: CallRow,
  fromNode: string,
): Promise<void> {
  const now = parts.clock.now();
  const tool = parts.registry.find(row.preset, row.tool);
  // An idempotent call runs again in the process that knows its tool and has its capabilities.
  if (tool?.idempotent && parts.remoteExecutor?.has(row.preset, row.tool)) return;
  const isLeftToOthers = now - (row.started_at ?? 0) < LEFT_FOR_MS;
  if (!tool && isLeftToOthers && (await mayRunAgain(parts, row))) return;
  const left = tool?.idempotent ? await restoreOrphanedCall(parts, directory, row, tool) : undefined;
  // A process on the machine with the workspace runs it again. That needs a recorded workspace.
  if (tool?.idempotent && !left && isLeftToOthers && row.resources_json !== null) return;
  const about = { traceId: row.trace_id, user: row.user_id, tool: row.tool, version: row.tool_version };
  const adopt = parts.callQueries.adopt({ id: row.id, from_node: fromNode, node_id: parts.nodeId });
  const fence = parts.callQueries.isGone({ node_id: fromNode });
  if (left) {
    const again = draftRecord(row.organization_id, 'runtime.recovered', now, row.id, {
      ...about,
      result: 'runs again',
    });
    if ((await parts.database.change({ guards: [adopt], records: [again], fence })) === 'lost') return;
    const { evaluatedCall, expected } = left;
    // Not awaited, so that the doors can open. A caller that asks for this call waits for it.
    executor.runCommitted(evaluatedCall, expected, now, {}, true).catch((error: unknown) => {
      parts.log('error', 'a recovered call could not go on', { callId: row.id, error });
    });
    return;
  }
  const error = new DeputizeError(
    'OUTCOME_UNKNOWN',
    `${row.tool} was running when the process ended. It may or may not have taken effect.`,
    {
      partialSideEffects: true,
    },
  ).toJSON();
  const [approval] = await parts.database.read<ApprovalWithCall>(parts.approvalQueries.byCall({ call_id: row.id }));
  const args = await readRunningArgs(parts, row, approval);
  const outcome: Outcome = {
    state: 'unknown',
    callId: row.id,
    traceId: row.trace_id,
    decision: readPolicyDecision(row),
    ...(args?.isEdited ? { executedArgs: JSON.parse(args.text) as Json } : {}),
    error,
  };
  const sealer = await parts.contents.sealer({ organizationId: row.organization_id, userId: row.user_id });
  const sealedOutcome = sealer.seal('outcome', JSON.stringify(outcome));
  const outcome_json = sealedOutcome.reference;
  await parts.database.change({
    fence,
    writes: [sealedOutcome.insert],
    guards: [
      adopt,
      parts.callQueries.finish({ id: row.id, state: 'unknown', node_id: parts.nodeId, ended_at: now, outcome_json }),
    ],
    records: [
      draftRecord(row.organization_id, 'call.ended', now, row.id, {
        ...about,
        result: 'unknown',
        summary: error.code,
        outcome: sealedOutcome.commitment,
        startedAt: row.started_at,
        endedAt: now,
      }),
    ],
  });
}

/** Reads from the audit record of the start whether the call is idempotent, for processes that do not know the tool. */
async function mayRunAgain({ database, sql }: RuntimeParts<'database' | 'sql'>, row: CallRow): Promise<boolean> {
  const begun = sql
    .selectFrom(withArchive(sql))
    .select('body')
    .where('call_id', '=', row.id)
    .where('kind', '=', 'call.started');
  const [started] = await database.read<{ body: string }>(query(begun));
  return started !== undefined && (JSON.parse(started.body) as JsonObject)['idempotent'] === true;
}

interface OrphanedCall {
  readonly evaluatedCall: EvaluatedCall;
  readonly expected: string | undefined;
}

/** The arguments that a call runs with. Returns undefined if they were erased. */
async function readRunningArgs(
  { contents }: RuntimeParts<'contents'>,
  row: CallRow,
  approval: ApprovalWithCall | undefined,
): Promise<{ readonly text: string; readonly isEdited: boolean } | undefined> {
  const [proposed, approved] = await contents.readAll([row.args_json, approval?.approved_args_json ?? null]);
  const text = approved ?? proposed;
  return text === undefined ? undefined : { text, isEdited: approved !== undefined && approved !== proposed };
}

/** Returns undefined if this process cannot open the resources of the call. */
async function restoreOrphanedCall(
  parts: ResourceParts & RuntimeParts<'approvalQueries' | 'contents' | 'database' | 'digest' | 'policy'>,
  directory: UserDirectory,
  row: CallRow,
  tool: Tool,
): Promise<OrphanedCall | undefined> {
  const [approval] = await parts.database.read<ApprovalWithCall>(parts.approvalQueries.byCall({ call_id: row.id }));
  const running = await readRunningArgs(parts, row, approval);
  if (!running) return undefined;
  const args = storedArgs(parts, running.text);
  const call = await restoreCall(parts, directory, row, tool, { args }).catch((error: unknown) => {
    if (toErrorValue(error).code === 'RESOURCE_UNAVAILABLE') return undefined;
    throw error;
  });
  if (!call) return undefined;
  const policy = await parts.policy(row.preset);
  const evaluatedCall: EvaluatedCall = {
    ...call,
    facts: { effect: 'none' },
    risk: row.risk === 'high' || row.risk === 'medium' ? row.risk : 'low',
    decision: readPolicyDecision(row),
    policyHash: policy.hash,
    isEdited: running.isEdited,
    ...(call.principal.kind === 'person' ? {} : { provenance: NOT_KNOWN }),
  };
  return { evaluatedCall, expected: approval?.expected ?? undefined };
}
