/**
 * The tables of the embedded knowledge store. They are in a separate file, because it can be rebuilt from its sources.
 * Chunk numbers are never reused, so that higher numbers are always newer chunks.
 */
export const TABLES = `
  create table if not exists partitions (n integer primary key, audience text not null, type text not null, chunks integer not null default 0,
    length integer not null default 0,
    removals integer not null default 0, unique (audience, type));
  create table if not exists documents (n integer primary key, partition integer not null references partitions (n), id text not null,
    title text not null, at text not null, unique (partition, id));
  create table if not exists chunks (n integer primary key autoincrement, document integer not null references documents (n), partition integer not null,
    chunk integer not null, "from" integer not null, "to" integer not null, text text not null, terms text not null, length integer not null,
    vector blob);
  create index if not exists chunks_by_document on chunks (document);
  create index if not exists chunks_by_partition on chunks (partition);
  create virtual table if not exists words using fts5 (terms, content='', contentless_delete=1, tokenize="ascii tokenchars '.'");
  create virtual table if not exists word_counts using fts5vocab (words, row);
  create table if not exists codes (partition integer not null, n integer not null, code blob not null, primary key (partition, n)) without rowid;
  create table if not exists models (n integer primary key, id text not null unique)`;

/** Which model made a chunk's vector: 0 for none or unknown. Added to files that were made before these columns existed. */
export const ADDED_COLUMNS = [
  { table: 'chunks', column: 'model', as: 'integer not null default 0' },
  { table: 'codes', column: 'model', as: 'integer not null default 0' },
];
export const LATER = 'create index if not exists chunks_by_model on chunks (partition, model)';

/**
 * Every term begins with the number of its partition, so that the index has one list of chunks per partition and term.
 * Chunks of other partitions are neither read nor counted.
 */
export const prefixTerm = (partition: number, term: string): string => `${partition}.${term}`;

/** The components of unit vectors are small: of 384, hardly one is larger than this. */
const LARGEST = 0.25;

/** A vector in bytes: the ten nearest vectors are among the twenty nearest by bytes. `halves` gives the exact distances. */
export function coarse(vector: Float32Array): Uint8Array {
  const bytes = Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round((value * 127) / LARGEST))));
  return new Uint8Array(bytes.buffer);
}

export function halves(vector: Float32Array): Uint8Array {
  return new Uint8Array(new Float16Array(vector).buffer);
}

export function product(a: Float32Array, stored: Uint8Array | null): number {
  if (stored === null || stored.byteLength !== a.length * 2) return 0;
  const b = new Float16Array(stored.buffer, stored.byteOffset, a.length);
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
