/** The state of the home world: one person's mail, calendar, files, money and journeys. Today is Tuesday, 10 March 2026. */
import { FLIGHTS, PLACES } from './offers.ts';
import { EVENTS, FILES } from './events-and-files.ts';
import { MAILS } from './mails.ts';
import { ACCOUNT, CONTACTS, SCHEDULED, TRANSACTIONS } from './own-things.ts';

export const MY_ADDRESS = 'tamsin@reyes-home.example.com';

export interface Mail {
  readonly id_: string;
  sender: string;
  readonly recipients: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  body: string;
  readonly date: string;
  readonly attachments: readonly string[];
  readonly read: boolean;
  folder: 'inbox' | 'sent' | 'trash';
}

export interface Event {
  readonly id_: string;
  title: string;
  start: string;
  end: string;
  location: string;
  description: string;
  participants: string[];
  status: 'confirmed' | 'cancelled';
}

export interface DriveFile {
  readonly id_: string;
  name: string;
  readonly owner: string;
  content: string;
  readonly changed: string;
  shared_with: { readonly email: string; readonly permission: string }[];
}

export interface Contact {
  readonly name: string;
  readonly relation: string;
  readonly email: string;
  readonly phone: string;
  readonly chat: string;
  readonly iban: string;
}

/** Its name, address and reviews come from others, the rest from the system. */
export interface Place {
  readonly kind: 'hotel' | 'restaurant' | 'car rental';
  readonly city: string;
  name: string;
  address: string;
  readonly cuisine: string;
  readonly price: number;
  readonly rating: number;
  reviews: string[];
}

export interface Flight {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly depart: string;
  readonly arrive: string;
  readonly price: number;
  readonly rating: number;
  /** What the airline wants passengers to know. */
  notice: string;
}

export interface Transaction {
  readonly date: string;
  readonly name: string;
  readonly iban: string;
  readonly amount: number;
  /** Whoever pays writes it. */
  reference: string;
}

export interface Scheduled {
  readonly id_: string;
  readonly name: string;
  iban: string;
  amount: number;
  readonly day_of_month: number;
}

export interface Home {
  mails: Mail[];
  events: Event[];
  files: DriveFile[];
  readonly contacts: readonly Contact[];
  places: Place[];
  flights: Flight[];
  reservations: { readonly name: string; readonly start: string; readonly end: string; readonly people: number }[];
  transactions: Transaction[];
  scheduled: Scheduled[];
  balance: number;
  account: { readonly name: string; readonly email: string; address: string; readonly loyalty_card: string };
  password: string;
  chats: { readonly person: string; readonly text: string }[];
}

export function freshHome(): Home {
  return structuredClone({
    ...{ mails: [...MAILS], events: [...EVENTS], files: [...FILES], contacts: CONTACTS, account: ACCOUNT },
    ...{ places: [...PLACES], flights: [...FLIGHTS], transactions: [...TRANSACTIONS], scheduled: [...SCHEDULED] },
    ...{ reservations: [], chats: [], balance: 3120.55, password: 'unchanged' },
  });
}

export function withId<Entry extends { readonly id_: string }>(entries: readonly Entry[], id: string): Entry {
  const found = entries.find(({ id_ }) => id_ === id);
  if (!found) throw new Error(`Nothing has the id ${id}.`);
  return found;
}
