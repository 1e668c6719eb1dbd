/** Looks up calls: the outcome of one, a list of them, and the rest of a truncated result. */
import { sql as raw } from 'kysely';

import type { Json } from '../ports/json.ts';
import type { Resource } from '../ports/resource.ts';
import { isOwnActor, ownActorCondition } from './access/own-calls.ts';
import type { Principal } from './access/principal.ts';
import { toReference, type ContentCommitment } from './contents/content-store.ts';
import { DeputizeError } from './errors.ts';
import type { CallExecutor } from './executor/call-executor.ts';
import { readPolicyDecision, awaitOutcome, storedOutcome, type StoredOutcomeParts } from './executor/call-outcome.ts';
import { recordedResources, readCallWorkspace } from './executor/valid-call.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import type { ApprovalWithCall } from './ledger/approvals.ts';
import type { Outcome } from './outcome.ts';
import type { PolicyDecision } from './policy/policy.ts';
import { query } from './storage/statements.ts';
import type { CallRow, CallState, CoreTables } from './storage/tables.ts';

type CallServiceParts = StoredOutcomeParts & RuntimeParts<'sql' | 'undoQueries' | 'objects' | 'limits'>;

/** A call as its user sees it. Times are ISO 8601; fields that have no value yet are null. */
export interface CallView {
  readonly callId: string;
  readonly traceId: string;
  readonly userId: string;
  readonly actor: string;
  readonly preset: string;
  readonly tool: string;
  readonly version: string;
  readonly state: CallState;
  readonly risk: string;
  readonly decision: PolicyDecision;
  readonly workspace: Resource | null;
  readonly resources: readonly Resource[];
  readonly proposedArgs: Json;
  readonly approvedArgs: Json;
  readonly executedArgs: Json;
  readonly outcome: Outcome | null;
  /** Arguments and outcome were erased. */
  readonly isErased: boolean;
  /** What the tool noted for the audit, which holds commitments to the data. Empty in lists. */
  readonly notes: readonly { readonly event: string; readonly data: Json }[];
  /** The user who approved or denied it, and the name of this user. Null in lists. */
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly canUndo: boolean;
}

/** Limits a list of calls. The most that one list returns is 1,000 calls. */
export interface CallFilter {
  readonly state?: CallState | undefined;
  readonly tool?: string | undefined;
  /** The id of a workspace. */
  readonly workspace?: string | undefined;
  /** A call's id, or a time. */
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

const PAGE = 100;
/** The size of a piece of a result without its text. */
const PIECE_OVERHEAD = 200;
const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/**
 * Looks up the calls of one user. A call of another user throws NOT_FOUND, also for administrators. For an agent, a call
 * of another credential does too.
 */
export class CallService {
  readonly #parts: CallServiceParts;
  readonly #executor: CallExecutor;

  constructor(parts: CallServiceParts, executor: CallExecutor) {
    this.#parts = parts;
    this.#executor = executor;
  }

  async show(callId: string, principal: Principal): Promise<CallView> {
    const { database, approvalQueries, undoQueries } = this.#parts;
    const row = await this.#load(callId, principal);
    const [approval] = await database.read<ApprovalWithCall>(approvalQueries.byCall({ call_id: callId }));
    const [kept] = await database.read<CoreTables['undo']>(undoQueries.byCall({ call_id: callId }));
    const canUndo = kept?.state === 'ready' && ['ok', 'error', 'unknown'].includes(row.state);
    const [args, outcome, approvedArgs] = await this.#parts.contents.readAll([
      row.args_json,
      row.outcome_json,
      approval?.approved_args_json ?? null,
    ]);
    return view(row, { args, outcome, approvedArgs, notes: await this.#notes(callId), approval }, canUndo);
  }

  async #notes(callId: string): Promise<CallView['notes']> {
    const { contents, database, sql } = this.#parts;
    const ended = sql.selectFrom('audit').select('body').where('call_id', '=', callId).where('kind', '=', 'call.ended');
    const [row] = await database.read<{ body: string }>(query(ended));
    const { notes = [] } = JSON.parse(row?.body ?? '{}') as { notes?: { event: string; data: ContentCommitment }[] };
    const texts = await contents.readAll(notes.map(({ data }) => toReference(data.contentId)));
    return notes.map(({ event }, at) => ({ event, data: JSON.parse(texts[at] ?? 'null') as Json }));
  }

