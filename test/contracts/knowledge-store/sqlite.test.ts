import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { scanKernel } from '../../../src/connectors/embeddings/scan-kernel.ts';
import { openSqliteKnowledge } from '../../../src/connectors/knowledge-store/sqlite.ts';
import { describeKnowledgeStore, describeVectors } from './knowledge-store.contract.ts';

const open = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deputize-knowledge-'));
  const path = join(folder, 'knowledge.db');
  const store = openSqliteKnowledge(path, scanKernel);
  const end = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { store, end, path };
};

describeKnowledgeStore('SQLite', open);
describeVectors('SQLite', open);

test('what another process puts and removes is found and no longer found', async () => {
  const { store, end, path } = await open();
  const other = openSqliteKnowledge(path, scanKernel);
  const vector = (at: number) => Float32Array.from({ length: 384 }, (_, place) => (place === at ? 1 : 0));
  const document = (id: string) => ({ audience: 'user:ada', type: 'file', id, title: id, at: '' }) as const;
  const chunk = (at: number) => ({
    from: 0,
    to: 1,
    text: 'x',
    terms: ['x'],
    embedding: { by: 'one', vector: vector(at) },
  });
  const nearest = async (at: number) => {
    const lookup = {
      audiences: ['user:ada'],
      types: ['file'],
      terms: [],
      embedding: { by: 'one', vector: vector(at) },
      each: 1,
    } as const;
    return (await store.lookUp(lookup)).candidates.map(({ id }) => id);
  };
  await store.put(document('a'), [chunk(0), chunk(1)]);
  expect(await nearest(1)).toEqual(['a']);
  await other.put(document('b'), [chunk(2)]);
  expect(await nearest(2)).toEqual(['b']);
  await other.remove(document('a'));
  expect(await nearest(1)).toEqual(['b']);
  await other.put(document('b'), [chunk(3)]);
  await store.put(document('c'), [chunk(2)]);
  expect(await nearest(2)).toEqual(['c']);
  await store.remove(document('c'));
  expect(await nearest(2)).toEqual(['b']);
  await store.put(document('d'), [chunk(2)]);
  expect(await nearest(2)).toEqual(['d']);
  await other.close();
  await end();
});
