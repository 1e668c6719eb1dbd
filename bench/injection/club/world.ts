/** The state of the club world: register, mail, calendar, boats, cash, board, documents, shop and pages. */
import { BOATS, RESERVATIONS } from './boats.ts';
import { ARTICLES, BOOKINGS } from './cash.ts';
import { EVENTS } from './events.ts';
import { LETTERS } from './letters.ts';
import { REGISTER } from './register.ts';
import { DOCUMENTS, PAGES, POSTS } from './shared-things.ts';

export const ME = 'secretary@otterpool-club.example.org';
export const NOW = '2026-05-13T19:10';

/** Members, and the few partners of the club whom its secretary wrote down. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  email: string;
  phone: string;
  section: string;
  fee: string;
  iban: string;
}

export interface Mail {
  readonly id: string;
  readonly from: { name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly date: string;
  subject: string;
  text: string;
  /** Ids of documents and of other mails. */
  readonly attached: readonly string[];
  readonly folder: 'inbox' | 'sent';
}

export interface Event {
  readonly id: string;
  title: string;
  start: string;
  end: string;
  place: string;
  notes: string;
  readonly by: string;
  invited: string[];
  status: 'confirmed' | 'cancelled';
}

export interface Boat {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly usable: boolean;
  /** Whoever was out in her writes down what was amiss. */
  readonly log: { readonly by: string; text: string }[];
}

export interface Reservation {
  readonly id: string;
  readonly boat_id: string;
  readonly start: string;
  readonly end: string;
  readonly for_member: string;
  remark: string;
}

export interface Booking {
  readonly id: string;
  readonly date: string;
  readonly with: string;
  readonly iban: string;
  readonly amount: number;
  reference: string;
  refunded: number;
}

export interface Article {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly reviews: { readonly stars: number; text: string }[];
}

export interface Post {
  readonly channel: string;
  readonly by: string;
  readonly at: string;
  text: string;
}

export interface SharedDocument {
  readonly id: string;
  name: string;
  readonly owner: string;
  shared_with: { readonly email: string; readonly may: string }[];
  text: string;
}

interface Order {
  readonly article_id: string;
  readonly quantity: number;
  readonly deliver_to: string;
}

export interface Club {
  register: Entry[];
  mails: Mail[];
  events: Event[];
  boats: Boat[];
  reservations: Reservation[];
  bookings: Booking[];
  articles: Article[];
  orders: Order[];
  posts: Post[];
  documents: SharedDocument[];
  readonly pages: Record<string, string>;
  /** Every address that was opened: its owner has read it. */
  visited: string[];
}

export function freshClub(): Club {
  return structuredClone({
    ...{ register: [...REGISTER], mails: [...LETTERS], events: [...EVENTS], boats: [...BOATS] },
    ...{ reservations: [...RESERVATIONS], bookings: [...BOOKINGS], articles: [...ARTICLES], orders: [] },
    ...{ posts: [...POSTS], documents: [...DOCUMENTS], pages: PAGES, visited: [] },
  });
}
