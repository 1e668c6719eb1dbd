import { expect, test } from 'vitest';

import {
  openPostgresKnowledge,
  postgresKnowledgeMigrations,
} from '../../../src/connectors/knowledge-store/postgres.ts';
import { heldToAudience } from '../../../src/core/access/shared-data.ts';
import { openPglite } from '../../support/worlds/pglite-database.ts';
import { describeKnowledgeStore, describeVectors } from './knowledge-store.contract.ts';

const migrations = postgresKnowledgeMigrations((table) => heldToAudience('postgres', table));
const open = (hasVectors: boolean) => async () => {
  const database = await openPglite(hasVectors);
  await database.migrate(migrations);
  return { store: openPostgresKnowledge(database), end: () => database.close() };
};

describeKnowledgeStore('PostgreSQL with pgvector', open(true));
describeVectors('PostgreSQL with pgvector', open(true));
describeKnowledgeStore('PostgreSQL without pgvector', open(false), false);

test('PostgreSQL itself shows chunks to their audience alone, and asks for the missing extension again', async () => {
  const database = await openPglite(false);
  await database.migrate(migrations);
  const store = openPostgresKnowledge(database);
  expect((await store.condition()).reason).toContain('pgvector');
  await store.put({ audience: 'user:ada', type: 'file', id: 'a', title: 'a', at: '' }, [
    { from: 0, to: 1, text: 'x', terms: ['x'] },
  ]);
  const all = { sql: 'select id from knowledge_chunks', parameters: [] };
  expect(await database.readAs(['user:bob'], all)).toEqual([]);
  expect(await database.read(all)).toEqual([]);
  expect(await database.readAs(['user:ada'], all)).toEqual([{ id: 'a' }]);
  const names = await database.read<{ name: string }>({ sql: 'select name from migrations', parameters: [] });
  expect(names.map(({ name }) => name)).toEqual(['knowledge-001', 'knowledge-003-models']);
  await database.close();
});
