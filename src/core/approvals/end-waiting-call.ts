/** Ends a waiting call without running it: a person denied it, a person stopped everything, or the approval expired. */
import type { SqlQuery, RecordDraft } from '../../ports/database.ts';
import { DeputizeError } from '../errors.ts';
import { readPolicyDecision } from '../executor/call-outcome.ts';
import { prepareGrant, type GrantParts } from './approve.ts';
import type { CallStores, RuntimeParts } from '../runtime-parts.ts';
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import { draftRecord } from '../ledger/records.ts';
import type { Outcome } from '../outcome.ts';
import {
  buildDecisionQuery,
  createDecisionRecord,
  insertContents,
  sealNote,
  type PersonDecision,
} from './approval-decision.ts';

/** Returns undefined if another decision came first. */
export async function deny(parts: CallStores & GrantParts, answer: PersonDecision): Promise<Outcome | undefined> {
  const { approval, approvalDecision, person } = answer;
  const { reason } = approvalDecision;
  const error = new DeputizeError(
    'DENIED',
    reason ? `A person denied this call: ${reason}` : 'A person denied this call.',
    { details: reason ? { reason } : {} },
  );
  const sealed = { note: await sealNote(parts, answer) };
  const grantChange = await prepareGrant(parts, approval, person, {
    ...approvalDecision,
    argsFingerprint: approval.args_hash,
    effect: 'deny',
  });
  return end(parts, approval, 'denied', error, answer.now, {
    guards: [buildDecisionQuery(parts, answer, sealed)],
    writes: [...insertContents(sealed), ...grantChange.writes],
    records: [createDecisionRecord('approval.denied', answer, sealed), ...grantChange.records],
  });
}

/** Also ends calls that are approved but have not begun. */
export async function refuseStopped(
  parts: CallStores & GrantParts,
  answer: PersonDecision,
): Promise<Outcome | undefined> {
  const { approval, now } = answer;
  if (approval.call_state === 'awaiting_approval') return deny(parts, answer);
  const error = new DeputizeError('STOPPED', 'A person stopped everything before this was begun.');
  const sealed = { note: await sealNote(parts, answer) };
  return end(parts, approval, 'denied', error, now, {
    writes: [...insertContents(sealed), parts.approvalQueries.close({ call_id: approval.call_id })],
    records: [createDecisionRecord('approval.denied', answer, sealed)],
  });
}

/** Ends a waiting call as expired, with an audit record. Does nothing if the state of the call has changed since it was read. */
export async function expire(
  parts: CallStores & RuntimeParts<'clock' | 'contents'>,
  approval: ApprovalWithCall,
  reason = 'The approval expired before a decision.',
): Promise<void> {
  const now = parts.clock.now();
  const { id: approvalId, trace_id: traceId, user_id: user, tool } = approval;
  await end(parts, approval, 'expired', new DeputizeError('EXPIRED', reason), now, {
    writes: [parts.approvalQueries.close({ call_id: approval.call_id })],
    records: [
      draftRecord(approval.organization_id, 'approval.expired', now, approval.call_id, {
        approvalId,
        traceId,
        user,
        tool,
        reason,
      }),
    ],
  });
}

async function end(
  { contents, database, callQueries }: RuntimeParts<'callQueries' | 'contents' | 'database'>,
  approval: ApprovalWithCall,
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
    ...{ state: 'refused', callId, traceId, decision: readPolicyDecision(approval), error: reason.toJSON() },
  };
  const owner = { organizationId: approval.organization_id, userId: approval.user_id };
  const { reference, insert } = (await contents.sealer(owner)).seal('outcome', JSON.stringify(outcome));
  const settle = callQueries.moveWaiting({ id: callId, from, state, ended_at: now, outcome_json: reference });
  const done = await database.change({
    ...change,
    guards: [settle, ...(change.guards ?? [])],
    writes: [insert, ...change.writes],
  });
  return done === 'done' ? outcome : undefined;
}
