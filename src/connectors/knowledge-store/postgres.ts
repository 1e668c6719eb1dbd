/** The knowledge store on PostgreSQL: words by tsvector, vectors by pgvector, and every row visible to its audience alone. */
import { sql as raw, type Generated, type RawBuilder, type SqlBool } from 'kysely';

import type { Database, DatabaseMigration, SqlQuery } from '../../ports/database.ts';
import type {
  ChunkCandidate,
  EmbeddingVector,
  KnowledgeStore,
  ChunkLookup,
  OutdatedChunk,
  StoredChunk,
  StoredDocument,
} from '../../ports/knowledge-store.ts';
import { createQueryBuilder, prepared, query } from '../../lib/query-builder.ts';

const VECTORS = 'knowledge-002-vectors';

/** `held` returns the statements that restrict a table to audiences. */
export function postgresKnowledgeMigrations(held: (table: string) => readonly string[]): DatabaseMigration[] {
  return [
    {
      name: 'knowledge-001',
      statements: [
        `create table knowledge_chunks (n bigint generated always as identity primary key, audience text not null, type text not null,
          id text not null, title text not null, at text not null, chunk integer not null, "from" integer not null, "to" integer not null,
          text text not null, terms text not null, length integer not null, words tsvector not null)`,
        'create index knowledge_chunks_by_document on knowledge_chunks (audience, type, id) include (length)',
        'create index knowledge_chunks_by_word on knowledge_chunks using gin (words)',
        ...held('knowledge_chunks'),
      ],
    },
    {
      name: VECTORS,
      // If the server lacks the extension, the migration is tried again at every start.
      statements: [
        `do $$ begin
          create extension if not exists vector;
          alter table knowledge_chunks add column embedding vector;
        exception when others then
          delete from migrations where name = '${VECTORS}';
        end $$`,
      ],
    },
    {
      name: 'knowledge-003-models',
      statements: [
        'alter table knowledge_chunks add column embedded_by text',
        'create index knowledge_chunks_by_model on knowledge_chunks (audience, embedded_by)',
      ],
    },
  ];
}

interface KnowledgeTables {
  knowledge_chunks: {
    n: Generated<number>;
    audience: string;
    type: string;
    id: string;
    title: string;
    at: string;
    chunk: number;
    from: number;
    to: number;
    text: string;
    terms: string;
    length: number;
    words: unknown;
    /** Missing on a server without pgvector. */
    embedding: unknown;
    embedded_by: string | null;
  };
}

const sql = createQueryBuilder<KnowledgeTables>('postgres');

type Row = Omit<ChunkCandidate, 'frequencies'> & { readonly terms: string };

export function openPostgresKnowledge(database: Pick<Database, 'read' | 'readAs' | 'change'>): KnowledgeStore {
  let known: Promise<boolean> | undefined;
  const hasVectors = (): Promise<boolean> =>
    (known ??= database.read(FIND_EMBEDDING_COLUMN).then((rows) => rows.length > 0));

  return {
    async put(document, chunks) {
      const embeds = await hasVectors();
      const writes = [removeChunks(document), ...chunks.map((chunk, at) => insertion(document, chunk, at, embeds))];
      await database.change({ guards: [], writes, audiences: [document.audience] });
    },

    async remove(document) {
      await database.change({ guards: [], writes: [removeChunks(document)], audiences: [document.audience] });
    },

    async lookUp(lookup) {
      const { audiences, terms } = lookup;
      const embedding = (await hasVectors()) ? lookup.embedding : undefined;
      const [all] = await database.readAs<{ chunks: number; length: number }>(audiences, sumChunks(lookup));
      const chunks = all?.chunks ?? 0;
      const [counts] = await database.readAs<Record<string, number>>(audiences, countTerms(lookup));
      const chunksWith = terms.map((_, at) => counts?.[`c${at}`] ?? 0);
      const weights = chunksWith.map((count) => Math.log(1 + (chunks - count + 0.5) / (count + 0.5)));
      const rows = await database.readAs<Row>(audiences, selectCandidates(lookup, weights, embedding));
      const averageLength = chunks === 0 ? 0 : (all?.length ?? 0) / chunks;
      return { candidates: rows.map((row) => toCandidate(row, terms)), chunks, averageLength, chunksWith };
    },

    async outdated(audience, by, limit) {
      if (!(await hasVectors())) return [];
      return database.readAs<OutdatedChunk>([audience], listOutdatedChunks({ audience, by, limit }));
    },

    async renew(audience, embeddings) {
      const writes = embeddings.map(({ n, by, vector }) => setVector({ audience, n, by, vector: written(vector) }));
      await database.change({ guards: [], writes, audiences: [audience] });
    },

    async condition() {
      if (await hasVectors()) return { vectors: true };
      const reason =
        'the PostgreSQL server has no pgvector, so nothing is found by meaning; install it there (its package is named like postgresql-16-pgvector) and start again';
      return { vectors: false, reason };
    },

    close: async () => undefined,
  };
}

