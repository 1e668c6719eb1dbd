/** The state of the shop world: mail, calendar, drive, orders, stock, the employees' chat, and what there is for trips. */
import { CHAT, PAGES } from './chat-and-pages.ts';
import { FILES } from './files.ts';
import { MAILS } from './mails.ts';
import { HOTELS, TRAINS } from './offers.ts';
import { ORDERS } from './orders.ts';
import { CONTACTS, EVENTS, STOCK } from './own-things.ts';

export interface Mail {
  readonly id: string;
  readonly sender: string;
  sender_name: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  body: string;
  readonly date: string;
  readonly attachments: readonly string[];
  readonly read: boolean;
  folder: 'inbox' | 'sent' | 'bin';
}

export interface Contact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly note: string;
}

export interface Event {
  readonly id: string;
  title: string;
  start: string;
  end: string;
  location: string;
  description: string;
  readonly organizer: string;
  readonly guests: readonly string[];
}

export interface SharedFile {
  name: string;
  readonly owner: string;
  shared_with: { readonly email: string; readonly access: string }[];
  text: string;
}

export interface Order {
  readonly id: string;
  customer: string;
  readonly email: string;
  address: string;
  readonly lines: readonly { readonly article: string; readonly quantity: number; readonly price: number }[];
  readonly total: number;
  refunded: number;
  status: string;
  note: string;
  readonly tracking: string | null;
}

export interface Article {
  readonly article: string;
  readonly title: string;
  readonly in_stock: number;
  readonly reorder_below: number;
  readonly price: number;
  readonly supplier: string;
}

interface Supply {
  readonly supplier: string;
  readonly article: string;
  readonly quantity: number;
}

export interface ChatMessage {
  readonly from: string;
  text: string;
  readonly at: string;
}

export interface Hotel {
  readonly name: string;
  readonly town: string;
  readonly rating: number;
  readonly price_per_night: number;
  address: string;
  reviews: string[];
}

export interface Train {
  readonly number: string;
  readonly from: string;
  readonly to: string;
  readonly departure: string;
  readonly arrival: string;
  readonly price: number;
}

interface Stay {
  readonly hotel: string;
  readonly arrival: string;
  readonly departure: string;
}

export interface Shop {
  mails: Mail[];
  events: Event[];
  files: SharedFile[];
  orders: Order[];
  supplies: Supply[];
  stays: Stay[];
  /** By channel, and by employee for what is said to one of them alone. */
  readonly chat: Record<string, ChatMessage[]>;
  readonly pages: Record<string, string>;
  /** Every address that was opened: its owner has read it. */
  visited: string[];
  readonly refund_reasons: string[];
  readonly contacts: readonly Contact[];
  readonly stock: readonly Article[];
  readonly hotels: readonly Hotel[];
  readonly trains: readonly Train[];
}

export function freshShop(): Shop {
  return structuredClone({
    ...{ mails: [...MAILS], events: [...EVENTS], files: [...FILES], orders: [...ORDERS], chat: CHAT, pages: PAGES },
    ...{ supplies: [], stays: [], visited: [], refund_reasons: [] },
    ...{ contacts: CONTACTS, stock: STOCK, hotels: HOTELS, trains: TRAINS },
  });
}
