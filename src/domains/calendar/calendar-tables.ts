/** What is kept about calendars in the database: which events the assistant made, and the local calendar itself. */
import type { Database, DatabaseMigration } from '../../ports/database.ts';

export interface CalendarTables {
  /** Written before the event is. One that never came to be leaves a row that harms nobody. */
  calendar_created: { user_id: string; uid: string; call_id: string; at: number };
  calendar_events: {
    user_id: string;
    uid: string;
    /** Counts every change, also a deletion: the row stays, so that no version is ever used twice. */
    version: number;
    data: string | null;
    /** Between these instants everything of it happens; no end when it may recur for ever. */
    begins: number;
    ends: number | null;
  };
}

export function calendarMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    {
      name: 'calendar-001',
      statements: [
        `create table calendar_created (user_id text not null references users (id), uid text not null, call_id text not null,
          at ${int} not null, primary key (user_id, uid))`,
        `create table calendar_events (user_id text not null references users (id), uid text not null, version ${int} not null,
          data text, begins ${int} not null, ends ${int}, primary key (user_id, uid))`,
        `create index calendar_events_by_time on calendar_events (user_id, begins)`,
      ],
    },
  ];
}
