/** The routes by which a person sets an installation up, with their shapes. */
import { createRoute, z } from '@hono/zod-openapi';

import * as wire from '../../wire/setup.ts';
import { body, failures, json, security, withId } from './describe.ts';

export const showSetup = createRoute({
  method: 'get',
  path: '/api/setup',
  summary: 'What is set up',
  description: 'For an administrator, as a person. The answer contains no secret.',
  security,
  responses: { 200: json(wire.setupState, 'What is set up.'), ...failures },
});

export const trySetup = createRoute({
  method: 'post',
  path: '/api/setup/try',
  summary: 'Try something out before it is set up',
  description: 'Nothing is kept.',
  security,
  request: { body: body(wire.setupPart) },
  responses: { 200: json(wire.setupTestResult, 'It works.'), ...failures },
});

export const saveSetup = createRoute({
  method: 'post',
  path: '/api/setup',
  summary: 'Set something up',
  description: 'It is tried first, and kept where it works. The server has to be started again to know of it.',
  security,
  request: { body: body(wire.setupPart) },
  responses: { 200: json(wire.setupTestResult, 'It works, and is written down.'), ...failures },
});

export const listTokens = createRoute({
  method: 'get',
  path: '/api/tokens',
  summary: 'Your access tokens',
  security,
  responses: {
    200: json(z.object({ tokens: z.array(wire.accessToken) }), 'Without the tokens themselves.'),
    ...failures,
  },
});

export const createToken = createRoute({
  method: 'post',
  path: '/api/tokens',
  summary: 'Make an access token',
  security,
  request: { body: body(wire.tokenRequest) },
  responses: {
    200: json(z.object({ id: z.string(), token: z.string() }), 'The token is shown only here.'),
    ...failures,
  },
});

export const revokeToken = createRoute({
  method: 'delete',
  path: '/api/tokens/{id}',
  summary: 'Revoke an access token',
  security,
  request: { params: withId },
  responses: { 200: json(z.object({ revoked: z.string() }), 'It is revoked.'), ...failures },
});
