/** Approves a call: evaluates it again, then runs it here, on the process with its capabilities, or by confirm token. */
import type { UserDirectory } from '../access/user-directory.ts';
import { listScope } from '../contract.ts';
import type { RemoteExecutor } from '../remote-executor.ts';
import { recordedResources, requireRecordedResources } from '../executor/valid-call.ts';
import { sortedIds } from '../resources/resource-provider.ts';
import { DeputizeError, toErrorValue } from '../errors.ts';
import type { CallExecutor, Authorization } from '../executor/call-executor.ts';
import { evaluateCall, makePreview, type EvaluatedCall } from '../executor/evaluate-call.ts';
import { readDecision, storedOutcome } from '../executor/replay.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { Outcome } from '../outcome.ts';
import type { CallRow } from '../storage/tables.ts';
import { mintToken } from '../tokens.ts';
import { loadApprovalCall, loadApproval } from './load-approval.ts';
import { prepareGrant, type GrantChange } from './prepare-grant.ts';
import {
  buildDecisionQuery,
  createDecisionRecord,
  tooLateError,
  type ApprovedCall,
  type ApprovalResult,
  type ApprovalAnswer,
} from './approval-decision.ts';

export interface ApprovalDependencies {
  readonly kernel: RuntimeKernel;
  readonly executor: CallExecutor;
  readonly directory: UserDirectory;
}

const OFFER_AFTER = 3;

export async function approve(desk: ApprovalDependencies, word: Omit<ApprovalAnswer, 'now'>): Promise<ApprovalResult> {
  const { kernel } = desk;
  const { approval, verdict, person } = word;
  const { proposal, expected } = await reevaluateCall(desk, word);
  const now = kernel.clock.now();
  const approved: ApprovedCall = { proposal, expected, expiresAt: now + kernel.limits.tokenTtlMs };
  const said: ApprovalAnswer = { ...word, now };
  const token = await createConfirmToken(kernel, said, approved);
  const remembered = prepareGrant(kernel, approval, person, {
    ...verdict,
    argsHash: proposal.argsHash,
    effect: 'allow',
  });
  const offer = await suggestGrant(kernel, said, proposal);
  const yes = { word: said, approved, token, remembered };

  const there = kernel.elsewhere?.has(approval.preset, approval.tool) ? kernel.elsewhere : undefined;
  const confirm = token.text === undefined ? {} : { confirmToken: token.text };
  if (verdict.execute !== false && !there) return { outcome: await runHere(desk, yes), ...confirm, ...offer };
  await setFree(kernel, yes);
  const outcome =
    there && verdict.execute !== false && token.text !== undefined
      ? await runRemotely(kernel, there, proposal, token.text)
      : await readOutcome(kernel, approval.call_id);
  return { outcome, ...confirm, ...offer };
}

interface Yes {
  readonly word: ApprovalAnswer;
  readonly approved: ApprovedCall;
  readonly token: Token;
  readonly remembered: GrantChange;
}

interface Token {
  readonly id: string;
  /** False without a private signing key. The process that receives the approval can still run the call at once. */
  readonly canMint: boolean;
  readonly text: string | undefined;
}

async function createConfirmToken(
  kernel: RuntimeKernel,
  { approval, verdict, now }: ApprovalAnswer,
  { proposal, expected, expiresAt }: ApprovedCall,
): Promise<Token> {
  const id = kernel.newId();
  const key = await kernel.signingKey();
  const canMint = key.privateKey !== undefined;
  if (!canMint && verdict.execute !== false) return { id, canMint, text: undefined };
  const claims = {
    tokenId: id,
    callId: approval.call_id,
    traceId: approval.trace_id,
    userId: approval.user_id,
    preset: approval.preset,
    tools: [approval.tool],
    scopes: listScope(proposal.facts),
    argsHash: proposal.argsHash,
    resources: sortedIds(proposal.resources),
    approvalId: approval.id,
    expected: expected ?? null,
    reusable: false,
    expiresAt,
  };
  return { id, canMint, text: await mintToken(key, claims, now) };
}

/** Evaluates the call as it would run now, with the approved arguments, and finds the state that is approved. */
async function reevaluateCall(
  { kernel, directory }: ApprovalDependencies,
  { approval, verdict }: Omit<ApprovalAnswer, 'now'>,
): Promise<Pick<ApprovedCall, 'proposal' | 'expected'>> {
  const isEdited = verdict.modifiedArgs !== undefined;
  const given: unknown = isEdited ? verdict.modifiedArgs : JSON.parse(approval.proposed_args_json);
  const call = await loadApprovalCall(kernel, directory, approval, given);
  const proposal = await evaluateCall(kernel, call);
  if (proposal.decision.effect === 'block') {
    throw new DeputizeError('BLOCKED', proposal.decision.reason, { details: { rule: proposal.decision.rule } });
  }
  // A person who edits the arguments chooses the resources. Otherwise the call may use only the resources that were shown.
  if (!isEdited) requireRecordedResources(proposal.resources, recordedResources(approval));
  // The record keeps the rule that asked for a person, not the decision of the second evaluation.
  const isOther = proposal.argsHash !== approval.args_hash;
  const asked = { ...proposal, decision: readDecision(approval), isEdited: isOther };
  // Edited arguments are approved against the current state. Otherwise the state must be the one that the person saw.
  if (isEdited) return { proposal: asked, expected: (await makePreview(kernel, call)).state };
  return { proposal: asked, expected: approval.expected ?? undefined };
}

