/** The knowledge store on PostgreSQL: words by tsvector, vectors by pgvector, and every row visible to its audience alone. */
import type { Database, DatabaseMigration, SqlQuery, SqlValue } from '../../ports/database.ts';
import type {
  ChunkCandidate,
  EmbeddingVector,
  KnowledgeStore,
  ChunkLookup,
  OutdatedChunk,
  StoredChunk,
  StoredDocument,
} from '../../ports/knowledge-store.ts';

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

const DOCUMENT = 'audience, type, id, title, at';
const CHUNK = 'chunk, "from", "to", text, terms, length';

type Row = Omit<ChunkCandidate, 'frequencies'> & { readonly terms: string };

export function openPostgresKnowledge(database: Pick<Database, 'read' | 'readAs' | 'change'>): KnowledgeStore {
  let known: Promise<boolean> | undefined;
  const hasVectors = (): Promise<boolean> =>
    (known ??= database
      .read({
        sql: `select 1 from pg_attribute where attrelid = 'knowledge_chunks'::regclass and attname = 'embedding' and not attisdropped`,
        parameters: [],
      })
      .then((rows) => rows.length > 0));

  return {
    async put(document, chunks) {
      const embeds = await hasVectors();
      const writes = [forget(document), ...chunks.map((chunk, place) => insertion(document, chunk, place, embeds))];
      await database.change({ guards: [], writes, audiences: [document.audience] });
    },

    async remove(document) {
      await database.change({ guards: [], writes: [forget(document)], audiences: [document.audience] });
    },

    async lookUp(lookup) {
      const { audiences, terms } = lookup;
      const read = <R>(write: (statement: Statement) => string): Promise<R[]> => {
        const statement = new Statement();
        const sql = write(statement);
        return database.readAs<R>(audiences, { sql, parameters: statement.parameters });
      };
      const embedding = (await hasVectors()) ? lookup.embedding : undefined;
      const [all] = await read<{ chunks: number; length: number }>(
        (of) => `select count(*)::int as chunks, coalesce(sum(length), 0)::int as length from ${seen(of, lookup)}`,
      );
      const chunks = all?.chunks ?? 0;
      const counts = await read<Record<string, number>>(
        (of) => `select ${buildTermCounts(of, terms)} from ${seen(of, lookup)}${buildAnyTerm(of, terms)}`,
      );
      const chunksWith = terms.map((_, at) => counts[0]?.[`c${at}`] ?? 0);
      const weights = chunksWith.map((count) => Math.log(1 + (chunks - count + 0.5) / (count + 0.5)));
      const rows = await read<Row>((of) => candidates(of, lookup, weights, embedding));
      const averageLength = chunks === 0 ? 0 : (all?.length ?? 0) / chunks;
      return { candidates: rows.map((row) => toCandidate(row, terms)), chunks, averageLength, chunksWith };
    },

    async outdated(audience, by, limit) {
      if (!(await hasVectors())) return [];
      const others = `(embedded_by is null or embedded_by < $2 or embedded_by > $2)`;
      const sql = `select n, title, text from knowledge_chunks where audience = $1 and ${others} limit $3`;
      return database.readAs<OutdatedChunk>([audience], { sql, parameters: [audience, by, limit] });
    },

    async renew(audience, embeddings) {
      const writes = embeddings.map(({ n, by, vector }) => ({
        sql: 'update knowledge_chunks set embedding = $3::vector, embedded_by = $4 where audience = $1 and n = $2',
        parameters: [audience, n, written(vector), by],
      }));
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

/** A statement under construction, with its values as $1, $2, … */
class Statement {
  readonly parameters: SqlValue[] = [];

  value(value: SqlValue): string {
    return `$${this.parameters.push(value)}`;
  }

  list(values: readonly SqlValue[]): string {
    return values.length === 0 ? 'null' : values.map((value) => this.value(value)).join(', ');
  }
}

/** Every query filters by audience; row-level security enforces it a second time. */
function seen(of: Statement, { audiences, types }: ChunkLookup): string {
  return `knowledge_chunks where audience in (${of.list(audiences)}) and type in (${of.list(types)})`;
}

const toTsQuery = (of: Statement, term: string): string => `quote_literal(${of.value(term)}::text)::tsquery`;

function buildAnyTerm(of: Statement, terms: readonly string[]): string {
  if (terms.length === 0) return ' and false';
  return ` and words @@ (${terms.map((term) => toTsQuery(of, term)).join(' || ')})`;
}

function buildTermCounts(of: Statement, terms: readonly string[]): string {
  const counts = terms.map((term, at) => `count(*) filter (where words @@ ${toTsQuery(of, term)})::int as c${at}`);
  return counts.length === 0 ? '0 as none' : counts.join(', ');
}

function candidates(
  of: Statement,
  lookup: ChunkLookup,
  weights: readonly number[],
  embedding: EmbeddingVector | undefined,
): string {
  const { each } = lookup;
  const near = embedding && nearness(of, embedding);
  const found = [
    ...(lookup.terms.length === 0 ? [] : [`select n from ${byWords(of, lookup, weights)} limit ${each}`]),
    ...(near === undefined
      ? []
      : [`select n from ${seen(of, lookup)} and ${near} is not null order by ${near} limit ${each}`]),
  ];
  const n = found.length === 0 ? 'null' : found.map((one) => `(${one})`).join(' union ');
  const cosine = near === undefined ? '0' : `coalesce(1 - ${near}, 0)`;
  return `select ${DOCUMENT}, ${CHUNK}, ${cosine}::float8 as cosine from ${seen(of, lookup)} and n in (${n})`;
}

/** Null for vectors of another model. */
function nearness(of: Statement, { by, vector }: EmbeddingVector): string {
  return `(case when embedded_by = ${of.value(by)} then embedding <=> ${of.value(written(vector))}::vector end)`;
}

const written = (vector: Float32Array): string => `[${vector.join(',')}]`;

function byWords(of: Statement, lookup: ChunkLookup, weights: readonly number[]): string {
  const score = lookup.terms.map(
    (term, at) => `case when words @@ ${toTsQuery(of, term)} then ${weights[at] ?? 0} else 0 end`,
  );
  return `${seen(of, lookup)}${buildAnyTerm(of, lookup.terms)} order by ${score.join(' + ')} desc`;
}

function toCandidate({ terms, ...row }: Row, asked: readonly string[]): ChunkCandidate {
  const all = terms.split(' ');
  return { ...row, frequencies: asked.map((term) => all.filter((one) => one === term).length) };
}

function forget({ audience, type, id }: Pick<StoredDocument, 'audience' | 'type' | 'id'>): SqlQuery {
  const sql = 'delete from knowledge_chunks where audience = $1 and type = $2 and id = $3';
  return { sql, parameters: [audience, type, id] };
}

function insertion(document: StoredDocument, chunk: StoredChunk, place: number, embeds: boolean): SqlQuery {
  const of = new Statement();
  const { audience, type, id, title, at } = document;
  const { from, to, text, terms } = chunk;
  const made = embeds ? chunk.embedding : undefined;
  const words = terms.join(' ');
  // PostgreSQL allows no NUL characters in text.
  const plain = [title, at].map((value) => value.replaceAll('\0', ''));
  const values = [audience, type, id, ...plain, place, from, to, text.replaceAll('\0', ''), words, terms.length];
  const embedding = made ? `, ${of.value(written(made.vector))}::vector, ${of.value(made.by)}` : '';
  const sql = `insert into knowledge_chunks (${DOCUMENT}, ${CHUNK}, words${made ? ', embedding, embedded_by' : ''})
    values (${of.list(values)}, array_to_tsvector(array_remove(string_to_array(${of.value(words)}, ' '), ''))${embedding})`;
  return { sql, parameters: of.parameters };
}
