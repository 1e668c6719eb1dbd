/** The routes about notifications: what colleagues relayed. */
import { createRoute, z } from '@hono/zod-openapi';

import * as wire from '../../wire/organization.ts';
import { body, failures, json, security } from './describe.ts';

export const listNotifications = createRoute({
  method: 'get',
  path: '/api/notifications',
  summary: 'What colleagues relayed to you, the newest first',
  description: 'For a person. What is listed counts as delivered.',
  security,
  request: { query: z.object({ unread: z.enum(['true', 'false']).optional() }) },
  responses: {
    200: json(z.object({ notifications: z.array(wire.notification) }), 'The notifications.'),
    ...failures,
  },
});

export const markNotificationsRead = createRoute({
  method: 'post',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read',
  security,
  request: { body: body(z.strictObject({ ids: z.array(z.string().max(128)).min(1).max(200) })) },
  responses: { 200: json(z.object({ marked: z.number() }), 'How many there were to mark.'), ...failures },
});
