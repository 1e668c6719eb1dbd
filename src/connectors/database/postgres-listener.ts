/** Reports appended records by LISTEN on a separate connection, and reconnects when that connection is lost. */
import { Client, escapeIdentifier } from 'pg';

import { computeBackoff } from '../../lib/retry-backoff.ts';

const BACKOFF = { firstMs: 50, longestMs: 5000, spread: [0.5, 1.5] } as const;

export class PostgresListener {
  readonly #listeners = new Set<() => void>();
  readonly #connectionString: string;
  readonly #channel: string;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retry = 0;
  #started = false;
  #closed = false;

  constructor(connectionString: string, channel: string) {
    this.#connectionString = connectionString;
    this.#channel = channel;
  }

  add(listener: () => void): () => void {
    // Wrapped, so that a function that is added twice is called twice.
    const own = () => listener();
    this.#listeners.add(own);
    if (!this.#started && !this.#closed) {
      this.#started = true;
      void this.#connect();
    }
    return () => void this.#listeners.delete(own);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: 10_000,
      // Without this, the loss of a silent connection is never noticed.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.#client = client;
    let ended = false;
    const again = () => {
      if (ended) return;
      ended = true;
      void client.end().catch(() => undefined);
      this.#later();
    };
    client.on('error', again);
    client.on('end', again);
    client.on('notification', () => this.#notify());
    try {
      await client.connect();
      // Raw SQL: listen.
      await client.query(`listen ${escapeIdentifier(this.#channel)}`);
      this.#retry = 0;
      // Records may have been appended while the connection was down.
      this.#notify();
    } catch {
      again();
    }
  }

  #later(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => void this.#connect(), computeBackoff(this.#retry, BACKOFF));
    this.#timer.unref();
    this.#retry += 1;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
