/** What the configuration says of the calendar. */
import { z } from 'zod';

import { isThisMachine, secret, serverUrl } from './values.ts';

export const calendarConfig = z
  .strictObject({
    timeZone: z
      .string()
      .refine(isTimeZone, 'an IANA time zone such as Europe/Berlin')
      .optional()
      .describe('Where times without a zone are meant, such as Europe/Berlin; that of this machine when left out.'),
    meetingLink: serverUrl
      .optional()
      .describe('Where meetings are held, such as https://meet.example.com/me: calendar_create_event puts it in.'),
    caldav: z
      .strictObject({
        url: z
          .url({ protocol: /^https?$/ })
          .refine((url) => new URL(url).username === '', 'a URL without user name and password')
          .refine(
            (url) => url.startsWith('https:') || isThisMachine(url),
            'https, or http to this machine itself: the password is sent there',
          )
          .describe('The CalDAV server; for iCloud https://caldav.icloud.com'),
        username: z.string().min(1).describe('For iCloud the Apple ID.'),
        password: secret.describe('Where the password is. For iCloud an app-specific one.'),
        calendar: z.string().min(1).describe('The name of the one calendar that the assistant may use.'),
      })
      .optional()
      .describe('A calendar on a CalDAV server. Left out, there is a local one.'),
  })
  .prefault({});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
