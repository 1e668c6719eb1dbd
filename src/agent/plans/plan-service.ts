/**
 * Plans: calls that an agent proposes together, for a person to see before anything runs. They run through the executor like any call.
 * The call id follows from the place in the plan. So a plan can be resumed at any point, and no call runs twice.
 */
import {
  DeputizeError,
  toErrorValue,
  type ErrorValue,
  type Outcome,
  type CallPreview,
  type Principal,
  type RiskLevel,
  type Runtime,
} from '../../core/index.ts';
import type { Digest } from '../../ports/digest.ts';
import type { Json } from '../../ports/json.ts';
import { planNotFoundError, type CallPlan, type PlanOrder, type PlanStep, type PlanStore } from './plan-store.ts';

interface PlanProposal {
  readonly preset: string;
  readonly order: PlanOrder;
  readonly traceId?: string | undefined;
  readonly calls: readonly { readonly tool: string; readonly args: Json }[];
}

interface PlanItem {
  readonly callId: string;
  readonly tool: string;
  readonly args: Json;
  /** `later`: its effect is not known yet, because it depends on earlier calls. */
  readonly state:
    'ready' | 'needs_approval' | 'approved' | 'blocked' | 'later' | 'waiting' | 'done' | 'failed' | 'skipped';
  readonly decision: Outcome['decision'] | null;
  readonly risk: RiskLevel | null;
  readonly scope: readonly string[];
  /** Only for a person, never for an agent: it shows the content of files. */
  readonly preview: CallPreview | null;
  /** A digest of exactly what was shown. An approval is valid for that and nothing else. */
  readonly shown: string | null;
  readonly error: ErrorValue | null;
  readonly outcome: Outcome | null;
}

export interface PlanView {
  readonly planId: string;
  readonly traceId: string;
  readonly preset: string;
  readonly order: PlanOrder;
  readonly state: 'proposed' | 'waiting' | 'failed' | 'done';
  readonly items: readonly PlanItem[];
}

interface Parts {
  readonly runtime: Runtime;
  readonly store: PlanStore;
  readonly digest: Digest;
  readonly newId: () => string;
}

/** The calls of one answer in a conversation, with the ids that they have there. */
interface AnsweredCalls {
  readonly conversationId: string;
  readonly preset: string;
  readonly calls: readonly { readonly callId: string; readonly tool: string; readonly args: Json }[];
}

/** Errors that may disappear once earlier calls have run. */
const MAY_COME = new Set(['FILE_NOT_FOUND', 'CONFLICT', 'NOT_FOUND', 'ALREADY_EXISTS', 'NOT_A_DIRECTORY']);

