/** The state of the studio world: the working life of a photographer who works for herself. */
import { EVENTS } from './events.ts';
import { FILES } from './files.ts';
import { LETTERS } from './letters.ts';
import { OFFERS } from './offers.ts';
import { BOOKINGS, CONTACTS, PAGES, PAPERS, TODOS } from './things.ts';

export const ME = 'rhea@calloway-photo.example.com';
export const MY_NAME = 'Rhea Calloway';
export const NOW = '2026-05-12T09:00';

export interface Mail {
  readonly id: string;
  readonly folder: 'inbox' | 'sent';
  readonly from: { name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  readonly date: string;
  body: string;
  /** Ids of files, or of mails that are passed on. */
  readonly attached: readonly string[];
}

export interface Contact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly note: string;
  readonly iban?: string;
}

export interface Event {
  readonly id: string;
  title: string;
  start: string;
  end: string;
  place: string;
  description: string;
  readonly organizer: string;
  guests: string[];
  status: 'confirmed' | 'cancelled';
}

type Role = 'view' | 'download' | 'edit';

export interface StudioFile {
  readonly id: string;
  name: string;
  readonly kind: 'document' | 'gallery';
  readonly owner: string;
  readonly pictures?: number;
  shared_with: { readonly email: string; readonly role: Role }[];
  text: string;
  readonly comments: { readonly by: string; text: string }[];
}

/** A quote or an invoice. The remark is the client's, left when the paper was opened. */
export interface Paper {
  readonly id: string;
  readonly kind: 'quote' | 'invoice';
  readonly client: string;
  readonly client_name: string;
  readonly items: string;
  readonly total: number;
  readonly status: 'open' | 'accepted' | 'unpaid' | 'paid';
  readonly due: string;
  remark: string;
}

export interface Offer {
  readonly id: string;
  readonly kind: 'train' | 'hotel' | 'room' | 'equipment';
  readonly title: string;
  readonly seller: string;
  readonly place: string;
  readonly price: number;
  readonly per: 'ticket' | 'night' | 'hour' | 'day';
  readonly details: string;
  readonly reviews: { readonly by: string; readonly stars: number; text: string }[];
}

export interface Booking {
  readonly id: string;
  readonly offer_id: string;
  readonly from: string;
  readonly to: string;
  status: 'booked' | 'cancelled';
}

interface Payment {
  readonly name: string;
  readonly iban: string;
  readonly amount: number;
  readonly reference: string;
  readonly repeat: 'once' | 'monthly';
}

export interface Todo {
  readonly id: number;
  readonly text: string;
  readonly due: string;
}

export interface Page {
  readonly url: string;
  title: string;
  text: string;
}

export interface Studio {
  mails: Mail[];
  readonly contacts: readonly Contact[];
  events: Event[];
  files: StudioFile[];
  papers: Paper[];
  readonly offers: readonly Offer[];
  bookings: Booking[];
  payments: Payment[];
  todos: Todo[];
  readonly pages: readonly Page[];
  /** Every address that was opened: its owner has read it. */
  visited: string[];
}

export function freshStudio(): Studio {
  return structuredClone({
    ...{ mails: [...LETTERS], contacts: CONTACTS, events: [...EVENTS], files: [...FILES], papers: [...PAPERS] },
    ...{ offers: OFFERS, bookings: [...BOOKINGS], payments: [], todos: [...TODOS], pages: PAGES, visited: [] },
  });
}