async function runHere({ kernel, executor }: ApprovalDependencies, yes: Yes): Promise<Outcome> {
  const { word, approved, token, remembered } = yes;
  const { approval, person, now } = word;
  const { id, call_id } = approval;
  const { proposal, expected } = approved;
  const warrant: Authorization = { approver: person.userId, tokenId: token.canMint ? token.id : null, expected };
  const start = kernel.calls.start({ id: call_id, from: 'awaiting_approval', node_id: kernel.nodeId, started_at: now });
  const redeem = token.canMint ? [kernel.approvals.redeem({ token_id: token.id, call_id, at: now })] : [];
  const guards = [start, buildDecisionQuery(kernel, word, approved), ...redeem];
  try {
    return await executor.launch(proposal, warrant, guards, createAuditRecords(yes), {}, remembered.writes);
  } catch (error) {
    // The token is new, so only the decision itself can conflict with another one.
    if (error instanceof DeputizeError && error.code === 'TOKEN_USED')
      throw tooLateError(await loadApproval(kernel, id, person));
    throw error;
  }
}

/** Releases the call: from now on, any holder of the confirm token can run it. */
async function setFree(kernel: RuntimeKernel, yes: Yes): Promise<void> {
  const { word, approved, remembered } = yes;
  const { approval, person } = word;
  const settle = kernel.calls.settle({
    id: approval.call_id,
    from: 'awaiting_approval',
    state: 'proposed',
    ended_at: null,
    outcome_json: null,
  });
  const done = await kernel.database.change({
    guards: [settle, buildDecisionQuery(kernel, word, approved)],
    writes: remembered.writes,
    records: createAuditRecords(yes),
  });
  if (done === 'lost') throw tooLateError(await loadApproval(kernel, approval.id, person));
}

function createAuditRecords({ word, approved: { proposal }, token, remembered }: Yes) {
  const { argsHash } = proposal;
  const edited = argsHash !== word.approval.args_hash;
  const more = { argsHash, edited, ...(token.canMint ? { tokenId: token.id } : {}) };
  return [createDecisionRecord('approval.approved', word, more), ...remembered.records];
}

/** Runs an approved call on the process that has its capabilities. The token proves the approval. */
async function runRemotely(
  kernel: RuntimeKernel,
  there: RemoteExecutor,
  proposal: EvaluatedCall,
  confirmToken: string,
): Promise<Outcome> {
  const { callId, traceId, tool, args, preset, mode, conversationId, principal } = proposal;
  const request = { tool: tool.name, args, preset, mode, traceId, callId, confirmToken };
  try {
    return await there.call({ ...request, conversationId: conversationId ?? undefined }, principal);
  } catch (error) {
    // The call did not begin. It stays approved until its token expires, and can be tried again with the token.
    kernel.log('warn', `${tool.name} was approved and could not be handed over`, { callId, error });
    return { state: 'failed', callId, traceId, decision: proposal.decision, error: toErrorValue(error) };
  }
}

async function readOutcome(kernel: RuntimeKernel, callId: string): Promise<Outcome> {
  const [row] = await kernel.database.read<CallRow>(kernel.calls.byId({ id: callId }));
  if (!row) throw new DeputizeError('NOT_FOUND', 'There is no such call.');
  return storedOutcome(kernel, row);
}

async function suggestGrant(
  { database, approvals }: RuntimeKernel,
  { approval, verdict, person }: ApprovalAnswer,
  { tool }: EvaluatedCall,
): Promise<Pick<ApprovalResult, 'offer'>> {
  const isRemembered = verdict.remember !== undefined && verdict.remember !== 'once';
  if (isRemembered || !tool.grants) return {};
  const { preset, args_hash, resource_key } = approval;
  const same = { user_id: person.userId, preset, tool: approval.tool, args_hash, resource_key };
  const [row] = await database.read<{ count: number | string }>(approvals.approvedBefore(same));
  const approvedBefore = Number(row?.count ?? 0) + 1;
  return approvedBefore >= OFFER_AFTER ? { offer: { approvalId: approval.id, approvedBefore } } : {};
}
