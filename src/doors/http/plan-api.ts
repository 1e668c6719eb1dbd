/** Plans over HTTP, as on the WebSocket. */
import { OpenAPIHono } from '@hono/zod-openapi';

import type { PlanService } from '../../agent/plans/plan-service.ts';
import { DeputizeError } from '../../core/index.ts';
import type { PlanMessage } from '../../wire/plan-view.ts';
import { answerError, answerInvalid } from './answer-error.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';
import * as routes from './plan-routes.ts';

export function createPlanApi({ plans }: HttpEnvironment): OpenAPIHono<RequestVariables> {
  const api = new OpenAPIHono<RequestVariables>({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));
  const all = (): PlanService => {
    if (plans) return plans;
    throw new DeputizeError('NOT_AVAILABLE', 'Plans are not set up here.');
  };

  api.openapi(routes.showPlan, async (context) => {
    const plan = await all().show(context.req.valid('param').id, context.get('principal'));
    return context.json(plan as unknown as PlanMessage, 200);
  });

  api.openapi(routes.approvePlan, async (context) => {
    const { items } = context.req.valid('json');
    const plan = await all().approve(context.req.valid('param').id, items, context.get('principal'));
    return context.json(plan as unknown as PlanMessage, 200);
  });

  return api;
}
