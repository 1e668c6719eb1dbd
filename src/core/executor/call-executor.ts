/** Runs every call of every door, and returns an outcome. There is no other way to an effect. */
import type { SqlQuery, RecordDraft } from '../../ports/database.ts';
import type { Json } from '../../ports/json.ts';
import type { Principal } from '../access/principal.ts';
import { listScope } from '../contract.ts';
import { DeputizeError } from '../errors.ts';
import { isUsableId } from '../ids.ts';
import type { RuntimeKernel } from '../kernel.ts';
import { record, summarise } from '../ledger/records.ts';
import type { CallRequest, Outcome } from '../outcome.ts';
import { query } from '../storage/statements.ts';
import type { CallRow, CallState } from '../storage/tables.ts';
import { stoppedError } from '../stopped-error.ts';
import { checkToken, type TokenClaims } from '../tokens.ts';
import { findRepeat, requestApproval } from './ask.ts';
import { aboutCall, callRow, type CallIds } from './call-row.ts';
import { commitKnown } from './commit-idempotent.ts';
import { commitSurely } from './commit-with-retry.ts';
import { markEdited } from './mark-edited.ts';
import { evaluateCall, resolveTool, type EvaluatedCall } from './evaluate-call.ts';
import { recordIntent } from './record-intent.ts';
import { refuse, RefusedCallError } from './refuse.ts';
import { replay } from './replay.ts';
import { RunningCalls, type CallerHooks } from './running-calls.ts';
import { runTool, type ToolRunResult } from './run-tool.ts';
import { toOutcome, toUnknown } from './to-outcome.ts';
import { createCall, validateArgs, type ValidCall } from './valid-call.ts';
import { raceTimeout } from './timeout.ts';

/** Why a call may run, beside the policy decision. */
export interface Authorization {
  readonly approver: string | null;
  readonly tokenId: string | null;
  /** The approved state of the preview. */
  readonly expected: string | undefined;
}

/** A read-only call that ends within this time is recorded in one write. */
const QUICK_MS = 50;
const NO_AUTHORIZATION: Authorization = { approver: null, tokenId: null, expected: undefined };

export class CallExecutor {
  readonly #kernel: RuntimeKernel;
  readonly running: RunningCalls;
  #isDraining = false;
  #handsOver = false;
  #left = 0;

  constructor(kernel: RuntimeKernel) {
    this.#kernel = kernel;
    this.running = new RunningCalls(kernel);
  }

  async call(request: CallRequest, principal: Principal): Promise<Outcome> {
    const kernel = this.#kernel;
    const ids = {
      callId: request.callId ?? request.newId ?? kernel.newId(),
      traceId: request.traceId ?? kernel.newId(),
    };
    if (!isUsable(ids.callId) || !isUsable(request.traceId)) {
      const fresh = { callId: kernel.newId(), traceId: kernel.newId() };
      const message = 'callId and traceId are 1 to 128 letters, digits or any of _ . : -';
      return refuse(kernel, fresh, request, principal, new DeputizeError('INVALID_REQUEST', message));
    }
    try {
      kernel.registry.requireOffered(request.preset, principal);
      if (kernel.elsewhere?.has(request.preset, request.tool)) {
        // This process knows of a stop at once; the other one learns of it a little later.
        if (await kernel.settings.isStopped(principal)) throw stoppedError();
        return await kernel.elsewhere.call({ ...request, newId: ids.callId }, principal);
      }
      return await this.#call(ids, request, principal);
    } catch (error) {
      return refuse(kernel, ids, request, principal, error);
    }
  }

  /**
   * Aborts the running calls and waits for them. Recovered calls are left for the next process, because no caller cancelled
   * them. With `handsOver`, idempotent calls are left as well. Returns the number of calls that are left.
   */
  async drain(handsOver: boolean): Promise<number> {
    this.#isDraining = true;
    this.#handsOver ||= handsOver;
    await this.running.endAll('The server is stopping.');
    return this.#left;
  }

