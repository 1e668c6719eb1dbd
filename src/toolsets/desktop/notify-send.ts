/** Shows the user a notification, and if asked waits for what they choose. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';

const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u, 'one line, without control characters');

const SHOWN_MS = 10_000;

export const notifySend = defineTool({
  name: 'notify.send',
  title: 'Show a notification',
  description:
    'Show the user a notification on their screen. With `actions` it has buttons, and the answer says which one was chosen.',
  input: z.strictObject({
    title: line(100),
    body: z.string().max(1_000).default(''),
    urgency: z.enum(['low', 'normal', 'critical']).default('normal'),
    actions: z
      .array(z.strictObject({ id: z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/), label: line(40) }))
      .max(3)
      .refine((actions) => new Set(actions.map(({ id }) => id)).size === actions.length, 'each id once')
      .default([])
      .describe('Buttons; the user’s choice is only an answer to you and approves nothing'),
    wait: z.number().min(1).max(300).default(60).describe('Seconds to wait for a choice'),
  }),
  output: z.strictObject({ shown: z.boolean(), chosen: z.string().nullable() }),
  risk: 'low',
  sideEffects: 'writes',
  idempotent: false,
  latencyBudgetMs: 60_000,
  timeoutMs: 330_000,
  needs: ['notifications'],

  facts: () => ({ effect: 'none', targets: ['the screen'], reversible: false }),

  run: async ({ title, body, urgency, actions, wait }, { notifications, signal }) => {
    const waitMs = actions.length > 0 ? wait * 1_000 : SHOWN_MS;
    const chosen = await notifications.show({ from: 'assistant', title, body, urgency, actions, waitMs }, signal);
    return { shown: true, chosen };
  },
});
