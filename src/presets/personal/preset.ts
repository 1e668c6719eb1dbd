/** The personal preset: an assistant for one person, which sees only what it was given. */
import type { Preset } from '../../core/index.ts';
import { createEvent } from '../../toolsets/calendar/create-event.ts';
import { deleteEvent } from '../../toolsets/calendar/delete-event.ts';
import { getEventsAvailability } from '../../toolsets/calendar/get-events-availability.ts';
import { getEventsDetails } from '../../toolsets/calendar/get-events-details.ts';
import { updateEvent } from '../../toolsets/calendar/update-event.ts';
import { deleteFile } from '../../toolsets/files/bucket/delete-file.ts';
import { listFiles } from '../../toolsets/files/bucket/list-files.ts';
import { readFile } from '../../toolsets/files/bucket/read-file.ts';
import { writeFile } from '../../toolsets/files/bucket/write-file.ts';
import { readEmail } from '../../toolsets/mail/read-email.ts';
import { searchEmails } from '../../toolsets/mail/search-emails.ts';
import { readResult } from '../../toolsets/session/read-result.ts';
import { webSearch } from '../../toolsets/web/web-search.ts';

export const personal: Preset = {
  name: 'personal',
  description:
    'Works for one person, with the mail that was forwarded to it, one calendar, a separate file store and web search.',
  tools: [
    ...[searchEmails, readEmail],
    ...[getEventsAvailability, getEventsDetails, createEvent, updateEvent, deleteEvent],
    ...[listFiles, readFile, writeFile, deleteFile],
    ...[webSearch, readResult],
  ],
  policy: '',
};
