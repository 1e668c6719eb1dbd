/** The settings of the calendar in `deputize.yaml`. */
import { z } from 'zod';

import { isThisMachine, secret, serverUrl } from './values.ts';

export const calendarConfig = z
  .strictObject({
    timeZone: z
      .string()
      .refine(isTimeZone, 'an IANA time zone such as Europe/Berlin')
      .optional()
      .describe('The time zone of times without one, such as Europe/Berlin. Left out, that of this machine.'),
    meetingLink: serverUrl
      .optional()
      .describe('The address of your meeting room. calendar_create_event adds it to events.'),
    caldav: z
      .strictObject({
        url: z
          .url({ protocol: /^https?$/ })
          .refine((url) => new URL(url).username === '', 'a URL without user name and password')
          .refine(
            (url) => url.startsWith('https:') || isThisMachine(url),
            'https, or http to this machine itself: the password is sent there',
          )
          .describe('The CalDAV server; for iCloud https://caldav.icloud.com.'),
        username: z.string().min(1).describe('The user name; for iCloud the Apple Account.'),
        password: secret.describe('The password; for iCloud an app-specific one.'),
        calendar: z.string().min(1).describe('The name of the one calendar that the assistant may use.'),
      })
      .optional()
      .describe('A calendar on a CalDAV server. Left out, the calendar is stored here.'),
  })
  .prefault({})
  .describe('The calendar of the personal preset.');

/** The time zone of the configuration, else that of the machine. The machine's takes 12 ms to find, so it is found at its first use. */
export function createTimeZoneFinder({ timeZone }: { readonly timeZone?: string | undefined }): () => string {
  let found = timeZone;
  return () => (found ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
