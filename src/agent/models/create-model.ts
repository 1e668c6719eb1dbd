/** A provider's model as a `ChatModel`. A request is retried only before its first part, and has an idle timeout. */
import { DeputizeError } from '../../core/index.ts';
import type { ChatModel, ModelPart, ModelRequest } from '../../ports/chat-model.ts';
import { readHost, isPassing, missingKeyError, readFailure, toError, type ModelFailure } from './failure.ts';
import {
  loadLanguageModel,
  type CallOptions,
  type FunctionTool,
  type LanguageModel,
  type StreamPart,
} from './language-model.ts';
import { listModels, nearest } from './list-models.ts';
import { toPrompt } from './prompt.ts';
import { providers, type ModelOptions, type ModelProvider } from './provider.ts';
import { readStream } from './read-stream.ts';
import { wait, computeRetryDelay } from './wait.ts';

/** A chat model with the name of its provider. */
export interface ProvidedModel extends ChatModel {
  /** The provider whose API is used. */
  readonly provider: ModelProvider;
}

const IDLE_TIMEOUT = 90_000;
const RETRIES = 3;
const FIRST_WAIT = 1_000;

/** Makes a chat model for a provider. It sends nothing yet. A missing key makes the first `ask` fail. */
export function createModel(options: ModelOptions): ProvidedModel {
  let loading: Promise<LanguageModel> | undefined;
  const load = (): Promise<LanguageModel> => (loading ??= loadLanguageModel(options));
  return {
    name: options.name,
    provider: options.provider,
    async *ask(request) {
      if (!options.key && providers[options.provider].keyVariables.length > 0) throw missingKeyError(options);
      yield* answer(await load(), request, options);
    },
  };
}

async function* answer(model: LanguageModel, request: ModelRequest, options: ModelOptions): AsyncIterable<ModelPart> {
  for (let attempt = 1; ; attempt += 1) {
    let isOpen = false;
    let hasBegun = false;
    const watch = createWatch(request.signal, options.idleTimeoutMs ?? IDLE_TIMEOUT);
    try {
      const { stream } = await model.doStream({ ...toCall(request, options), abortSignal: watch.signal });
      isOpen = true;
      for await (const part of readStream(watch.over(stream), options)) {
        hasBegun = true;
        yield part;
      }
      return;
    } catch (thrown) {
      if (request.signal.aborted) throw new DeputizeError('CANCELLED', 'The question to the model was cancelled.');
      if (watch.isIdle()) throw idleTimeoutError(options);
      const failure = readFailure(thrown, isOpen);
      const pause = mayRetry(failure, attempt, hasBegun, options);
      if (pause === undefined) throw toError(failure, options, await knownModels(failure, options));
      await wait(pause, request.signal).catch(() => {
        throw new DeputizeError('CANCELLED', 'The question to the model was cancelled.');
      });
    } finally {
      // Also ends the request when the caller stops reading early.
      watch.end();
    }
  }
}

function toCall({ messages, tools }: ModelRequest, options: ModelOptions): CallOptions {
  return {
    prompt: toPrompt(messages, options),
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      inputSchema: parameters as FunctionTool['inputSchema'],
    })),
    // OpenAI must not store conversations: they may contain private mail. We send its encrypted reasoning back ourselves.
    ...(options.provider === 'openai' ? { providerOptions: { openai: { store: false } } } : {}),
  };
}

function mayRetry(
  failure: ModelFailure,
  attempt: number,
  hasBegun: boolean,
  options: ModelOptions,
): number | undefined {
  if (hasBegun || attempt > (options.retries ?? RETRIES) || !isPassing(failure)) return undefined;
  return computeRetryDelay(attempt, options.firstWaitMs ?? FIRST_WAIT, failure.headers);
}

async function knownModels(failure: ModelFailure, options: ModelOptions): Promise<string[]> {
  if (failure.status !== 404) return [];
  return nearest(options.model, await listModels(options).catch(() => []));
}

function idleTimeoutError(options: ModelOptions): DeputizeError {
  const seconds = Math.round((options.idleTimeoutMs ?? IDLE_TIMEOUT) / 100) / 10;
  const host = readHost(options);
  return new DeputizeError(
    'TIMEOUT',
    `${host} has said nothing for ${seconds} s, so the question to "${options.name}" was given up.`,
    { details: { model: options.name, host, setting: `models.${options.name}.idleTimeout` } },
  );
}

/** Aborts the request when the caller aborts, after an idle timeout, or when the request is over. */
function createWatch(caller: AbortSignal, idleMs: number) {
  const controller = new AbortController();
  let idle = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = (): void => controller.abort();
  const reset = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      idle = true;
      abort();
    }, idleMs);
  };
  if (caller.aborted) abort();
  caller.addEventListener('abort', abort, { once: true });
  reset();
  return {
    signal: controller.signal,
    isIdle: () => idle,
    async *over(stream: ReadableStream<StreamPart>): AsyncIterable<StreamPart> {
      for await (const part of stream) {
        // Only the silence of the server counts. The caller may read slowly.
        clearTimeout(timer);
        yield part;
        reset();
      }
    },
    end(): void {
      clearTimeout(timer);
      caller.removeEventListener('abort', abort);
      abort();
    },
  };
}
