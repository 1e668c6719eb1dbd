/** What is kept about teamwork: who is connected where, and the messages that colleagues send each other. */
import { heldToAudience } from '../../../core/access/shared-data.ts';
import type { Database, DatabaseMigration } from '../../../ports/database.ts';

export interface PresenceTables {
  /** One row for each line that a client has open. A process that dies leaves rows behind that grow old. */
  presence: { id: string; user_id: string; node: string; seen_at: number };
}

export interface NotificationTables {
  notifications: {
    id: string;
    audience: string;
    from_user: string;
    from_name: string;
    message: string;
    context: string | null;
    created_at: number;
    delivered_at: number | null;
    read_at: number | null;
  };
}

export function teamMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    {
      name: 'team-001',
      statements: [
        `create table presence (id text primary key, user_id text not null references users (id), node text not null, seen_at ${int} not null)`,
        `create index presence_by_user on presence (user_id, seen_at)`,
        `create index presence_by_node on presence (node)`,
        `create table notifications (id text primary key, audience text not null, from_user text not null, from_name text not null,
          message text not null, context text, created_at ${int} not null, delivered_at ${int}, read_at ${int})`,
        `create index notifications_by_audience on notifications (audience, created_at)`,
        ...heldToAudience(dialect, 'notifications'),
      ],
    },
  ];
}
