/** Takes what people said with the assistant into the index, for themselves alone. */
import { ofUser } from '../../core/access/audience.ts';
import { query, createSqlBuilder } from '../../core/storage/statements.ts';
import type { CoreTables } from '../../core/storage/tables.ts';
import type { Database, DatabaseMigration } from '../../ports/database.ts';
import type { KnowledgeIndex } from '../../ports/knowledge-index.ts';

interface IndexedTables extends CoreTables {
  /** Up to when each conversation is in the index. */
  indexed_conversations: { id: string; updated_at: number };
}

export function conversationMigrations(dialect: Database['dialect']): DatabaseMigration[] {
  const int = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statement = `create table indexed_conversations (id text primary key, updated_at ${int} not null)`;
  return [{ name: 'indexed-conversations-001', statements: [statement] }];
}

const AT_ONCE = 20;

/** Takes in some of those that have gone on since, and answers how many. Doing it twice, on two nodes, changes nothing. */
export function conversationIndexer(
  database: Database,
  index: KnowledgeIndex,
  preset: string,
  /** Returns the messages of a conversation. */
  readMessages: (conversationId: string) => Promise<readonly { readonly body: SpokenMessage }[]>,
) {
  const sql = createSqlBuilder<IndexedTables>(database.dialect);
  const due = sql
    .selectFrom('conversations')
    .leftJoin('indexed_conversations', 'indexed_conversations.id', 'conversations.id')
    .select(['conversations.id', 'user_id', 'title', 'conversations.updated_at'])
    .where('preset', '=', preset)
    .where((where) =>
      where.or([
        where('indexed_conversations.updated_at', 'is', null),
        where('indexed_conversations.updated_at', '<', where.ref('conversations.updated_at')),
      ]),
    )
    .orderBy('conversations.updated_at')
    .limit(AT_ONCE);
  return async (signal: AbortSignal): Promise<number> => {
    const rows = await database.read<{ id: string; user_id: string; title: string; updated_at: number }>(query(due));
    for (const { id, user_id, title, updated_at } of rows) {
      signal.throwIfAborted();
      const messages = await readMessages(id);
      const text = messages.map(({ body }) => toSpokenText(body)).join('\n\n');
      const at = new Date(updated_at).toISOString();
      await index.add({ audience: ofUser(user_id), type: 'conversation', id, title, text, at }, signal);
      const taken = sql
        .insertInto('indexed_conversations')
        .values({ id, updated_at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ updated_at }));
      await database.change({ guards: [], writes: [query(taken)] });
    }
    return rows.length;
  };
}

/** The part of a message that the index reads. */
interface SpokenMessage {
  readonly role?: string;
  readonly text?: string;
}

/** What the person and the assistant said. Results of tools are found where they came from. */
function toSpokenText({ role, text }: SpokenMessage): string {
  return (role === 'user' || role === 'assistant') && typeof text === 'string' ? text : '';
}
