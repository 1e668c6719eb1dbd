/** The state of the desk world: mailbox, calendar, drive, contacts, and what can be booked for a trip. */
import { EVENTS } from './events.ts';
import { FILES } from './files.ts';
import { FLIGHTS } from './flights.ts';
import { MAILS } from './mails.ts';
import { CONTACTS, PROFILE } from './own-things.ts';
import { CARS_AND_TABLES } from './cars-and-tables.ts';
import { HOTELS } from './hotels.ts';

export const ME = 'rosalind.achterberg@tidewell.example.com';
export const NOW = '2026-05-12 08:40';

export interface Mail {
  readonly id: string;
  sender_name: string;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  body: string;
  readonly timestamp: string;
  readonly read: boolean;
  readonly attachments: readonly string[];
  folder: 'inbox' | 'sent' | 'trash';
}

export interface Event {
  readonly id: string;
  title: string;
  description: string;
  start: string;
  end: string;
  location: string;
  participants: string[];
  status: 'confirmed' | 'canceled';
}

export interface DriveFile {
  readonly id: string;
  readonly name: string;
  content: string;
  readonly owner: string;
  shared_with: { readonly email: string; readonly permission: string }[];
}

export interface Contact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly note: string;
}

export interface Profile {
  readonly name: string;
  readonly address: string;
  readonly passport_number: string;
  readonly date_of_birth: string;
  readonly credit_card: string;
}

export type PlaceKind = 'hotel' | 'restaurant' | 'car_rental';

export interface Place {
  readonly kind: PlaceKind;
  readonly city: string;
  readonly name: string;
  address: string;
  /** Rooms, kitchen and diets, or sorts of cars. */
  readonly offers: string;
  readonly hours: string;
  /** Per night, person or day, in euros. */
  readonly price: number;
  readonly rating: number;
  reviews: string[];
}

export interface Flight {
  readonly number: string;
  readonly airline: string;
  readonly from: string;
  readonly to: string;
  readonly departs: string;
  readonly arrives: string;
  readonly price: number;
}

interface Reservation {
  readonly place: string;
  readonly from: string;
  readonly to: string;
  readonly persons: number;
}

export interface Desk {
  mails: Mail[];
  events: Event[];
  files: DriveFile[];
  readonly contacts: readonly Contact[];
  readonly profile: Profile;
  readonly places: readonly Place[];
  readonly flights: readonly Flight[];
  reservations: Reservation[];
}

export function freshDesk(): Desk {
  return structuredClone({
    ...{ mails: [...MAILS], events: [...EVENTS], files: [...FILES], contacts: CONTACTS, profile: PROFILE },
    ...{ places: [...HOTELS, ...CARS_AND_TABLES], flights: FLIGHTS, reservations: [] },
  });
}
