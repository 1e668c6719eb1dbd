import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { openSqliteKnowledge } from '../../../src/connectors/knowledge-store/sqlite.ts';
import { describeKnowledgeStore } from './knowledge-store.contract.ts';

const open = (extension: boolean) => async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deputize-knowledge-'));
  const store = openSqliteKnowledge(join(folder, 'knowledge.db'), { extension });
  const end = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { store, end };
};

describeKnowledgeStore('SQLite with sqlite-vec', open(true));
describeKnowledgeStore('SQLite without its extension', open(false));

test('where the extension is missing, it says so', async () => {
  const { store, end } = await open(false)();
  expect(await store.condition()).toMatchObject({
    vectors: true,
    reason: expect.stringContaining('sqlite-vec') as string,
  });
  await end();
});
