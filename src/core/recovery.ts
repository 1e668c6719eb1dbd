/** After a crash: what was idempotent goes on; of the rest nobody can know, so a person is told. */
import type { Json, JsonObject } from '../ports/json.ts';
import type { UserDirectory } from './access/user-directory.ts';
import type { Tool } from './contract.ts';
import { DeputizeError, toErrorValue } from './errors.ts';
import type { CallExecutor } from './executor/call-executor.ts';
import type { EvaluatedCall } from './executor/evaluate-call.ts';
import { readDecision } from './executor/replay.ts';
import { restoreCall, storedArgs } from './executor/valid-call.ts';
import type { RuntimeKernel } from './kernel.ts';
import { EXPIRED_NODE, type NodeRow } from './node-lease.ts';
import type { ApprovalRecord } from './ledger/approvals.ts';
import { NOT_KNOWN } from './provenance/assess.ts';
import { record } from './ledger/records.ts';
import type { Outcome } from './outcome.ts';
import { query } from './storage/statements.ts';
import type { CallRow } from './storage/tables.ts';

/** Whether a process that once registered still lives. It alone decides whose calls may be taken over. */
export type IsAlive = (node: NodeRow, now: number, leaseMs: number) => boolean;

/** How long a call that is safe to run again is left to those who know its tool. */
const LEFT_FOR_MS = 24 * 3_600_000;

/** What a dead process was running: found in the audit, so that a plain call pays for no index of running ones. */
function listOrphanedCalls(kernel: RuntimeKernel, node: NodeRow): Promise<CallRow[]> {
  return kernel.database.read<CallRow>(
    query(
      kernel.sql
        .selectFrom('calls')
        .selectAll()
        .where('state', '=', 'running')
        .where('node_id', '=', node.id)
        .where('id', 'in', (begun) =>
          begun
            .selectFrom('audit')
            .select('call_id')
            .where('seq', '>', node.from_seq)
            .where('kind', 'in', ['call.started', 'runtime.recovered'])
            .where('call_id', 'is not', null)
            .$castTo<{ call_id: string }>(),
        ),
    ),
  );
}

/** A runtime can end before its process does. What it has left is then free to be taken over. */
export async function retire(kernel: RuntimeKernel): Promise<void> {
  const update = kernel.sql.updateTable('nodes').set({ seen_at: EXPIRED_NODE }).where('id', '=', kernel.nodeId);
  await kernel.database.change({ guards: [], writes: [query(update)] });
}

export async function recover(
  kernel: RuntimeKernel,
  executor: CallExecutor,
  directory: UserDirectory,
  isAlive: IsAlive,
): Promise<number> {
  const { database, sql, clock, limits } = kernel;
  const nodes = await database.read<NodeRow>(query(sql.selectFrom('nodes').selectAll()));
  const now = clock.now();
  const isDead = (node: NodeRow) => node.seen_at === EXPIRED_NODE || !isAlive(node, now, limits.leaseMs);
  const dead = nodes.filter((node) => node.id !== kernel.nodeId && isDead(node));
  let found = 0;
  for (const node of dead) {
    if (!(await declareDead(kernel, node))) continue;
    const rows = await listOrphanedCalls(kernel, node);
    found += rows.length;
    for (const row of rows) await recoverCall(kernel, executor, directory, row, node.id);
    // Another process may be recovering the same one: only when nothing is left is it forgotten, unless it has come back.
    const isDone = (await listOrphanedCalls(kernel, node)).length === 0;
    const forget = sql.deleteFrom('nodes').where('id', '=', node.id).where('seen_at', '=', EXPIRED_NODE);
    if (isDone) await database.change({ guards: [], writes: [query(forget)] });
  }
  return found;
}

/**
 * From here on it begins nothing before it has said that it lives. In one row with all that begins anywhere: what it began a moment
 * earlier is found afterwards. False where it was heard of meanwhile.
 */
async function declareDead({ database, sql }: RuntimeKernel, { id, seen_at }: NodeRow): Promise<boolean> {
  const gone = sql
    .updateTable('nodes')
    .set({ seen_at: EXPIRED_NODE })
    .where('id', '=', id)
    .where('seen_at', 'in', [seen_at, EXPIRED_NODE]);
  return (await database.change({ guards: [query(gone)], isOrdered: true })) === 'done';
}

