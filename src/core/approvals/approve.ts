/** Approves a call: evaluates it again, then runs it here, on the process with its capabilities, or by confirm token. A grant is stored with it. */
import type { UserDirectory } from '../access/user-directory.ts';
import type { RemoteExecutor } from '../remote-executor.ts';
import { recordedResources, requireRecordedResources, type ResourceParts } from '../executor/valid-call.ts';
import { sortedIds } from '../resources/resource-provider.ts';
import { DeputizeError, toErrorValue } from '../errors.ts';
import type { CallExecutor } from '../executor/call-executor.ts';
import { hasEqualArgs, sealArgs, type Authorization } from '../executor/call-record.ts';
import {
  listScope,
  evaluateCall,
  makePreview,
  type EvaluatedCall,
  type EvaluationParts,
} from '../executor/evaluate-call.ts';
import { readPolicyDecision, storedOutcome } from '../executor/call-outcome.ts';
import type { CallStores, RuntimeParts } from '../runtime-parts.ts';
import type { Outcome } from '../outcome.ts';
import type { CallRow, GrantRow } from '../storage/tables.ts';
import { mintToken } from '../tokens.ts';
import {
  buildDecisionQuery,
  createDecisionRecord,
  insertContents,
  sealNote,
  tooLateError,
  loadApprovalCall,
  loadApproval,
  type ApprovedCall,
  type ApprovalResult,
  type PersonDecision,
  type SealedApproval,
} from './approval-decision.ts';
import type { SqlQuery, RecordDraft } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import type { Principal } from '../access/principal.ts';
import type { GrantMatch, GrantDuration } from '../grants.ts';
import { canonical } from '../json-value.ts';
import type { ApprovalWithCall } from '../ledger/approvals.ts';
import { draftRecord } from '../ledger/records.ts';

/** What a grant is made from. */
export type GrantParts = RuntimeParts<'clock' | 'contents' | 'newId' | 'grantQueries' | 'registry'>;

/** The parts of the runtime that approvals use. */
export type ApprovalServiceParts = CallStores &
  EvaluationParts &
  GrantParts &
  ResourceParts &
  RuntimeParts<'origin' | 'nodeId' | 'signingKey' | 'sql'>;

/** What approving needs: the parts, the executor that runs the call, and the users. */
export interface ApprovalDependencies {
  readonly parts: ApprovalServiceParts;
  readonly executor: CallExecutor;
  readonly directory: UserDirectory;
}

const OFFER_AFTER = 3;

/**
 * Evaluates the call again, stores the decision and runs the call. Throws BLOCKED if the policy now blocks it, and the
 * error of `tooLateError` if another decision came first.
 */
export async function approve(
  dependencies: ApprovalDependencies,
  answer: Omit<PersonDecision, 'now'>,
): Promise<ApprovalResult> {
  const { parts } = dependencies;
  const { approval, approvalDecision, person } = answer;
  const { evaluatedCall, expected } = await reevaluateCall(dependencies, answer);
  const now = parts.clock.now();
  const approved: ApprovedCall = { evaluatedCall, expected, expiresAt: now + parts.limits.tokenTtlMs };
  const timedAnswer: PersonDecision = { ...answer, now };
  const sealed = { note: await sealNote(parts, timedAnswer), args: await sealArgs(parts, evaluatedCall) };
  const token = await createConfirmToken(parts, timedAnswer, approved);
  const grantChange = await prepareGrant(parts, approval, person, {
    ...approvalDecision,
    argsFingerprint: sealed.args.fingerprint,
    effect: 'allow',
  });
  const offer = await suggestGrant(parts, timedAnswer, evaluatedCall);
  const approvedDecision = { answer: timedAnswer, approved, sealed, token, grantChange };

  const remote = parts.remoteExecutor?.has(approval.preset, approval.tool) ? parts.remoteExecutor : undefined;
  const confirm = token.text === undefined ? {} : { confirmToken: token.text };
  if (approvalDecision.execute !== false && !remote)
    return { outcome: await runHere(dependencies, approvedDecision), ...confirm, ...offer };
  await storeApprovalForToken(parts, approvedDecision);
  const outcome =
    remote && approvalDecision.execute !== false && token.text !== undefined
      ? await runRemotely(parts, remote, evaluatedCall, token.text)
      : await readOutcome(parts, approval.call_id);
  return { outcome, ...confirm, ...offer };
}

