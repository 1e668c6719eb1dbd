/** Runs the embedded knowledge store in a thread, so that a long query blocks no other work. */
import { parentPort, workerData } from 'node:worker_threads';

import type { EmbeddingVector, ChunkLookup, StoredChunk, StoredDocument } from '../../ports/knowledge-store.ts';
import type { ScanKernel } from './vector-scan.ts';
import { SqliteChunks } from './sqlite-chunks.ts';

export type KnowledgeStoreTask =
  | { readonly what: 'put'; readonly document: StoredDocument; readonly chunks: readonly StoredChunk[] }
  | { readonly what: 'remove'; readonly document: Pick<StoredDocument, 'audience' | 'type' | 'id'> }
  | { readonly what: 'lookUp'; readonly lookup: ChunkLookup }
  | {
      readonly what: 'outdated';
      readonly audience: StoredDocument['audience'];
      readonly by: string;
      readonly limit: number;
    }
  | { readonly what: 'renew'; readonly embeddings: readonly (EmbeddingVector & { readonly n: number })[] }
  | { readonly what: 'close' };
export type KnowledgeStoreReply = { readonly id: number } & (
  { readonly answer: unknown } | { readonly failed: string }
);

const { path, kernel } = workerData as { readonly path: string; readonly kernel: ScanKernel };
let chunks: SqliteChunks | undefined;

parentPort?.on('message', ({ id, asked }: { readonly id: number; readonly asked: KnowledgeStoreTask }) => {
  try {
    parentPort?.postMessage({ id, answer: answer(asked) } satisfies KnowledgeStoreReply);
  } catch (error) {
    parentPort?.postMessage({
      id,
      failed: error instanceof Error ? error.message : String(error),
    } satisfies KnowledgeStoreReply);
  }
});

function answer(asked: KnowledgeStoreTask): unknown {
  chunks ??= new SqliteChunks(path, kernel);
  switch (asked.what) {
    case 'put':
      return chunks.put(asked.document, asked.chunks);
    case 'remove':
      return chunks.remove(asked.document);
    case 'lookUp':
      return chunks.lookUp(asked.lookup);
    case 'outdated':
      return chunks.outdated(asked.audience, asked.by, asked.limit);
    case 'renew':
      return chunks.renew(asked.embeddings);
    case 'close':
      return chunks.close();
  }
}