async function recoverCall(
  kernel: RuntimeKernel,
  executor: CallExecutor,
  directory: UserDirectory,
  row: CallRow,
  fromNode: string,
): Promise<void> {
  const now = kernel.clock.now();
  const tool = kernel.registry.find(row.preset, row.tool);
  // What is safe to run again is run again by a process that knows it and has its powers.
  if (tool?.idempotent && kernel.elsewhere?.has(row.preset, row.tool)) return;
  const isLeftToOthers = now - (row.started_at ?? 0) < LEFT_FOR_MS;
  if (!tool && isLeftToOthers && (await mayRunAgain(kernel, row))) return;
  const left = tool?.idempotent ? await restoreOrphanedCall(kernel, directory, row, tool) : undefined;
  // A process on the machine that has the workspace runs it again. Only a recorded workspace can come back.
  if (tool?.idempotent && !left && isLeftToOthers && row.resources_json !== null) return;
  const about = { traceId: row.trace_id, user: row.user_id, tool: row.tool, version: row.tool_version };
  const adopt = kernel.calls.adopt({ id: row.id, from_node: fromNode, node_id: kernel.nodeId });
  const fence = kernel.calls.isGone({ node_id: fromNode });
  if (left) {
    const again = record('runtime.recovered', now, row.id, { ...about, result: 'runs again' });
    if ((await kernel.database.change({ guards: [adopt], records: [again], fence })) === 'lost') return;
    const { proposal, expected } = left;
    // Not awaited: the runtime opens its doors meanwhile, and whoever asks for this call waits for it.
    executor.resume(proposal, expected, now, {}, true).catch((error: unknown) => {
      kernel.log('error', 'a recovered call could not go on', { callId: row.id, error });
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
  const [approval] = await kernel.database.read<ApprovalRecord>(kernel.approvals.byCall({ call_id: row.id }));
  const outcome: Outcome = {
    state: 'unknown',
    callId: row.id,
    traceId: row.trace_id,
    decision: readDecision(row),
    ...(isEditedCall(row, approval)
      ? { executedArgs: JSON.parse(approval?.approved_args_json ?? 'null') as Json }
      : {}),
    error,
  };
  const outcome_json = JSON.stringify(outcome);
  await kernel.database.change({
    fence,
    guards: [
      adopt,
      kernel.calls.finish({ id: row.id, state: 'unknown', node_id: kernel.nodeId, ended_at: now, outcome_json }),
    ],
    records: [
      record('call.ended', now, row.id, {
        ...about,
        result: 'unknown',
        summary: error.message,
        startedAt: row.started_at,
        endedAt: now,
      }),
    ],
  });
}

/** What the record of its beginning says, for those who do not know the tool. */
async function mayRunAgain({ database, sql }: RuntimeKernel, row: CallRow): Promise<boolean> {
  const begun = sql.selectFrom('audit').select('body').where('call_id', '=', row.id).where('kind', '=', 'call.started');
  const [started] = await database.read<{ body: string }>(query(begun));
  return started !== undefined && (JSON.parse(started.body) as JsonObject)['idempotent'] === true;
}

interface OrphanedCall {
  readonly proposal: EvaluatedCall;
  readonly expected: string | undefined;
}

function isEditedCall(row: CallRow, approval: ApprovalRecord | undefined): boolean {
  const approved = approval?.approved_args_json ?? null;
  return approved !== null && approved !== row.args_json;
}

/** Undefined where this process cannot open the resources of the call. */
async function restoreOrphanedCall(
  kernel: RuntimeKernel,
  directory: UserDirectory,
  row: CallRow,
  tool: Tool,
): Promise<OrphanedCall | undefined> {
  const [approval] = await kernel.database.read<ApprovalRecord>(kernel.approvals.byCall({ call_id: row.id }));
  const args = storedArgs(kernel, approval?.approved_args_json ?? row.args_json);
  const call = await restoreCall(kernel, directory, row, tool, { args }).catch((error: unknown) => {
    if (toErrorValue(error).code === 'RESOURCE_UNAVAILABLE') return undefined;
    throw error;
  });
  if (!call) return undefined;
  const policy = await kernel.policy(row.preset);
  const proposal: EvaluatedCall = {
    ...call,
    facts: { effect: 'none' },
    risk: row.risk === 'high' || row.risk === 'medium' ? row.risk : 'low',
    decision: readDecision(row),
    policyHash: policy.hash,
    isEdited: isEditedCall(row, approval),
    ...(call.principal.kind === 'person' ? {} : { provenance: NOT_KNOWN }),
  };
  return { proposal, expected: approval?.expected ?? undefined };
}
