/** The messages about plans on the WebSocket. */
import type { PlanService, PlanView } from '../../agent/plans/plan-service.ts';
import { DeputizeError, type Principal, type Runtime } from '../../core/index.ts';
import type { SocketRequest } from '../../wire/messages.ts';

type PlanRequest = Extract<SocketRequest, { type: `plan.${string}` }>;

export function isPlanRequest(request: SocketRequest): request is PlanRequest {
  return request.type.startsWith('plan.');
}

/** The parts of a WebSocket session that plans need. */
export interface PlanContext {
  readonly runtime: Runtime;
  readonly plans: PlanService | undefined;
  readonly principal: Principal;
  readonly preset: string;
}

export async function answerPlan(line: PlanContext, request: PlanRequest): Promise<Record<string, unknown>> {
  const { plans, principal, preset } = line;
  if (!plans) throw new DeputizeError('NOT_AVAILABLE', 'Plans are not set up here.');
  switch (request.type) {
    case 'plan.propose': {
      const { order, traceId, calls } = request;
      return toPlan(await plans.propose({ preset: request.preset ?? preset, order, traceId, calls }, principal));
    }
    case 'plan.show':
      return toPlan(await plans.show(request.planId, principal));
    case 'plan.approve':
      return toResults(line, await plans.approve(request.planId, request.items, principal));
    case 'plan.execute':
      return toResults(line, await plans.execute(request.planId, principal));
    case 'plan.resume':
      return toResults(line, await plans.resume(request.planId, request, principal));
  }
}

export function toPlan(plan: PlanView): Record<string, unknown> {
  return { type: 'chat.assistant_plan', ...plan };
}

/** The outcomes so far, each with its audit record. */
async function toResults({ runtime }: PlanContext, plan: PlanView): Promise<Record<string, unknown>> {
  const results = plan.items.flatMap(({ outcome }) => (outcome ? [outcome] : []));
  const audit = await Promise.all(results.map(({ callId }) => runtime.audit.about(callId)));
  return { type: 'tool.results', results, audit: audit.filter((known) => known !== undefined), plan };
}