  async #call(ids: CallIds, request: CallRequest, principal: Principal): Promise<Outcome> {
    const kernel = this.#kernel;
    const resolved = resolveTool(kernel, request);
    const tool = resolved instanceof Promise ? await resolved : resolved;
    const call = await createCall(kernel, ids, tool, request, principal);
    if (request.confirmToken !== undefined) return this.#callWithToken(call, request, request.confirmToken);
    const isNamed = request.callId !== undefined || request.traceId !== undefined;
    const collects = request.collects === true && !isNamed;
    const proposal = await this.#decide(call, request).catch(async (error: unknown) => {
      // The effect of the approved call may be why an equal call is refused now.
      const collected = collects ? await this.#collect(call) : undefined;
      if (collected) return collected;
      throw error;
    });
    if ('state' in proposal) return this.#andMeanwhile(proposal, call, request);
    switch (proposal.decision.effect) {
      case 'allow':
      case 'report': {
        // Only this process knows an id that it made, so there can be no earlier call with this id.
        if (request.callId === undefined && leavesNoTrace(proposal)) return this.#runReadOnly(proposal, request);
        // A grant, or the effect of the approved call, may let an equal call run. Its outcome is collected first.
        const collected = collects ? await this.#collect(proposal) : undefined;
        return this.#andMeanwhile(collected ?? (await this.#begin(proposal, request)), call, request);
      }
      case 'confirm': {
        const repeats = isNamed ? 'none' : collects ? 'decided' : 'open';
        const asked = await requestApproval(kernel, proposal, repeats);
        const outcome = asked.kind === 'pending' ? asked.outcome : await replay(kernel, this.running, asked.row, call);
        return this.#andMeanwhile(outcome, call, request);
      }
      case 'block':
        throw blockedCallError(proposal);
    }
  }

  /** Returns the outcome of an equal earlier call that a person decided, if no caller has collected it yet. */
  async #collect(call: ValidCall): Promise<Outcome | undefined> {
    const repeated = await findRepeat(this.#kernel, call, 'decided');
    return repeated?.kind === 'known' ? replay(this.#kernel, this.running, repeated.row, call) : undefined;
  }

  #begin(proposal: EvaluatedCall, caller: CallerHooks): Promise<Outcome> {
    const begin = this.#kernel.calls.begin(callRow(this.#kernel, proposal, 'running'));
    return this.launch(proposal, NO_AUTHORIZATION, [begin], [], caller);
  }

  /** Evaluates the call. If the caller chose the id and it was used before, returns the outcome of the earlier call. */
  async #decide(call: ValidCall, request: CallRequest): Promise<EvaluatedCall | Outcome> {
    const isNamed = request.callId !== undefined;
    try {
      const proposal = await evaluateCall(this.#kernel, call);
      // A call that runs at once finds an earlier call of the same id when it writes its write-ahead record.
      if (!isNamed || runsAtOnce(proposal)) return proposal;
      return (await this.#earlier(call)) ?? proposal;
    } catch (error) {
      const earlier = isNamed ? await this.#earlier(call) : undefined;
      if (earlier) return earlier;
      throw error;
    }
  }

  /**
   * Runs the partial call, which needs no person, while the whole call waits. It has a separate id and is decided and
   * recorded like any other call. It never asks, so a person gets only one approval request.
   */
  async #andMeanwhile(outcome: Outcome, call: ValidCall, request: CallRequest): Promise<Outcome> {
    if (outcome.state !== 'pending') return outcome;
    const kernel = this.#kernel;
    const part = call.tool.partialCall?.(call.args);
    if (part === undefined) return outcome;
    try {
      const callId = `part.${kernel.digest.sha256(outcome.callId).slice(0, 32)}`;
      const proposal = await evaluateCall(kernel, { ...call, callId, ...validateArgs(kernel, call.tool, part) });
      if (!runsAtOnce(proposal)) return outcome;
      const answered = await this.#begin(proposal, request);
      if (answered.state !== 'ok' && answered.state !== 'reported') return outcome;
      const cut = answered.truncated ? { truncated: answered.truncated } : {};
      return { ...outcome, value: answered.value, ...cut };
    } catch (error) {
      // The approval request for the whole call exists already, so the caller gets that outcome.
      kernel.log('warn', `${call.tool.name} could not answer a part at once`, { callId: outcome.callId, error });
      return outcome;
    }
  }

  async #callWithToken(given: ValidCall, request: CallRequest, token: string): Promise<Outcome> {
    const kernel = this.#kernel;
    const claims = await checkToken(
      await kernel.signingKey(),
      token,
      {
        traceId: request.traceId,
        userId: given.principal.userId,
        preset: given.preset,
        tool: given.tool.name,
        argsHash: given.argsHash,
      },
      await this.#latest(),
    );
    const callId = request.callId ?? (claims.reusable ? given.callId : claims.callId);
    const proposal = await markEdited(
      kernel,
      await evaluateCall(kernel, { ...given, traceId: claims.traceId, callId }),
    );
    if (proposal.decision.effect === 'block') throw blockedCallError(proposal);
    const wider = listScope(proposal.facts).find((reached) => !claims.scopes.includes(reached));
    if (wider !== undefined)
      throw new RefusedCallError(
        proposal,
        new DeputizeError('TOKEN_SCOPE', `This confirm token was not given for "${wider}".`),
      );
    const outside = proposal.resources.find(({ id }) => !claims.resources.includes(id));
    if (outside !== undefined) throw new RefusedCallError(proposal, otherResourceError(outside.label));
    const warrant: Authorization = {
      approver: `approval ${claims.approvalId}`,
      tokenId: claims.tokenId,
      expected: claims.expected ?? undefined,
    };
    const now = kernel.clock.now();
    // The approved call is stored already. A call with another id is new.
    const start =
      claims.callId === callId
        ? kernel.calls.start({ id: callId, from: 'proposed', node_id: kernel.nodeId, started_at: now })
        : kernel.calls.begin(callRow(kernel, proposal, 'running'));
    const close = kernel.approvals.close({ call_id: claims.callId });
    return this.launch(proposal, warrant, [start, ...redemption(kernel, claims, callId, now)], [], request, [close]);
  }

  /** The time of the clock or of the newest record, the later one. An expired token stays expired if the clock is set back. */
  async #latest(): Promise<number> {
    const { database, sql, clock } = this.#kernel;
    const newest = sql.selectFrom('audit').select('at').orderBy('seq', 'desc').limit(1);
    const [head] = await database.read<{ at: number | string }>(query(newest));
    return Math.max(clock.now(), Number(head?.at ?? 0));
  }

  /**
   * Writes the write-ahead record together with the guards, which make this the only run. Then runs the tool and records the
   * outcome. If a guard fails, another process or request was first.
   */
  async launch(
    proposal: EvaluatedCall,
    warrant: Authorization,
    guards: readonly SqlQuery[],
    drafts: readonly RecordDraft[],
    caller: CallerHooks,
    writes: readonly SqlQuery[] = [],
  ): Promise<Outcome> {
    const kernel = this.#kernel;
    const startedAt = kernel.clock.now();
    const about = { ...aboutStart(proposal, startedAt), ...toApprovalFields(warrant) };
    const records = [...drafts, record('call.started', startedAt, proposal.callId, about)];
    // With an authorization, the guards also read the approval, so the change must not run beside others.
    const intent = { guards, writes, records, isIndependent: warrant === NO_AUTHORIZATION };
    if ((await recordIntent(kernel, this.running, proposal.callId, intent)) === 'lost')
      return this.#lost(proposal, warrant);
    return this.resume(proposal, warrant.expected, startedAt, caller);
  }

  /** Runs a call whose write-ahead record is stored, and records its outcome. Recovery uses it for idempotent calls after a crash. */
  async resume(
    proposal: EvaluatedCall,
    expected: string | undefined,
    startedAt: number,
    caller: CallerHooks,
    isRecovered = false,
  ): Promise<Outcome> {
    return this.running.follow(proposal, startedAt, caller, async (controller) => {
      const standing = { expected, begunAt: startedAt };
      const result = await runTool(this.#kernel, proposal, controller, standing, caller);
      return this.#finishOrLeave(proposal, result, startedAt, isRecovered);
    });
  }

  /**
   * A call without effects may begin before its write-ahead record is stored. If it ends quickly, one write records the whole
   * call before the answer. If it takes longer, the write-ahead record is written while it runs.
   */
  #runReadOnly(proposal: EvaluatedCall, caller: CallerHooks): Promise<Outcome> {
    const kernel = this.#kernel;
    const startedAt = kernel.clock.now();
    const started = record('call.started', startedAt, proposal.callId, aboutStart(proposal, startedAt));
    return this.running.follow(proposal, startedAt, caller, async (controller) => {
      const running = runTool(kernel, proposal, controller, {}, caller);
      const early = await raceTimeout(QUICK_MS, running);
      if (early) {
        const { outcome, state, endedAt, ended } = this.#ending(proposal, early, startedAt);
        const outcome_json = JSON.stringify(outcome);
        const times = { created_at: startedAt, started_at: startedAt, ended_at: endedAt };
        const row = { ...callRow(kernel, proposal, 'running'), ...times, state, outcome_json };
        const whole = { guards: [kernel.calls.insert(row)], records: [started, ended], isIndependent: true };
        const isOurs = () => this.#isKept(proposal.callId, outcome_json);
        if ((await commitKnown(kernel.database, whole, isOurs)) === 'lost')
          throw new Error('the id of a look was taken');
        this.#carryOut(proposal, early);
        return outcome;
      }
      const guards = [kernel.calls.begin(callRow(kernel, proposal, 'running'))];
      const intent = { guards, records: [started], isIndependent: true };
      try {
        await recordIntent(kernel, this.running, proposal.callId, intent);
      } catch (error) {
        controller.abort(error);
        throw error;
      }
      return this.#finishOrLeave(proposal, await running, startedAt, false);
    });
  }

  /** Leaves a call for the next process if only the shutdown ended it and it is safe to run again. */
  async #finishOrLeave(
    proposal: EvaluatedCall,
    result: ToolRunResult,
    startedAt: number,
    isRecovered: boolean,
  ): Promise<Outcome> {
    const isLeft = this.#isDraining && !result.ok && (isRecovered || (this.#handsOver && proposal.tool.idempotent));
    if (!isLeft) return this.#finish(proposal, result, startedAt);
    this.#left += 1;
    return toUnknown(proposal, 'This call goes on in the next process.');
  }

  /** Runs the effects that the tool registered for after its call is recorded. A failure here does not change the outcome. */
  #carryOut({ callId, tool }: EvaluatedCall, ran: ToolRunResult): void {
    if (!ran.ok && !ran.whole) return;
    for (const effect of ran.effects) {
      try {
        effect();
      } catch (error) {
        this.#kernel.log('error', `what ${tool.name} asked for afterwards failed`, { callId, error });
      }
    }
  }

  #ending(proposal: EvaluatedCall, result: ToolRunResult, startedAt: number) {
    const kernel = this.#kernel;
    const { callId, traceId, tool } = proposal;
    const outcome = toOutcome(proposal, result);
    const endedAt = kernel.clock.now();
    const isSlow = endedAt - startedAt > tool.latencyBudgetMs;
    const state: CallState = result.ok ? 'ok' : 'error';
    const body = {
      traceId,
      user: proposal.principal.userId,
      tool: tool.name,
      version: tool.version,
      result: state,
      summary: result.ok ? summarise(result.value) : `${result.error.code}: ${result.error.message}`,
      startedAt,
      endedAt,
      ...(result.notes.length > 0 ? { notes: result.notes } : {}),
      ...(isSlow ? { slow: true, latencyBudgetMs: tool.latencyBudgetMs } : {}),
    };
    if (isSlow) kernel.log('warn', `${tool.name} was slow`, { callId, tookMs: endedAt - startedAt });
    return { outcome, state, endedAt, ended: record('call.ended', endedAt, callId, body) };
  }

  async #finish(proposal: EvaluatedCall, result: ToolRunResult, startedAt: number): Promise<Outcome> {
    const kernel = this.#kernel;
    const { callId, tool } = proposal;
    const { outcome, state, endedAt, ended } = this.#ending(proposal, result, startedAt);
    const outcome_json = JSON.stringify(outcome);
    const value = result.ok ? result.value : result.whole?.value;
    try {
      const committed = await commitSurely(kernel, {
        guards: [kernel.calls.finish({ id: callId, state, node_id: kernel.nodeId, ended_at: endedAt, outcome_json })],
        writes: value === undefined ? [] : kernel.marks(proposal, value, endedAt),
        records: [ended],
        isIndependent: true,
      });
      if (committed === 'done') {
        this.#carryOut(proposal, result);
        return outcome;
      }
      const isOurs = await this.#isKept(callId, outcome_json);
      return isOurs ? outcome : toUnknown(proposal, 'Another process took this call over.');
    } catch (error) {
      // The tool ran. From here on, no failure may be reported as a refusal.
      kernel.log('error', 'an outcome could not be recorded', { callId, error });
      return toUnknown(proposal, `${tool.name} has ended, but its outcome could not be recorded.`);
    }
  }

  async #isKept(callId: string, outcomeJson: string): Promise<boolean> {
    const { database, calls } = this.#kernel;
    const [row] = await database.read<CallRow>(calls.byId({ id: callId }));
    return row?.outcome_json === outcomeJson;
  }

  /** Handles a failed guard: the id is taken, the token is used, or another process began the call. */
  async #lost(proposal: EvaluatedCall, warrant: Authorization): Promise<Outcome> {
    if (warrant.tokenId !== null) {
      throw new RefusedCallError(proposal, new DeputizeError('TOKEN_USED', 'This confirm token was already used.'));
    }
    const earlier = await this.#earlier(proposal);
    if (earlier) return earlier;
    throw new DeputizeError('INTERNAL', 'The call could not be begun.');
  }

  async #earlier(call: ValidCall): Promise<Outcome | undefined> {
    const [row] = await this.#kernel.database.read<CallRow>(this.#kernel.calls.byId({ id: call.callId }));
    return row ? replay(this.#kernel, this.running, row, call) : undefined;
  }
}

