/** Server-sent events: an answer that is sent in pieces. Comments keep it open, so that no proxy closes it. */
import { raceTimeout } from './timeout.ts';

const HEARTBEAT_MS = 10_000;
const FIRST_SIGN_MS = 5_000;
/** The limit for data that the client has not read: a client that does not read must not fill the memory. */
const MAX_BACKLOG = 8_000_000;

/** A response body, and the functions that write to it. After `close` or a disconnect, `send` does nothing. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Sends each line of `data` unchanged, with the event's name if there is one. */
  send(data: string, event?: string): void;
  close(): void;
}

/** One event as it is sent. Each line of the data is sent unchanged. */
export function formatServerEvent(data: string, event?: string): string {
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return `${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}

/** `onGone` is called when the client has disconnected or does not read. */
export function eventStream(onGone: () => void): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stop = (): void => {
    clearInterval(heartbeat);
    controller = undefined;
  };
  const write = (text: string): void => {
    if (!controller) return;
    controller.enqueue(encoder.encode(text));
    if ((controller.desiredSize ?? 0) > -MAX_BACKLOG) return;
    controller.error(new Error('The client does not read.'));
    stop();
    onGone();
  };
  const heartbeat = setInterval(() => write(': still at work\n\n'), HEARTBEAT_MS);
  const body = new ReadableStream<Uint8Array>(
    {
      start: (opened) => void (controller = opened),
      cancel: () => {
        stop();
        onGone();
      },
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  );
  return {
    body,
    send: (data, event) => write(formatServerEvent(data, event)),
    close: () => {
      controller?.close();
      stop();
    },
  };
}

/**
 * Waits for the first sign of progress: an earlier failure can still be answered with its own HTTP status. The wait is
 * limited, so that no proxy closes the silent connection.
 */
export async function firstSign(sign: Promise<unknown>): Promise<void> {
  await raceTimeout(FIRST_SIGN_MS, sign);
}

/** The headers of a response whose body is an event stream. */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies buffer an answer unless this header forbids it.
  'x-accel-buffering': 'no',
} as const;
