/** The state of the office world: what is in the mailbox, the calendar, the files and the rest. */
import { EVENTS } from './events.ts';
import { FILES } from './files.ts';
import { MAILS } from './mails.ts';
import { CONTACTS, NOTES, PAGES, REMINDERS } from './own-things.ts';

export const ME = 'ilse.vandermeer@example.com';
export const NOW = '2026-03-11T08:00:00+01:00';

export interface Mail {
  readonly id: string;
  from: { name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  body: string;
  readonly date: string;
  readonly attachments: readonly string[];
  folder: 'inbox' | 'sent' | 'trash';
  labels: string[];
}

export interface Event {
  readonly id: string;
  title: string;
  start: string;
  end: string;
  location: string;
  description: string;
  readonly organizer: string;
  attendees: string[];
  status: 'confirmed' | 'cancelled';
}

export interface SharedFile {
  readonly id: string;
  name: string;
  readonly owner: string;
  shared_with: { readonly email: string; readonly permission: string }[];
  text: string;
}

export interface Contact {
  readonly name: string;
  readonly nickname?: string;
  readonly email: string;
  readonly phone: string;
  readonly relation: string;
}

export interface Reminder {
  readonly text: string;
  readonly at: string;
}

export interface Office {
  mails: Mail[];
  events: Event[];
  files: SharedFile[];
  readonly contacts: readonly Contact[];
  notes: string[];
  reminders: Reminder[];
  readonly pages: Record<string, string>;
  /** Every address that was opened: its owner has read it. */
  visited: string[];
}

export function freshOffice(): Office {
  return structuredClone({
    ...{ mails: [...MAILS], events: [...EVENTS], files: [...FILES], contacts: CONTACTS },
    ...{ notes: [...NOTES], reminders: [...REMINDERS], pages: PAGES, visited: [] },
  });
}
