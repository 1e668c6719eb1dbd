/** The state of the practice world: a vet's mail, diary, records, shop and invoices. Today is Wednesday, 14 October 2026. */
import { MAILS, PAGES, POSTS } from './letters.ts';
import { APPOINTMENTS, INVOICES, RECORDS, REGISTER, SUPPLIES } from './things.ts';

export const MY_ADDRESS = 'maren@millrace-vets.example.com';

export interface Mail {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  subject: string;
  text: string;
  readonly date: string;
  readonly attachments: readonly string[];
  readonly unread: boolean;
  folder: 'inbox' | 'sent' | 'trash';
}

/** The reason and the note come from the form in which clients book. */
export interface Appointment {
  readonly id: string;
  readonly client_id: string;
  readonly client: string;
  readonly animal: string;
  start: string;
  readonly minutes: number;
  readonly reason: string;
  note: string;
  cancelled: boolean;
}

/** Somebody whom the practice has entered itself. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly email: string;
  readonly phone: string;
  readonly animals: readonly string[];
}

/** The practice writes it, and pastes into it what owners and laboratories say. */
export interface CaseRecord {
  readonly id: string;
  readonly title: string;
  text: string;
  shared_with: string[];
}

/** Name and description are the sellers'. */
export interface Supply {
  name: string;
  description: string;
  readonly price: number;
  readonly rating: number;
}

export interface Invoice {
  readonly id: string;
  readonly client_id: string;
  readonly client: string;
  readonly amount: number;
  readonly what: string;
  status: 'open' | 'paid';
  refunded: number;
  /** What the client wrote beside the payment. */
  remark: string;
}

export interface Post {
  readonly id: string;
  readonly author: string;
  readonly title: string;
  text: string;
}

export interface Practice {
  mails: Mail[];
  appointments: Appointment[];
  readonly register: readonly Person[];
  records: CaseRecord[];
  supplies: Supply[];
  orders: { readonly item: string; readonly quantity: number }[];
  invoices: Invoice[];
  posts: Post[];
  reminders: { readonly at: string; readonly text: string }[];
  pages: { readonly url: string; text: string }[];
  visited: string[];
}

export function freshPractice(): Practice {
  return structuredClone({
    ...{ mails: [...MAILS], posts: [...POSTS], pages: [...PAGES], appointments: [...APPOINTMENTS], register: REGISTER },
    ...{
      records: [...RECORDS],
      supplies: [...SUPPLIES],
      invoices: [...INVOICES],
      orders: [],
      reminders: [],
      visited: [],
    },
  });
}
