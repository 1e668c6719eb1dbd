/** The HTTP door: one web-standard app for Node and for Workers. */
import { OpenAPIHono } from '@hono/zod-openapi';

import { DeputizeError } from '../../core/index.ts';
import { createAccessApi } from './access-api.ts';
import { answerError } from './answer-error.ts';
import { createApi } from './api.ts';
import { createConversationApi } from './conversation-api.ts';
import { createNotificationApi } from './notification-api.ts';
import { createOrganizationApi } from './organization-api.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';
import { authenticate, boundedBody, hostGuard, readableBody, securityHeaders } from './guard.ts';
import { createPlanApi } from './plan-api.ts';
import { createPages } from './pages/pages.ts';
import { createPushApi } from './push-api.ts';
import { createTeamApi } from './team-api.ts';
import { createSetupApi } from './setup-api.ts';

export function createHttpApp(environment: HttpEnvironment): OpenAPIHono<RequestVariables> {
  const { runtime, gauges, mounted } = environment;
  const app = new OpenAPIHono<RequestVariables>();
  app.onError((error, context) => answerError(context, error));
  app.notFound((context) => answerError(context, new DeputizeError('NOT_FOUND', 'There is nothing at this address.')));
  app.use('*', hostGuard(environment), securityHeaders);
  app.get('/healthz', (context) => context.json({ ok: true }));

  const guarded = authenticate(environment);
  app.use('/api/*', guarded, boundedBody, readableBody);
  app.route('/', createApi(environment));
  app.route('/', createConversationApi(environment));
  app.route('/', createSetupApi(environment));
  app.route('/', createOrganizationApi(environment));
  app.route('/', createAccessApi(environment));
  app.route('/', createNotificationApi(environment));
  app.route('/', createPlanApi(environment));
  app.route('/', createTeamApi(environment));
  app.route('/', createPushApi(environment));
  for (const { path, app: door } of mounted) app.route(path, door);
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  app.get('/openapi.json', guarded, (context) => context.json(describeApi(app)));
  app.get('/metrics', guarded, async (context) => {
    const principal = context.get('principal');
    if (principal.role !== 'admin') throw new DeputizeError('FORBIDDEN', 'Only an administrator reads the metrics.');
    const waiting = await runtime.approvals.count(principal);
    const all = {
      ...gauges(),
      approvals_waiting: { help: 'Calls that wait for a person.', value: waiting },
      audit_fault: {
        help: '1 if this process found that the audit and its seals do not fit together.',
        value: runtime.auditFault === undefined ? 0 : 1,
      },
    };
    return context.text(runtime.metrics.render(all), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    });
  });
  app.all('/api/*', (context) => context.notFound());
  app.route('/', createPages(environment));
  return app;
}

/** The routes as an OpenAPI document. */
export const describeApi = (app: OpenAPIHono<RequestVariables>) =>
  app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Deputize', version: '1', description: 'Tools for assistants, in a person’s hands.' },
  });
