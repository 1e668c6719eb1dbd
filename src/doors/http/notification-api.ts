/** Notifications over HTTP: a person's own, and never an agent's to read. */
import { OpenAPIHono } from '@hono/zod-openapi';

import { DeputizeError, type Principal } from '../../core/index.ts';
import type { TeamNotifications } from '../../ports/team.ts';
import { answerError, answerInvalid } from './answer-error.ts';
import type { HttpEnvironment, RequestVariables } from './environment.ts';
import * as routes from './notification-routes.ts';
import { requirePerson } from '../../core/access/principal.ts';

export function createNotificationApi({ notifications }: HttpEnvironment): OpenAPIHono<RequestVariables> {
  const api = new OpenAPIHono<RequestVariables>({ defaultHook: answerInvalid });
  api.onError((error, context) => answerError(context, error));
  const of = (principal: Principal): TeamNotifications => {
    requirePerson(principal, 'read notifications');
    if (notifications) return notifications;
    throw new DeputizeError('NOT_AVAILABLE', 'There are no notifications: the organization preset is not set up.');
  };

  api.openapi(routes.listNotifications, async (context) => {
    const principal = context.get('principal');
    const unread = context.req.valid('query').unread === 'true';
    const listed = await of(principal).list(principal.userId, { unread });
    const fresh = listed.flatMap(({ id, deliveredAt }) => (deliveredAt === null ? [id] : []));
    await of(principal).delivered(principal.userId, fresh);
    return context.json({ notifications: listed }, 200);
  });

  api.openapi(routes.markNotificationsRead, async (context) => {
    const principal = context.get('principal');
    const marked = await of(principal).markRead(principal.userId, context.req.valid('json').ids);
    return context.json({ marked }, 200);
  });

  return api;
}
