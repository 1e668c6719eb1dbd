/** Server-sent events: an answer that is written piece by piece and kept open with comments, so that no proxy cuts it. */
const HEARTBEAT_MS = 10_000;
const PATIENCE_MS = 5_000;
/** What the other side has not taken. One that does not read must not fill our memory. */
const MAX_BACKLOG = 8_000_000;

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Each line of `data` as it is; with the event's name, where it has one. */
  send(data: string, event?: string): void;
  close(): void;
}

/** `onGone` is told when the other side has left, or does not read. */
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
    send: (data, event) => {
      const lines = data.split('\n').map((line) => `data: ${line}\n`);
      write(`${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`);
    },
    close: () => {
      controller?.close();
      stop();
    },
  };
}

/**
 * Waits for the first sign of how it goes: what fails before that can still be answered with a status of its own. But not so
 * long that somebody in between gives the silent connection up.
 */
export async function firstSign(sign: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  try {
    await Promise.race([sign, patience]);
  } finally {
    clearTimeout(timer);
  }
}

export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies gather an answer before they hand it on, unless they are told not to.
  'x-accel-buffering': 'no',
} as const;
