/** The HTTP API for push notifications: subscribes and unsubscribes devices. */
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';

import { answerError, answerInvalid } from './answer-error.ts';
import { body, failures, json, security } from './describe.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';

const endpoint = z.url({ protocol: /^https$/ }).max(2_000);
const key = z.string().regex(/^[A-Za-z0-9_-]{16,200}={0,2}$/, 'base64url');

const showKey = createRoute({
  method: 'get',
  path: '/api/push',
  summary: 'The key that a browser subscribes with',
  security,
  responses: {
    200: json(z.object({ publicKey: z.string().nullable() }), 'Null if push notifications are not set up.'),
    ...failures,
  },
});

const subscribe = createRoute({
  method: 'post',
  path: '/api/push',
  summary: 'Turn on notifications on this device',
  description: 'A notification contains the tool and the risk, and no arguments. Notifications end with the session.',
  security,
  request: { body: body(z.strictObject({ endpoint, p256dh: key, auth: key })) },
  responses: { 200: json(z.object({ endpoint: z.string() }), 'Notifications are on.'), ...failures },
});

const unsubscribe = createRoute({
  method: 'delete',
  path: '/api/push',
  summary: 'Turn off notifications on this device',
  security,
  request: { query: z.object({ endpoint }) },
  responses: { 200: json(z.object({ endpoint: z.string() }), 'Notifications are off.'), ...failures },
});

export function createPushApi({ runtime, pushKey }: HttpEnvironment): OpenAPIHono<RequestVariables> {
  const api = new OpenAPIHono<RequestVariables>({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));

  api.openapi(showKey, async (context) => context.json({ publicKey: (await pushKey?.()) ?? null }, 200));

  api.openapi(subscribe, async (context) => {
    const wanted = context.req.valid('json');
    await runtime.push.add(wanted, context.get('principal'));
    return context.json({ endpoint: wanted.endpoint }, 200);
  });

  api.openapi(unsubscribe, async (context) => {
    const named = context.req.valid('query');
    await runtime.push.remove(named.endpoint, context.get('principal'));
    return context.json(named, 200);
  });

  return api;
}