// Raw SQL: the catalog of PostgreSQL.
const FIND_EMBEDDING_COLUMN: SqlQuery = {
  sql: `select 1 from pg_attribute where attrelid = 'knowledge_chunks'::regclass and attname = 'embedding' and not attisdropped`,
  parameters: [],
};

const removeChunks = prepared<Pick<StoredDocument, 'audience' | 'type' | 'id'>>(({ audience, type, id }) =>
  sql.deleteFrom('knowledge_chunks').where('audience', '=', audience).where('type', '=', type).where('id', '=', id),
);

const listOutdatedChunks = prepared<{ audience: string; by: string; limit: number }>(({ audience, by, limit }) =>
  sql
    .selectFrom('knowledge_chunks')
    .select(['n', 'title', 'text'])
    .where('audience', '=', audience)
    .where((is) => is.or([is('embedded_by', 'is', null), is('embedded_by', '<', by), is('embedded_by', '>', by)]))
    .limit(limit),
);

const setVector = prepared<{ audience: string; n: number; by: string; vector: string }>(({ audience, n, by, vector }) =>
  sql
    .updateTable('knowledge_chunks')
    .set({ embedding: raw`${vector}::vector`, embedded_by: by })
    .where('audience', '=', audience)
    .where('n', '=', n),
);

/** Every query filters by audience; row-level security enforces it a second time. */
function seen({ audiences, types }: ChunkLookup) {
  const chunks = sql.selectFrom('knowledge_chunks');
  // PostgreSQL refuses an empty list.
  if (audiences.length === 0 || types.length === 0) return chunks.where(raw<SqlBool>`false`);
  return chunks.where('audience', 'in', audiences).where('type', 'in', types);
}

function sumChunks(lookup: ChunkLookup): SqlQuery {
  return query(
    seen(lookup).select([
      raw`count(*)::int`.as('chunks'),
      (is) => raw`${is.fn.coalesce(is.fn.sum('length'), raw.lit(0))}::int`.as('length'),
    ]),
  );
}

/** The numbers of chunks with each term, as c0, c1 and so on. */
function countTerms(lookup: ChunkLookup): SqlQuery {
  const { terms } = lookup;
  const counts = terms.map((term, at) => raw`count(*) filter (where ${hasTerm(term)})::int`.as(`c${at}`));
  const counted = seen(lookup).where(hasAnyTerm(terms));
  return query(counts.length === 0 ? counted.select(raw.lit(0).as('none')) : counted.select(counts));
}

