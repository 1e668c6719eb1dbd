/** What is kept of each mail in the database. Its text, its attachments and the mail itself are objects. */
import type { Database, DatabaseMigration } from '../../ports/database.ts';
import { indexTables } from './mail-index.ts';

export interface MailRow {
  /** Its place in time: see mail-number.ts. */
  n: number;
  user_id: string;
  /** The hash of the mail as it came. The same bytes are kept once. */
  hash: string;
  message_id: string;
  sender: string;
  subject: string;
  date: number;
  received_at: number;
  via: string;
  size: number;
  /** The object that holds the text and what else reading brings. */
  content_hash: string;
  attachments: number;
  original_sender: string | null;
  original_subject: string | null;
  original_date: number | null;
  problem: string | null;
  is_confirmation: number;
  summary: string;
  summary_by: 'extract' | 'model';
  /** When a model is to be asked for the summary; null when there is nothing to ask. */
  summary_due: number | null;
  summary_tries: number;
  seen_at: number | null;
}

export interface NoticeRow {
  id: string;
  user_id: string;
  mail_n: number;
  provider: string;
  account: string | null;
  code: string | null;
  link: string | null;
  at: number;
  dismissed_at: number | null;
}

export interface MailTables {
  mails: MailRow;
  mail_notices: NoticeRow;
  /** SQLite only. */
  mail_search: { rowid: number; rank: number; subject: string; summary: string; who: string };
}

export function mailMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    {
      name: 'mail-001',
      statements: [
        `create table mails (n ${int} primary key, user_id text not null references users (id), hash text not null,
          message_id text not null, sender text not null, subject text not null, date ${int} not null, received_at ${int} not null,
          via text not null, size ${int} not null, content_hash text not null, attachments ${int} not null,
          original_sender text, original_subject text, original_date ${int}, problem text, is_confirmation ${int} not null,
          summary text not null, summary_by text not null check (summary_by in ('extract', 'model')), summary_due ${int},
          summary_tries ${int} not null, seen_at ${int})`,
        `create unique index mails_by_content on mails (user_id, hash)`,
        `create index mails_by_message_id on mails (user_id, message_id)`,
        `create index mails_unread on mails (user_id, n) where seen_at is null`,
        `create index mails_to_summarize on mails (summary_due) where summary_due is not null`,
        `create table mail_notices (id text primary key, user_id text not null references users (id), mail_n ${int} not null references mails (n),
          provider text not null, account text, code text, link text, at ${int} not null, dismissed_at ${int})`,
        ...indexTables(dialect),
      ],
    },
  ];
}