interface PreparedApproval {
  readonly answer: PersonDecision;
  readonly approved: ApprovedCall;
  readonly sealed: SealedApproval;
  readonly token: Token;
  readonly grantChange: GrantChange;
}

interface Token {
  readonly id: string;
  /** False without a private signing key. The process that receives the approval can still run the call at once. */
  readonly canMint: boolean;
  readonly text: string | undefined;
}

async function createConfirmToken(
  parts: RuntimeParts<'newId' | 'signingKey'>,
  { approval, approvalDecision, now }: PersonDecision,
  { evaluatedCall, expected, expiresAt }: ApprovedCall,
): Promise<Token> {
  const id = parts.newId();
  const key = await parts.signingKey();
  const canMint = key.privateKey !== undefined;
  if (!canMint && approvalDecision.execute !== false) return { id, canMint, text: undefined };
  const claims = {
    tokenId: id,
    callId: approval.call_id,
    traceId: approval.trace_id,
    userId: approval.user_id,
    preset: approval.preset,
    tools: [approval.tool],
    scopes: listScope(evaluatedCall.facts),
    argsHash: evaluatedCall.argsHash,
    resources: sortedIds(evaluatedCall.resources),
    approvalId: approval.id,
    expected: expected ?? null,
    reusable: false,
    expiresAt,
  };
  return { id, canMint, text: await mintToken(key, claims, now) };
}

/** Evaluates the call as it would run now, with the approved arguments, and finds the state that is approved. */
async function reevaluateCall(
  { parts, directory }: ApprovalDependencies,
  { approval, approvalDecision }: Omit<PersonDecision, 'now'>,
): Promise<Pick<ApprovedCall, 'evaluatedCall' | 'expected'>> {
  const isEdited = approvalDecision.modifiedArgs !== undefined;
  const proposed = await parts.contents.read(approval.proposed_args_json);
  if (proposed === undefined)
    throw new DeputizeError('NOT_FOUND', 'The arguments of this call were erased, so it cannot be approved.');
  const args: unknown = isEdited ? approvalDecision.modifiedArgs : JSON.parse(proposed);
  const call = await loadApprovalCall(parts, directory, approval, args);
  const evaluatedCall = await evaluateCall(parts, call);
  if (evaluatedCall.decision.effect === 'block') {
    throw new DeputizeError('BLOCKED', evaluatedCall.decision.reason, {
      details: { rule: evaluatedCall.decision.rule },
    });
  }
  // A person who edits the arguments chooses the resources. Otherwise the call may use only the resources that were shown.
  if (!isEdited) requireRecordedResources(evaluatedCall.resources, recordedResources(approval));
  // The record keeps the rule that asked for a person, not the decision of the second evaluation.
  const isOther = !(await hasEqualArgs(parts, approval, evaluatedCall));
  const reevaluated = { ...evaluatedCall, decision: readPolicyDecision(approval), isEdited: isOther };
  // Edited arguments are approved against the current state. Otherwise the state must be the one that the person saw.
  if (isEdited) return { evaluatedCall: reevaluated, expected: (await makePreview(parts, call)).state };
  return { evaluatedCall: reevaluated, expected: approval.expected ?? undefined };
}

