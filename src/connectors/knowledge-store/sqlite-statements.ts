/** The statements of the embedded knowledge store. Each is compiled once. */
import { sql as raw, type Generated } from 'kysely';

import { createQueryBuilder, prepared } from '../../lib/query-builder.ts';

interface KnowledgeTables {
  partitions: {
    n: Generated<number>;
    audience: string;
    type: string;
    chunks: Generated<number>;
    length: Generated<number>;
    removals: Generated<number>;
  };
  documents: { n: Generated<number>; partition: number; id: string; title: string; at: string };
  chunks: {
    n: Generated<number>;
    document: number;
    partition: number;
    chunk: number;
    from: number;
    to: number;
    text: string;
    terms: string;
    length: number;
    vector: Uint8Array | null;
    model: number;
  };
  codes: { partition: number; n: number; code: Uint8Array; model: number };
  models: { n: Generated<number>; id: string };
  /** The full-text index over the terms of chunks. */
  words: { rowid: number; terms: string };
  word_counts: { term: string; doc: number };
}

type PartitionKey = { audience: string; type: string };
type CodeRow = { partition: number; n: number; code: Uint8Array; model: number };

const sql = createQueryBuilder<KnowledgeTables>('sqlite');

export const addPartition = prepared<PartitionKey>(({ audience, type }) =>
  sql
    .insertInto('partitions')
    .values({ audience, type })
    .onConflict((conflict) => conflict.doNothing()),
);
export const findPartition = prepared<PartitionKey>(({ audience, type }) =>
  sql.selectFrom('partitions').selectAll().where('audience', '=', audience).where('type', '=', type),
);
export const growPartition = prepared<{ n: number; chunks: number; length: number }>(({ n, chunks, length }) =>
  sql
    .updateTable('partitions')
    .set((is) => ({ chunks: is('chunks', '+', chunks), length: is('length', '+', length) }))
    .where('n', '=', n),
);
export const shrinkPartition = prepared<{ n: number; chunks: number; length: number }>(({ n, chunks, length }) =>
  sql
    .updateTable('partitions')
    .set((is) => ({
      chunks: is('chunks', '-', chunks),
      length: is('length', '-', length),
      removals: is('removals', '+', 1),
    }))
    .where('n', '=', n),
);
export const countRemoval = prepared<{ n: number }>(({ n }) =>
  sql
    .updateTable('partitions')
    .set((is) => ({ removals: is('removals', '+', 1) }))
    .where('n', '=', n),
);

export const addModel = prepared<{ id: string }>(({ id }) =>
  sql
    .insertInto('models')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing()),
);
export const findModel = prepared<{ id: string }>(({ id }) =>
  sql.selectFrom('models').select('n').where('id', '=', id),
);

export const addDocument = prepared<{ partition: number; id: string; title: string; at: string }>(
  ({ partition, id, title, at }) => sql.insertInto('documents').values({ partition, id, title, at }),
);
export const findDocument = prepared<{ partition: number; id: string }>(({ partition, id }) =>
  sql.selectFrom('documents').select('n').where('partition', '=', partition).where('id', '=', id),
);
export const removeDocument = prepared<{ n: number }>(({ n }) => sql.deleteFrom('documents').where('n', '=', n));

export const addChunk = prepared<{
  document: number;
  partition: number;
  chunk: number;
  from: number;
  to: number;
  text: string;
  terms: string;
  length: number;
  vector: Uint8Array | null;
  model: number;
}>(({ document, partition, chunk, from, to, text, terms, length, vector, model }) =>
  sql.insertInto('chunks').values({ document, partition, chunk, from, to, text, terms, length, vector, model }),
);
export const findChunk = prepared<{ n: number }>(({ n }) =>
  sql
    .selectFrom('chunks')
    .innerJoin('documents', 'documents.n', 'chunks.document')
    .selectAll('chunks')
    .select(['documents.id', 'documents.title', 'documents.at'])
    .where('chunks.n', '=', n),
);
export const findChunkPartition = prepared<{ n: number }>(({ n }) =>
  sql.selectFrom('chunks').select('partition').where('n', '=', n),
);
export const listChunks = prepared<{ document: number }>(({ document }) =>
  sql.selectFrom('chunks').select(['n', 'length']).where('document', '=', document),
);
/** The chunks of an audience whose vectors another model made, or none. */
export const listOutdatedChunks = prepared<{ audience: string; model: number; limit: number }>((slots) =>
  sql
    .selectFrom('partitions')
    .innerJoin('chunks', 'chunks.partition', 'partitions.n')
    .innerJoin('documents', 'documents.n', 'chunks.document')
    .select(['chunks.n', 'documents.title', 'chunks.text'])
    .where('audience', '=', slots.audience)
    .where((is) => is.or([is('model', '<', slots.model), is('model', '>', slots.model)]))
    .limit(slots.limit),
);
export const setVector = prepared<{ n: number; vector: Uint8Array; model: number }>(({ n, vector, model }) =>
  sql.updateTable('chunks').set({ vector, model }).where('n', '=', n),
);
export const removeChunks = prepared<{ document: number }>(({ document }) =>
  sql.deleteFrom('chunks').where('document', '=', document),
);

export const addCode = prepared<CodeRow>(({ partition, n, code, model }) =>
  sql.insertInto('codes').values({ partition, n, code, model }),
);
export const replaceCode = prepared<CodeRow>(({ partition, n, code, model }) =>
  sql.insertInto('codes').orReplace().values({ partition, n, code, model }),
);
/** The codes of a model that were added after the number `after`. */
export const listNewCodes = prepared<{ partition: number; after: number; model: number; dimensions: number }>((slots) =>
  sql
    .selectFrom('codes')
    .select(['n', 'code'])
    .where('partition', '=', slots.partition)
    .where('n', '>', slots.after)
    .where('model', '=', slots.model)
    .where((is) => is(is.fn<number>('length', ['code']), '=', slots.dimensions)),
);
export const removeCode = prepared<{ partition: number; n: number }>(({ partition, n }) =>
  sql.deleteFrom('codes').where('partition', '=', partition).where('n', '=', n),
);

export const addWords = prepared<{ n: number; terms: string }>(({ n, terms }) =>
  sql.insertInto('words').values({ rowid: n, terms }),
);
export const removeWords = prepared<{ n: number }>(({ n }) => sql.deleteFrom('words').where('rowid', '=', n));
/** The chunks that match an expression of FTS5, the best first. */
export const matchWords = prepared<{ expression: string; limit: number }>(({ expression, limit }) =>
  sql
    .selectFrom('words')
    .select('rowid as n')
    .where(raw<boolean>`words match ${expression}`)
    .orderBy(raw`rank`)
    .limit(limit),
);
export const countWord = prepared<{ term: string }>(({ term }) =>
  sql.selectFrom('word_counts').select('doc').where('term', '=', term),
);

/** Every document, with its partition. */
export const listDocuments = prepared(() =>
  sql
    .selectFrom('documents')
    .innerJoin('partitions', 'partitions.n', 'documents.partition')
    .select(['documents.n', 'partitions.audience', 'partitions.type'])
    .select(['documents.id', 'documents.title', 'documents.at']),
);
export const readChunks = prepared<{ document: number }>(({ document }) =>
  sql
    .selectFrom('chunks')
    .leftJoin('models', 'models.n', 'chunks.model')
    .select(['chunks.from', 'chunks.to', 'chunks.text', 'chunks.terms', 'chunks.vector', 'models.id as by'])
    .where('document', '=', document)
    .orderBy('chunk'),
);
