/** What is kept about an organization's calendars: people's accounts, events of local ones, and what was made and sent out. */
import { heldToAudience } from '../../../core/access/shared-data.ts';
import type { Database, DatabaseMigration } from '../../../ports/database.ts';

export interface CalendarAccountRow {
  id: string;
  audience: string;
  name: string;
  /** Where it is and how it is signed in to, without the password: JSON. Null for a local one. */
  settings: string | null;
  /** The password, sealed. */
  secret: string | null;
  created_at: number;
}

interface HeldEventRow {
  audience: string;
  account_id: string;
  uid: string;
  /** Counts every change, also a deletion: the row stays, so that no version is ever used twice. */
  version: number;
  data: string | null;
  begins: number;
  ends: number | null;
}

/** An event that the assistant made, and which answers to its invitation are taken for. */
interface MadeEventRow {
  audience: string;
  uid: string;
  account_id: string;
  call_id: string;
  at: number;
}

export interface OrganizationCalendarTables {
  organization_calendar_accounts: CalendarAccountRow;
  organization_calendar_events: HeldEventRow;
  organization_made_events: MadeEventRow;
}

export function organizationCalendarMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  const held = ['organization_calendar_accounts', 'organization_calendar_events', 'organization_made_events'];
  return [
    {
      name: 'organization-calendar-001',
      statements: [
        `create table organization_calendar_accounts (id text primary key, audience text not null, name text not null, settings text,
          secret text, created_at ${int} not null)`,
        `create index organization_calendar_accounts_of on organization_calendar_accounts (audience, created_at)`,
        `create table organization_calendar_events (audience text not null, account_id text not null, uid text not null,
          version ${int} not null, data text, begins ${int} not null, ends ${int}, primary key (account_id, uid))`,
        `create index organization_calendar_events_by_time on organization_calendar_events (account_id, begins)`,
        `create table organization_made_events (audience text not null, uid text not null, account_id text not null,
          call_id text not null, at ${int} not null, primary key (audience, uid))`,
        ...held.flatMap((table) => heldToAudience(dialect, table)),
      ],
    },
  ];
}
