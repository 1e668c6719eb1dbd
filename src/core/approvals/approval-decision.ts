/** A person's decision on a waiting call: how it is parsed, what it decides on, and how it is stored. Only the first decision counts. */
import type { SqlQuery, RecordDraft } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import { isOwnActor } from '../access/own-calls.ts';
import type { Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import type { SealedContent } from '../contents/content-store.ts';
import type { SealedArgs } from '../executor/call-record.ts';
import type { EvaluatedCall } from '../executor/evaluate-call.ts';
import type { GrantDuration } from '../grants.ts';
import { restoreCall, validateArgs, type ResourceParts, type ValidCall } from '../executor/valid-call.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import { draftRecord } from '../ledger/records.ts';
import { query } from '../storage/statements.ts';
import type { Outcome } from '../outcome.ts';
import type { UserDirectory } from '../access/user-directory.ts';

/** What a person decides about a waiting call. */
export interface ApprovalDecision {
  /** Whether the call may run. */
  readonly decision: 'approve' | 'deny';
  /** Edited arguments; they are validated and evaluated again. */
  readonly modifiedArgs?: unknown;
  /** A note for the audit record. After a denial, the caller also sees it. */
  readonly reason?: string | undefined;
  /** Makes a grant, or a standing refusal, for this long. Without it, the decision is for this call only. */
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

/** What a decision led to. */
export interface ApprovalResult {
  /** The outcome of the call: its result, or `refused` after a denial. */
  readonly outcome: Outcome;
  /** The signed proof of the approval. After `execute: false`, another process runs the call with it. */
  readonly confirmToken?: string;
  /** Offered after several equal approvals: what could be granted. Nothing is granted without a person. */
  readonly offer?: { readonly approvalId: string; readonly approvedBefore: number };
}

/** An approval with the decision of a person on it. */
export interface PersonDecision {
  readonly approval: ApprovalWithCall;
  readonly approvalDecision: ApprovalDecision;
  readonly person: Principal;
  /** The name of the person at the time of the decision. */
  readonly personName: string;
  readonly now: number;
}

/** The approved call as it was evaluated at approval, the state that it expects, and until when it may run. */
export interface ApprovedCall {
  readonly evaluatedCall: EvaluatedCall;
  readonly expected: string | undefined;
  readonly expiresAt: number;
}

/** What a person wrote in a decision, sealed for the user of the call: a note, and the approved arguments. */
export interface SealedDecision {
  readonly note: SealedContent | undefined;
  readonly args?: SealedArgs;
}

/** The sealed contents of an approval. */
export type SealedApproval = Required<SealedDecision>;

/** Seals the note of a decision. */
export async function sealNote(
  { contents }: RuntimeParts<'contents'>,
  { approval, approvalDecision: { reason } }: Pick<PersonDecision, 'approval' | 'approvalDecision'>,
): Promise<SealedContent | undefined> {
  const owner = { organizationId: approval.organization_id, userId: approval.user_id };
  return reason === undefined ? undefined : (await contents.sealer(owner)).seal('note', reason);
}

/** Returns the name of the person who decides, as it is now. */
export async function readPersonName(
  { database, sql }: RuntimeParts<'database' | 'sql'>,
  { userId }: Principal,
): Promise<string> {
  const select = sql.selectFrom('users').select('name').where('id', '=', userId);
  const [user] = await database.read<{ name: string }>(query(select));
  return user?.name ?? userId;
}

/** Returns the statements that store the contents of a decision. */
export function insertContents({ note, args }: SealedDecision): SqlQuery[] {
  return [note, args].flatMap((content) => (content ? [content.insert] : []));
}

/** Stores the decision only if there is none yet. */
export function buildDecisionQuery(
  { approvalQueries }: RuntimeParts<'approvalQueries'>,
  { approval, approvalDecision, person, now }: PersonDecision,
  { note, args }: SealedDecision,
  approved?: ApprovedCall,
): SqlQuery {
  return approvalQueries.decide({
    id: approval.id,
    now,
    decision: approved ? 'approved' : 'denied',
    decided_by: person.userId,
    decided_via: approvalDecision.via,
    note: note?.reference ?? null,
    approved_args_json: args?.reference ?? null,
    expected: approved?.expected ?? null,
    expires_at: approved?.expiresAt ?? approval.expires_at,
    is_open: approved && approvalDecision.execute === false ? 1 : 0,
  });
}

/** Builds the audit record of a decision. `more` adds fields to its body. */
export function createDecisionRecord(
  kind: 'approval.approved' | 'approval.denied',
  { approval, approvalDecision, person, personName, now }: PersonDecision,
  { note, args }: SealedDecision,
  more: Record<string, Json> = {},
): RecordDraft {
  const { trace_id: traceId, user_id: user, tool, id: approvalId } = approval;
  const contents = { ...(note && { reason: note.commitment }), ...(args && { args: args.commitment }) };
  const by = { approver: person.userId, approverName: personName, via: approvalDecision.via };
  return draftRecord(approval.organization_id, kind, now, approval.call_id, {
    traceId,
    user,
    tool,
    approvalId,
    ...by,
    ...contents,
    ...more,
  });
}

/** Builds the error for a decision that came too late: EXPIRED, or ALREADY_DECIDED with the earlier decision. */
export function tooLateError(approval: ApprovalWithCall): DeputizeError {
  if (approval.call_state === 'expired' || approval.decision === null) {
    return new DeputizeError('EXPIRED', 'The time to decide is over; nothing was changed.', {
      details: { approvalId: approval.id, expiredAt: new Date(approval.expires_at).toISOString() },
    });
  }
  const { decision, decided_by, decided_via, decided_at } = approval;
  return new DeputizeError(
    'ALREADY_DECIDED',
    `Already ${decision} by ${approval.decided_by_name ?? decided_by} (${decided_via}); nothing was changed.`,
    {
      details: { approvalId: approval.id, decision, by: decided_by, via: decided_via, at: decided_at },
    },
  );
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A decision as a caller sends it, not validated yet. */
interface DecisionInput {
  readonly decision: string;
  readonly modifiedArgs?: unknown;
  readonly reason?: string | undefined;
  readonly remember?: string | undefined;
  readonly pattern?: { readonly [pointer: string]: string } | undefined;
  readonly everywhere?: boolean | undefined;
  readonly execute?: boolean | undefined;
}

/** `allow_for` takes its time from `remember`. */
const DECISION_VERBS = new Map<string, { decision: ApprovalDecision['decision']; remember?: GrantDuration }>([
  ['approve', { decision: 'approve' }],
  ['edit', { decision: 'approve' }],
  ['deny', { decision: 'deny' }],
  ['reject', { decision: 'deny' }],
  ['allow_once', { decision: 'approve', remember: 'once' }],
  ['allow_conversation', { decision: 'approve', remember: 'conversation' }],
  ['allow_for', { decision: 'approve' }],
  ['allow_always', { decision: 'approve', remember: 'always' }],
  ['reject_once', { decision: 'deny', remember: 'once' }],
  ['reject_always', { decision: 'deny', remember: 'always' }],
]);

/** Validates a decision. Throws INVALID_REQUEST for an unknown word, an edit without arguments or `allow_for` without a time. */
export function parseDecision(input: DecisionInput, via: string): ApprovalDecision {
  const verb = DECISION_VERBS.get(input.decision);
  if (!verb)
    throw new DeputizeError(
      'INVALID_REQUEST',
      `"${input.decision.slice(0, 40)}" is not a decision; approve, edit and deny are.`,
    );
  if (input.decision === 'edit' && input.modifiedArgs === undefined) {
    throw new DeputizeError('INVALID_REQUEST', 'To edit means to give modifiedArgs.');
  }
  if (input.decision === 'allow_for' && input.remember === undefined) {
    throw new DeputizeError('INVALID_REQUEST', 'allow_for needs a time in `remember`, such as 1h.');
  }
  const { modifiedArgs, reason, pattern, everywhere, execute } = input;
  const remember = input.remember === undefined ? verb.remember : parseGrantDuration(input.remember);
  return { decision: verb.decision, modifiedArgs, reason, remember, pattern, everywhere, execute, via };
}

/** Parses `once`, `conversation`, `always` or a time such as `1h`. Throws INVALID_REQUEST for other text. */
export function parseGrantDuration(text: string): GrantDuration {
  if (text === 'once' || text === 'conversation' || text === 'always') return text;
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (!amount || !unit)
    throw new DeputizeError(
      'INVALID_REQUEST',
      `"${text.slice(0, 40)}" cannot be remembered; once, conversation, always or a time such as 1h can.`,
    );
  return { forMs: Number(amount) * UNITS[unit as keyof typeof UNITS] };
}

/** Loads only the user's own approvals, and for an agent only those that its own calls asked for. A preview can be private, so administrators read the decision in the audit instead. */
export async function loadApproval(
  parts: RuntimeParts<'approvalQueries' | 'database' | 'sql'>,
  id: string,
  principal: Principal,
): Promise<ApprovalWithCall> {
  const [row] = await parts.database.read<ApprovalWithCall>(parts.approvalQueries.byId({ id }));
  if (row?.user_id === principal.userId && (await isOwnActor(parts, row.actor, principal))) return row;
  throw new DeputizeError('NOT_FOUND', 'There is no such approval.', { details: { id: id.slice(0, 128) } });
}

/** Restores the call of an approval, with its caller and resources, and with the given arguments. */
export async function loadApprovalCall(
  parts: ResourceParts & RuntimeParts<'digest' | 'registry'>,
  directory: UserDirectory,
  approval: ApprovalWithCall,
  given: unknown,
): Promise<ValidCall> {
  const tool = await parts.registry.resolveTool(approval.preset, approval.tool);
  const args = validateArgs(parts, tool, given);
  return restoreCall(parts, directory, { ...approval, id: approval.call_id }, tool, { args });
}
