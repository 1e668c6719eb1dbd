/** Defines a person's decision on a waiting call, and how it is stored. Only the first decision counts. */
import type { SqlQuery, RecordDraft } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import type { Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { EvaluatedCall } from '../executor/evaluate-call.ts';
import type { GrantDuration } from '../grants.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import { record } from '../ledger/records.ts';
import type { Outcome } from '../outcome.ts';

export interface ApprovalDecision {
  readonly decision: 'approve' | 'deny';
  /** Edited arguments; they are validated and evaluated again. */
  readonly modifiedArgs?: unknown;
  readonly reason?: string | undefined;
  readonly remember?: GrantDuration | undefined;
  /** The arguments that a grant covers. Without it, the grant covers exactly these arguments. */
  readonly pattern?: { readonly [pointer: string]: string } | undefined;
  /** Whether the grant applies in every workspace, and not only in the workspace of the call. */
  readonly everywhere?: boolean | undefined;
  /** False: create a confirm token, so that another process can run the call, and run nothing here. */
  readonly execute?: boolean | undefined;
  /** The door that the decision came through. */
  readonly via: string;
}

export interface ApprovalResult {
  readonly outcome: Outcome;
  readonly confirmToken?: string;
  /** Offered after several equal approvals: what could be granted. Nothing is granted without a person. */
  readonly offer?: { readonly approvalId: string; readonly approvedBefore: number };
}

/** An approval with the decision of a person on it. */
export interface ApprovalAnswer {
  readonly approval: ApprovalRecord;
  readonly verdict: ApprovalDecision;
  readonly person: Principal;
  readonly now: number;
}

/** The approved call as it was evaluated at approval, the state that it expects, and until when it may run. */
export interface ApprovedCall {
  readonly proposal: EvaluatedCall;
  readonly expected: string | undefined;
  readonly expiresAt: number;
}

/** Stores the decision only if there is none yet. */
export function buildDecisionQuery(
  { approvals }: RuntimeKernel,
  { approval, verdict, person, now }: ApprovalAnswer,
  approved?: ApprovedCall,
): SqlQuery {
  return approvals.decide({
    id: approval.id,
    now,
    decision: approved ? 'approved' : 'denied',
    decided_by: person.userId,
    decided_via: verdict.via,
    note: verdict.reason ?? null,
    approved_args_json: approved?.proposal.argsJson ?? null,
    expected: approved?.expected ?? null,
    expires_at: approved?.expiresAt ?? approval.expires_at,
    is_open: approved && verdict.execute === false ? 1 : 0,
  });
}

export function createDecisionRecord(
  kind: 'approval.approved' | 'approval.denied',
  { approval, verdict, person, now }: ApprovalAnswer,
  more: Record<string, Json> = {},
): RecordDraft {
  const { trace_id: traceId, user_id: user, tool, id: approvalId } = approval;
  const reason = verdict.reason === undefined ? {} : { reason: verdict.reason };
  const by = { approver: person.userId, via: verdict.via };
  return record(kind, now, approval.call_id, { traceId, user, tool, approvalId, ...by, ...reason, ...more });
}

export function tooLateError(approval: ApprovalRecord): DeputizeError {
  if (approval.call_state === 'expired' || approval.decision === null) {
    return new DeputizeError('EXPIRED', 'The time to decide is over; nothing was changed.', {
      details: { approvalId: approval.id, expiredAt: new Date(approval.expires_at).toISOString() },
    });
  }
  const { decision, decided_by, decided_via, decided_at } = approval;
  return new DeputizeError(
    'ALREADY_DECIDED',
    `Already ${decision} by ${decided_by} (${decided_via}); nothing was changed.`,
    {
      details: { approvalId: approval.id, decision, by: decided_by, via: decided_via, at: decided_at },
    },
  );
}