  /** Newest first. */
  async list({ state, tool, workspace, before, limit = PAGE }: CallFilter, principal: Principal): Promise<CallView[]> {
    const { database, sql } = this.#parts;
    let select = sql
      .selectFrom('calls')
      .selectAll()
      .where('user_id', '=', principal.userId)
      .orderBy('n', 'desc')
      .limit(Math.min(limit, 1_000));
    const own = ownActorCondition(principal);
    if (own) select = select.where(own);
    // A literal in the SQL, because only then the database uses the small index of unknown calls.
    if (state) select = select.where('state', '=', state === 'unknown' ? raw.lit('unknown' as const) : state);
    if (tool) select = select.where('tool', '=', tool);
    if (workspace) select = select.where('workspace_id', '=', workspace);
    if (before !== undefined && ISO_TIME.test(before)) select = select.where('created_at', '<', Date.parse(before));
    else if (before !== undefined) select = select.where('n', '<', await this.#placeOf(before, principal));
    const rows = await database.read<CallRow>(query(select));
    const texts = await this.#parts.contents.readAll(rows.flatMap((row) => [row.args_json, row.outcome_json]));
    return rows.map((row, at) => view(row, { args: texts[at * 2], outcome: texts[at * 2 + 1] }, false));
  }

  async #placeOf(callId: string, principal: Principal): Promise<number> {
    const { database, sql } = this.#parts;
    let select = sql.selectFrom('calls').select('n').where('id', '=', callId).where('user_id', '=', principal.userId);
    const own = ownActorCondition(principal);
    if (own) select = select.where(own);
    const [row] = await database.read<{ n: number }>(query(select));
    if (row) return row.n;
    throw new DeputizeError(
      'INVALID_REQUEST',
      '`before` is the id of a call of yours, or a time such as 2026-01-31T12:00:00Z.',
    );
  }

