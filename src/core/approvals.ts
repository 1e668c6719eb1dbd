/** What a person does with a waiting call: look, approve, edit and approve, or deny. The first decision is the only one. */
import type { Query, RecordDraft } from '../ports/database.ts';
import type { Json } from '../ports/json.ts';
import { requirePerson } from './access/credentials.ts';
import type { Directory } from './access/directory.ts';
import type { Principal } from './access/principal.ts';
import type { Preview } from './contract.ts';
import { DeputizeError, type ErrorValue } from './errors.ts';
import type { Executor, Warrant } from './executor/executor.ts';
import { decide as decideCall, makePreview, validateArgs, type Proposal, type ValidCall } from './executor/proposal.ts';
import { decisionOf, storedOutcome } from './executor/replay.ts';
import type { GrantMatch, Remember } from './grants.ts';
import { canonical } from './json-value.ts';
import type { Kernel } from './kernel.ts';
import type { ApprovalRecord } from './ledger/approvals.ts';
import { record } from './ledger/records.ts';
import type { Outcome } from './outcome.ts';
import type { CallRow, GrantRow } from './storage/tables.ts';
import { mintToken } from './tokens.ts';

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

export interface ApprovalView {
  readonly id: string;
  readonly callId: string;
  readonly traceId: string;
  readonly state: string;
  readonly tool: string;
  readonly version: string;
  readonly preset: string;
  readonly risk: string;
  readonly reason: string;
  readonly rule: string;
  readonly requestedBy: string;
  readonly userId: string;
  readonly args: Json;
  readonly approvedArgs: Json;
  readonly preview: Preview;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly decision: string | null;
  readonly decidedBy: string | null;
  readonly decidedVia: string | null;
  readonly decidedAt: string | null;
  readonly note: string | null;
  readonly url: string;
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
    const rows = await database.read<ApprovalRecord>(approvals.waiting({ organization_id: principal.organizationId }));
    return rows.filter((row) => maySee(principal, row)).map((row) => this.#view(row));
  }