async function runHere(
  { parts, executor }: ApprovalDependencies,
  approvedDecision: PreparedApproval,
): Promise<Outcome> {
  const { answer, approved, sealed, token, grantChange } = approvedDecision;
  const { approval, person, now } = answer;
  const { id, call_id } = approval;
  const { evaluatedCall, expected } = approved;
  const authorization: Authorization = { approver: person.userId, tokenId: token.canMint ? token.id : null, expected };
  const start = parts.callQueries.markRunning({
    id: call_id,
    from: 'awaiting_approval',
    node_id: parts.nodeId,
    started_at: now,
  });
  const redeem = token.canMint ? [parts.approvalQueries.redeem({ token_id: token.id, call_id, at: now })] : [];
  const guards = [start, buildDecisionQuery(parts, answer, sealed, approved), ...redeem];
  const writes = [...(sealed.note ? [sealed.note.insert] : []), ...grantChange.writes];
  const records = createAuditRecords(approvedDecision);
  try {
    return await executor.commitAndRun(
      evaluatedCall,
      authorization,
      { args: sealed.args, guards, writes, records },
      {},
    );
  } catch (error) {
    // The token is new, so only the decision itself can conflict with another one.
    if (error instanceof DeputizeError && error.code === 'TOKEN_USED')
      throw tooLateError(await loadApproval(parts, id, person));
    throw error;
  }
}

/** Releases the call: from now on, any holder of the confirm token can run it. */
async function storeApprovalForToken(
  parts: CallStores & RuntimeParts<'sql'>,
  approvedDecision: PreparedApproval,
): Promise<void> {
  const { answer, approved, sealed, grantChange } = approvedDecision;
  const { approval, person } = answer;
  const settle = parts.callQueries.moveWaiting({
    id: approval.call_id,
    from: 'awaiting_approval',
    state: 'proposed',
    ended_at: null,
    outcome_json: null,
  });
  const done = await parts.database.change({
    guards: [settle, buildDecisionQuery(parts, answer, sealed, approved)],
    writes: [...insertContents(sealed), ...grantChange.writes],
    records: createAuditRecords(approvedDecision),
  });
  if (done === 'lost') throw tooLateError(await loadApproval(parts, approval.id, person));
}

function createAuditRecords({ answer, approved: { evaluatedCall }, sealed, token, grantChange }: PreparedApproval) {
  const extraFields = { edited: evaluatedCall.isEdited ?? false, ...(token.canMint ? { tokenId: token.id } : {}) };
  return [createDecisionRecord('approval.approved', answer, sealed, extraFields), ...grantChange.records];
}

/** Runs an approved call on the process that has its capabilities. The token proves the approval. */
async function runRemotely(
  parts: RuntimeParts<'log'>,
  remote: RemoteExecutor,
  evaluatedCall: EvaluatedCall,
  confirmToken: string,
): Promise<Outcome> {
  const { callId, traceId, tool, args, preset, mode, conversationId, principal } = evaluatedCall;
  const request = { tool: tool.name, args, preset, mode, traceId, callId, confirmToken };
  try {
    return await remote.call({ ...request, conversationId: conversationId ?? undefined }, principal);
  } catch (error) {
    // The call did not begin. It stays approved until its token expires, and can be tried again with the token.
    parts.log('warn', `${tool.name} was approved and could not be handed over`, { callId, error });
    return { state: 'failed', callId, traceId, decision: evaluatedCall.decision, error: toErrorValue(error) };
  }
}

async function readOutcome(parts: CallStores & RuntimeParts<'contents' | 'origin'>, callId: string): Promise<Outcome> {
  const [row] = await parts.database.read<CallRow>(parts.callQueries.byId({ id: callId }));
  if (!row) throw new DeputizeError('NOT_FOUND', 'There is no such call.');
  return storedOutcome(parts, row);
}

