/** Database tables for the mail of an organization: accounts, folders, mails with their places, and outgoing mail. */
import { heldToAudience } from '../../../core/access/shared-data.ts';
import type { Database, DatabaseMigration } from '../../../ports/database.ts';
import { EVERYTHING_STANDS } from './folder-state-columns.ts';

export interface AccountRow {
  id: string;
  audience: string;
  address: string;
  name: string;
  /** Server and sign-in settings without the secret, as JSON. */
  settings: string;
  /** The password or refresh token, sealed. */
  secret: string;
  created_by: string;
  created_at: number;
  /** The last time when the stored mail matched the server. */
  synced_at: number | null;
  /** Why the last synchronization failed. */
  problem: string | null;
  /** Progress of the running synchronization. */
  progress_done: number;
  progress_total: number;
}

export interface FolderRow {
  account_id: string;
  audience: string;
  path: string;
  role: string;
  /** The uids of a folder are only valid together with this value. */
  validity: string;
  /** The server's change counter at the last complete synchronization; null if none is complete. */
  modseq: string | null;
}

export interface OrganizationMailRow {
  id: string;
  audience: string;
  account_id: string;
  hash: string;
  message_id: string;
  sender_name: string;
  sender_email: string;
  subject: string;
  preview: string;
  body: string;
  received_at: number;
  size: number;
  /** Names, types and sizes as JSON. */
  attachments: string;
  problem: string | null;
  /** 1 if the mail is unread in some folder, otherwise 0. */
  unread: number;
  /** The folders of the mail, as bits of `FOLDER_BITS`. */
  folders: number;
}

/** One mail in one folder. A mail may be in several folders. */
export interface PlaceRow {
  account_id: string;
  audience: string;
  path: string;
  validity: string;
  uid: number;
  mail_id: string;
  is_seen: number;
}

export interface OutgoingRow {
  id: string;
  /** The user that the mail is sent for. */
  audience: string;
  user_id: string;
  call_id: string;
  account_id: string;
  account_audience: string;
  state: 'scheduled' | 'sending' | 'sent' | 'failed' | 'unknown' | 'cancelled';
  message_id: string;
  subject: string;
  sender: string;
  /** All recipients as JSON. */
  recipients: string;
  /** The hash of the object with the exact content that is sent. */
  hash: string;
  due_at: number;
  attempts: number;
  ended_at: number | null;
  /** The answer of the server, or why the mail was not sent. */
  answer: string | null;
}

export interface OrganizationMailTables {
  organization_mail_accounts: AccountRow;
  organization_mail_folders: FolderRow;
  organization_mails: OrganizationMailRow;
  organization_mail_places: PlaceRow;
  organization_outgoing_mails: OutgoingRow;
}

/** The text is already split into words. The tokenizer of the database must not split them again. */
const TOKENS = `tokenize = "ascii tokenchars '@._+-'"`;

/** PostgreSQL forces row level security also on the owner of the tables. These statements must run without it. */
function unheld(dialect: Database['dialect'], tables: readonly string[], statements: readonly string[]): string[] {
  if (dialect === 'sqlite') return [...statements];
  return [
    ...tables.map((table) => `alter table ${table} no force row level security`),
    ...statements,
    ...tables.map((table) => `alter table ${table} force row level security`),
  ];
}

export function organizationMailMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const isSqlite = dialect === 'sqlite';
  const int = isSqlite ? 'integer' : 'bigint';
  const held = [
    'organization_mail_accounts',
    'organization_mail_folders',
    'organization_mails',
    'organization_mail_places',
    'organization_outgoing_mails',
  ];
  return [
    {
      name: 'organization-mail-001',
      statements: [
        `create table organization_mail_accounts (id text primary key, audience text not null, address text not null, name text not null,
          settings text not null, secret text not null, created_by text not null, created_at ${int} not null, synced_at ${int},
          problem text, progress_done ${int} not null, progress_total ${int} not null)`,
        `create index organization_mail_accounts_of on organization_mail_accounts (audience, address)`,
        `create table organization_mail_folders (account_id text not null, audience text not null, path text not null, role text not null,
          validity text not null, modseq text, primary key (account_id, path))`,
        `create table organization_mails (${isSqlite ? 'n integer primary key, ' : ''}id text not null unique, audience text not null,
          account_id text not null, hash text not null, message_id text not null, sender_name text not null, sender_email text not null,
          subject text not null, preview text not null, body text not null, received_at ${int} not null, size ${int} not null,
          attachments text not null, problem text${isSqlite ? '' : ', words tsvector'})`,
        `create index organization_mails_by_time on organization_mails (audience, received_at, id)`,
        `create index organization_mails_by_account on organization_mails (account_id, message_id)`,
        isSqlite
          ? `create virtual table organization_mail_search using fts5 (subject, summary, who, held, content = '', contentless_delete = 1, ${TOKENS})`
          : 'create index organization_mails_by_words on organization_mails using gin (words)',
        `create table organization_mail_places (account_id text not null, audience text not null, path text not null, validity text not null,
          uid ${int} not null, mail_id text not null, is_seen ${int} not null, primary key (account_id, path, validity, uid))`,
        `create index organization_mail_places_of on organization_mail_places (mail_id)`,
        `create table organization_outgoing_mails (id text primary key, audience text not null, user_id text not null, call_id text not null,
          account_id text not null, account_audience text not null, state text not null, message_id text not null, subject text not null,
          sender text not null, recipients text not null, hash text not null, due_at ${int} not null, attempts ${int} not null,
          ended_at ${int}, answer text)`,
        `create index organization_outgoing_mails_of on organization_outgoing_mails (audience, due_at)`,
        // Which process synchronizes which mailbox. The table holds no mail data, so it belongs to no audience.
        `create table organization_mail_watches (account_id text primary key, account_audience text not null, holder text, until ${int} not null)`,
        ...held.flatMap((table) => heldToAudience(dialect, table)),
      ],
    },
    {
      name: 'organization-mail-002',
      statements: [
        `create index organization_mail_places_unread on organization_mail_places (audience, mail_id) where is_seen = 0`,
      ],
    },
    {
      name: 'organization-mail-003',
      statements: [
        `alter table organization_mails add column unread ${int} not null default 0`,
        `alter table organization_mails add column folders ${int} not null default 0`,
        ...unheld(
          dialect,
          ['organization_mails', 'organization_mail_places', 'organization_mail_folders'],
          [EVERYTHING_STANDS],
        ),
        'drop index organization_mails_by_time',
        'drop index organization_mail_places_unread',
        // A covering index for filtering, counting and ordering, so that the mail rows are not read.
        isSqlite
          ? 'create index organization_mails_newest on organization_mails (audience, received_at desc, id, unread, folders)'
          : 'create index organization_mails_newest on organization_mails (audience, received_at desc, id) include (unread, folders)',
        // The same for mails that the full-text index finds.
        ...(isSqlite
          ? [
              'create index organization_mails_by_number on organization_mails (n, audience, received_at, id, unread, folders)',
            ]
          : []),
      ],
    },
  ];
}
