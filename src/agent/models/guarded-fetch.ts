/** Fetches from a server that may lie: it is not followed elsewhere with the key, and cannot fill the memory or stop the server. */
import { JsonMeter } from '../../lib/bounded-json.ts';

const LARGEST_ANSWER = 64 * 1024 * 1024;
/** Limits of one event, and of an answer without events, which may hold some hundred embeddings. Every value takes time to check. */
const EVENT = { maxBytes: 4 * 1024 * 1024, maxValues: 50_000, isEventStream: true };
const WHOLE = { maxBytes: LARGEST_ANSWER, maxValues: 400_000, isEventStream: false };

export const guardedFetch: typeof globalThis.fetch = async (input, init) => {
  // On a redirect to another host only `authorization` would be taken off, and not the headers that other providers use.
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new Error('a redirect, which is not followed');
  }
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
    await response.body?.cancel();
    throw new Error('a web page, so this is not the address of the API');
  }
  if (!response.body) return response;
  let left = LARGEST_ANSWER;
  const isEventStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  const meter = new JsonMeter(isEventStream ? EVENT : WHOLE);
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        left -= bytes.length;
        if (left >= 0 && meter.push(bytes) === undefined) controller.enqueue(bytes);
        else controller.error(new Error('the answer is too large'));
      },
    }),
  );
  return new Response(counted, response);
};
