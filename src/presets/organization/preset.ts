/** The organization preset: an assistant for a company, which sees what the person who asks may see and nothing else. */
import type { Preset } from '../../core/index.ts';
import { createFile } from '../../toolsets/organization/create-file.ts';
import { getFileContent } from '../../toolsets/organization/get-file-content.ts';
import { searchFiles } from '../../toolsets/organization/search-files.ts';
import { uploadFile } from '../../toolsets/organization/upload-file.ts';
import { searchWeb } from '../../toolsets/organization/search-web.ts';
import { semanticSearch } from '../../toolsets/organization/semantic-search.ts';
import { createCalendarEvent } from '../../toolsets/organization/create-calendar-event.ts';
import { readCalendar } from '../../toolsets/organization/read-calendar.ts';
import { updateCalendarEvent } from '../../toolsets/organization/update-calendar-event.ts';
import { searchEmails } from '../../toolsets/organization/search-emails.ts';
import { sendEmail } from '../../toolsets/organization/send-email.ts';
import { getTeamMembers } from '../../toolsets/organization/get-team-members.ts';
import { getUserInfo } from '../../toolsets/organization/get-user-info.ts';
import { relayMessage } from '../../toolsets/organization/relay-message.ts';
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
