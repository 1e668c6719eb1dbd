/** Runs every call of every door, and returns an outcome. Only an undo has an effect elsewhere, in `undo.ts`. */
import { raceTimeout } from '../../lib/timeout.ts';
import type { Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import { isUsableId } from '../ids.ts';
import { createCall, validateArgs, type CallCreationParts, type ValidCall } from './valid-call.ts';
import { evaluateCall, type EvaluationParts, type EvaluatedCall } from './evaluate-call.ts';
import { RunningCalls, type RunningCallParts, type CallerHooks } from './running-calls.ts';
import { runTool, type RunHooks, type ToolRunParts, type ToolRunResult } from './run-tool.ts';
import { findRepeat, requestApproval, type ApprovalRequestParts } from './request-approval.ts';
import { blockedCallError, recordRefusal, RefusedCallError, type RefusalParts } from './record-refusal.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import { draftRecord } from '../ledger/records.ts';
import type { CallRequest, Outcome } from '../outcome.ts';
import type { CallRow } from '../storage/tables.ts';
import { stoppedError } from '../stopped-error.ts';
import {
  buildStartBody,
  toApprovalFields,
  callRow,
  sealArgs,
  storeWriteAheadRecord,
  commitIdempotent,
  commitWithRetry,
  type Authorization,
  type CallIds,
  type CallStart,
} from './call-record.ts';
import {
  markEdited,
  readConfirmToken,
  redeemConfirmToken,
  requireTokenCovers,
  type TokenParts,
} from './confirm-token.ts';
import { buildCallEnd, returnEarlierOutcome, toNextCallResult, toUnknown } from './call-outcome.ts';

/** What the steps of a call need together. */
type ExecutorParts = CallCreationParts &
  EvaluationParts &
  ApprovalRequestParts &
  RunningCallParts &
  ToolRunParts &
  RefusalParts &
  TokenParts &
  RuntimeParts<'marks'>;

/** A read-only call that ends within this time is recorded in one write. */
const QUICK_MS = 50;
const NO_AUTHORIZATION: Authorization = { approver: null, tokenId: null, expected: undefined };

/** Runs calls. `call` returns every refusal and failure as an outcome; `commitAndRun` throws if the call cannot start. */
export class CallExecutor {
  readonly #parts: ExecutorParts;
  readonly running: RunningCalls;
  #isDraining = false;
  #handsOver = false;
  #left = 0;

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
    this.running = new RunningCalls(parts);
  }

  async call(request: CallRequest, principal: Principal): Promise<Outcome> {
    const parts = this.#parts;
    const ids = {
      callId: request.callId ?? request.newId ?? parts.newId(),
      traceId: request.traceId ?? parts.newId(),
    };
    if (!isUsable(ids.callId) || !isUsable(request.traceId)) {
      const fresh = { callId: parts.newId(), traceId: parts.newId() };
      const message = 'callId and traceId are 1 to 128 letters, digits or any of _ . : -';
      return recordRefusal(parts, fresh, request, principal, new DeputizeError('INVALID_REQUEST', message));
    }
    try {
      parts.registry.requireOffered(request.preset, principal);
      if (parts.remoteExecutor?.has(request.preset, request.tool)) {
        // This process knows of a stop at once; the other one learns of it a little later.
        if (await parts.settings.isStopped(principal)) throw stoppedError();
        return await parts.remoteExecutor.call({ ...request, newId: ids.callId }, principal);
      }
      return await this.#evaluateAndRun(ids, request, principal);
    } catch (error) {
      return recordRefusal(parts, ids, request, principal, error);
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

  async #evaluateAndRun(ids: CallIds, request: CallRequest, principal: Principal): Promise<Outcome> {
    const parts = this.#parts;
    const resolved = parts.registry.resolveTool(request.preset, request.tool, request.toolsVersion);
    const tool = resolved instanceof Promise ? await resolved : resolved;
    const call = await createCall(parts, ids, tool, request, principal);
    if (request.confirmToken !== undefined) return this.#callWithToken(call, request, request.confirmToken);
    const hasCallerIds = request.callId !== undefined || request.traceId !== undefined;
    const collects = request.collects === true && !hasCallerIds;
    const evaluatedCall = await this.#evaluate(call, request).catch(async (error: unknown) => {
      // The effect of the approved call may be why an equal call is refused now.
      const collected = collects ? await this.#collect(call) : undefined;
      if (collected) return collected;
      throw error;
    });
    if ('state' in evaluatedCall) return this.#addPartialResult(evaluatedCall, call, request);
    switch (evaluatedCall.decision.effect) {
      case 'allow':
      case 'report': {
        // Only this process knows an id that it made, so there can be no earlier call with this id.
        if (request.callId === undefined && isReadOnly(evaluatedCall)) return this.#runReadOnly(evaluatedCall, request);
        // A grant, or the effect of the approved call, may let an equal call run. Its outcome is collected first.
        const collected = collects ? await this.#collect(evaluatedCall) : undefined;
        return this.#addPartialResult(collected ?? (await this.#begin(evaluatedCall, request)), call, request);
      }
      case 'confirm': {
        const repeats = hasCallerIds ? 'none' : collects ? 'decided' : 'open';
        const asked = await requestApproval(parts, evaluatedCall, repeats);
        const outcome =
          asked.kind === 'pending' ? asked.outcome : await returnEarlierOutcome(parts, this.running, asked.row, call);
        return this.#addPartialResult(outcome, call, request);
      }
      case 'block':
        throw blockedCallError(evaluatedCall);
    }
  }

  /** Returns the outcome of an equal earlier call that a person decided, if no caller has collected it yet. */
  async #collect(call: ValidCall): Promise<Outcome | undefined> {
    const repeated = await findRepeat(this.#parts, call, 'decided');
    return repeated?.kind === 'earlierCall'
      ? returnEarlierOutcome(this.#parts, this.running, repeated.row, call)
      : undefined;
  }

  async #begin(evaluatedCall: EvaluatedCall, caller: CallerHooks): Promise<Outcome> {
    const args = await sealArgs(this.#parts, evaluatedCall);
    const begin = this.#parts.callQueries.insertRunning(callRow(this.#parts, evaluatedCall, 'running', args));
    return this.commitAndRun(evaluatedCall, NO_AUTHORIZATION, { guards: [begin], args }, caller);
  }

  /** Evaluates the call. If the caller chose the id and it was used before, returns the outcome of the earlier call. */
  async #evaluate(call: ValidCall, request: CallRequest): Promise<EvaluatedCall | Outcome> {
    const hasCallerId = request.callId !== undefined;
    try {
      const evaluatedCall = await evaluateCall(this.#parts, call);
      // A call that runs at once finds an earlier call of the same id when it writes its write-ahead record.
      if (!hasCallerId || runsAtOnce(evaluatedCall)) return evaluatedCall;
      return (await this.#findEarlierOutcome(call)) ?? evaluatedCall;
    } catch (error) {
      const earlier = hasCallerId ? await this.#findEarlierOutcome(call) : undefined;
      if (earlier) return earlier;
      throw error;
    }
  }

  /**
   * Runs the partial call, which needs no person, while the whole call waits. It has a separate id and is decided and
   * recorded like any other call. It never asks, so a person gets only one approval request.
   */
  async #addPartialResult(outcome: Outcome, call: ValidCall, request: CallRequest): Promise<Outcome> {
    if (outcome.state !== 'pending') return outcome;
    const parts = this.#parts;
    const part = call.tool.partialCall?.(call.args);
    if (part === undefined) return outcome;
    try {
      const callId = `part.${parts.digest.sha256(outcome.callId).slice(0, 32)}`;
      const evaluatedCall = await evaluateCall(parts, { ...call, callId, ...validateArgs(parts, call.tool, part) });
      if (!runsAtOnce(evaluatedCall)) return outcome;
      const answered = await this.#begin(evaluatedCall, request);
      if (answered.state !== 'ok' && answered.state !== 'reported') return outcome;
      const cut = answered.truncated ? { truncated: answered.truncated } : {};
      return { ...outcome, value: answered.value, ...cut };
    } catch (error) {
      // The approval request for the whole call exists already, so the caller gets that outcome.
      parts.log('warn', `${call.tool.name} could not answer a part at once`, { callId: outcome.callId, error });
      return outcome;
    }
  }

  async #callWithToken(given: ValidCall, request: CallRequest, token: string): Promise<Outcome> {
    const parts = this.#parts;
    const claims = await readConfirmToken(parts, given, request, token);
    const callId = request.callId ?? (claims.reusable ? given.callId : claims.callId);
    const evaluated = await evaluateCall(parts, { ...given, traceId: claims.traceId, callId });
    const evaluatedCall = await markEdited(parts, evaluated);
    if (evaluatedCall.decision.effect === 'block') throw blockedCallError(evaluatedCall);
    requireTokenCovers(claims, evaluatedCall);
    const { authorization, ...start } = await redeemConfirmToken(parts, claims, evaluatedCall);
    return this.commitAndRun(evaluatedCall, authorization, start, request);
  }

  /**
   * Writes the write-ahead record together with the guards, which make this the only run. Then runs the tool and records the
   * outcome. If a guard fails, another process or request was first.
   */
  async commitAndRun(
    evaluatedCall: EvaluatedCall,
    authorization: Authorization,
    { args, guards, writes = [], records: earlier = [] }: CallStart,
    caller: CallerHooks,
  ): Promise<Outcome> {
    const parts = this.#parts;
    const startedAt = parts.clock.now();
    const about = { ...buildStartBody(evaluatedCall, args.commitment, startedAt), ...toApprovalFields(authorization) };
    const records = [
      ...earlier,
      draftRecord(evaluatedCall.principal.organizationId, 'call.started', startedAt, evaluatedCall.callId, about),
    ];
    // With an authorization, the guards also read the approval, so the change must not run beside others.
    const isIndependent = authorization === NO_AUTHORIZATION;
    const change = { guards, writes: [args.insert, ...writes], records, isIndependent };
    if ((await storeWriteAheadRecord(parts, this.running, evaluatedCall.callId, change)) === 'lost')
      return this.#handleLostGuard(evaluatedCall, authorization);
    return this.runCommitted(evaluatedCall, authorization.expected, startedAt, caller);
  }

  /** Runs a call whose write-ahead record is stored, and records its outcome. Recovery uses it for idempotent calls after a crash. */
  async runCommitted(
    evaluatedCall: EvaluatedCall,
    expected: string | undefined,
    startedAt: number,
    caller: CallerHooks,
    isRecovered = false,
  ): Promise<Outcome> {
    return this.running.track(evaluatedCall, startedAt, caller, async (controller) => {
      const precondition = { expected, begunAt: startedAt };
      const result = await runTool(
        this.#parts,
        evaluatedCall,
        controller,
        precondition,
        this.#addNext(evaluatedCall, caller),
      );
      return this.#finishOrLeave(evaluatedCall, result, startedAt, isRecovered);
    });
  }

  /** A tool's further call has an id that follows from its own, so it exists once. */
  #addNext(evaluatedCall: EvaluatedCall, caller: CallerHooks): RunHooks {
    const { callId, traceId, preset, mode, conversationId, workspaceId, principal } = evaluatedCall;
    return {
      ...caller,
      callNext: async (tool, args) => {
        const nextId = `next.${this.#parts.digest.sha256(callId).slice(0, 32)}`;
        const place = { conversationId: conversationId ?? undefined, workspace: workspaceId ?? undefined };
        const request = { tool, args, preset, mode, traceId, callId: nextId, ...place };
        return toNextCallResult(await this.call(request, principal));
      },
    };
  }

  /**
   * A call without effects may begin before its write-ahead record is stored. If it ends quickly, one write records the whole
   * call before the answer. If it takes longer, the write-ahead record is written while it runs.
   */
  async #runReadOnly(evaluatedCall: EvaluatedCall, caller: CallerHooks): Promise<Outcome> {
    const parts = this.#parts;
    const startedAt = parts.clock.now();
    const args = await sealArgs(parts, evaluatedCall);
    const body = buildStartBody(evaluatedCall, args.commitment, startedAt);
    const started = draftRecord(
      evaluatedCall.principal.organizationId,
      'call.started',
      startedAt,
      evaluatedCall.callId,
      body,
    );
    return this.running.track(evaluatedCall, startedAt, caller, async (controller) => {
      const running = runTool(parts, evaluatedCall, controller, {}, this.#addNext(evaluatedCall, caller));
      const early = await raceTimeout(QUICK_MS, running);
      if (early) {
        const { outcome, sealed, state, endedAt, ended } = await buildCallEnd(parts, evaluatedCall, early, startedAt);
        const outcome_json = sealed.outcome.reference;
        const times = { created_at: startedAt, started_at: startedAt, ended_at: endedAt };
        const row = { ...callRow(parts, evaluatedCall, 'running', args), ...times, state, outcome_json };
        const writes = [args.insert, ...sealed.inserts];
        const whole = {
          guards: [parts.callQueries.insert(row)],
          writes,
          records: [started, ended],
          isIndependent: true,
        };
        const isOutcomeStored = () => this.#isOutcomeStored(evaluatedCall.callId, outcome_json);
        if ((await commitIdempotent(parts.database, whole, isOutcomeStored)) === 'lost')
          throw new Error('the id of a read-only call was used before');
        this.#runAfterCommit(evaluatedCall, early);
        return outcome;
      }
      const guards = [parts.callQueries.insertRunning(callRow(parts, evaluatedCall, 'running', args))];
      const change = { guards, writes: [args.insert], records: [started], isIndependent: true };
      try {
        await storeWriteAheadRecord(parts, this.running, evaluatedCall.callId, change);
      } catch (error) {
        controller.abort(error);
        throw error;
      }
      return this.#finishOrLeave(evaluatedCall, await running, startedAt, false);
    });
  }

  /** Leaves a call for the next process if only the shutdown ended it and it is safe to run again. */
  async #finishOrLeave(
    evaluatedCall: EvaluatedCall,
    result: ToolRunResult,
    startedAt: number,
    isRecovered: boolean,
  ): Promise<Outcome> {
    const isLeft =
      this.#isDraining && !result.ok && (isRecovered || (this.#handsOver && evaluatedCall.tool.idempotent));
    if (!isLeft) return this.#finish(evaluatedCall, result, startedAt);
    this.#left += 1;
    return toUnknown(evaluatedCall, 'This call goes on in the next process.');
  }

  /** Runs the effects that the tool registered for after its call is recorded. A failure here does not change the outcome. */
  #runAfterCommit({ callId, tool }: EvaluatedCall, ran: ToolRunResult): void {
    if (!ran.ok && !ran.whole) return;
    for (const effect of ran.effects) {
      try {
        effect();
      } catch (error) {
        this.#parts.log('error', `what ${tool.name} asked for afterwards failed`, { callId, error });
      }
    }
  }

  async #finish(evaluatedCall: EvaluatedCall, result: ToolRunResult, startedAt: number): Promise<Outcome> {
    const parts = this.#parts;
    const { callId, tool } = evaluatedCall;
    const { outcome, sealed, state, endedAt, ended } = await buildCallEnd(parts, evaluatedCall, result, startedAt);
    const outcome_json = sealed.outcome.reference;
    const value = result.ok ? result.value : result.whole?.value;
    try {
      const committed = await commitWithRetry(parts, {
        guards: [
          parts.callQueries.finish({ id: callId, state, node_id: parts.nodeId, ended_at: endedAt, outcome_json }),
        ],
        writes: [...sealed.inserts, ...(value === undefined ? [] : parts.marks(evaluatedCall, value, endedAt))],
        records: [ended],
        isIndependent: true,
      });
      if (committed === 'done') {
        this.#runAfterCommit(evaluatedCall, result);
        return outcome;
      }
      const isOutcomeStored = await this.#isOutcomeStored(callId, outcome_json);
      return isOutcomeStored ? outcome : toUnknown(evaluatedCall, 'Another process took this call over.');
    } catch (error) {
      // The tool ran. From here on, no failure may be reported as a refusal.
      parts.log('error', 'an outcome could not be recorded', { callId, error });
      return toUnknown(evaluatedCall, `${tool.name} has ended, but its outcome could not be recorded.`);
    }
  }

  async #isOutcomeStored(callId: string, reference: string): Promise<boolean> {
    const { database, callQueries } = this.#parts;
    const [row] = await database.read<CallRow>(callQueries.byId({ id: callId }));
    return row?.outcome_json === reference;
  }

  /** Handles a failed guard: the id is taken, the token is used, or another process began the call. */
  async #handleLostGuard(evaluatedCall: EvaluatedCall, authorization: Authorization): Promise<Outcome> {
    if (authorization.tokenId !== null) {
      throw new RefusedCallError(
        evaluatedCall,
        new DeputizeError('TOKEN_USED', 'This confirm token was already used.'),
      );
    }
    const earlier = await this.#findEarlierOutcome(evaluatedCall);
    if (earlier) return earlier;
    throw new DeputizeError('INTERNAL', 'The call could not be begun.');
  }

  async #findEarlierOutcome(call: ValidCall): Promise<Outcome | undefined> {
    const [row] = await this.#parts.database.read<CallRow>(this.#parts.callQueries.byId({ id: call.callId }));
    return row ? returnEarlierOutcome(this.#parts, this.running, row, call) : undefined;
  }
}

const runsAtOnce = ({ decision: { effect } }: EvaluatedCall): boolean => effect === 'allow' || effect === 'report';

function isReadOnly({ tool, facts }: EvaluatedCall): boolean {
  const { effect } = facts;
  return (effect === 'none' || effect === 'read') && tool.sideEffects !== 'writes' && !tool.labels.sendsOut;
}

function isUsable(given: string | undefined): boolean {
  return given === undefined || isUsableId(given);
}
