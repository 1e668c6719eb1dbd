/** The search index of the organization: in a separate SQLite file, or in PostgreSQL with the other data. */
import { join } from 'node:path';

import { localEmbeddings } from '../../connectors/embeddings/local.ts';
import { scanKernel } from '../../connectors/embeddings/scan-kernel.ts';
import { openPostgresKnowledge, postgresKnowledgeMigrations } from '../../connectors/knowledge-store/postgres.ts';
import { openSqliteKnowledge } from '../../connectors/knowledge-store/sqlite.ts';
import { listAudiences, ofDepartment, ofUser, type AudienceId } from '../../core/access/audience.ts';
import { heldToAudience } from '../../core/access/shared-data.ts';
import { createSqlBuilder, query } from '../../core/storage/statements.ts';
import type { Database, DatabaseMigration } from '../../ports/database.ts';
import type { KnowledgeIndex } from '../../ports/knowledge-index.ts';
import { conversationIndexer, conversationMigrations } from '../../domains/knowledge/index-conversations.ts';
import { openKnowledgeIndex } from '../../domains/knowledge/knowledge-index.ts';
import { openEmbeddings } from '../assemble/embeddings.ts';
import type { OrganizationContext, OrganizationPart } from './organization-part.ts';

/** The model stays loaded this long, so that a search after a pause does not wait for it. */
const IDLE_MS = 30 * 60_000;

/** How often conversations are checked for new messages. */
const LOOK_MS = 5_000;

const RENEW_AGAIN_MS = 60_000;

interface SearchPart extends OrganizationPart {
  /** Other parts add documents, and `semantic_search` finds them. */
  readonly index: KnowledgeIndex;
}

export function searchMigrations(dialect: Database['dialect']): readonly DatabaseMigration[] {
  // With SQLite, the index is a separate file and needs no migrations here.
  const tables = dialect === 'postgres' ? postgresKnowledgeMigrations((table) => heldToAudience(dialect, table)) : [];
  return [...tables, ...conversationMigrations(dialect)];
}

export function openSearch({ database, data, loaded, log, runtime }: OrganizationContext): SearchPart {
  const isEmbedded = database.dialect === 'sqlite';
  const store = isEmbedded
    ? openSqliteKnowledge(join(data, 'knowledge.db'), scanKernel)
    : openPostgresKnowledge(database);
  const embeddings = openEmbeddings(loaded, false) ?? localEmbeddings(IDLE_MS);
  const index = openKnowledgeIndex(store, embeddings);
  const ending = new AbortController();
  const takeIn = conversationIndexer(database, index, 'organization', (id) => runtime().conversations.messages(id));
  let taking: Promise<void> | undefined;
  let renewing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const keepTakingIn = async (): Promise<void> => {
    try {
      while ((await takeIn(ending.signal)) > 0);
    } catch (error) {
      if (!ending.signal.aborted) log('warn', 'conversations could not be indexed', { error: String(error) });
    }
    taking = undefined;
  };
  // During the renewal, remaining chunks are found by words only. Two nodes may renew the same chunk: the vector is the same.
  const renewAll = async (): Promise<void> => {
    try {
      let renewed = 0;
      for (const audience of await everyone(database)) renewed += await index.renew(audience, ending.signal);
      if (renewed > 0) log('info', 'the embeddings were computed again with another model', { chunks: renewed });
    } catch (error) {
      if (ending.signal.aborted) return;
      log('warn', 'the embeddings could not be computed again; a retry follows', { error: String(error) });
      again = setTimeout(() => void (renewing = renewAll()), RENEW_AGAIN_MS).unref();
    }
  };
  let again: NodeJS.Timeout | undefined;
  return {
    index,
    capabilities: ({ principal }) => ({
      knowledge: {
        search: (question, signal) => index.search({ ...question, audiences: listAudiences(principal) }, signal),
      },
    }),
    async start() {
      const look = (): void => void (taking ??= keepTakingIn());
      timer = setInterval(look, LOOK_MS).unref();
      renewing = renewAll();
    },
    async close() {
      clearInterval(timer);
      clearTimeout(again);
      ending.abort();
      await Promise.all([taking, renewing]);
      await index.close();
      await embeddings.close();
    },
  };
}

/** All audiences that can have documents in the index. */
async function everyone(database: Database): Promise<AudienceId[]> {
  const sql = createSqlBuilder(database.dialect);
  const ids = async (table: 'users' | 'departments'): Promise<string[]> => {
    const rows = await database.read<{ id: string }>(query(sql.selectFrom(table).select('id')));
    return rows.map(({ id }) => id);
  };
  return [...(await ids('departments')).map(ofDepartment), ...(await ids('users')).map(ofUser)];
}
