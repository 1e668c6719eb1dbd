/** What a person does with a waiting call: look, approve, edit and approve, or deny. The first decision is the only one. */
import type { Query, RecordDraft } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import { requirePerson } from '../access/credentials.ts';
import type { Directory } from '../access/directory.ts';
import type { Principal } from '../access/principal.ts';
import { scopeOf } from '../contract.ts';
import type { Elsewhere } from '../elsewhere.ts';
import { DeputizeError, toErrorValue, type ErrorValue } from '../errors.ts';
import type { Executor, Warrant } from '../executor/executor.ts';
import {
  decide as decideCall,
  makePreview,
  validateArgs,
  type Proposal,
  type ValidCall,
} from '../executor/proposal.ts';
import { rehearse, type Rehearsal } from '../executor/rehearse.ts';
import { decisionOf, storedOutcome } from '../executor/replay.ts';
import type { Remember } from '../grants.ts';
import type { Kernel } from '../kernel.ts';
import type { ApprovalRecord } from '../ledger/approvals.ts';
import { record } from '../ledger/records.ts';
import type { Outcome } from '../outcome.ts';
import type { CallRow } from '../storage/tables.ts';
import { mintToken } from '../tokens.ts';
import { remember } from './remember.ts';
import { viewFor, type ApprovalView } from './view.ts';

export interface Verdict {
  readonly decision: 'approve' | 'deny';
  /** Other arguments than those proposed; they are validated and decided again. */
  readonly modifiedArgs?: unknown;
  readonly reason?: string | undefined;
  readonly remember?: Remember | undefined;
  /** What to remember it for; without it, exactly these arguments. */
  readonly pattern?: { readonly [pointer: string]: string } | undefined;
  /** False: mint a confirm token for someone else to execute with, and run nothing here. */
  readonly execute?: boolean | undefined;
  /** The door it came through. */
  readonly via: string;
}

export interface Decided {
  readonly outcome: Outcome;
  readonly confirmToken?: string;
  /** After repeated equal approvals: what could be granted. Nothing is granted by itself. */
  readonly offer?: { readonly approvalId: string; readonly approvedBefore: number };
}

const OFFER_AFTER = 3;

export class Approvals {
  readonly #kernel: Kernel;
  readonly #executor: Executor;
  readonly #directory: Directory;

  constructor(kernel: Kernel, executor: Executor, directory: Directory) {
    this.#kernel = kernel;
    this.#executor = executor;
    this.#directory = directory;
  }