export class PlanService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Stores a plan and shows a dry run of its calls. No call runs. */
  async propose({ preset, order, traceId, calls }: PlanProposal, principal: Principal): Promise<PlanView> {
    const { store, newId, runtime } = this.#parts;
    runtime.registry.requireOffered(preset, principal);
    const step = { attempt: 1, isSkipped: false, approved: null };
    const plan: CallPlan = {
      ...{ id: newId(), traceId: traceId ?? newId(), preset, order, isBegun: false },
      ...{ userId: principal.userId, via: principal.via },
      steps: calls.map(({ tool, args }) => ({ tool, args, ...step })),
    };
    await store.create(plan);
    return this.#view(plan, principal);
  }

  /** Stores the calls of one answer as a plan. The conversation runs the calls. The plan only shows and approves them. */
  async ofAnswer({ conversationId, preset, calls }: AnsweredCalls, principal: Principal): Promise<PlanOrder> {
    const { store, runtime } = this.#parts;
    const writes = calls.some(({ tool }) => runtime.registry.find(preset, tool)?.sideEffects === 'writes');
    // A later call may depend on what an earlier call writes.
    const order = writes && calls.length > 1 ? 'sequence' : 'parallel';
    const step = { attempt: 1, isSkipped: false, approved: null };
    await store.create({
      ...{ id: toAnswerId(calls[0]?.callId ?? ''), traceId: conversationId, preset, order, conversationId },
      ...{ isBegun: true, userId: principal.userId, via: principal.via },
      steps: calls.map(({ tool, args, callId }) => ({ tool, args, callId, ...step })),
    });
    return order;
  }

  /** Approves a pending call if the person approved it in the plan and its preview is unchanged. */
  async decideAsPlanned(callId: string, approvalId: string, userId: string): Promise<Outcome | undefined> {
    const plan = await this.#parts.store.read(toAnswerId(callId), userId);
    const step = plan.steps.find((one) => one.callId === callId);
    return step?.approved ? this.#decideAsApproved(approvalId, step, step.approved) : undefined;
  }

  /** Marks calls that the conversation does not run. */
  async skipCalls(callIds: readonly string[], userId: string): Promise<void> {
    const [first = ''] = callIds;
    await this.#parts.store.change(toAnswerId(first), userId, (plan) =>
      changed(plan, (step, callId) => (callIds.includes(callId) ? { ...step, isSkipped: true } : step)),
    );
  }

  async show(id: string, principal: Principal): Promise<PlanView> {
    return this.#view(await this.#read(id, principal), principal);
  }

  /** Approves items as they were shown, and continues. If a preview differs when the call runs, the person is asked again. */
  async approve(
    id: string,
    items: readonly { readonly callId: string; readonly shown: string }[],
    person: Principal,
  ): Promise<PlanView> {
    if (person.kind !== 'person') throw new DeputizeError('FORBIDDEN', 'Only a person can approve a plan.');
    const approved = await this.#parts.store.change(id, person.userId, (plan) => {
      const unknown = items.find(({ callId }) => !plan.steps.some((step, at) => toCallId(plan, step, at) === callId));
      if (unknown)
        throw new DeputizeError('NOT_FOUND', `The plan has no call ${unknown.callId} that could be approved.`);
      return changed(plan, (step, callId) => {
        const seen = items.find((item) => item.callId === callId);
        return seen ? { ...step, approved: { shown: seen.shown, by: person.userId } } : step;
      });
    });
    if (approved.conversationId === undefined) return this.execute(id, person);
    await this.#decideWaiting(approved, person);
    return this.#view(approved, person);
  }

  /** Runs the calls that need no approval or are approved. In a sequence, it stops at the first call that waits or fails. */
  async execute(id: string, principal: Principal): Promise<PlanView> {
    await this.#read(id, principal);
    const plan = await this.#parts.store.change(id, principal.userId, (found) => ({ ...found, isBegun: true }));
    if (plan.conversationId === undefined) await this.#run(plan);
    return this.#view(plan, principal);
  }

  /** Continues after a failure, with calls to retry and calls to skip. */
  async resume(
    id: string,
    how: { retry: readonly string[]; skip: readonly string[] },
    principal: Principal,
  ): Promise<PlanView> {
    const { conversationId } = await this.#read(id, principal);
    if (conversationId !== undefined)
      throw new DeputizeError('CONFLICT', 'The assistant has the outcome and continues in its conversation.');
    const before = await this.show(id, principal);
    const over = new Set(
      before.items.filter(({ state }) => state === 'failed' || state === 'blocked').map(({ callId }) => callId),
    );
    await this.#parts.store.change(id, principal.userId, (plan) =>
      changed(plan, (step, callId) => {
        if (how.skip.includes(callId)) return { ...step, isSkipped: true };
        const again = how.retry.includes(callId) && over.has(callId);
        // A retry is another call. The policy decides on it again, and the approval of the earlier attempt does not count.
        return again ? { ...step, attempt: step.attempt + 1, approved: null } : step;
      }),
    );
    return this.execute(id, principal);
  }

  /** Continues a sequence when one of its calls ends or is denied elsewhere. Returns a function that stops it. */
  attend(): Promise<() => void> {
    const { runtime, store } = this.#parts;
    return runtime.feed.subscribe(undefined, ({ kind, callId, body }) => {
      const [, id] = PLAN_CALL.exec(callId ?? '') ?? [];
      if (id === undefined || (kind !== 'call.ended' && kind !== 'approval.denied')) return;
      const userId = String(body['user']);
      void store
        .read(id, userId)
        .then((plan) => (plan.isBegun && plan.order === 'sequence' ? this.#run(plan) : undefined))
        .catch(() => undefined);
    });
  }

  /** For an agent, a plan of another credential does not exist. */
  async #read(id: string, principal: Principal): Promise<CallPlan> {
    const { store, runtime } = this.#parts;
    const plan = await store.read(id, principal.userId);
    if (await runtime.seesActor(`agent ${plan.via}`, principal)) return plan;
    throw planNotFoundError(id);
  }

  /** Decides only the calls that are already pending. The conversation receives their outcomes and runs the others later. */
  async #decideWaiting(plan: CallPlan, person: Principal): Promise<void> {
    for (const [at, step] of plan.steps.entries()) {
      const outcome = await this.#parts.runtime.calls.outcome(toCallId(plan, step, at), person).catch(notMade);
      if (outcome?.state === 'pending' && step.approved)
        await this.#decideAsApproved(outcome.approval.id, step, step.approved);
    }
  }

  async #run(plan: CallPlan): Promise<void> {
    if (plan.order === 'parallel') {
      await Promise.all(plan.steps.map((step, at) => this.#runStep(plan, step, at)));
      return;
    }
    for (const [at, step] of plan.steps.entries()) {
      const outcome = await this.#runStep(plan, step, at);
      if (outcome && outcome.state !== 'ok' && outcome.state !== 'reported') return;
    }
  }

  async #runStep(plan: CallPlan, step: PlanStep, at: number): Promise<Outcome | undefined> {
    if (step.isSkipped) return undefined;
    const { runtime } = this.#parts;
    const agent = await runtime.directory.principal(plan.userId, 'agent', plan.via);
    const { tool, args } = step;
    const callId = toCallId(plan, step, at);
    const outcome = await runtime.call({ tool, args, callId, traceId: plan.traceId, preset: plan.preset }, agent);
    if (outcome.state !== 'pending' || !step.approved) return outcome;
    return (await this.#decideAsApproved(outcome.approval.id, step, step.approved)) ?? outcome;
  }

  /** The approval is valid only for the preview that was shown. Undefined if the preview has changed or the call is already decided. */
  async #decideAsApproved(
    approvalId: string,
    { tool, args }: PlanStep,
    { shown, by }: NonNullable<PlanStep['approved']>,
  ): Promise<Outcome | undefined> {
    const { runtime } = this.#parts;
    const person = await runtime.directory.principal(by, 'person', 'plan');
    const { preview } = await runtime.approvals.show(approvalId, person);
    if (this.#shownOf(tool, args, preview) !== shown) return undefined;
    try {
      return (await runtime.approvals.decide(approvalId, { decision: 'approve', via: 'plan' }, person)).outcome;
    } catch (error) {
      if (toErrorValue(error).code === 'ALREADY_DECIDED') return undefined;
      throw error;
    }
  }

  #shownOf(tool: string, args: Json, preview: CallPreview | null): string {
    return this.#parts.digest.sha256(JSON.stringify([tool, args, preview]));
  }

  async #view(plan: CallPlan, principal: Principal): Promise<PlanView> {
    const items = await Promise.all(plan.steps.map((step, at) => this.#item(plan, step, at, principal)));
    const { id: planId, traceId, preset, order } = plan;
    return { planId, traceId, preset, order, state: toPlanState(plan, items), items };
  }

  async #item(plan: CallPlan, step: PlanStep, at: number, principal: Principal): Promise<PlanItem> {
    const { runtime } = this.#parts;
    const { tool, args, isSkipped, approved } = step;
    const callId = toCallId(plan, step, at);
    // With the limits of the credential that proposed it: a plan shows nothing that its calls could not reach.
    const proposer = await runtime.directory.principal(plan.userId, 'agent', plan.via);
    const person: Principal = { ...proposer, kind: 'person', via: 'plan' };
    const base = { callId, tool, args, decision: null, risk: null, scope: [], preview: null, shown: null, error: null };
    if (isSkipped) return { ...base, state: 'skipped', outcome: null };
    const outcome = await runtime.calls.outcome(callId, person).catch(() => undefined);
    if (outcome && outcome.state !== 'pending') {
      const state = outcome.state === 'ok' || outcome.state === 'reported' ? 'done' : 'failed';
      return { ...base, state, decision: outcome.decision, outcome };
    }
    const mayLook = principal.kind === 'person';
    if (outcome) {
      const { preview, risk, scope } = await runtime.approvals.show(outcome.approval.id, person);
      const look = mayLook ? { preview, shown: this.#shownOf(tool, args, preview) } : {};
      return {
        ...base,
        ...look,
        state: 'waiting',
        decision: outcome.decision,
        risk: risk as RiskLevel,
        scope,
        outcome,
      };
    }
    try {
      const { decision, risk, scope, preview } = await runtime.dryRun({ tool, args, preset: plan.preset }, person);
      const look = mayLook ? { preview, shown: this.#shownOf(tool, args, preview) } : {};
      const asks = approved ? 'approved' : 'needs_approval';
      const state = decision.effect === 'block' ? 'blocked' : decision.effect === 'confirm' ? asks : 'ready';
      return { ...base, ...look, state, decision, risk, scope, outcome: null };
    } catch (thrown) {
      const error = toErrorValue(thrown);
      const isLater = plan.order === 'sequence' && at > 0 && MAY_COME.has(error.code);
      return { ...base, state: isLater ? 'later' : 'blocked', error, outcome: null };
    }
  }
}

const PLAN_CALL = /^plan\.(.+)\.\d+\.\d+$/;

/** The ids of all calls of one answer share this prefix. */
const toAnswerId = (callId: string): string => callId.slice(0, callId.lastIndexOf('.'));

function toCallId({ id }: CallPlan, { attempt, callId }: PlanStep, at: number): string {
  if (callId !== undefined && attempt === 1) return callId;
  return `plan.${id}.${at + 1}.${attempt}`;
}

function changed(plan: CallPlan, change: (step: PlanStep, callId: string) => PlanStep): CallPlan {
  return { ...plan, steps: plan.steps.map((step, at) => change(step, toCallId(plan, step, at))) };
}

function toPlanState({ isBegun }: CallPlan, items: readonly PlanItem[]): PlanView['state'] {
  if (!isBegun) return 'proposed';
  if (items.every(({ state }) => state === 'done' || state === 'skipped')) return 'done';
  return items.some(({ state }) => state === 'failed' || state === 'blocked') ? 'failed' : 'waiting';
}

/** The call has not been made yet. */
function notMade(error: unknown): undefined {
  if (error instanceof DeputizeError && error.code === 'NOT_FOUND') return undefined;
  throw error;
}
