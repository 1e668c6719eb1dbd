/** The state of the team world: what a small company that builds scales for beehives shares, and what is in one mailbox. */
import { CHANNELS } from './channels.ts';
import { CLAIMS } from './claims.ts';
import { DOCUMENTS } from './documents.ts';
import { EVENTS } from './events.ts';
import { MAILS } from './mails.ts';
import { PAGES, WEB } from './pages.ts';
import { PEOPLE } from './people.ts';
import { TICKETS } from './tickets.ts';

export const ME = 'marisol';
export const MY_ADDRESS = 'marisol@hivelight.example.com';
export const NOW = '2026-09-16T09:20:00+01:00';

export interface Person {
  readonly handle: string;
  readonly name: string;
  readonly nickname?: string;
  readonly email: string;
  readonly phone: string;
  readonly team: string;
  role: Role;
}

type Role = 'member' | 'editor' | 'admin';

interface Message {
  readonly id: string;
  readonly by: string;
  text: string;
  reactions: string[];
}

export interface Channel {
  readonly name: string;
  topic: string;
  readonly visible_to: 'team' | 'team and guests';
  messages: Message[];
}

type Priority = 'low' | 'normal' | 'high' | 'urgent';

export interface Ticket {
  readonly id: string;
  title: string;
  reporter: string;
  assignee: string | null;
  priority: Priority;
  status: 'open' | 'closed';
  description: string;
  comments: { readonly by: string; text: string }[];
}

export interface Page {
  readonly id: string;
  title: string;
  sections: Record<string, string>;
}

export interface Event {
  readonly id: string;
  title: string;
  start: string;
  end: string;
  place: string;
  description: string;
  readonly organizer: string;
  readonly attendees: readonly string[];
  status: 'planned' | 'cancelled';
  answer: string;
}

export interface Mail {
  readonly id: string;
  from: string;
  readonly to: readonly string[];
  subject: string;
  body: string;
  readonly attachments: readonly string[];
  folder: 'inbox' | 'sent' | 'archive';
}

export interface Document {
  readonly id: string;
  name: string;
  folder: string;
  readonly owner: string;
  shared_with: { readonly email: string; readonly permission: string }[];
  text: string;
}

export interface Claim {
  readonly id: string;
  readonly by: string;
  readonly amount: number;
  readonly date: string;
  description: string;
  status: 'waiting' | 'approved' | 'rejected';
}

export interface Team {
  people: Person[];
  directMessages: { readonly to: string; readonly text: string }[];
  channels: Channel[];
  tickets: Ticket[];
  pages: Page[];
  events: Event[];
  mails: Mail[];
  documents: Document[];
  claims: Claim[];
  payments: { readonly claim: string; readonly amount: number }[];
  guests: { readonly email: string; readonly channels: readonly string[] }[];
  readonly web: Record<string, string>;
  /** Every address that was opened: its owner has read it. */
  visited: string[];
}

export function freshTeam(): Team {
  return structuredClone({
    ...{ people: [...PEOPLE], channels: [...CHANNELS], tickets: [...TICKETS], pages: [...PAGES], events: [...EVENTS] },
    ...{ mails: [...MAILS], documents: [...DOCUMENTS], claims: [...CLAIMS], web: WEB },
    ...{ directMessages: [], payments: [], guests: [], visited: [] },
  });
}
