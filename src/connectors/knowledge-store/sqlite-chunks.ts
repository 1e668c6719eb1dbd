/** The embedded knowledge store on one SQLite connection. Synchronous: it runs in a thread of its own. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { getLoadablePath } from 'sqlite-vec';

import type { Candidate, LookedUp, Lookup, StoredChunk, StoredDocument } from '../../ports/knowledge-store.ts';
import { coarse, halves, product, TABLES, termIn, vectorTable } from './sqlite-tables.ts';

interface PartitionRow {
  readonly n: number;
  readonly audience: StoredDocument['audience'];
  readonly type: StoredDocument['type'];
  readonly chunks: number;
  readonly length: number;
}
type ChunkRow = Omit<Candidate, 'frequencies' | 'cosine' | 'audience' | 'type'> & {
  readonly n: number;
  readonly partition: number;
  readonly terms: string;
  readonly vector: Uint8Array | null;
};

export class SqliteChunks {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Why the extension could not be loaded. */
  readonly #missing: string | undefined;
  #dimensions: number | undefined;

  constructor(path: string, { extension = true } = {}) {
    this.#connection = new DatabaseSync(path, { timeout: 10_000, allowExtension: true });
    this.#missing = extension ? this.#load() : 'it is switched off';
    this.#connection.exec('pragma journal_mode = wal; pragma synchronous = full; pragma mmap_size = 4294967296;');
    this.#transaction(() => this.#connection.exec(TABLES));
    const [row] = this.#all<{ n: number }>('select n from dimensions');
    this.#dimensions = row?.n;
  }

  condition(): { readonly vectors: boolean; readonly reason?: string } {
    if (this.#missing === undefined) return { vectors: true };
    const reason = `the SQLite extension sqlite-vec could not be loaded (${this.#missing}), so all vectors of a department are read for each question`;
    return { vectors: true, reason };
  }

  put(document: StoredDocument, chunks: readonly StoredChunk[]): void {
    this.#transaction(() => {
      this.#forget(document);
      const { audience, type, id, title, at } = document;
      this.#run('insert into partitions (audience, type) values (?, ?) on conflict do nothing', audience, type);
      const partition = this.#partition(document) ?? 0;
      const added = this.#run(
        'insert into documents (partition, id, title, at) values (?, ?, ?, ?)',
        partition,
        id,
        title,
        at,
      );
      for (const [place, chunk] of chunks.entries()) this.#insert(partition, added, place, chunk);
      const length = chunks.reduce((sum, { terms }) => sum + terms.length, 0);
      this.#run(
        'update partitions set chunks = chunks + ?, length = length + ? where n = ?',
        chunks.length,
        length,
        partition,
      );
    });
  }

  remove(document: Pick<StoredDocument, 'audience' | 'type' | 'id'>): void {
    this.#transaction(() => this.#forget(document));
  }

  lookUp({ audiences, types, terms, vector, each }: Lookup): LookedUp {
    const partitions = audiences.flatMap((audience) =>
      types.flatMap((type) =>
        this.#all<PartitionRow>('select * from partitions where audience = ? and type = ?', audience, type),
      ),
    );
    const chunks = partitions.reduce((sum, partition) => sum + partition.chunks, 0);
    const length = partitions.reduce((sum, partition) => sum + partition.length, 0);
    const found = new Set([
      ...(vector ? partitions.flatMap(({ n }) => this.#byMeaning(n, vector, each)) : []),
      ...this.#byWords(partitions, terms, each),
    ]);
    const places = new Map(partitions.map((partition) => [partition.n, partition]));
    const candidates = [...found].flatMap((n) => this.#candidate(n, places, terms, vector));
    return {
      candidates,
      chunks,
      averageLength: chunks === 0 ? 0 : length / chunks,
      chunksWith: terms.map((term) => partitions.reduce((sum, { n }) => sum + this.#chunksWith(n, term), 0)),
    };
  }

  close(): void {
    this.#connection.close();
  }

  #load(): string | undefined {
    try {
      this.#connection.loadExtension(getLoadablePath());
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      this.#connection.enableLoadExtension(false);
    }
  }

  #partition({ audience, type }: Pick<StoredDocument, 'audience' | 'type'>): number | undefined {
    return this.#all<PartitionRow>('select * from partitions where audience = ? and type = ?', audience, type)[0]?.n;
  }

  #insert(partition: number, document: number, place: number, { from, to, text, terms, vector }: StoredChunk): void {
    const n = this.#run(
      'insert into chunks (document, partition, chunk, "from", "to", text, terms, length, vector) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[document, partition, place, from, to, text, terms.join(' '), terms.length, vector ? halves(vector) : null],
    );
    const words = terms.map((term) => termIn(partition, term)).join(' ');
    this.#run('insert into words (rowid, terms) values (?, ?)', n, words);
    if (vector && this.#missing === undefined && this.#hasRoomFor(vector.length))
      this.#run(
        'insert into vectors (rowid, partition, vector) values (?, ?, vec_int8(?))',
        ...whole(n, partition),
        coarse(vector),
      );
  }

  /** Vectors of another length are of another model, and nothing is found by them. */
  #hasRoomFor(dimensions: number): boolean {
    if (this.#dimensions === undefined) {
      this.#run('insert into dimensions (n) values (?)', dimensions);
      this.#dimensions = dimensions;
    }
    if (this.#dimensions !== dimensions) return false;
    this.#connection.exec(vectorTable(dimensions));
    return true;
  }

  #forget(document: Pick<StoredDocument, 'audience' | 'type' | 'id'>): void {
    const partition = this.#partition(document);
    if (partition === undefined) return;
    const [row] = this.#all<{ n: number }>(
      'select n from documents where partition = ? and id = ?',
      partition,
      document.id,
    );
    if (!row) return;
    const chunks = this.#all<{ n: number; length: number }>('select n, length from chunks where document = ?', row.n);
    for (const { n } of chunks) {
      this.#run('delete from words where rowid = ?', n);
      if (this.#hasVectors()) this.#run('delete from vectors where rowid = ?', ...whole(n));
    }
    this.#run('delete from chunks where document = ?', row.n);
    this.#run('delete from documents where n = ?', row.n);
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    this.#run(
      'update partitions set chunks = chunks - ?, length = length - ? where n = ?',
      chunks.length,
      length,
      partition,
    );
  }

  #hasVectors(): boolean {
    return this.#missing === undefined && this.#dimensions !== undefined;
  }

  #byMeaning(partition: number, vector: Float32Array, count: number): number[] {
    if (this.#missing !== undefined) return this.#byReadingAll(partition, vector, count);
    if (this.#dimensions !== vector.length) return [];
    const nearest = 'select rowid as n from vectors where vector match vec_int8(?) and k = ? and partition = ?';
    return this.#all<{ n: number }>(nearest, coarse(vector), count, ...whole(partition)).map(({ n }) => n);
  }

  #byReadingAll(partition: number, vector: Float32Array, count: number): number[] {
    const scored: { readonly n: number; readonly score: number }[] = [];
    const all = this.#statement('select n, vector from chunks where partition = ? and length(vector) = ?').iterate(
      partition,
      vector.length * 2,
    );
    for (const row of all as Iterable<Pick<ChunkRow, 'n' | 'vector'>>)
      scored.push({ n: row.n, score: product(vector, row.vector) });
    return scored
      .toSorted((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ n }) => n);
  }

  #byWords(partitions: readonly PartitionRow[], terms: readonly string[], count: number): number[] {
    const asked = partitions.flatMap(({ n }) => terms.map((term) => `"${termIn(n, term)}"`));
    if (asked.length === 0) return [];
    const best = 'select rowid as n from words where words match ? order by rank limit ?';
    return this.#all<{ n: number }>(best, asked.join(' OR '), count).map(({ n }) => n);
  }

  #chunksWith(partition: number, term: string): number {
    return (
      this.#all<{ doc: number }>('select doc from word_counts where term = ?', termIn(partition, term))[0]?.doc ?? 0
    );
  }

  #candidate(
    n: number,
    places: ReadonlyMap<number, PartitionRow>,
    asked: readonly string[],
    vector: Float32Array | undefined,
  ): Candidate[] {
    const [row] = this.#all<ChunkRow>(
      'select chunks.*, documents.id, title, at from chunks join documents on documents.n = document where chunks.n = ?',
      n,
    );
    const place = row && places.get(row.partition);
    if (!place) return [];
    const { id, title, at, chunk, from, to, text, length } = row;
    const counts = new Map<string, number>();
    for (const term of row.terms.split(' ')) counts.set(term, (counts.get(term) ?? 0) + 1);
    const frequencies = asked.map((term) => counts.get(term) ?? 0);
    const cosine = vector ? product(vector, row.vector) : 0;
    const { audience, type } = place;
    return [{ audience, type, id, title, at, chunk, from, to, text, length, frequencies, cosine }];
  }

  #transaction(work: () => void): void {
    this.#connection.exec('begin immediate');
    try {
      work();
      this.#connection.exec('commit');
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback');
      throw error;
    }
  }

  #all<Row>(sql: string, ...parameters: readonly Parameter[]): Row[] {
    return this.#statement(sql).all(...parameters) as Row[];
  }

  /** The number of the row that was added. */
  #run(sql: string, ...parameters: readonly Parameter[]): number {
    return Number(this.#statement(sql).run(...parameters).lastInsertRowid);
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

type Parameter = string | number | bigint | null | Uint8Array;

/** The extension takes whole numbers only as such. */
const whole = (...numbers: readonly number[]): bigint[] => numbers.map(BigInt);
