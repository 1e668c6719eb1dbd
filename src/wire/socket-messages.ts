/** The messages that the server sends on the WebSocket: answers to requests, and events. */
import { z } from 'zod';

import { auditMetadata } from './audit-metadata.ts';
import { decided, errorValue, outcome } from './messages.ts';
import { notification } from './organization.ts';
import { planView } from './plan-view.ts';

const requestId = z.string().describe('The id of the request that it answers.');

/** What the server sends beside events. */
export const socketMessage = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('ready'),
      userId: z.string().describe('The user that the credential belongs to.'),
      kind: z.enum(['agent', 'person']).describe('Whether the credential is that of an agent or of a person.'),
    })
    .describe('The first message of every connection. Events follow from now on.'),
  z
    .strictObject({
      type: z.literal('tool.results'),
      requestId,
      results: z.array(outcome).describe('The outcome of the call, or of every call of the plan so far.'),
      audit: z.array(auditMetadata).describe('What the audit says about each of these calls.'),
      plan: planView.optional().describe('The plan, if the request was about one.'),
    })
    .describe('The answer to tool.execute, plan.approve, plan.execute and plan.resume.'),
  z
    .strictObject({
      type: z.literal('tool.progress'),
      requestId,
      progress: z
        .object({
          done: z.number().describe('How much is done.'),
          total: z.number().optional().describe('How much there is.'),
          message: z.string().optional().describe('What the tool does now.'),
        })
        .describe('How far the call is.'),
    })
    .describe('A running call reports progress.'),
  z
    .strictObject({
      type: z.literal('chat.assistant_plan'),
      requestId: requestId.optional().describe('The id of the request; missing if the plan changed by itself.'),
      ...planView.shape,
    })
    .describe('A plan: the answer to plan.propose and plan.show, and sent again whenever the plan changes.'),
  z
    .strictObject({
      type: z.literal('approval.decided'),
      requestId,
      approvalId: z.string().describe('The id of the approval.'),
      outcome: outcome.describe('The outcome of the approved call, or the refusal.'),
      confirmToken: decided.shape.confirmToken,
      offer: decided.shape.offer,
    })
    .describe('The answer to approval.decide.'),
  z
    .strictObject({
      type: z.literal('call.cancelled'),
      requestId,
      cancelled: z.boolean().describe('Whether the call was running here.'),
    })
    .describe('The answer to call.cancel.'),
  z
    .strictObject({
      type: z.literal('notification'),
      notification: notification.describe('The message.'),
    })
    .describe('A message from a colleague. It is sent until a client of the person has received it.'),
  z.strictObject({ type: z.literal('pong'), requestId }).describe('The answer to ping.'),
  z
    .strictObject({
      type: z.literal('error'),
      requestId: z.string().nullable().describe('The id of the request; null if it could not be read.'),
      error: errorValue.describe('What is wrong.'),
    })
    .describe('A request could not be answered.'),
]);

/** What the audit records. Each record about a user is an event for the connections of that user. */
export const auditEvents = {
  'call.started': 'A call starts; its write-ahead record is durable.',
  'call.ended': 'A call has ended, with its result.',
  'call.refused': 'A call was refused before it started.',
  'approval.requested': 'A call waits for a person.',
  'approval.approved': 'A person approved a call.',
  'approval.denied': 'A person denied a call.',
  'approval.expired': 'An approval expired before it was decided.',
  'grant.created': 'A standing permission was made.',
  'grant.revoked': 'A standing permission has ended.',
  'setting.changed': 'A setting was changed or removed.',
  'undo.started': 'An undo starts.',
  'undo.ended': 'An undo has ended, with its result.',
  'plan.proposed': 'Several calls were proposed together.',
  'plan.moved': 'A plan has changed.',
  'runtime.stopped': 'Everything was stopped.',
  'runtime.stop-lifted': 'The stop was lifted.',
  'runtime.recovered': 'A call runs again after its process ended during the call.',
  'setup.changed': 'A part of the setup was changed in the console.',
  'mounted.accepted': 'Tools of a mounted server were accepted.',
  'mounted.quarantined': 'A mounted server changed a tool, which is now withheld.',
  'access.signed_in': 'A person signed in.',
  'access.session_ended': 'A session in a browser was ended.',
  'access.password_changed': 'A person changed their password.',
  'access.token_created': 'An access token was made.',
  'access.token_revoked': 'An access token was revoked.',
  'access.client_connected': 'A person let an OAuth client in.',
  'access.client_disconnected': 'The access of an OAuth client was ended.',
  'people.organization_created': 'An organization was made.',
  'people.organization_changed': 'An organization was renamed.',
  'people.department_created': 'A department was made.',
  'people.department_changed': 'A department was renamed.',
  'people.department_removed': 'A department was removed.',
  'people.user_created': 'A user was made.',
  'people.user_changed': 'A user was changed.',
  'people.user_invited': 'A user was invited.',
  'people.invitation_accepted': 'A user accepted the invitation.',
  'people.user_removed': 'A user was removed.',
  'people.user_restored': 'A removed user was restored.',
  'contents.erased': 'The recorded contents of a user were erased.',
  'contents.expired': 'Contents that were older than they are kept were erased.',
  'conversation.begun': 'A conversation has begun.',
  'conversation.bounded': 'Calls beyond the limit of a turn were dropped.',
  'conversation.stopped': 'A turn was ended by an error, a limit or a person.',
  'voice.ended': 'A voice session was ended by a tool.',
  'voice.blocked': 'A tool keeps a user out of voice sessions for a time.',
  'voice.unblocked': 'A person let the user in again.',
  'file.processed': 'The text of a file was read for searching.',
  'mail.received': 'A forwarded mail was received.',
  'mail.summarized': 'A model summarized a mail.',
  'mail.scheduled': 'A mail will be sent when its undo time is over.',
  'mail.sent': 'A mail was sent.',
  'mail.unsent': 'A mail was not sent.',
  notification: 'A forwarded mail is a notice of a provider that a person has to confirm.',
  'team.relayed': 'A message to a colleague was stored.',
  'team.delivered': 'A client of the colleague received the message.',
  'workspace.registered': 'A folder is used as a workspace for the first time.',
  'workspace.forgotten': 'A workspace was forgotten.',
  'audit.archive_erased': 'The audit records from before format 2 were erased.',
} as const;

/** An audit record as an event. The fields of its body are beside these. */
export const socketEvent = z
  .looseObject({
    type: z.enum(Object.keys(auditEvents) as (keyof typeof auditEvents)[]).describe('The kind of the record.'),
    seq: z.number().describe('The number of the record in the audit chain.'),
    at: z.string().describe('When it was recorded.'),
    callId: z.string().nullable().describe('The call that it is about, if it is about one.'),
  })
  .describe('Something has happened that concerns the user.');
