/**
 * A stream of server-sent events that can be written to before it has a reader. Unlike `lib/event-stream.ts`, it drops progress
 * for a slow reader instead of ending the stream.
 */
import { formatServerEvent } from '../../lib/event-stream.ts';

interface EventSink {
  write(chunk: string): void;
  end(): void;
  /** Whether the reader is so far behind that what can be dropped should be. */
  isBehind(): boolean;
}

const KEEP_ALIVE_MS = 15_000;

export class McpEventStream {
  #early: string[] = [];
  #sink: EventSink | undefined;
  #state: 'open' | 'ended' | 'gone' = 'open';
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  push(text: string, mayDrop = false): void {
    if (this.#state !== 'open') return;
    const chunk = formatServerEvent(text, 'message');
    if (!this.#sink) this.#early.push(chunk);
    else if (!mayDrop || !this.#sink.isBehind()) this.#sink.write(chunk);
  }

  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    clearInterval(this.#keepAlive);
    this.#sink?.end();
  }

  pipe(sink: EventSink): void {
    this.#sink = sink;
    for (const chunk of this.#early) sink.write(chunk);
    this.#early = [];
    if (this.#state === 'open') this.#keepAlive = setInterval(() => sink.write(': still here\n\n'), KEEP_ALIVE_MS);
    else sink.end();
  }

  /** The reader went away. */
  cancel(): void {
    this.#state = 'gone';
    clearInterval(this.#keepAlive);
  }
}