  async list(principal: Principal): Promise<ApprovalView[]> {
    await this.expireOverdue();
    const { database, approvals } = this.#kernel;
    const rows = await database.read<ApprovalRecord>(approvals.waiting({ user_id: principal.userId }));
    return rows.map((row) => viewFor(principal, this.#kernel, row));
  }

  /** How many there are in the organization, for whoever looks after it. */
  async count({ organizationId }: Principal): Promise<number> {
    const { database, approvals } = this.#kernel;
    const [row] = await database.read<{ count: number | string }>(
      approvals.countWaiting({ organization_id: organizationId }),
    );
    return Number(row?.count ?? 0);
  }

  async show(id: string, principal: Principal): Promise<ApprovalView> {
    await this.expireOverdue();
    return viewFor(principal, this.#kernel, await this.#load(id, principal));
  }

  async decide(id: string, verdict: Verdict, person: Principal): Promise<Decided> {
    requirePerson(person, 'decide approvals');
    const approval = await this.#load(id, person);
    if (approval.decision !== null || approval.call_state !== 'awaiting_approval') throw this.#tooLate(approval);
    if (approval.expires_at <= this.#kernel.clock.now()) {
      await this.#expire(approval);
      throw this.#tooLate(await this.#load(id, person));
    }
    return verdict.decision === 'deny'
      ? this.#deny(approval, verdict, person)
      : this.#approve(approval, verdict, person);
  }

  /** What approving it with these arguments would mean. A preview tells what stands in files, so it is for a person. */
  async rehearse(id: string, args: unknown, person: Principal): Promise<Rehearsal> {
    requirePerson(person, 'try other arguments');
    const approval = await this.#load(id, person);
    if (approval.call_state !== 'awaiting_approval') throw this.#tooLate(approval);
    return rehearse(this.#kernel, await this.#callOf(approval, args));
  }

  /** Moves what nobody decided in time to `expired`. */
  async expireOverdue(): Promise<void> {
    const { database, approvals, clock } = this.#kernel;
    const overdue = await database.read<ApprovalRecord>(approvals.overdue({ now: clock.now() }));
    await Promise.all(overdue.map((approval) => this.#expire(approval)));
  }

  async #deny(approval: ApprovalRecord, verdict: Verdict, person: Principal): Promise<Decided> {
    const kernel = this.#kernel;
    const now = kernel.clock.now();
    const { reason } = verdict;
    const error = new DeputizeError(
      'DENIED',
      reason ? `A person denied this call: ${reason}` : 'A person denied this call.',
      {
        details: reason ? { reason } : {},
      },
    ).toJSON();
    const outcome = this.#ended(approval, 'refused', error);
    const settle = kernel.calls.settle({
      id: approval.call_id,
      from: 'awaiting_approval',
      state: 'denied',
      ended_at: now,
      outcome_json: JSON.stringify(outcome),
    });
    const remembered = remember(kernel, approval, person, { ...verdict, argsHash: approval.args_hash, effect: 'deny' });
    const done = await kernel.database.change({
      guards: [settle, this.#decision(approval, verdict, person, 'denied', null, null, now)],
      writes: remembered.writes,
      records: [this.#record('approval.denied', approval, person, verdict, now), ...remembered.records],
    });
    if (done === 'lost') throw this.#tooLate(await this.#load(approval.id, person));
    return { outcome };
  }

  async #approve(approval: ApprovalRecord, verdict: Verdict, person: Principal): Promise<Decided> {
    const kernel = this.#kernel;
    const { proposal, expected } = await this.#proposalFor(approval, verdict);
    const now = kernel.clock.now();
    const tokenId = kernel.newId();
    const expiresAt = now + kernel.limits.tokenTtlMs;
    const key = await kernel.signingKey();
    // Where none can be made, a person's yes can still be carried out at once, by the process that heard it.
    const canMint = key.privateKey !== undefined;
    const claims = {
      tokenId,
      callId: approval.call_id,
      traceId: approval.trace_id,
      userId: approval.user_id,
      preset: approval.preset,
      tools: [approval.tool],
      scopes: scopeOf(proposal.facts),
      argsHash: proposal.argsHash,
      approvalId: approval.id,
      expected: expected ?? null,
      reusable: false,
      expiresAt,
    };
    const confirmToken = canMint || verdict.execute === false ? await mintToken(key, claims, now) : undefined;
    const decision = this.#decision(approval, verdict, person, 'approved', proposal, expected ?? null, now, expiresAt);
    const remembered = remember(kernel, approval, person, { ...verdict, argsHash: proposal.argsHash, effect: 'allow' });
    const approved = this.#record('approval.approved', approval, person, verdict, now, {
      argsHash: proposal.argsHash,
      edited: proposal.argsHash !== approval.args_hash,
      ...(canMint ? { tokenId } : {}),
    });
    const offer = await this.#offer(approval, proposal, person, verdict);
    const records = [approved, ...remembered.records];

    const there = kernel.elsewhere?.has(approval.preset, approval.tool) ? kernel.elsewhere : undefined;
    if (verdict.execute === false || there) {
      const settle = kernel.calls.settle({
        id: approval.call_id,
        from: 'awaiting_approval',
        state: 'proposed',
        ended_at: null,
        outcome_json: null,
      });
      const done = await kernel.database.change({ guards: [settle, decision], writes: remembered.writes, records });
      if (done === 'lost') throw this.#tooLate(await this.#load(approval.id, person));
      if (!there || verdict.execute === false || confirmToken === undefined)
        return { outcome: await this.#outcome(approval.call_id), ...(confirmToken ? { confirmToken } : {}), ...offer };
      return { outcome: await this.#handOver(there, proposal, confirmToken), confirmToken, ...offer };
    }
    const warrant: Warrant = { approver: person.userId, tokenId: canMint ? tokenId : null, expected };
    const start = kernel.calls.start({
      id: approval.call_id,
      from: 'awaiting_approval',
      node_id: kernel.nodeId,
      started_at: now,
    });
    const redeem = kernel.approvals.redeem({ token_id: tokenId, call_id: approval.call_id, at: now });
    try {
      const outcome = await this.#executor.launch(
        proposal,
        warrant,
        canMint ? [start, decision, redeem] : [start, decision],
        records,
        {},
        remembered.writes,
      );
      return { outcome, ...(confirmToken === undefined ? {} : { confirmToken }), ...offer };
    } catch (error) {
      // The token is new, so only the decision itself can have been lost.
      if (error instanceof DeputizeError && error.code === 'TOKEN_USED')
        throw this.#tooLate(await this.#load(approval.id, person));
      throw error;
    }
  }

  /** What was approved here is run where its powers are; the token says that it was approved. */
  async #handOver(there: Elsewhere, proposal: Proposal, confirmToken: string): Promise<Outcome> {
    const { callId, traceId, tool, args, preset, mode, conversationId, principal } = proposal;
    const request = { tool: tool.name, args, preset, mode, traceId, callId, confirmToken };
    try {
      return await there.call({ ...request, conversationId: conversationId ?? undefined }, principal);
    } catch (error) {
      // Nothing was begun: it stays approved until its token is over, and can be tried again with it.
      this.#kernel.log('warn', `${tool.name} was approved and could not be handed over`, { callId, error });
      return { state: 'failed', callId, traceId, decision: proposal.decision, error: toErrorValue(error) };
    }
  }

  /** Refuses everything that waits for this person, or for anyone where they are an administrator. Answers how much that was. */
  async refuseWaiting(person: Principal, via: string): Promise<number> {
    const { database, approvals } = this.#kernel;
    const rows = await database.read<ApprovalRecord>(approvals.open({ organization_id: person.organizationId }));
    const verdict: Verdict = { decision: 'deny', reason: 'Everything was stopped.', via };
    const refused = await Promise.all(
      rows.filter((row) => maySee(person, row)).map((row) => this.#refuseStopped(row, verdict, person)),
    );
    return refused.filter(Boolean).length;
  }

  async #refuseStopped(approval: ApprovalRecord, verdict: Verdict, person: Principal): Promise<boolean> {
    if (approval.call_state === 'awaiting_approval')
      return this.#deny(approval, verdict, person).then(
        () => true,
        () => false,
      );
    // Approved, and nobody has come with its token yet.
    const kernel = this.#kernel;
    const now = kernel.clock.now();
    const error = new DeputizeError('STOPPED', 'A person stopped everything before this was begun.').toJSON();
    const settle = kernel.calls.settle({
      id: approval.call_id,
      from: approval.call_state,
      state: 'denied',
      ended_at: now,
      outcome_json: JSON.stringify(this.#ended(approval, 'refused', error)),
    });
    const done = await kernel.database.change({
      guards: [settle],
      writes: [kernel.approvals.close({ call_id: approval.call_id })],
      records: [this.#record('approval.denied', approval, person, verdict, now)],
    });
    return done === 'done';
  }

  /** The call as it would run now, with the arguments of the verdict, and the state that is being approved. */
  async #proposalFor(
    approval: ApprovalRecord,
    verdict: Verdict,
  ): Promise<{ proposal: Proposal; expected: string | undefined }> {
    const kernel = this.#kernel;
    const isEdited = verdict.modifiedArgs !== undefined;
    const given: unknown = isEdited ? verdict.modifiedArgs : JSON.parse(approval.proposed_args_json);
    const call = await this.#callOf(approval, given);
    const proposal = await decideCall(kernel, call);
    if (proposal.decision.effect === 'block') {
      throw new DeputizeError('BLOCKED', proposal.decision.reason, { details: { rule: proposal.decision.rule } });
    }
    // What was asked about stays what is said of it: the rule that made a person necessary.
    const asked = { ...proposal, decision: decisionOf(approval) };
    // Someone who edits approves what they typed, as the world stands now; otherwise it must be as it was shown.
    if (isEdited) return { proposal: asked, expected: (await makePreview(kernel, call)).state };
    return { proposal: asked, expected: approval.expected ?? undefined };
  }

  /** The call that was asked about, by the one who asked, with these arguments. */
  async #callOf(approval: ApprovalRecord, given: unknown): Promise<ValidCall> {
    const kernel = this.#kernel;
    const tool = await kernel.registry.reach(approval.preset, approval.tool);
    const [kind, via] = approval.actor.split(' ');
    const principal = await this.#directory.principal(
      approval.user_id,
      kind === 'person' ? 'person' : 'agent',
      via ?? '',
    );
    return {
      callId: approval.call_id,
      traceId: approval.trace_id,
      principal,
      preset: approval.preset,
      tool,
      mode: approval.mode === 'voice' ? 'voice' : 'text',
      conversationId: approval.conversation_id,
      ...validateArgs(kernel, tool, given),
    };
  }

  #decision(
    approval: ApprovalRecord,
    verdict: Verdict,
    person: Principal,
    decision: 'approved' | 'denied',
    proposal: Proposal | null,
    expected: string | null,
    now: number,
    expiresAt: number = approval.expires_at,
  ): Query {
    return this.#kernel.approvals.decide({
      id: approval.id,
      now,
      decision,
      decided_by: person.userId,
      decided_via: verdict.via,
      note: verdict.reason ?? null,
      approved_args_json: proposal?.argsJson ?? null,
      expected,
      expires_at: expiresAt,
      is_open: decision === 'approved' && verdict.execute === false ? 1 : 0,
    });
  }

  async #offer(
    approval: ApprovalRecord,
    proposal: Proposal,
    person: Principal,
    verdict: Verdict,
  ): Promise<Pick<Decided, 'offer'>> {
    const isRemembered = verdict.remember !== undefined && verdict.remember !== 'once';
    if (isRemembered || !proposal.tool.grants) return {};
    const { database, approvals } = this.#kernel;
    const [row] = await database.read<{ count: number | string }>(
      approvals.approvedBefore({
        user_id: person.userId,
        preset: approval.preset,
        tool: approval.tool,
        args_hash: approval.args_hash,
      }),
    );
    const approvedBefore = Number(row?.count ?? 0) + 1;
    return approvedBefore >= OFFER_AFTER ? { offer: { approvalId: approval.id, approvedBefore } } : {};
  }

  /** Accepts an offer, or grants on second thought: from an approval that this person gave. */
  async grantFrom(
    approvalId: string,
    how: Exclude<Remember, 'once'>,
    pattern: Verdict['pattern'],
    person: Principal,
  ): Promise<string> {
    requirePerson(person, 'grant anything');
    const kernel = this.#kernel;
    const approval = await this.#load(approvalId, person);
    if (approval.decision !== 'approved')
      throw new DeputizeError('INVALID_REQUEST', 'Only what was approved can be granted.');
    const argsHash = kernel.digest.sha256(approval.approved_args_json ?? approval.proposed_args_json);
    const { writes, records, grantId } = remember(kernel, approval, person, {
      remember: how,
      pattern,
      argsHash,
      effect: 'allow',
    });
    await kernel.database.change({ guards: writes, records });
    return grantId ?? '';
  }

  async #expire(approval: ApprovalRecord): Promise<void> {
    const kernel = this.#kernel;
    const now = kernel.clock.now();
    const error = new DeputizeError('EXPIRED', 'Nobody decided in time.').toJSON();
    const settle = kernel.calls.settle({
      id: approval.call_id,
      from: approval.call_state,
      state: 'expired',
      ended_at: now,
      outcome_json: JSON.stringify(this.#ended(approval, 'refused', error)),
    });
    await kernel.database.change({
      guards: [settle],
      writes: [kernel.approvals.close({ call_id: approval.call_id })],
      records: [
        record('approval.expired', now, approval.call_id, {
          approvalId: approval.id,
          traceId: approval.trace_id,
          user: approval.user_id,
          tool: approval.tool,
        }),
      ],
    });
  }

  #ended(approval: ApprovalRecord, state: 'refused' | 'failed', error: ErrorValue): Outcome {
    return { state, callId: approval.call_id, traceId: approval.trace_id, decision: decisionOf(approval), error };
  }

  async #outcome(callId: string): Promise<Outcome> {
    const [row] = await this.#kernel.database.read<CallRow>(this.#kernel.calls.byId({ id: callId }));
    if (!row) throw new DeputizeError('NOT_FOUND', 'There is no such call.');
    return storedOutcome(this.#kernel, row);
  }

  async #load(id: string, principal: Principal): Promise<ApprovalRecord> {
    const [row] = await this.#kernel.database.read<ApprovalRecord>(this.#kernel.approvals.byId({ id }));
    if (row && maySee(principal, row)) return row;
    throw new DeputizeError('NOT_FOUND', 'There is no such approval.', { details: { id: id.slice(0, 128) } });
  }

  #tooLate(approval: ApprovalRecord): DeputizeError {
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

  #record(
    kind: 'approval.approved' | 'approval.denied',
    approval: ApprovalRecord,
    person: Principal,
    verdict: Verdict,
    now: number,
    more: Record<string, Json> = {},
  ): RecordDraft {
    const { trace_id: traceId, user_id: user, tool, id: approvalId } = approval;
    const reason = verdict.reason === undefined ? {} : { reason: verdict.reason };
    return record(kind, now, approval.call_id, {
      traceId,
      user,
      tool,
      approvalId,
      approver: person.userId,
      via: verdict.via,
      ...reason,
      ...more,
    });
  }
}

/** One's own. A preview holds what an administrator has no part in; what was decided they read in the audit. */
function maySee(principal: Principal, row: ApprovalRecord): boolean {
  return row.user_id === principal.userId;
}