/** A process that recovers the call may not know its tool. The flag says whether a process that does may run it again. */
function aboutStart(proposal: EvaluatedCall, startedAt: number): Record<string, Json> {
  return { ...aboutCall(proposal), ...(proposal.tool.idempotent ? { idempotent: true } : {}), startedAt };
}

const runsAtOnce = ({ decision: { effect } }: EvaluatedCall): boolean => effect === 'allow' || effect === 'report';

function blockedCallError(proposal: EvaluatedCall): RefusedCallError {
  const { reason, rule } = proposal.decision;
  return new RefusedCallError(proposal, new DeputizeError('BLOCKED', reason, { details: { rule } }));
}

function leavesNoTrace({ tool, facts }: EvaluatedCall): boolean {
  const { effect } = facts;
  return (effect === 'none' || effect === 'read') && tool.sideEffects !== 'writes' && !tool.labels.sendsOut;
}

function otherResourceError(label: string): DeputizeError {
  return new DeputizeError('TOKEN_RESOURCE', `This confirm token was not given for a call in ${label}.`);
}

function redemption(kernel: RuntimeKernel, claims: TokenClaims, callId: string, at: number): SqlQuery[] {
  return claims.reusable ? [] : [kernel.approvals.redeem({ token_id: claims.tokenId, call_id: callId, at })];
}

function toApprovalFields({ approver, tokenId }: Authorization): Record<string, Json> {
  return { ...(approver === null ? {} : { approver }), ...(tokenId === null ? {} : { tokenId }) };
}

function isUsable(given: string | undefined): boolean {
  return given === undefined || isUsableId(given);
}