function selectCandidates(
  lookup: ChunkLookup,
  weights: readonly number[],
  embedding: EmbeddingVector | undefined,
): SqlQuery {
  const near = embedding && distance(embedding);
  const found = [
    ...(lookup.terms.length === 0 ? [] : [findByWords(lookup, weights)]),
    ...(near === undefined ? [] : [findByMeaning(lookup, near)]),
  ];
  const cosine = near === undefined ? raw`0` : raw`coalesce(1 - ${near}, 0)`;
  return query(
    seen(lookup)
      .select(['audience', 'type', 'id', 'title', 'at', 'chunk', 'from', 'to', 'text', 'terms', 'length'])
      .select(raw`${cosine}::float8`.as('cosine'))
      .where(found.length === 0 ? raw<SqlBool>`false` : isAmong(found)),
  );
}

/** In parentheses each, because each has a limit. */
const isAmong = (found: readonly ReturnType<typeof findByWords>[]): RawBuilder<SqlBool> =>
  raw`n in (${raw.join(found, raw` union `)})`;

function findByMeaning(lookup: ChunkLookup, near: RawBuilder<number | null>) {
  return seen(lookup).select('n').where(near, 'is not', null).orderBy(near).limit(raw.lit(lookup.each));
}

function findByWords(lookup: ChunkLookup, weights: readonly number[]) {
  const scores = lookup.terms.map(
    (term, at) => raw`case when ${hasTerm(term)} then ${raw.lit(weights[at] ?? 0)} else 0 end`,
  );
  return seen(lookup)
    .select('n')
    .where(hasAnyTerm(lookup.terms))
    .orderBy(raw.join(scores, raw` + `), 'desc')
    .limit(raw.lit(lookup.each));
}

const toTsQuery = (term: string): RawBuilder<unknown> => raw`quote_literal(${term}::text)::tsquery`;

const hasTerm = (term: string): RawBuilder<SqlBool> => raw`words @@ ${toTsQuery(term)}`;

const hasAnyTerm = (terms: readonly string[]): RawBuilder<SqlBool> =>
  terms.length === 0 ? raw`false` : raw`words @@ (${raw.join(terms.map(toTsQuery), raw` || `)})`;

/** Null for vectors of another model. */
const distance = ({ by, vector }: EmbeddingVector): RawBuilder<number | null> =>
  raw`(case when embedded_by = ${by} then embedding <=> ${written(vector)}::vector end)`;

const written = (vector: Float32Array): string => `[${vector.join(',')}]`;

function toCandidate({ terms, ...row }: Row, asked: readonly string[]): ChunkCandidate {
  const all = terms.split(' ');
  return { ...row, frequencies: asked.map((term) => all.filter((one) => one === term).length) };
}

function insertion(document: StoredDocument, chunk: StoredChunk, place: number, embeds: boolean): SqlQuery {
  const { audience, type, id, title, at } = document;
  const { from, to, text } = chunk;
  const terms = chunk.terms.join(' ');
  const row = {
    ...{ audience, type, id, title: withoutNul(title), at: withoutNul(at), chunk: place, from, to },
    ...{ text: withoutNul(text), terms, length: chunk.terms.length },
  };
  return chunk.embedding && embeds
    ? insertEmbeddedChunk({ ...row, vector: written(chunk.embedding.vector), by: chunk.embedding.by })
    : insertChunk(row);
}

/** PostgreSQL allows no NUL characters in text. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

type NewChunk = Omit<KnowledgeTables['knowledge_chunks'], 'n' | 'words' | 'embedding' | 'embedded_by'>;

const insertChunk = prepared<NewChunk>((slots) => sql.insertInto('knowledge_chunks').values(toValues(slots)));

const insertEmbeddedChunk = prepared<NewChunk & { vector: string; by: string }>((slots) =>
  sql
    .insertInto('knowledge_chunks')
    .values({ ...toValues(slots), embedding: raw`${slots.vector}::vector`, embedded_by: slots.by }),
);

function toValues({ audience, type, id, title, at, chunk, from, to, text, terms, length }: NewChunk) {
  return {
    ...{ audience, type, id, title, at, chunk, from, to, text, terms, length },
    words: raw`array_to_tsvector(array_remove(string_to_array(${terms}, ' '), ''))`,
  };
}
