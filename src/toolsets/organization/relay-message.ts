/** Passes a message on to a colleague: at once where they are connected, otherwise for when they come. */
import { z } from 'zod';

import { defineTool, DeputizeError } from '../../core/index.ts';

export const relayMessage = defineTool({
  name: 'relay_message',
  title: 'Relay a message',
  description:
    'Relay a message to a colleague in one of your departments. It is shown at once if they are online, and waits for them as a notification otherwise.',
  input: z.strictObject({
    userId: z.string().min(1).max(128).describe('The colleague’s id, from get_team_members or get_user_info.'),
    message: z.string().min(1).max(10_000).describe('What is to be passed on.'),
    context: z.string().max(2_000).optional().describe('What the message is about, for the colleague to know.'),
  }),
  output: z.strictObject({
    success: z.literal(true),
    delivered: z.boolean(),
    deliveredAt: z.iso.datetime().nullable(),
  }),
  risk: 'medium',
  sideEffects: 'writes',
  // The call's id is the message's: made again, it is the same message.
  idempotent: true,
  labels: { private: true, sendsOut: true },
  needs: ['team'],

  facts: ({ userId }) => ({ effect: 'send', recipients: [userId], reversible: false }),

  preview: async ({ userId, message, context }, { team }) => {
    const colleague = await team.find({ userId });
    if (!colleague) throw colleagueNotFoundError();
    return {
      title: `Message to ${colleague.name}`,
      parts: [
        { kind: 'text', label: 'Message', text: message },
        ...(context === undefined ? [] : [{ kind: 'text' as const, label: 'Context', text: context }]),
      ],
    };
  },

  run: async ({ userId, message, context }, { team, callId, signal }) => {
    const relayed = await team.relay(callId, userId, message, context, signal);
    if (!relayed) throw colleagueNotFoundError();
    const { deliveredAt } = relayed;
    return { success: true as const, delivered: deliveredAt !== null, deliveredAt };
  },
});

const colleagueNotFoundError = (): DeputizeError =>
  new DeputizeError('NOT_FOUND', 'There is no such colleague in your departments.');
