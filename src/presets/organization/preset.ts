/** The organization preset: an assistant for a company, which sees what the person who asks may see and nothing else. */
import type { Preset } from '../../core/index.ts';
import { createCalendarEvent } from '../../toolsets/organization/calendar/create-calendar-event.ts';
import { readCalendar } from '../../toolsets/organization/calendar/read-calendar.ts';
import { searchEmails } from '../../toolsets/organization/mail/search-emails.ts';
import { sendEmail } from '../../toolsets/organization/mail/send-email.ts';
import { getTeamMembers } from '../../toolsets/organization/team/get-team-members.ts';
import { getUserInfo } from '../../toolsets/organization/team/get-user-info.ts';
import { relayMessage } from '../../toolsets/organization/team/relay-message.ts';
import { readResult } from '../../toolsets/session/read-result.ts';

export const organization: Preset = {
  name: 'organization',
  description:
    'Works for the people of a company, each within their departments: shared mailboxes, files, calendars, search by meaning and teamwork.',
  tools: [
    ...[searchEmails, sendEmail],
    ...[readCalendar, createCalendarEvent],
    ...[getUserInfo, getTeamMembers, relayMessage],
    readResult,
  ],
  policy: '',
};
