/** What every knowledge store guarantees: stored chunks are found by words and by vectors, and only by their audience. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { KnowledgeStore, ChunkLookup, StoredChunk, StoredDocument } from '../../../src/ports/knowledge-store.ts';
import { seededRandom } from '../../support/cases/seeded-random.ts';

export interface OpenedStore {
  readonly store: KnowledgeStore;
  readonly end: () => Promise<void>;
}

const DIMENSIONS = 384;
const SALES = 'department:sales';
const BOARD = 'department:board';
const ADA = 'user:ada';

const random = seededRandom(7);
function aVector(): Float32Array {
  const raw = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}
const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

const BY = 'model:one';
const by = (vector: Float32Array, model = BY) => ({ by: model, vector });
function chunk(words: string, vector?: Float32Array, model = BY): StoredChunk {
  const embedding = vector && by(vector, model);
  return { from: 0, to: words.length, text: words, terms: words.split(' '), ...(embedding && { embedding }) };
}
function document(
  audience: StoredDocument['audience'],
  id: string,
  type: StoredDocument['type'] = 'file',
): StoredDocument {
  return { audience, type, id, title: `title of ${id}`, at: '2026-01-02T03:04:05Z' };
}

export function describeKnowledgeStore(name: string, open: () => Promise<OpenedStore>, hasVectors = true): void {
  describe(`the knowledge store on ${name}`, () => {
    let opened: OpenedStore;
    let store: KnowledgeStore;
    beforeAll(async () => {
      opened = await open();
      ({ store } = opened);
    }, 60_000);
    afterAll(() => opened.end());

    const look = (more: Partial<ChunkLookup>) =>
      store.lookUp({ audiences: [SALES], types: ['file', 'email'], terms: [], each: 10, ...more });
    const ids = async (more: Partial<ChunkLookup>) => (await look(more)).candidates.map(({ id }) => id).toSorted();

    test('finds by words what was put, with its place and counts', async () => {
      await store.put(document(SALES, 'a'), [chunk('apple pear apple'), chunk('plum 漢字 ünïcode')]);
      await store.put(document(SALES, 'b', 'email'), [chunk('pear')]);
      const found = await look({ terms: ['apple', 'pear', 'nothing'] });
      expect(found).toMatchObject({ chunks: 3, chunksWith: [1, 2, 0] });
      expect(found.averageLength).toBeCloseTo(7 / 3);
      expect(found.candidates.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
        { id: 'a', type: 'file', audience: SALES, title: 'title of a', chunk: 0, length: 3, frequencies: [2, 1, 0] },
        { id: 'b', type: 'email', frequencies: [0, 1, 0], text: 'pear', from: 0, to: 4 },
      ]);
      expect(await ids({ terms: ['漢字'] })).toEqual(['a']);
      expect(await ids({ terms: ['pear'], types: ['email'] })).toEqual(['b']);
    });

    test('keeps audiences apart: in what is found, and in what is counted', async () => {
      const secret = aVector();
      await store.put(document(BOARD, 'secret'), [chunk('apple merger merger', secret)]);
      await store.put(document(ADA, 'a'), [chunk('apple of ada')]);
      expect(await ids({ terms: ['merger'], embedding: by(secret) })).not.toContain('secret');
      const counted = await look({ terms: ['apple', 'merger'] });
      expect(counted).toMatchObject({ chunks: 3, chunksWith: [1, 0] });
      expect(await ids({ terms: ['merger'], audiences: [BOARD, ADA] })).toEqual(['secret']);
      expect(await ids({ terms: ['apple'], audiences: [ADA] })).toEqual(['a']);
      expect(await look({ terms: ['apple'], embedding: by(secret), audiences: [] })).toMatchObject({
        candidates: [],
        chunks: 0,
      });
      expect(await ids({ terms: ['1.apple', '2.merger', '" OR "2.merger'] })).toEqual([]);
    });

    test('replaces a document, and forgets one that is removed', async () => {
      await store.put(document(SALES, 'c'), [chunk('first version'), chunk('more')]);
      await store.put(document(SALES, 'c'), [chunk('second version')]);
      expect(await ids({ terms: ['first', 'more'] })).toEqual([]);
      expect(await ids({ terms: ['second'] })).toEqual(['c']);
      const { chunks } = await look({});
      // A document of another audience with the same name is a different document.
      await store.remove(document(BOARD, 'c'));
      expect(await ids({ terms: ['second'] })).toEqual(['c']);
      await store.remove(document(SALES, 'c'));
      await store.remove(document(SALES, 'c'));
      expect(await ids({ terms: ['second'] })).toEqual([]);
      expect((await look({})).chunks).toBe(chunks - 1);
    });

    test('takes any text', async () => {
      const odd = '\0 "quotes\' $1 \\ ; drop table chunks; -- \u{1F600} %_';
      await store.put({ ...document(SALES, 'odd'), title: odd }, [{ ...chunk('odd words'), text: odd }]);
      const [found] = (await look({ terms: ['odd'] })).candidates;
      expect(found?.text.replace('\0', '')).toBe(odd.replace('\0', ''));
    });

    test('says in which ways it finds', async () => {
      expect(await store.condition()).toMatchObject({ vectors: hasVectors });
    });
  });
}

/** What those that can find vectors promise beside it. */
export function describeVectors(name: string, open: () => Promise<OpenedStore>): void {
  describe(`the vectors of the knowledge store on ${name}`, () => {
    let opened: OpenedStore;
    let store: KnowledgeStore;
    beforeAll(async () => {
      opened = await open();
      ({ store } = opened);
    }, 60_000);
    afterAll(() => opened.end());
    const look = (more: Partial<ChunkLookup>) =>
      store.lookUp({ audiences: [SALES], types: ['file', 'email'], terms: [], each: 10, ...more });
    const ids = async (more: Partial<ChunkLookup>) => (await look(more)).candidates.map(({ id }) => id).toSorted();

    test('finds the nearest vectors exactly', async () => {
      const vectors = Array.from({ length: 400 }, aVector);
      for (let at = 0; at < vectors.length; at += 20)
        await store.put(
          document(SALES, `v${at}`),
          vectors.slice(at, at + 20).map((vector) => chunk('vector', vector)),
        );
      for (const [at, nearby] of vectors.slice(0, 10).entries()) {
        const question = nearby.map((value, place) => value + 0.5 * (vectors[at + 20]?.[place] ?? 0));
        const expected = vectors
          .map((vector, id) => ({ id: `v${id - (id % 20)} ${id % 20}`, cosine: cosine(question, vector) }))
          .toSorted((a, b) => b.cosine - a.cosine)
          .slice(0, 10);
        const { candidates } = await look({ embedding: by(question), each: 30 });
        const best = candidates.toSorted((a, b) => b.cosine - a.cosine).slice(0, 10);
        expect(best.map((one) => `${one.id} ${one.chunk}`)).toEqual(expected.map(({ id }) => id));
      }
    });

    test('does not compare vectors of different models', async () => {
      const vector = aVector();
      await store.put(document(SALES, 'other'), [chunk('other', vector, 'model:two')]);
      const found = await look({ terms: ['other'], embedding: by(vector) });
      expect(found.candidates.find(({ id }) => id === 'other')).toMatchObject({ cosine: 0 });
      expect(await ids({ embedding: by(vector) })).not.toContain('other');
      expect(await ids({ embedding: by(vector, 'model:two') })).toEqual(['other']);
      expect(await ids({ embedding: by(Float32Array.of(0, 1), 'model:three') })).toEqual([]);
    });

    test('gives chunks of another model and chunks without a vector a new one, unless they were replaced meanwhile', async () => {
      const vectors = [aVector(), aVector(), aVector()] as const;
      await store.put(document(ADA, 'old'), [chunk('old', vectors[0])]);
      await store.put(document(ADA, 'bare'), [chunk('bare')]);
      await store.put(document(ADA, 'gone'), [chunk('gone', vectors[2])]);
      await store.put(document(BOARD, 'secret'), [chunk('secret', vectors[0])]);
      const outdated = await store.outdated(ADA, 'model:new', 10);
      expect(outdated.map(({ title, text }) => `${title}: ${text}`).toSorted()).toEqual([
        ...['title of bare: bare', 'title of gone: gone', 'title of old: old'],
      ]);
      expect(await store.outdated(ADA, BY, 10)).toMatchObject([{ text: 'bare' }]);
      await store.put(document(ADA, 'gone'), [chunk('came', vectors[2], 'model:new')]);
      await store.renew(
        ADA,
        outdated.map(({ n, text }) => ({ n, ...by(vectors[text === 'old' ? 1 : 0], 'model:new') })),
      );
      expect(await store.outdated(ADA, 'model:new', 10)).toEqual([]);
      const nearest = async (vector: Float32Array) => {
        const { candidates } = await look({ audiences: [ADA], embedding: by(vector, 'model:new'), each: 1 });
        return candidates.map(({ text }) => text);
      };
      expect(await Promise.all(vectors.map(nearest))).toEqual([['bare'], ['old'], ['came']]);
      expect(await ids({ audiences: [ADA], embedding: by(vectors[0]) })).toEqual([]);
    });
  });
}
