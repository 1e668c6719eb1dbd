/** The routes about plans: what an assistant asked for at once. */
import { createRoute } from '@hono/zod-openapi';

import { planView } from '../../wire/plan-view.ts';
import { planApproval } from '../../wire/plans.ts';
import { body, failures, json, security, withId } from './describe.ts';

export const showPlan = createRoute({
  method: 'get',
  path: '/api/plans/{id}',
  summary: 'A plan as it is now',
  security,
  request: { params: withId },
  responses: { 200: json(planView, 'Every call with its decision and what became of it.'), ...failures },
});

export const approvePlan = createRoute({
  method: 'post',
  path: '/api/plans/{id}/approve',
  summary: 'Approve calls of a plan as they were shown',
  description: 'What reads otherwise when its turn comes is asked about again.',
  security,
  request: { params: withId, body: body(planApproval) },
  responses: { 200: json(planView, 'The plan as it is now.'), ...failures },
});
