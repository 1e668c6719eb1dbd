/** Every document of an embedded knowledge store with its chunks, to be put into another store. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import type { StoredChunk, StoredDocument } from '../../ports/knowledge-store.ts';
import { listDocuments, readChunks } from './sqlite-statements.ts';

interface DocumentRow extends StoredDocument {
  readonly n: number;
}

interface ChunkRow {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly terms: string;
  readonly vector: Uint8Array | null;
  readonly by: string | null;
}

export function* readDocuments(path: string): Generator<{ document: StoredDocument; chunks: StoredChunk[] }> {
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    const documents = database.prepare(listDocuments({}).sql);
    const chunks = database.prepare(readChunks({ document: 0 }).sql);
    for (const row of documents.iterate() as unknown as Iterable<DocumentRow>) {
      const { n, audience, type, id, title, at } = row;
      const own = chunks.all(n) as unknown as ChunkRow[];
      yield { document: { audience, type, id, title, at }, chunks: own.map(toChunk) };
    }
  } finally {
    database.close();
  }
}

function toChunk({ from, to, text, terms, vector, by }: ChunkRow): StoredChunk {
  const words = terms === '' ? [] : terms.split(' ');
  if (vector === null || by === null) return { from, to, text, terms: words };
  // Copied: what SQLite hands over need not lie where numbers of two bytes may.
  const made = { by, vector: Float32Array.from(new Float16Array(Uint8Array.from(vector).buffer)) };
  return { from, to, text, terms: words, embedding: made };
}
