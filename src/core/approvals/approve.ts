/** A person's yes: the call is decided again as it stands now, and runs here, where its powers are, or with a token. */
import type { Directory } from '../access/directory.ts';
import { scopeOf } from '../contract.ts';
import type { Elsewhere } from '../remote-executor.ts';
import { recordedResources, requireWithin } from '../executor/valid-call.ts';
import { sortedIds } from '../resources/resource-provider.ts';
import { DeputizeError, toErrorValue } from '../errors.ts';
import type { Executor, Warrant } from '../executor/executor.ts';
import { decide, makePreview, type Proposal } from '../executor/proposal.ts';
import { decisionOf, storedOutcome } from '../executor/replay.ts';
import type { Kernel } from '../kernel.ts';
import type { Outcome } from '../outcome.ts';
import type { CallRow } from '../storage/tables.ts';
import { mintToken } from '../tokens.ts';
import { callAskedAbout, loadApproval } from './load-approval.ts';
import { remember, type Remembered } from './remember.ts';
import { decisionOn, recordOf, tooLate, type Approved, type Decided, type Word } from './approval-decision.ts';

export interface Desk {
  readonly kernel: Kernel;
  readonly executor: Executor;
  readonly directory: Directory;
}

const OFFER_AFTER = 3;

export async function approve(desk: Desk, word: Omit<Word, 'now'>): Promise<Decided> {
  const { kernel } = desk;
  const { approval, verdict, person } = word;
  const { proposal, expected } = await proposalFor(desk, word);
  const now = kernel.clock.now();
  const approved: Approved = { proposal, expected, expiresAt: now + kernel.limits.tokenTtlMs };
  const said: Word = { ...word, now };
  const token = await tokenFor(kernel, said, approved);
  const remembered = remember(kernel, approval, person, { ...verdict, argsHash: proposal.argsHash, effect: 'allow' });
  const offer = await offerTo(kernel, said, proposal);
  const yes = { word: said, approved, token, remembered };

  const there = kernel.elsewhere?.has(approval.preset, approval.tool) ? kernel.elsewhere : undefined;
  const confirm = token.text === undefined ? {} : { confirmToken: token.text };
  if (verdict.execute !== false && !there) return { outcome: await runHere(desk, yes), ...confirm, ...offer };
  await setFree(kernel, yes);
  const outcome =
    there && verdict.execute !== false && token.text !== undefined
      ? await handOver(kernel, there, proposal, token.text)
      : await outcomeOf(kernel, approval.call_id);
  return { outcome, ...confirm, ...offer };
}

interface Yes {
  readonly word: Word;
  readonly approved: Approved;
  readonly token: Token;
  readonly remembered: Remembered;
}

interface Token {
  readonly id: string;
  /** Where none can be made, a person's yes can still be carried out at once, by the process that heard it. */
  readonly canMint: boolean;
  readonly text: string | undefined;
}

async function tokenFor(
  kernel: Kernel,
  { approval, verdict, now }: Word,
  { proposal, expected, expiresAt }: Approved,
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
    scopes: scopeOf(proposal.facts),
    argsHash: proposal.argsHash,
    resources: sortedIds(proposal.resources),
    approvalId: approval.id,
    expected: expected ?? null,
    reusable: false,
    expiresAt,
  };
  return { id, canMint, text: await mintToken(key, claims, now) };
}

/** The call as it would run now, with the arguments of the verdict, and the state that is being approved. */
async function proposalFor(
  { kernel, directory }: Desk,
  { approval, verdict }: Omit<Word, 'now'>,
): Promise<Pick<Approved, 'proposal' | 'expected'>> {
  const isEdited = verdict.modifiedArgs !== undefined;
  const given: unknown = isEdited ? verdict.modifiedArgs : JSON.parse(approval.proposed_args_json);
  const call = await callAskedAbout(kernel, directory, approval, given);
  const proposal = await decide(kernel, call);
  if (proposal.decision.effect === 'block') {
    throw new DeputizeError('BLOCKED', proposal.decision.reason, { details: { rule: proposal.decision.rule } });
  }
  // A person who edits the arguments chooses what these name; otherwise nothing beyond what was shown is acted in.
  if (!isEdited) requireWithin(proposal.resources, recordedResources(approval));
  // What was asked about stays what is said of it: the rule that made a person necessary.
  const isOther = proposal.argsHash !== approval.args_hash;
  const asked = { ...proposal, decision: decisionOf(approval), isEdited: isOther };
  // Someone who edits approves what they typed, as the world stands now; otherwise it must be as it was shown.
  if (isEdited) return { proposal: asked, expected: (await makePreview(kernel, call)).state };
  return { proposal: asked, expected: approval.expected ?? undefined };
}

