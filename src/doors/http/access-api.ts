/** How people are in, over HTTP: one's own, and everybody's for an administrator. Who may is the core's business. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';

import * as wire from '../../wire/access.ts';
import { answerError, answerInvalid } from './answer-error.ts';
import { failures, json, security, withId } from './describe.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';
import { toTokenMessage } from './setup-api.ts';

const withPart = withId.extend({ part: z.string().max(128) });
const ended = z.object({ ended: z.string() });

const showAccess = createRoute({
  method: 'get',
  path: '/api/organization/users/{id}/access',
  summary: 'A user’s sessions, access tokens and programs',
  description: 'For administrators, and for persons about themselves. Without any secret.',
  security,
  request: { params: withId },
  responses: { 200: json(wire.openAccess, 'By what they are in at the moment.'), ...failures },
});

const endSessions = createRoute({
  method: 'delete',
  path: '/api/organization/users/{id}/sessions',
  summary: 'End all sessions of a user',
  security,
  request: { params: withId },
  responses: { 200: json(z.object({ ended: z.int() }), 'How many there were.'), ...failures },
});

const endSession = createRoute({
  method: 'delete',
  path: '/api/organization/users/{id}/sessions/{part}',
  summary: 'End one session of a user',
  security,
  request: { params: withPart },
  responses: { 200: json(ended, 'It has ended.'), ...failures },
});

const revokeToken = createRoute({
  method: 'delete',
  path: '/api/organization/users/{id}/tokens/{part}',
  summary: 'Revoke an access token of a user',
  security,
  request: { params: withPart },
  responses: { 200: json(ended, 'It is revoked.'), ...failures },
});

const disconnect = createRoute({
  method: 'delete',
  path: '/api/organization/users/{id}/programs/{part}',
  summary: 'Take back that a program acts for a user',
  security,
  request: { params: withPart },
  responses: { 200: json(ended, 'It no longer acts for them.'), ...failures },
});

export function createAccessApi({ runtime: { access } }: HttpEnvironment): OpenAPIHono<RequestVariables> {
  const api = new OpenAPIHono<RequestVariables>({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));

  api.openapi(showAccess, async (context) => {
    const { sessions, tokens, programs } = await access.of(context.get('principal'), context.req.valid('param').id);
    const views = programs.map((program) => ({ ...program, redirectHosts: [...program.redirectHosts] }));
    return context.json({ sessions: [...sessions], tokens: tokens.map(toTokenMessage), programs: views }, 200);
  });

  api.openapi(endSessions, async (context) => {
    return context.json(
      { ended: await access.endSessions(context.get('principal'), context.req.valid('param').id) },
      200,
    );
  });

  api.openapi(endSession, async (context) => {
    const { id, part } = context.req.valid('param');
    await access.endSession(context.get('principal'), id, part);
    return context.json({ ended: part }, 200);
  });

  api.openapi(revokeToken, async (context) => {
    const { id, part } = context.req.valid('param');
    await access.revokeToken(context.get('principal'), id, part);
    return context.json({ ended: part }, 200);
  });

  api.openapi(disconnect, async (context) => {
    const { id, part } = context.req.valid('param');
    await access.disconnect(context.get('principal'), id, part);
    return context.json({ ended: part }, 200);
  });

  return api;
}
