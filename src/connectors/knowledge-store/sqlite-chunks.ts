/** The embedded knowledge store on one SQLite connection. Synchronous: it runs in a separate thread. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { ensurePrivateFile } from '../../lib/node/private-files.ts';
import type { SqlQuery, SqlValue } from '../../ports/database.ts';
import type {
  ChunkCandidate,
  EmbeddingVector,
  ChunkLookupResult,
  ChunkLookup,
  OutdatedChunk,
  StoredChunk,
  StoredDocument,
} from '../../ports/knowledge-store.ts';
import {
  addChunk,
  addCode,
  addDocument,
  addModel,
  addPartition,
  addWords,
  countRemoval,
  countWord,
  findChunk,
  findChunkPartition,
  findDocument,
  findModel,
  findPartition,
  growPartition,
  listChunks,
  listNewCodes,
  listOutdatedChunks,
  matchWords,
  removeChunks,
  removeCode,
  removeDocument,
  removeWords,
  replaceCode,
  setVector,
  shrinkPartition,
} from './sqlite-statements.ts';
import { VectorScan, type ScanKernel } from './vector-scan.ts';
import { ADDED_COLUMNS, coarse, halves, LATER, product, TABLES, prefixTerm } from './sqlite-tables.ts';

interface PartitionRow {
  readonly n: number;
  readonly audience: StoredDocument['audience'];
  readonly type: StoredDocument['type'];
  readonly chunks: number;
  readonly length: number;
  /** Counts removals. After a removal, a process with the vectors in memory must read them again. */
  readonly removals: number;
}
interface AskedVector {
  readonly vector: Float32Array;
  readonly model: number;
}
interface Loaded {
  readonly scan: VectorScan;
  last: number;
  removals: number;
}
/** The memory limit for vectors. The least recently used are dropped first. */
const MOST_BYTES = 1_000_000_000;
const MOST_SCANS = 128;

type ChunkRow = Omit<ChunkCandidate, 'frequencies' | 'cosine' | 'audience' | 'type'> & {
  readonly n: number;
  readonly partition: number;
  readonly terms: string;
  readonly vector: Uint8Array | null;
  readonly model: number;
};

export class SqliteChunks {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #kernel: ScanKernel;
  /** By partition and model, the most recently used last. */
  readonly #scans = new Map<string, Loaded>();

