/** After a crash: what was idempotent goes on; of the rest nobody can know, so a person is told. */
import type { Json } from '../ports/json.ts';
import type { Directory } from './access/directory.ts';
import { DeputizeError } from './errors.ts';
import type { Executor } from './executor/executor.ts';
import type { Proposal } from './executor/proposal.ts';
import { decisionOf } from './executor/replay.ts';
import type { Kernel } from './kernel.ts';
import type { ApprovalRecord } from './ledger/approvals.ts';
import { NOT_KNOWN } from './provenance/assess.ts';
import { record } from './ledger/records.ts';
import type { Outcome } from './outcome.ts';
import { query } from './storage/statements.ts';
import type { CallRow, Tables } from './storage/tables.ts';

export type NodeRow = Tables['nodes'];

/** Whether a process that once registered still lives. It alone decides whose calls may be taken over. */
export type IsAlive = (node: NodeRow) => boolean;

/** When a node that has ended was last seen. */
const RETIRED = 0;

export async function register(
  kernel: Kernel,
  identity: Pick<NodeRow, 'host' | 'process'>,
  from_seq: number,
): Promise<void> {
  const now = kernel.clock.now();
  const row = { id: kernel.nodeId, ...identity, started_at: now, seen_at: now, from_seq };
  await kernel.database.change({ guards: [query(kernel.sql.insertInto('nodes').values(row))] });
}

/**
 * Says "I am alive", and from which audit record on this process's unfinished calls can be found. Whoever slept past its lease was
 * forgotten by the others, and registers again: otherwise nobody would look for what it leaves.
 */
export async function heartbeat(
  kernel: Kernel,
  identity: Pick<NodeRow, 'host' | 'process'>,
  from_seq: number,
): Promise<void> {
  const seen_at = kernel.clock.now();
  const beat = kernel.sql
    .insertInto('nodes')
    .values({ id: kernel.nodeId, ...identity, started_at: seen_at, seen_at, from_seq })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at, from_seq }));
  await kernel.database.change({ guards: [], writes: [query(beat)] });
}

/** What a dead process was running: found in the audit, so that a plain call pays for no index of running ones. */
function leftBy(kernel: Kernel, node: NodeRow): Promise<CallRow[]> {
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
export async function retire(kernel: Kernel): Promise<void> {
  const update = kernel.sql.updateTable('nodes').set({ seen_at: RETIRED }).where('id', '=', kernel.nodeId);
  await kernel.database.change({ guards: [], writes: [query(update)] });
}

export async function recover(
  kernel: Kernel,
  executor: Executor,
  directory: Directory,
  isAlive: IsAlive,
): Promise<number> {
  const { database, sql } = kernel;
  const nodes = await database.read<NodeRow>(query(sql.selectFrom('nodes').selectAll()));
  const isDead = (node: NodeRow) => node.seen_at === RETIRED || !isAlive(node);
  const dead = nodes.filter((node) => node.id !== kernel.nodeId && isDead(node));
  let found = 0;
  for (const node of dead) {
    const rows = await leftBy(kernel, node);
    found += rows.length;
    for (const row of rows) await takeOver(kernel, executor, directory, row, node.id);
    // Another process may be recovering the same one: only when nothing is left is it forgotten.
    const isDone = (await leftBy(kernel, node)).length === 0;
    if (isDone)
      await database.change({ guards: [], writes: [query(sql.deleteFrom('nodes').where('id', '=', node.id))] });
  }
  return found;
}

async function takeOver(
  kernel: Kernel,
  executor: Executor,
  directory: Directory,
  row: CallRow,
  fromNode: string,
): Promise<void> {
  const now = kernel.clock.now();
  const tool = kernel.registry.find(row.preset, row.tool);
  // What is safe to run again is run again by a process that has its powers.
  if (tool?.idempotent && kernel.elsewhere?.has(row.preset, row.tool)) return;
  const about = { traceId: row.trace_id, user: row.user_id, tool: row.tool, version: row.tool_version };
  const adopt = kernel.calls.adopt({ id: row.id, from_node: fromNode, node_id: kernel.nodeId });
  if (tool?.idempotent) {
    const again = record('runtime.recovered', now, row.id, { ...about, result: 'runs again' });
    if ((await kernel.database.change({ guards: [adopt], records: [again] })) === 'lost') return;
    const { proposal, expected } = await proposalOf(kernel, directory, row);
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
  const outcome: Outcome = {
    state: 'unknown',
    callId: row.id,
    traceId: row.trace_id,
    decision: decisionOf(row),
    error,
  };
  const outcome_json = JSON.stringify(outcome);
  await kernel.database.change({
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

async function proposalOf(
  kernel: Kernel,
  directory: Directory,
  row: CallRow,
): Promise<{ proposal: Proposal; expected: string | undefined }> {
  const tool = kernel.registry.resolve(row.preset, row.tool);
  const [kind, via] = row.actor.split(' ');
  const principal = await directory.principal(row.user_id, kind === 'person' ? 'person' : 'agent', via ?? '');
  const [approval] = await kernel.database.read<ApprovalRecord>(kernel.approvals.byCall({ call_id: row.id }));
  const argsJson = approval?.approved_args_json ?? row.args_json;
  const policy = await kernel.policy(row.preset);
  const proposal: Proposal = {
    callId: row.id,
    traceId: row.trace_id,
    principal,
    preset: row.preset,
    tool,
    mode: row.mode === 'voice' ? 'voice' : 'text',
    conversationId: row.conversation_id,
    args: JSON.parse(argsJson) as Json,
    argsJson,
    argsHash: kernel.digest.sha256(argsJson),
    facts: { effect: 'none' },
    risk: row.risk === 'high' || row.risk === 'medium' ? row.risk : 'low',
    decision: decisionOf(row),
    policyHash: policy.hash,
    ...(principal.kind === 'person' ? {} : { provenance: NOT_KNOWN }),
  };
  return { proposal, expected: approval?.expected ?? undefined };
}
