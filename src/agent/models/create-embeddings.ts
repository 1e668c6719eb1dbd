/** A server's embedding model behind the port, by the API that OpenAI and most others speak. */
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import { openCompatible, servedModel } from './compatible.ts';
import { readHost, isPassing, readFailure, toError } from './failure.ts';
import type { ModelOptions } from './provider.ts';
import { wait, computeRetryDelay } from './wait.ts';

type EmbeddingOptions = Pick<ModelOptions, 'model' | 'url' | 'key' | 'retries' | 'firstWaitMs'>;

const AT_ONCE = 64;
const RETRIES = 3;
const FIRST_WAIT = 1_000;

export function createEmbeddings(options: EmbeddingOptions): EmbeddingModel {
  const served = servedModel(options, 'embeddings');
  return {
    id: `${readHost(served)}:${options.model}`,
    async embed(texts, signal) {
      const model = (await openCompatible(served)).embeddingModel(options.model);
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += AT_ONCE) {
        const values = texts.slice(from, from + AT_ONCE);
        const { embeddings } = await patiently(() => model.doEmbed({ values, abortSignal: signal }), served, signal);
        vectors.push(...embeddings.map((numbers) => Float32Array.from(numbers)));
      }
      return vectors;
    },
    close: () => Promise.resolve(),
  };
}

async function patiently<T>(ask: () => PromiseLike<T>, options: ModelOptions, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = readFailure(thrown, false);
      const pause = computeRetryDelay(attempt, options.firstWaitMs ?? FIRST_WAIT, failure.headers);
      const isHopeless = attempt > (options.retries ?? RETRIES) || !isPassing(failure);
      if (isHopeless || pause === undefined) throw toError(failure, options, []);
      await wait(pause, signal);
    }
  }
}
