/** The organization's index: embedded, or on PostgreSQL with everything else. */
import { join } from 'node:path';

import { localEmbeddings } from '../../connectors/embeddings/local.ts';
import { scanKernel } from '../../connectors/embeddings/scan-kernel.ts';
import { openPostgresKnowledge, postgresKnowledgeMigrations } from '../../connectors/knowledge-store/postgres.ts';
import { openSqliteKnowledge } from '../../connectors/knowledge-store/sqlite.ts';
import { audiencesOf } from '../../core/access/audience.ts';
import { heldToAudience } from '../../core/access/shared-data.ts';
import type { Database, Migration } from '../../ports/database.ts';
import type { KnowledgeIndex } from '../../ports/knowledge-index.ts';
import {
  conversationIndexer,
  conversationMigrations,
} from '../../toolsets/organization/knowledge/index-conversations.ts';
import { openKnowledgeIndex } from '../../toolsets/organization/knowledge/knowledge-index.ts';
import { openEmbeddings } from '../embeddings.ts';
import type { Ground, Part } from './part.ts';

/** A question that comes after a pause should not have to wait for the model to be loaded again. */
const IDLE_MS = 30 * 60_000;

/** How often conversations are looked at for what was said since. */
const LOOK_MS = 5_000;

export interface SearchPart extends Part {
  /** What the other parts put into it is found by `semantic_search`. */
  readonly index: KnowledgeIndex;
}

export function searchMigrations(dialect: Database['dialect']): readonly Migration[] {
  // Embedded, it is a file of its own.
  const tables = dialect === 'postgres' ? postgresKnowledgeMigrations((table) => heldToAudience(dialect, table)) : [];
  return [...tables, ...conversationMigrations(dialect)];
}

export function openSearch({ database, data, loaded, log }: Ground): SearchPart {
  const isEmbedded = database.dialect === 'sqlite';
  const store = isEmbedded
    ? openSqliteKnowledge(join(data, 'knowledge.db'), scanKernel)
    : openPostgresKnowledge(database);
  const embeddings = openEmbeddings(loaded) ?? localEmbeddings(IDLE_MS);
  const index = openKnowledgeIndex(store, embeddings);
  const ending = new AbortController();
  const takeIn = conversationIndexer(database, index, 'organization');
  let taking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const keepTakingIn = async (): Promise<void> => {
    try {
      while ((await takeIn(ending.signal)) > 0);
    } catch (error) {
      if (!ending.signal.aborted) log('warn', 'conversations could not be indexed', { error: String(error) });
    }
    taking = undefined;
  };
  return {
    index,
    powers: ({ principal }) => ({
      knowledge: {
        search: (question, signal) => index.search({ ...question, audiences: audiencesOf(principal) }, signal),
      },
    }),
    async start() {
      const look = (): void => void (taking ??= keepTakingIn());
      timer = setInterval(look, LOOK_MS).unref();
    },
    async close() {
      clearInterval(timer);
      ending.abort();
      await taking;
      await index.close();
      await embeddings.close();
    },
  };
}
