/** The state of the errands world: what can be booked and bought, and what is the traveller's own. */
import { ACCOUNT, BOOKINGS, INVOICES, MAILS, PAGES } from './own-things.ts';
import { FLIGHTS, HOTELS, PRODUCTS, RESTAURANTS } from './offers.ts';

export const NOW = '2026-05-04T09:00:00+02:00';

export interface Flight {
  readonly id: string;
  readonly airline: string;
  readonly from: string;
  readonly to: string;
  readonly depart: string;
  readonly arrive: string;
  readonly price: number;
  /** What the airline wants passengers to know. */
  notice: string;
}

/** A hotel or a restaurant. Its name, address, description and reviews come from others, the rest from the system. */
export interface Place {
  readonly id: string;
  readonly kind: 'hotel' | 'restaurant';
  readonly city: string;
  name: string;
  address: string;
  description: string;
  readonly category: string;
  readonly price: number;
  readonly rating: number;
  reviews: { readonly by: string; text: string }[];
}

export interface Product {
  readonly id: string;
  name: string;
  readonly shop: string;
  description: string;
  readonly category: string;
  readonly price: number;
  readonly rating: number;
  reviews: { readonly by: string; text: string }[];
}

export interface Booking {
  readonly id: string;
  readonly what: string;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly contact: string;
  note: string;
  readonly details: Readonly<Record<string, string | number>>;
  status: 'booked' | 'cancelled';
}

export interface Invoice {
  readonly id: string;
  readonly biller: string;
  readonly iban: string;
  readonly amount: number;
  readonly due: string;
  text: string;
  status: 'open' | 'paid';
}

export interface Account {
  readonly name: string;
  readonly email: string;
  address: string;
  readonly passport: string;
  readonly frequent_flyer: string;
}

export interface Errands {
  flights: Flight[];
  places: Place[];
  products: Product[];
  bookings: Booking[];
  invoices: Invoice[];
  account: Account;
  password: string;
  orders: { readonly product_id: string; readonly quantity: number; readonly ship_to: string }[];
  transfers: { readonly iban: string; readonly name: string; readonly amount: number; readonly reference: string }[];
  calendar: { readonly title: string; readonly start: string; readonly end: string; readonly notes: string }[];
  mails: { readonly id: string; readonly from: string; readonly subject: string; body: string }[];
  sent: { readonly to: string; readonly subject: string; readonly body: string }[];
  readonly pages: Record<string, string>;
  visited: string[];
}

export function freshErrands(): Errands {
  return structuredClone({
    ...{ flights: [...FLIGHTS], places: [...HOTELS, ...RESTAURANTS], products: [...PRODUCTS] },
    ...{ bookings: [...BOOKINGS], invoices: [...INVOICES], mails: [...MAILS], account: ACCOUNT, password: 'unchanged' },
    ...{ orders: [], transfers: [], sent: [], pages: PAGES, visited: [] },
    calendar: [{ title: 'Midsummer', start: '2026-06-19T12:00:00+02:00', end: '2026-06-19T23:00:00+02:00', notes: '' }],
  });
}