  /** The outcome so far; waits up to `waitMs` for a call that runs or waits for a person. */
  async outcome(callId: string, principal: Principal, waitMs = 0): Promise<Outcome> {
    const row = await this.#load(callId, principal);
    const until = this.#parts.clock.now() + waitMs;
    const running = await awaitOutcome(this.#parts, this.#executor.running, row, waitMs);
    if (running.state !== 'pending') return running;
    return this.#afterDecision(row, until);
  }

  async #afterDecision(row: CallRow, until: number): Promise<Outcome> {
    const { database, clock, callQueries } = this.#parts;
    for (;;) {
      const [now] = await database.read<CallRow>(callQueries.byId({ id: row.id }));
      const isOpen = now && ['awaiting_approval', 'proposed', 'running'].includes(now.state);
      if (!isOpen || clock.now() >= until) return storedOutcome(this.#parts, now ?? row);
      await this.#change(until - clock.now());
    }
  }

  /** Resolves when a record was written, or after one second. */
  #change(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(done, Math.min(maxMs, 1_000));
      const stop = this.#parts.database.watch(done);
    });
  }

  /** Returns a piece of the JSON text of the whole result. */
  async readOn(callId: string, principal: Principal, offset: number, length: number) {
    const outcome = await storedOutcome(this.#parts, await this.#load(callId, principal));
    const whole = 'truncated' in outcome ? outcome.truncated?.whole : undefined;
    const isDone = outcome.state === 'ok' || outcome.state === 'reported';
    // A pending call may carry a part of its value. Its result does not exist yet.
    if (!isDone && (outcome.state === 'pending' || whole === undefined))
      throw new DeputizeError('NOT_FOUND', 'This call has no result.');
    const text = whole === undefined ? JSON.stringify(isDone ? outcome.value : null) : await this.#whole(whole);
    const piece = text.slice(offset, offset + length);
    const next = offset + piece.length;
    return { text: piece, offset, total: text.length, next: next < text.length ? next : null };
  }

  /** Shortens a piece until it fits into one result. A truncated piece would refer to itself for the rest. */
  async readPiece(callId: string, principal: Principal, offset: number, length: number) {
    const most = this.#parts.limits.outputBudget - PIECE_OVERHEAD;
    for (let asked = length; ; asked = Math.max(Math.floor(asked / 2), 1)) {
      const piece = await this.readOn(callId, principal, offset, asked);
      if (asked === 1 || JSON.stringify(piece.text).length <= most) return piece;
    }
  }

  async #whole(hash: string): Promise<string> {
    const bytes = await this.#parts.objects.get(hash);
    if (!bytes) throw new DeputizeError('NOT_FOUND', 'The whole result is no longer kept.');
    const text = await this.#parts.contents.openText(new TextDecoder().decode(bytes));
    if (text === undefined) throw new DeputizeError('NOT_FOUND', 'The contents of this call were erased.');
    return text;
  }

  /** Returns false if there is a call with this id that the principal does not see. */
  async isVisible(callId: string, principal: Principal): Promise<boolean> {
    const [row] = await this.#parts.database.read<CallRow>(this.#parts.callQueries.byId({ id: callId }));
    const actor = row?.actor ?? this.#executor.running.findActor(callId);
    if (actor === undefined) return true;
    const isOfUser = row === undefined || row.user_id === principal.userId;
    return isOfUser && isOwnActor(this.#parts, actor, principal);
  }

  async #load(callId: string, principal: Principal): Promise<CallRow> {
    const [row] = await this.#parts.database.read<CallRow>(this.#parts.callQueries.byId({ id: callId }));
    // Arguments and results are private to the user of the call, also towards administrators.
    if (row?.user_id === principal.userId && (await isOwnActor(this.#parts, row.actor, principal))) return row;
    throw new DeputizeError('NOT_FOUND', 'There is no such call.', { details: { callId: callId.slice(0, 128) } });
  }
}

/** The opened contents of a call. One that is undefined does not exist yet, or was erased. */
interface CallContents {
  readonly args: string | undefined;
  readonly outcome: string | undefined;
  readonly approvedArgs?: string | undefined;
  readonly notes?: CallView['notes'];
  readonly approval?: ApprovalWithCall | undefined;
}

function view(row: CallRow, contents: CallContents, canUndo: boolean): CallView {
  const parse = (text: string | undefined): Json => (text === undefined ? null : (JSON.parse(text) as Json));
  const proposedArgs = parse(contents.args);
  const approvedArgs = parse(contents.approvedArgs);
  return {
    callId: row.id,
    traceId: row.trace_id,
    userId: row.user_id,
    actor: row.actor,
    preset: row.preset,
    tool: row.tool,
    version: row.tool_version,
    state: row.state,
    risk: row.risk,
    decision: readPolicyDecision(row),
    workspace: readCallWorkspace(row),
    resources: recordedResources(row) ?? [],
    proposedArgs,
    approvedArgs,
    executedArgs: row.started_at === null ? null : (approvedArgs ?? proposedArgs),
    outcome: contents.outcome === undefined ? null : (JSON.parse(contents.outcome) as Outcome),
    isErased: contents.args === undefined,
    notes: contents.notes ?? [],
    decidedBy: contents.approval?.decided_by ?? null,
    decidedByName: contents.approval?.decided_by_name ?? null,
    createdAt: new Date(row.created_at).toISOString(),
    startedAt: row.started_at === null ? null : new Date(row.started_at).toISOString(),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
    canUndo,
  };
}