async function runHere({ kernel, executor }: Desk, yes: Yes): Promise<Outcome> {
  const { word, approved, token, remembered } = yes;
  const { approval, person, now } = word;
  const { id, call_id } = approval;
  const { proposal, expected } = approved;
  const warrant: Warrant = { approver: person.userId, tokenId: token.canMint ? token.id : null, expected };
  const start = kernel.calls.start({ id: call_id, from: 'awaiting_approval', node_id: kernel.nodeId, started_at: now });
  const redeem = token.canMint ? [kernel.approvals.redeem({ token_id: token.id, call_id, at: now })] : [];
  const guards = [start, decisionOn(kernel, word, approved), ...redeem];
  try {
    return await executor.launch(proposal, warrant, guards, recordsOf(yes), {}, remembered.writes);
  } catch (error) {
    // The token is new, so only the decision itself can have been lost.
    if (error instanceof DeputizeError && error.code === 'TOKEN_USED')
      throw tooLate(await loadApproval(kernel, id, person));
    throw error;
  }
}

/** Whoever has the token may run it from now on. */
async function setFree(kernel: Kernel, yes: Yes): Promise<void> {
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
    guards: [settle, decisionOn(kernel, word, approved)],
    writes: remembered.writes,
    records: recordsOf(yes),
  });
  if (done === 'lost') throw tooLate(await loadApproval(kernel, approval.id, person));
}

function recordsOf({ word, approved: { proposal }, token, remembered }: Yes) {
  const { argsHash } = proposal;
  const edited = argsHash !== word.approval.args_hash;
  const more = { argsHash, edited, ...(token.canMint ? { tokenId: token.id } : {}) };
  return [recordOf('approval.approved', word, more), ...remembered.records];
}

/** What was approved here is run where its powers are; the token says that it was approved. */
async function handOver(kernel: Kernel, there: Elsewhere, proposal: Proposal, confirmToken: string): Promise<Outcome> {
  const { callId, traceId, tool, args, preset, mode, conversationId, principal } = proposal;
  const request = { tool: tool.name, args, preset, mode, traceId, callId, confirmToken };
  try {
    return await there.call({ ...request, conversationId: conversationId ?? undefined }, principal);
  } catch (error) {
    // Nothing was begun: it stays approved until its token is over, and can be tried again with it.
    kernel.log('warn', `${tool.name} was approved and could not be handed over`, { callId, error });
    return { state: 'failed', callId, traceId, decision: proposal.decision, error: toErrorValue(error) };
  }
}

async function outcomeOf(kernel: Kernel, callId: string): Promise<Outcome> {
  const [row] = await kernel.database.read<CallRow>(kernel.calls.byId({ id: callId }));
  if (!row) throw new DeputizeError('NOT_FOUND', 'There is no such call.');
  return storedOutcome(kernel, row);
}

async function offerTo(
  { database, approvals }: Kernel,
  { approval, verdict, person }: Word,
  { tool }: Proposal,
): Promise<Pick<Decided, 'offer'>> {
  const isRemembered = verdict.remember !== undefined && verdict.remember !== 'once';
  if (isRemembered || !tool.grants) return {};
  const { preset, args_hash, resource_key } = approval;
  const same = { user_id: person.userId, preset, tool: approval.tool, args_hash, resource_key };
  const [row] = await database.read<{ count: number | string }>(approvals.approvedBefore(same));
  const approvedBefore = Number(row?.count ?? 0) + 1;
  return approvedBefore >= OFFER_AFTER ? { offer: { approvalId: approval.id, approvedBefore } } : {};
}
