/** The Embeddings port on this machine: a small model whose weights come with a package, in separate threads. */
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import { LocalModel } from './local-model.ts';

/** The loaded model takes some hundred megabytes of memory. */
const IDLE_MS = 60_000;

export function localEmbeddings(idleMs = IDLE_MS): EmbeddingModel {
  let model: LocalModel | undefined;
  let idle: NodeJS.Timeout | undefined;
  let asking = 0;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = model;
    model = undefined;
    await ended?.end();
  };
  return {
    id: 'local:minilm-l6-v2',
    async embed(texts, signal) {
      signal.throwIfAborted();
      if (texts.length === 0) return [];
      clearTimeout(idle);
      if (model?.isAlive === false) await end();
      const asked = (model ??= new LocalModel());
      asking += 1;
      try {
        return await orAborted(asked.embed(texts, signal), signal);
      } finally {
        asking -= 1;
        if (asking === 0 && Number.isFinite(idleMs)) idle = setTimeout(() => void end(), idleMs).unref();
      }
    },
    close: end,
  };
}

/** Stops waiting on abort. The model finishes the current part, and its result is dropped. */
async function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([answer, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    answer.catch(() => undefined);
  }
}