  async show(id: string, principal: Principal): Promise<ApprovalView> {
    await this.expireOverdue();
    return this.#view(await this.#load(id, principal));
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
    const remembered = this.#remember(approval, verdict, person, approval.args_hash, 'deny', now);
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
    const confirmToken = await mintToken(
      await kernel.signingKey(),
      {
        tokenId,
        callId: approval.call_id,
        traceId: approval.trace_id,
        userId: approval.user_id,
        preset: approval.preset,
        tools: [approval.tool],
        scopes: [
          ...(proposal.facts.paths ?? []),
          ...(proposal.facts.hosts ?? []),
          ...(proposal.facts.recipients ?? []),
        ].slice(0, 50),
        argsHash: proposal.argsHash,
        approvalId: approval.id,
        expected: expected ?? null,
        reusable: false,
        expiresAt,
      },
      now,
    );
    const decision = this.#decision(approval, verdict, person, 'approved', proposal, expected ?? null, now, expiresAt);
    const remembered = this.#remember(approval, verdict, person, proposal.argsHash, 'allow', now);
    const approved = this.#record('approval.approved', approval, person, verdict, now, {
      argsHash: proposal.argsHash,
      edited: proposal.argsHash !== approval.args_hash,
      tokenId,
    });
    const offer = await this.#offer(approval, proposal, person, verdict);
    const records = [approved, ...remembered.records];

    if (verdict.execute === false) {
      const settle = kernel.calls.settle({
        id: approval.call_id,
        from: 'awaiting_approval',
        state: 'proposed',
        ended_at: null,
        outcome_json: null,
      });
      const done = await kernel.database.change({ guards: [settle, decision], writes: remembered.writes, records });
      if (done === 'lost') throw this.#tooLate(await this.#load(approval.id, person));
      return { outcome: await this.#outcome(approval.call_id), confirmToken, ...offer };
    }
    const warrant: Warrant = { approver: person.userId, tokenId, expected };
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
        [start, decision, redeem],
        records,
        {},
        remembered.writes,
      );
      return { outcome, confirmToken, ...offer };
    } catch (error) {
      // The token is new, so only the decision itself can have been lost.
      if (error instanceof DeputizeError && error.code === 'TOKEN_USED')
        throw this.#tooLate(await this.#load(approval.id, person));
      throw error;
    }
  }

  /** The call as it would run now, with the arguments of the verdict, and the state that is being approved. */
  async #proposalFor(
    approval: ApprovalRecord,
    verdict: Verdict,
  ): Promise<{ proposal: Proposal; expected: string | undefined }> {
    const kernel = this.#kernel;
    const tool = kernel.registry.resolve(approval.preset, approval.tool);
    const isEdited = verdict.modifiedArgs !== undefined;
    const given: unknown = isEdited ? verdict.modifiedArgs : JSON.parse(approval.proposed_args_json);
    const [kind, via] = approval.actor.split(' ');
    const principal = await this.#directory.principal(
      approval.user_id,
      kind === 'person' ? 'person' : 'agent',
      via ?? '',
    );
    const call: ValidCall = {
      callId: approval.call_id,
      traceId: approval.trace_id,
      principal,
      preset: approval.preset,
      tool,
      mode: approval.mode === 'voice' ? 'voice' : 'text',
      conversationId: approval.conversation_id,
      ...validateArgs(kernel, tool, given),
    };
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
    });
  }

  #remember(
    approval: ApprovalRecord,
    verdict: Verdict,
    person: Principal,
    argsHash: string,
    effect: 'allow' | 'deny',
    now: number,
  ): { writes: Query[]; records: RecordDraft[] } {
    const { remember, pattern } = verdict;
    if (remember === undefined || remember === 'once') return { writes: [], records: [] };
    const tool = this.#kernel.registry.resolve(approval.preset, approval.tool);
    if (effect === 'allow' && !tool.grants) {
      throw new DeputizeError('FORBIDDEN', `${tool.name} asks every time; it cannot be granted.`);
    }
    const match: GrantMatch = pattern ? { kind: 'pattern', values: pattern } : { kind: 'exact', argsHash };
    return this.#grant(approval, person, match, remember, effect, now);
  }

  #grant(
    approval: ApprovalRecord,
    person: Principal,
    match: GrantMatch,
    remember: Exclude<Remember, 'once'>,
    effect: 'allow' | 'deny',
    now: number,
  ): { writes: Query[]; records: RecordDraft[] } {
    if (remember === 'conversation' && approval.conversation_id === null) {
      throw new DeputizeError(
        'INVALID_REQUEST',
        'This call belongs to no conversation, so it cannot be remembered for one.',
      );
    }
    const row: GrantRow = {
      id: this.#kernel.newId(),
      organization_id: approval.organization_id,
      user_id: approval.user_id,
      preset: approval.preset,
      tool: approval.tool,
      match_json: canonical(match as unknown as Json),
      conversation_id: remember === 'conversation' ? approval.conversation_id : null,
      effect,
      approval_id: approval.id,
      created_at: now,
      expires_at: typeof remember === 'object' ? now + remember.forMs : null,
      revoked_at: null,
    };
    const body = {
      by: person.userId,
      grantId: row.id,
      preset: row.preset,
      tool: row.tool,
      effect,
      match: match as unknown as Json,
      expiresAt: row.expires_at,
    };
    return {
      writes: [this.#kernel.grants.insert(row)],
      records: [record('grant.created', now, approval.call_id, body)],
    };
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
    const [row] = await database.read<{ count: number }>(
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
    remember: Exclude<Remember, 'once'>,
    pattern: { readonly [pointer: string]: string } | undefined,
    person: Principal,
  ): Promise<string> {
    requirePerson(person, 'grant anything');
    const kernel = this.#kernel;
    const approval = await this.#load(approvalId, person);
    if (approval.decision !== 'approved')
      throw new DeputizeError('INVALID_REQUEST', 'Only what was approved can be granted.');
    const tool = kernel.registry.resolve(approval.preset, approval.tool);
    if (!tool.grants) throw new DeputizeError('FORBIDDEN', `${tool.name} asks every time; it cannot be granted.`);
    const argsHash = kernel.digest.sha256(approval.approved_args_json ?? approval.proposed_args_json);
    const match: GrantMatch = pattern ? { kind: 'pattern', values: pattern } : { kind: 'exact', argsHash };
    const { writes, records } = this.#grant(approval, person, match, remember, 'allow', kernel.clock.now());
    await kernel.database.change({ guards: writes, records });
    return (JSON.parse(records[0]?.body ?? '{}') as { grantId: string }).grantId;
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

  #view(row: ApprovalRecord): ApprovalView {
    const { rule } = decisionOf(row);
    return {
      id: row.id,
      callId: row.call_id,
      traceId: row.trace_id,
      state: row.call_state,
      tool: row.tool,
      version: row.tool_version,
      preset: row.preset,
      risk: row.risk,
      reason: row.reason,
      rule,
      requestedBy: row.actor,
      userId: row.user_id,
      args: JSON.parse(row.proposed_args_json) as Json,
      approvedArgs: row.approved_args_json === null ? null : (JSON.parse(row.approved_args_json) as Json),
      preview: JSON.parse(row.preview_json) as Preview,
      createdAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
      decision: row.decision,
      decidedBy: row.decided_by,
      decidedVia: row.decided_via,
      decidedAt: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
      note: row.note,
      url: `${this.#kernel.origin()}/approvals/${row.id}`,
    };
  }
}

function maySee(principal: Principal, row: ApprovalRecord): boolean {
  if (row.organization_id !== principal.organizationId) return false;
  return row.user_id === principal.userId || principal.role === 'admin';
}
