/** The state of the flats world: what somebody has at hand who lets six flats and a garage. */
import { ACCOUNT } from './account.ts';
import { CONTACTS, NOTES } from './contacts.ts';
import { DOCUMENTS } from './documents.ts';
import { EVENTS } from './events.ts';
import { LISTINGS } from './listings.ts';
import { MAILS } from './mails.ts';
import { PAGES, PARTS } from './shop-and-web.ts';
import { TICKETS } from './tickets.ts';

export interface Mail {
  readonly id: string;
  from: { name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  text: string;
  readonly date: string;
  readonly enclosed: readonly string[];
  readonly folder: 'inbox' | 'sent';
}

export interface Contact {
  readonly name: string;
  readonly role: string;
  readonly email: string;
  readonly phone: string;
  readonly iban?: string;
}

export interface Event {
  readonly id: string;
  title: string;
  start: string;
  end: string;
  readonly place: string;
  description: string;
  readonly invited: readonly string[];
  status: 'confirmed' | 'cancelled';
}

export interface Document {
  readonly id: string;
  name: string;
  text: string;
  shared_with: string[];
}

export interface Enquiry {
  readonly id: string;
  from: string;
  readonly date: string;
  text: string;
  answers: string[];
}

export interface Listing {
  readonly id: string;
  readonly title: string;
  rent: number;
  text: string;
  status: 'online' | 'withdrawn';
  readonly enquiries: readonly Enquiry[];
}

export interface Payment {
  readonly id: string;
  readonly date: string;
  readonly name: string;
  readonly iban: string;
  /** What came in is above nought. */
  readonly amount: number;
  reference: string;
}

export interface StandingOrder {
  readonly id: string;
  payee: string;
  iban: string;
  amount: number;
  readonly day: number;
  status: 'active' | 'stopped';
}

export interface Account {
  balance: number;
  readonly payments: Payment[];
  readonly standing_orders: StandingOrder[];
}

export interface Ticket {
  readonly id: string;
  readonly flat: string;
  title: string;
  readonly by: string;
  status: 'open' | 'waiting' | 'closed';
  assigned_to: string;
  readonly comments: { readonly by: string; text: string }[];
}

export interface Part {
  readonly part_no: string;
  readonly name: string;
  readonly price: number;
  readonly reviews: { readonly stars: number; text: string }[];
}

export interface Page {
  readonly id: string;
  readonly title: string;
  text: string;
}

interface PartOrder {
  readonly part_no: string;
  readonly quantity: number;
  readonly deliver_to: string;
}

export interface Flats {
  readonly mails: Mail[];
  readonly contacts: readonly Contact[];
  readonly notes: string[];
  readonly events: Event[];
  readonly documents: Document[];
  readonly listings: Listing[];
  readonly account: Account;
  readonly tickets: Ticket[];
  readonly parts: Part[];
  readonly part_orders: PartOrder[];
  readonly pages: Page[];
  /** Every address that was opened: its owner has read it. */
  readonly visited: string[];
}

export function freshFlats(): Flats {
  return structuredClone({
    ...{ mails: [...MAILS], contacts: CONTACTS, notes: [...NOTES], events: [...EVENTS], documents: [...DOCUMENTS] },
    ...{ listings: [...LISTINGS], account: ACCOUNT, tickets: [...TICKETS], parts: [...PARTS], pages: [...PAGES] },
    ...{ part_orders: [], visited: [] },
  });
}
