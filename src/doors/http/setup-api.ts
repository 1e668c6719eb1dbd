/** Setting an installation up over HTTP: only for those who run it, as persons. */
import { OpenAPIHono } from '@hono/zod-openapi';

import { DeputizeError } from '../../core/index.ts';
import { answerError, answerInvalid } from './answer-error.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';
import type { SetupService } from './setup-service.ts';
import * as routes from './setup-routes.ts';

const DAY_MS = 86_400_000;

export function createSetupApi({ runtime, setup }: HttpEnvironment): OpenAPIHono<RequestVariables> {
  const api = new OpenAPIHono<RequestVariables>({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));
  const opened = (): Promise<SetupService> => {
    if (setup) return setup();
    throw new DeputizeError('NOT_AVAILABLE', 'This installation is set up where it was deployed from.');
  };

  api.openapi(routes.showSetup, async (context) => {
    runtime.requireOperator(context.get('principal'));
    return context.json(await (await opened()).look(), 200);
  });

  api.openapi(routes.trySetup, async (context) => {
    runtime.requireOperator(context.get('principal'));
    return context.json(await (await opened()).try(context.req.valid('json')), 200);
  });

  api.openapi(routes.saveSetup, async (context) => {
    const principal = context.get('principal');
    runtime.requireOperator(principal);
    const part = context.req.valid('json');
    const tried = await (await opened()).save(part);
    await runtime.noteSetup(part.part, principal);
    return context.json(tried, 200);
  });

  api.openapi(routes.listTokens, async (context) => {
    return context.json({ tokens: await runtime.credentials.listTokens(context.get('principal')) }, 200);
  });

  api.openapi(routes.createToken, async (context) => {
    const { name, scope, days } = context.req.valid('json');
    const ttlMs = days === undefined ? undefined : days * DAY_MS;
    return context.json(await runtime.credentials.createToken(context.get('principal'), { name, scope, ttlMs }), 200);
  });

  api.openapi(routes.revokeToken, async (context) => {
    const { id } = context.req.valid('param');
    await runtime.credentials.revokeToken(context.get('principal'), id);
    return context.json({ revoked: id }, 200);
  });

  return api;
}
