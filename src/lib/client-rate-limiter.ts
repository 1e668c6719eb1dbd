/** Counts what each client does within a period. It remembers a bounded number of clients. */
const MOST_CLIENTS = 10_000;

/** Allows each client `most` actions within `periodMs`. With too many clients, it forgets the one whose period began first. */
export class ClientRateLimiter {
  readonly #most: number;
  readonly #periodMs: number;
  readonly #now: () => number;
  readonly #clients = new Map<string, { since: number; count: number }>();

  constructor(most: number, periodMs: number, now: () => number = Date.now) {
    this.#most = most;
    this.#periodMs = periodMs;
    this.#now = now;
  }

  /** Counts one more for the client, and returns whether it is allowed. */
  allows(client: string): boolean {
    const now = this.#now();
    let entry = this.#clients.get(client);
    if (!entry || now - entry.since >= this.#periodMs) {
      this.#clients.delete(client);
      const [oldest] = this.#clients.keys();
      if (this.#clients.size >= MOST_CLIENTS && oldest !== undefined) this.#clients.delete(oldest);
      entry = { since: now, count: 0 };
      this.#clients.set(client, entry);
    }
    entry.count += 1;
    return entry.count <= this.#most;
  }
}
