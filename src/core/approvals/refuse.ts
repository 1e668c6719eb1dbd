/** The ways in which a waiting call ends without having run: a person said no, everything was stopped, or nobody came. */
import type { Query, RecordDraft } from '../../ports/database.ts';
import { DeputizeError } from '../errors.ts';
import { decisionOf } from '../executor/replay.ts';
import type { Kernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import { record } from '../ledger/records.ts';
import type { Outcome } from '../outcome.ts';
import { remember } from './remember.ts';
import { decisionOn, recordOf, type Word } from './approval-decision.ts';

/** Undefined where somebody else was first. */
export async function deny(kernel: Kernel, word: Word): Promise<Outcome | undefined> {
  const { approval, verdict, person } = word;
  const { reason } = verdict;
  const error = new DeputizeError(
    'DENIED',
    reason ? `A person denied this call: ${reason}` : 'A person denied this call.',
    { details: reason ? { reason } : {} },
  );
  const remembered = remember(kernel, approval, person, { ...verdict, argsHash: approval.args_hash, effect: 'deny' });
  return end(kernel, approval, 'denied', error, word.now, {
    guards: [decisionOn(kernel, word)],
    writes: remembered.writes,
    records: [recordOf('approval.denied', word), ...remembered.records],
  });
}

/** What was approved already, but not begun, is not begun any more. */
export async function refuseStopped(kernel: Kernel, word: Word): Promise<Outcome | undefined> {
  const { approval, now } = word;
  if (approval.call_state === 'awaiting_approval') return deny(kernel, word);
  const error = new DeputizeError('STOPPED', 'A person stopped everything before this was begun.');
  return end(kernel, approval, 'denied', error, now, {
    writes: [kernel.approvals.close({ call_id: approval.call_id })],
    records: [recordOf('approval.denied', word)],
  });
}

export async function expire(
  kernel: Kernel,
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
  { database, calls }: Kernel,
  approval: ApprovalRecord,
  state: 'denied' | 'expired',
  reason: DeputizeError,
  now: number,
  change: {
    readonly guards?: readonly Query[];
    readonly writes: readonly Query[];
    readonly records: readonly RecordDraft[];
  },
): Promise<Outcome | undefined> {
  const { call_id: callId, trace_id: traceId, call_state: from } = approval;
  const outcome: Outcome = {
    ...{ state: 'refused', callId, traceId, decision: decisionOf(approval), error: reason.toJSON() },
  };
  const settle = calls.settle({ id: callId, from, state, ended_at: now, outcome_json: JSON.stringify(outcome) });
  const done = await database.change({ ...change, guards: [settle, ...(change.guards ?? [])] });
  return done === 'done' ? outcome : undefined;
}
