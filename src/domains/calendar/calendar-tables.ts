/** Database tables for calendars: the events that the assistant created, and the local calendar. */
import type { Database, DatabaseMigration } from '../../ports/database.ts';

export interface CalendarTables {
  /** Written before the event. If creating the event fails, the row remains and has no effect. */
  calendar_created: { user_id: string; uid: string; call_id: string; at: number };
  calendar_events: {
    user_id: string;
    uid: string;
    /** Increases with every change, also with a deletion. The row stays, so that no version is used twice. */
    version: number;
    data: string | null;
    /** All occurrences lie between these instants. `ends` is null if no end is known. */
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
