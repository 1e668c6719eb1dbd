/** What a person said of a waiting call, and how that stands in the ledger. The first word is the only one. */
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
  /** Other arguments than those proposed; they are validated and decided again. */
  readonly modifiedArgs?: unknown;
  readonly reason?: string | undefined;
  readonly remember?: GrantDuration | undefined;
  /** What to remember it for; without it, exactly these arguments. */
  readonly pattern?: { readonly [pointer: string]: string } | undefined;
  /** Whether what is remembered holds in every workspace, and not only in that of the call. */
  readonly everywhere?: boolean | undefined;
  /** False: mint a confirm token for someone else to execute with, and run nothing here. */
  readonly execute?: boolean | undefined;
  /** The door it came through. */
  readonly via: string;
}

export interface ApprovalResult {
  readonly outcome: Outcome;
  readonly confirmToken?: string;
  /** After repeated equal approvals: what could be granted. Nothing is granted by itself. */
  readonly offer?: { readonly approvalId: string; readonly approvedBefore: number };
}

/** A person's word on one approval. */
export interface ApprovalAnswer {
  readonly approval: ApprovalRecord;
  readonly verdict: ApprovalDecision;
  readonly person: Principal;
  readonly now: number;
}

/** What was approved, as it stands then, and until when it may be carried out. */
export interface ApprovedCall {
  readonly proposal: EvaluatedCall;
  readonly expected: string | undefined;
  readonly expiresAt: number;
}

/** Decides the approval, if nobody has. */
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
