/** Ends a waiting call without running it: a person denied it, a person stopped everything, or the approval expired. */
import type { SqlQuery, RecordDraft } from '../../ports/database.ts';
import { DeputizeError } from '../errors.ts';
import { readDecision } from '../executor/replay.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import { record } from '../ledger/records.ts';
import type { Outcome } from '../outcome.ts';
import { prepareGrant } from './prepare-grant.ts';
import { buildDecisionQuery, createDecisionRecord, type ApprovalAnswer } from './approval-decision.ts';

/** Returns undefined if another decision came first. */
export async function deny(kernel: RuntimeKernel, word: ApprovalAnswer): Promise<Outcome | undefined> {
  const { approval, verdict, person } = word;
  const { reason } = verdict;
  const error = new DeputizeError(
    'DENIED',
    reason ? `A person denied this call: ${reason}` : 'A person denied this call.',
    { details: reason ? { reason } : {} },
  );
  const remembered = prepareGrant(kernel, approval, person, {
    ...verdict,
    argsHash: approval.args_hash,
    effect: 'deny',
  });
  return end(kernel, approval, 'denied', error, word.now, {
    guards: [buildDecisionQuery(kernel, word)],
    writes: remembered.writes,
    records: [createDecisionRecord('approval.denied', word), ...remembered.records],
  });
}

/** Also ends calls that are approved but have not begun. */
export async function refuseStopped(kernel: RuntimeKernel, word: ApprovalAnswer): Promise<Outcome | undefined> {
  const { approval, now } = word;
  if (approval.call_state === 'awaiting_approval') return deny(kernel, word);
  const error = new DeputizeError('STOPPED', 'A person stopped everything before this was begun.');
  return end(kernel, approval, 'denied', error, now, {
    writes: [kernel.approvals.close({ call_id: approval.call_id })],
    records: [createDecisionRecord('approval.denied', word)],
  });
}

export async function expire(
  kernel: RuntimeKernel,
  approval: ApprovalRecord,
  reason = 'Nobody decided in time.',
): Promise<void> {
  const now = kernel.clock.now();
  const { id: approvalId, trace_id: traceId, user_id: user, tool } = approval;
  await end(kernel, approval, 'expired', new DeputizeError('EXPIRED', reason), now, {
    writes: [kernel.approvals.close({ call_id: approval.call_id })],
    records: [record('approval.expired', now, approval.call_id, { approvalId, traceId, user, tool, reason })],
  });
}

async function end(
  { database, calls }: RuntimeKernel,
  approval: ApprovalRecord,
  state: 'denied' | 'expired',
  reason: DeputizeError,
  now: number,
  change: {
    readonly guards?: readonly SqlQuery[];
    readonly writes: readonly SqlQuery[];
    readonly records: readonly RecordDraft[];
  },
): Promise<Outcome | undefined> {
  const { call_id: callId, trace_id: traceId, call_state: from } = approval;
  const outcome: Outcome = {
    ...{ state: 'refused', callId, traceId, decision: readDecision(approval), error: reason.toJSON() },
  };
  const settle = calls.settle({ id: callId, from, state, ended_at: now, outcome_json: JSON.stringify(outcome) });
  const done = await database.change({ ...change, guards: [settle, ...(change.guards ?? [])] });
  return done === 'done' ? outcome : undefined;
}
