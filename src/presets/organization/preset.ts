/** The organization preset: an assistant for a company, which sees what the person who asks may see and nothing else. */
import type { Preset } from '../../core/index.ts';
import { createFile } from '../../toolsets/organization/files/create-file.ts';
import { getFileContent } from '../../toolsets/organization/files/get-file-content.ts';
import { searchFiles } from '../../toolsets/organization/files/search-files.ts';
import { uploadFile } from '../../toolsets/organization/files/upload-file.ts';
import { searchWeb } from '../../toolsets/organization/knowledge/search-web.ts';
import { semanticSearch } from '../../toolsets/organization/knowledge/semantic-search.ts';
import { createCalendarEvent } from '../../toolsets/organization/calendar/create-calendar-event.ts';
import { readCalendar } from '../../toolsets/organization/calendar/read-calendar.ts';
import { updateCalendarEvent } from '../../toolsets/organization/calendar/update-calendar-event.ts';
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
    ...[searchEmails, searchFiles, semanticSearch, searchWeb],
    ...[sendEmail, relayMessage],
    ...[uploadFile, createFile, getFileContent],
    ...[readCalendar, createCalendarEvent, updateCalendarEvent],
    ...[getUserInfo, getTeamMembers],
    readResult,
  ],
  policy: '',
};
