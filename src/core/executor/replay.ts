/** Answers a call whose id is known already with what became of the first one: the same id never runs twice. */
import { DeputizeError } from '../errors.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import type { Outcome } from '../outcome.ts';
import type { PolicyDecision } from '../policy/policy.ts';
import type { ApprovalRow, CallRow } from '../storage/tables.ts';
import { recordedResources, readCallWorkspace, type ValidCall } from './valid-call.ts';
import type { RunningCalls } from './running-calls.ts';

const POLL_MS = 100;

export async function replay(
  kernel: RuntimeKernel,
  running: RunningCalls,
  row: CallRow,
  call: ValidCall,
): Promise<Outcome> {
  const same =
    row.user_id === call.principal.userId &&
    row.tool === call.tool.name &&
    row.preset === call.preset &&
    (row.args_hash === '' || (row.args_hash === call.argsHash && isInSameResources(row, call)));
  if (!same) throw new DeputizeError('CALL_ID_REUSED', `The call id ${row.id} belongs to another call.`);
  return awaitOutcome(kernel, running, row, call.tool.timeoutMs);
}

/** A call from before resources were recorded is known by its id and arguments alone. */
function isInSameResources(row: CallRow, call: ValidCall): boolean {
  const recorded = recordedResources(row);
  if (recorded === undefined) return true;
  const ids = new Set(recorded.map(({ id }) => id));
  return row.workspace_id === call.workspaceId && call.resources.every(({ id }) => ids.has(id));
}

/** What became of a call. One that runs is waited for, but not for ever. */
export async function awaitOutcome(
  kernel: RuntimeKernel,
  running: RunningCalls,
  row: CallRow,
  waitMs: number,
): Promise<Outcome> {
  const here = running.find(row.id);
  if (here) return here;
  const until = kernel.clock.now() + waitMs;
  let now: CallRow = row;
  while (now.state === 'running' && kernel.clock.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const [again] = await kernel.database.read<CallRow>(kernel.calls.byId({ id: row.id }));
    if (again) now = again;
  }
  return storedOutcome(kernel, now);
}

/** What the ledger says of a call at this moment. */
export async function storedOutcome(kernel: RuntimeKernel, row: CallRow): Promise<Outcome> {
  if (row.outcome_json !== null) return JSON.parse(row.outcome_json) as Outcome;
  if (row.state === 'awaiting_approval' || row.state === 'proposed') {
    const [approval] = await kernel.database.read<ApprovalRecord>(kernel.approvals.byCall({ call_id: row.id }));
    if (approval) return toPending(kernel, row, approval);
  }
  const error = new DeputizeError('OUTCOME_UNKNOWN', 'The call is still running.', { retryable: true }).toJSON();
  return { state: 'unknown', callId: row.id, traceId: row.trace_id, decision: readDecision(row), error };
}

export function toPending(
  kernel: RuntimeKernel,
  row: Pick<CallRow, 'id' | 'trace_id' | 'decision_json' | 'workspace_id' | 'resources_json'>,
  approval: Pick<ApprovalRow, 'id' | 'expires_at'>,
): Outcome {
  const workspace = readCallWorkspace(row)?.label;
  return {
    state: 'pending',
    callId: row.id,
    traceId: row.trace_id,
    decision: readDecision(row),
    approval: {
      id: approval.id,
      ...approvalLink(kernel, approval.id),
      expiresAt: new Date(approval.expires_at).toISOString(),
      ...(workspace === undefined ? {} : { workspace }),
    },
  };
}

/** The page of an approval, where a server shows it. */
export function approvalLink({ origin }: Pick<RuntimeKernel, 'origin'>, id: string): { url?: string } {
  const address = origin();
  return address === undefined ? {} : { url: `${address}/approvals/${id}` };
}

export function readDecision(row: Pick<CallRow, 'decision_json'>): PolicyDecision {
  return JSON.parse(row.decision_json) as PolicyDecision;
}