async function suggestGrant(
  { database, approvalQueries }: RuntimeParts<'approvalQueries' | 'database'>,
  { approval, approvalDecision, person }: PersonDecision,
  { tool }: EvaluatedCall,
): Promise<Pick<ApprovalResult, 'offer'>> {
  const isRemembered = approvalDecision.remember !== undefined && approvalDecision.remember !== 'once';
  if (isRemembered || !tool.grants) return {};
  const { preset, args_hash, resource_key } = approval;
  const same = { user_id: person.userId, preset, tool: approval.tool, args_hash, resource_key };
  const [row] = await database.read<{ count: number | string }>(approvalQueries.approvedBefore(same));
  const approvedBefore = Number(row?.count ?? 0) + 1;
  return approvedBefore >= OFFER_AFTER ? { offer: { approvalId: approval.id, approvedBefore } } : {};
}

/** The statements and audit records that store a grant. Without a grant, all are empty and `grantId` is undefined. */
interface GrantChange {
  readonly writes: readonly SqlQuery[];
  readonly records: readonly RecordDraft[];
  readonly grantId: string | undefined;
}

/** The grant, or the standing refusal, that a person asks for with a decision. */
interface GrantRequest {
  readonly remember?: GrantDuration | undefined;
  /** For all arguments that fit; without it, for exactly these. */
  readonly pattern?: { readonly [pointer: string]: string } | undefined;
  /** The fingerprint of these arguments. */
  readonly argsFingerprint: string;
  readonly effect: 'allow' | 'deny';
  /** For every workspace and other resource, instead of those of the call alone. */
  readonly everywhere?: boolean | undefined;
}

const NO_GRANT: GrantChange = { writes: [], records: [], grantId: undefined };

/** Turns a decision that is to be remembered into a standing grant, written in the same change as the decision. */
export async function prepareGrant(
  parts: GrantParts,
  approval: ApprovalWithCall,
  person: Principal,
  grantRequest: GrantRequest,
): Promise<GrantChange> {
  const { remember: duration, pattern, argsFingerprint, effect, everywhere = false } = grantRequest;
  if (duration === undefined || duration === 'once') return NO_GRANT;
  if (effect === 'allow' && !parts.registry.requireTool(approval.preset, approval.tool).grants) {
    throw new DeputizeError('FORBIDDEN', `${approval.tool} asks every time; it cannot be granted.`);
  }
  if (duration === 'conversation' && approval.conversation_id === null) {
    throw new DeputizeError(
      'INVALID_REQUEST',
      'This call belongs to no conversation, so it cannot be remembered for one.',
    );
  }
  const match: GrantMatch = pattern
    ? { kind: 'pattern', values: pattern }
    : { kind: 'exact', argsHash: argsFingerprint };
  const owner = { organizationId: approval.organization_id, userId: approval.user_id };
  const sealedMatch = (await parts.contents.sealer(owner)).seal('args', canonical(match));
  const now = parts.clock.now();
  const row: GrantRow = {
    id: parts.newId(),
    organization_id: approval.organization_id,
    user_id: approval.user_id,
    preset: approval.preset,
    tool: approval.tool,
    match_json: canonical(match),
    conversation_id: duration === 'conversation' ? approval.conversation_id : null,
    effect,
    approval_id: approval.id,
    created_at: now,
    expires_at: typeof duration === 'object' ? now + duration.forMs : null,
    revoked_at: null,
    revoked_reason: null,
    resource_key: everywhere ? null : approval.resource_key,
    resources_json: everywhere ? null : approval.resources_json,
  };
  const { id: grantId, preset, tool, expires_at: expiresAt } = row;
  const body = {
    user: row.user_id,
    by: person.userId,
    grantId,
    preset,
    tool,
    effect,
    match: sealedMatch.commitment,
    resources: everywhere ? 'everywhere' : (JSON.parse(approval.resources_json ?? '[]') as Json),
    expiresAt,
  };
  return {
    writes: [sealedMatch.insert, parts.grantQueries.insert(row)],
    records: [draftRecord(row.organization_id, 'grant.created', now, approval.call_id, body)],
    grantId,
  };
}
