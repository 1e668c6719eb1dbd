/** Setting an installation up over HTTP: only for those who run it, as persons. */
import { OpenAPIHono } from '@hono/zod-openapi';

import { DeputizeError, type Principal, type Runtime } from '../../core/index.ts';
import type { TokenInfo } from '../../core/access/token-list.ts';
import type { AccessTokenMessage } from '../../wire/setup.ts';
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
    const all = await runtime.credentials.listTokens(context.get('principal'));
    return context.json({ tokens: all.map(toTokenMessage) }, 200);
  });

  api.openapi(routes.createToken, async (context) => {
    const { name, scope, days, presets, workspaces: workspaceIds } = context.req.valid('json');
    const principal = context.get('principal');
    const ttlMs = days === undefined ? undefined : days * DAY_MS;
    await requireKnown(runtime, { presets, workspaceIds }, principal);
    const made = await runtime.credentials.createToken(principal, { name, scope, ttlMs, presets, workspaceIds });
    return context.json(made, 200);
  });

  api.openapi(routes.revokeToken, async (context) => {
    const { id } = context.req.valid('param');
    await runtime.credentials.revokeToken(context.get('principal'), id);
    return context.json({ revoked: id }, 200);
  });

  return api;
}

export function toTokenMessage({ presets, workspaces, ...token }: TokenInfo): AccessTokenMessage {
  return { ...token, presets: presets && [...presets], workspaces: workspaces && [...workspaces] };
}

/** A misspelt limit must not make a token that reaches something else later. */
async function requireKnown(
  { registry, workspaces }: Runtime,
  wanted: { presets: readonly string[] | undefined; workspaceIds: readonly string[] | undefined },
  person: Principal,
): Promise<void> {
  const unknown = wanted.presets?.find((name) => !registry.has(name));
  if (unknown !== undefined) throw new DeputizeError('INVALID_REQUEST', `There is no preset "${unknown}".`);
  if (wanted.workspaceIds === undefined) return;
  const known = new Set((await workspaces.list(person)).map(({ id }) => id));
  if (wanted.workspaceIds.some((id) => !known.has(id)))
    throw new DeputizeError('INVALID_REQUEST', 'There is no such workspace. See: deputize workspaces list');
}
