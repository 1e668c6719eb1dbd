/** The table of an organization's files. What is in them are objects named by their hash. */
import { heldToAudience } from '../../../core/access/shared-data.ts';
import type { Database, DatabaseMigration } from '../../../ports/database.ts';
import type { FileStatus } from '../../../ports/organization-files.ts';

export interface FileRow {
  id: string;
  audience: string;
  filename: string;
  content_type: string;
  size: number;
  hash: string;
  /** The object that holds its text, once it was read. */
  text_hash: string | null;
  conversation_id: string | null;
  status: FileStatus;
  reason: string | null;
  created_by: string;
  created_at: number;
  indexed_at: number | null;
}

export interface FileTables {
  organization_files: FileRow;
}

export function fileMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  return [
    {
      name: 'organization-files-001',
      statements: [
        `create table organization_files (id text primary key, audience text not null, filename text not null, content_type text not null,
          size ${int} not null, hash text not null, text_hash text, conversation_id text,
          status text not null check (status in ('processing', 'indexed', 'error')), reason text, created_by text not null,
          created_at ${int} not null, indexed_at ${int})`,
        'create index organization_files_by_audience on organization_files (audience, created_at)',
        ...heldToAudience(dialect, 'organization_files'),
      ],
    },
  ];
}