  constructor(path: string, kernel: ScanKernel) {
    this.#kernel = kernel;
    ensurePrivateFile(path);
    this.#connection = new DatabaseSync(path, { timeout: 10_000 });
    // Raw SQL: pragmas.
    this.#connection.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma mmap_size = 4294967296;',
    );
    this.#transaction(() => {
      this.#connection.exec(TABLES);
      for (const { table, column, as } of ADDED_COLUMNS) {
        // Raw SQL: a pragma.
        const found = this.#connection.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column);
        if (!found) this.#connection.exec(`alter table ${table} add column ${column} ${as}`);
      }
      this.#connection.exec(LATER);
    });
  }

  put(document: StoredDocument, chunks: readonly StoredChunk[]): void {
    this.#transaction(() => {
      this.#forget(document);
      const { audience, type, id, title, at } = document;
      this.#run(addPartition({ audience, type }));
      const partition = this.#partition(document)?.n ?? 0;
      const added = this.#run(addDocument({ partition, id, title, at }));
      for (const [place, chunk] of chunks.entries()) this.#insert(partition, added, place, chunk);
      const length = chunks.reduce((sum, { terms }) => sum + terms.length, 0);
      this.#run(growPartition({ n: partition, chunks: chunks.length, length }));
    });
  }

  remove(document: Pick<StoredDocument, 'audience' | 'type' | 'id'>): void {
    this.#transaction(() => this.#forget(document));
  }

  lookUp({ audiences, types, terms, embedding, each }: ChunkLookup): ChunkLookupResult {
    const asked = embedding && { ...embedding, model: this.#model(embedding.by) };
    const partitions = audiences.flatMap((audience) =>
      types.flatMap((type) => this.#partition({ audience, type }) ?? []),
    );
    const chunks = partitions.reduce((sum, partition) => sum + partition.chunks, 0);
    const length = partitions.reduce((sum, partition) => sum + partition.length, 0);
    const chunksWith = terms.map((term) => partitions.reduce((sum, { n }) => sum + this.#chunksWith(n, term), 0));
    const found = new Set([
      ...(asked ? partitions.flatMap((partition) => this.#byMeaning(partition, asked, each)) : []),
      ...this.#byWords(partitions, rareOnes(terms, chunksWith, chunks), each),
    ]);
    const places = new Map(partitions.map((partition) => [partition.n, partition]));
    const candidates = [...found].flatMap((n) => this.#candidate(n, places, terms, asked));
    return { candidates, chunks, averageLength: chunks === 0 ? 0 : length / chunks, chunksWith };
  }

  outdated(audience: StoredDocument['audience'], by: string, limit: number): OutdatedChunk[] {
    return this.#all<OutdatedChunk>(listOutdatedChunks({ audience, model: this.#model(by), limit }));
  }

  renew(embeddings: readonly (EmbeddingVector & { readonly n: number })[]): void {
    this.#transaction(() => {
      for (const { n, by, vector } of embeddings) {
        const [row] = this.#all<{ partition: number }>(findChunkPartition({ n }));
        if (!row) continue;
        const model = this.#know(by);
        this.#run(setVector({ n, vector: halves(vector), model }));
        this.#run(replaceCode({ partition: row.partition, n, code: coarse(vector), model }));
        // A process with vectors in memory looks only for new numbers, and this chunk keeps its number.
        this.#run(countRemoval({ n: row.partition }));
      }
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** Returns -1, which no vector has, if the model has made none. */
  #model(by: string): number {
    return this.#all<{ n: number }>(findModel({ id: by }))[0]?.n ?? -1;
  }

  #know(by: string): number {
    this.#run(addModel({ id: by }));
    return this.#model(by);
  }

  #partition({ audience, type }: Pick<StoredDocument, 'audience' | 'type'>): PartitionRow | undefined {
    return this.#all<PartitionRow>(findPartition({ audience, type }))[0];
  }

  #insert(partition: number, document: number, place: number, chunk: StoredChunk): void {
    const { from, to, text, terms, embedding } = chunk;
    const vector = embedding ? halves(embedding.vector) : null;
    const model = embedding ? this.#know(embedding.by) : 0;
    const row = { document, partition, chunk: place, from, to, text, terms: terms.join(' '), length: terms.length };
    const n = this.#run(addChunk({ ...row, vector, model }));
    const words = terms.map((term) => prefixTerm(partition, term)).join(' ');
    this.#run(addWords({ n, terms: words }));
    if (embedding) this.#run(addCode({ partition, n, code: coarse(embedding.vector), model }));
  }

  #forget(document: Pick<StoredDocument, 'audience' | 'type' | 'id'>): void {
    const partition = this.#partition(document)?.n;
    if (partition === undefined) return;
    const [row] = this.#all<{ n: number }>(findDocument({ partition, id: document.id }));
    if (!row) return;
    const chunks = this.#all<{ n: number; length: number }>(listChunks({ document: row.n }));
    for (const { n } of chunks) {
      this.#run(removeWords({ n }));
      this.#run(removeCode({ partition, n }));
      for (const [key, { scan }] of this.#scans) if (key.startsWith(`${partition} `)) scan.remove(n);
    }
    for (const [key, loaded] of this.#scans) if (key.startsWith(`${partition} `)) loaded.removals += 1;
    this.#run(removeChunks({ document: row.n }));
    this.#run(removeDocument({ n: row.n }));
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    this.#run(shrinkPartition({ n: partition, chunks: chunks.length, length }));
  }

  #byMeaning(partition: PartitionRow, { vector, model }: AskedVector, count: number): number[] {
    return this.#scanOf(partition, model, vector.length).nearest(vector, count);
  }

  /** Adds new vectors to those in memory. After a removal by another process, all are read again. */
  #scanOf({ n: partition, removals }: PartitionRow, model: number, dimensions: number): VectorScan {
    const key = `${partition} ${model}`;
    const known = this.#scans.get(key);
    const loaded =
      known?.removals === removals ? known : { scan: new VectorScan(this.#kernel, dimensions), last: 0, removals };
    const since = listNewCodes({ partition, after: loaded.last, model, dimensions });
    const rows = this.#statement(since.sql).iterate(...(since.parameters as SqlValue[]));
    for (const { n, code } of rows as Iterable<{ n: number; code: Uint8Array }>) {
      loaded.scan.add(n, code);
      loaded.last = n;
    }
    this.#scans.delete(key);
    this.#scans.set(key, loaded);
    this.#makeRoom();
    return loaded.scan;
  }

  #makeRoom(): void {
    let bytes = [...this.#scans.values()].reduce((sum, { scan }) => sum + scan.bytes, 0);
    for (const [key, { scan }] of this.#scans) {
      if ((bytes <= MOST_BYTES && this.#scans.size <= MOST_SCANS) || this.#scans.size === 1) return;
      this.#scans.delete(key);
      bytes -= scan.bytes;
    }
  }

  #byWords(partitions: readonly PartitionRow[], terms: readonly string[], count: number): number[] {
    const asked = partitions.flatMap(({ n }) => terms.map((term) => `"${prefixTerm(n, term)}"`));
    if (asked.length === 0) return [];
    return this.#all<{ n: number }>(matchWords({ expression: asked.join(' OR '), limit: count })).map(({ n }) => n);
  }

  #chunksWith(partition: number, term: string): number {
    return this.#all<{ doc: number }>(countWord({ term: prefixTerm(partition, term) }))[0]?.doc ?? 0;
  }

  #candidate(
    n: number,
    places: ReadonlyMap<number, PartitionRow>,
    asked: readonly string[],
    vector: AskedVector | undefined,
  ): ChunkCandidate[] {
    const [row] = this.#all<ChunkRow>(findChunk({ n }));
    const place = row && places.get(row.partition);
    if (!place) return [];
    const { id, title, at, chunk, from, to, text, length } = row;
    const counts = new Map<string, number>();
    for (const term of row.terms.split(' ')) counts.set(term, (counts.get(term) ?? 0) + 1);
    const frequencies = asked.map((term) => counts.get(term) ?? 0);
    const cosine = vector?.model === row.model ? product(vector.vector, row.vector) : 0;
    const { audience, type } = place;
    return [{ audience, type, id, title, at, chunk, from, to, text, length, frequencies, cosine }];
  }

  #transaction(work: () => void): void {
    // Raw SQL: begin, commit and rollback.
    this.#connection.exec('begin immediate');
    try {
      work();
      this.#connection.exec('commit');
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback');
      // The scans may have dropped vectors that are stored again after the rollback.
      this.#scans.clear();
      throw error;
    }
  }

  #all<Row>({ sql, parameters }: SqlQuery): Row[] {
    return this.#statement(sql).all(...(parameters as SqlValue[])) as Row[];
  }

  /** Returns the number of the added row. */
  #run({ sql, parameters }: SqlQuery): number {
    return Number(this.#statement(sql).run(...(parameters as SqlValue[])).lastInsertRowid);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** A word in more chunks than this, and in more than one of twenty, is too frequent to search for. */
const FEW = 200;
const FREQUENT = 1 / 20;

/** Reading all chunks with a frequent word takes long and adds little. If all words are frequent, the rarest is used. */
function rareOnes(terms: readonly string[], chunksWith: readonly number[], chunks: number): string[] {
  const counted = terms.map((term, at) => ({ term, count: chunksWith[at] ?? 0 })).filter(({ count }) => count > 0);
  const least = Math.min(...counted.map(({ count }) => count));
  const most = Math.max(FEW, chunks * FREQUENT, least);
  return counted.filter(({ count }) => count <= most).map(({ term }) => term);
}
