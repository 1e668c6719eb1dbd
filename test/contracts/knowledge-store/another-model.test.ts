/** How an index works after its model is replaced by one whose vectors have the same length. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { localEmbeddings } from '../../../src/connectors/embeddings/local.ts';
import { scanKernel } from '../../../src/connectors/embeddings/scan-kernel.ts';
import { openSqliteKnowledge } from '../../../src/connectors/knowledge-store/sqlite.ts';
import type { EmbeddingModel } from '../../../src/ports/embedding-model.ts';
import { openKnowledgeIndex } from '../../../src/domains/knowledge/knowledge-index.ts';

const { signal } = new AbortController();
const audience = 'user:ada';
const TEXTS = {
  lease: 'The landlord may raise the rent once a year.',
  recipe: 'Stir the flour into the melted butter.',
  train: 'The express to the coast leaves at nine.',
};

test('O1: after a change of the model, search finds nothing by vectors until they are recomputed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deputize-models-'));
  const store = openSqliteKnowledge(join(folder, 'knowledge.db'), scanKernel);
  const local = localEmbeddings();
  // As good a model as the first, which points elsewhere.
  const other: EmbeddingModel = {
    ...local,
    id: 'another',
    embed: async (texts, until) => (await local.embed(texts, until)).map((vector) => vector.toReversed()),
  };
  const [before, after] = [openKnowledgeIndex(store, local), openKnowledgeIndex(store, other)];
  const find = async (index: typeof before): Promise<string[]> => {
    const question = { audiences: [audience], text: 'how much must tenants pay', limit: 1, threshold: 0.3 } as const;
    return (await index.search(question, signal)).found.map(({ id }) => id);
  };
  for (const [id, text] of Object.entries(TEXTS))
    await before.add({ audience, type: 'file', id, title: id, text, at: '' }, signal);
  expect(await find(before)).toEqual(['lease']);
  expect(await find(after)).toEqual([]);
  expect(await after.renew(audience, signal)).toBe(3);
  expect(await find(after)).toEqual(['lease']);
  expect(await after.renew(audience, signal)).toBe(0);
  await store.close();
  await local.close();
  await rm(folder, { recursive: true });
});
