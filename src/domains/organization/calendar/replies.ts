/** Takes the answers to invitations from mail into the calendar: who comes, who does not. Nothing else of such a mail is believed. */
import type { AudienceId } from '../../../core/access/audience.ts';
import type { SharedData } from '../../../core/access/shared-data.ts';
import type { SqlQuery } from '../../../ports/database.ts';
import type { JobQueue } from '../../../ports/job-queue.ts';
import { UnreadableEventError } from '../../calendar/ical/unreadable-event-error.ts';
import type { ArrivedMail } from '../mail/kept-mailbox.ts';
import type { CalendarAccounts } from './calendar-accounts.ts';
import type { OrganizationCalendarTables } from './calendar-tables.ts';
import { answered, readReply, type InvitationReply } from './meeting.ts';

export const REPLY_JOB = 'organization.calendar.reply';

/** Replies are parsed in this thread. They have a few kilobytes, and a mail has one. */
const MAX_BYTES = 64_000;
const MAX_PARTS = 2;

/** What is to be done about a mail that has just come: the answers in it, if it holds any. */
export function createReplyJobs(
  { id, audience, sender_email, message, role }: ArrivedMail,
  jobs: JobQueue,
): SqlQuery[] {
  if (!audience.startsWith('user:') || role === 'sent' || role === 'drafts') return [];
  return message.attachments
    .filter(({ type, bytes }) => type.toLowerCase() === 'text/calendar' && bytes.byteLength <= MAX_BYTES)
    .slice(0, MAX_PARTS)
    .flatMap(({ bytes }) => parseReply(new TextDecoder().decode(bytes)) ?? [])
    .filter(({ email }) => email === sender_email)
    .slice(0, 1)
    .map((reply) => jobs.later({ kind: REPLY_JOB, key: id, payload: { audience, ...reply } }));
}

function parseReply(data: string): InvitationReply | undefined {
  try {
    return readReply(data);
  } catch (error) {
    if (error instanceof UnreadableEventError) return undefined;
    throw error;
  }
}

/** Writes an answer into the event that it is about, if the assistant made it for this person and they were invited. */
export async function takeReply(
  parts: { shared: SharedData<OrganizationCalendarTables>; accounts: CalendarAccounts },
  audience: AudienceId,
  reply: InvitationReply,
  signal: AbortSignal,
): Promise<void> {
  const seen = parts.shared.within(audience);
  const [made] = await seen.read(
    seen.select('organization_made_events').select('account_id').where('uid', '=', reply.uid),
  );
  if (!made) return;
  const userId = audience.slice('user:'.length);
  const opened = await parts.accounts.open({ userId }, undefined);
  const account = opened.find(({ id }) => id === made.account_id);
  const event = await account?.calendar.get(reply.uid, signal);
  const changed = event && event.data.length <= MAX_BYTES ? answered(event.data, reply) : undefined;
  if (account && event && changed !== undefined && changed !== event.data)
    await account.calendar.update(event, changed, signal);
}
