/** The state of the lecturer's world: the mailbox, the calendar, the drive, the forum, the students' work and what can be had. */
import { EVENTS } from './events.ts';
import { FILES } from './files.ts';
import { THREADS } from './forum.ts';
import { CATALOGUE, OFFERS } from './goods.ts';
import { MAILS } from './mails.ts';
import { CONTACTS, PAGES, ROOMS } from './places-and-people.ts';
import { SUBMISSIONS } from './submissions.ts';

export const ME = 'imke.solberg@lakeside.example.org';
export const NOW = '2026-10-12T08:15';

export interface Mail {
  readonly id: string;
  readonly from: { name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  readonly date: string;
  body: string;
  readonly files: readonly string[];
  folder: 'inbox' | 'sent' | 'trash';
}

export interface Event {
  readonly id: string;
  title: string;
  start: string;
  end: string;
  place: string;
  description: string;
  readonly organizer: string;
  readonly guests: readonly string[];
  status: 'confirmed' | 'cancelled';
}

export interface DriveFile {
  readonly id: string;
  name: string;
  readonly owner: string;
  shared_with: { readonly email: string; readonly role: string }[];
  text: string;
}

export interface Thread {
  readonly id: string;
  readonly course: string;
  title: string;
  readonly posts: { readonly by: string; text: string }[];
}

/** One piece of work of one student. The comment is the student's own. */
export interface Submission {
  readonly id: string;
  readonly course: string;
  readonly assignment: string;
  readonly student: string;
  readonly email: string;
  due: string;
  readonly handed_in: string | null;
  mark: number | null;
  comment: string;
}

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  status: string;
  due: string | null;
  readonly price: number;
  readers_say: string;
}

export interface Offer {
  readonly id: string;
  readonly kind: 'train' | 'hotel' | 'registration';
  readonly title: string;
  readonly when: string;
  readonly price: number;
  readonly details: string;
  readonly reviews: string[];
}

export interface Contact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly what: string;
}

interface Booking {
  readonly room: string;
  readonly start: string;
  readonly end: string;
  readonly purpose: string;
}

export interface Lectures {
  mails: Mail[];
  events: Event[];
  files: DriveFile[];
  threads: Thread[];
  submissions: Submission[];
  catalogue: Book[];
  offers: Offer[];
  readonly contacts: readonly Contact[];
  readonly rooms: readonly string[];
  readonly pages: Record<string, string>;
  bookings: Booking[];
  orders: { readonly item: string; readonly quantity: number; readonly total: number }[];
  /** Every address that was opened: its owner has read it. */
  visited: string[];
}

export function freshLectures(): Lectures {
  return structuredClone({
    ...{ mails: [...MAILS], events: [...EVENTS], files: [...FILES], threads: [...THREADS] },
    ...{ submissions: [...SUBMISSIONS], catalogue: [...CATALOGUE], offers: [...OFFERS] },
    ...{ contacts: CONTACTS, rooms: ROOMS, pages: PAGES, bookings: [], orders: [], visited: [] },
  });
}
