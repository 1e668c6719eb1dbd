/** Tracks who is online: connections of clients in all processes. Each process sends heartbeats for its connections. */
import { query, createSqlBuilder } from '../../../core/storage/statements.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Database } from '../../../ports/database.ts';
import type { PresenceTables } from './team-tables.ts';

/** A connection without a heartbeat for this long belongs to a process that has ended. */
export const FRESH_MS = 30_000;
const BEAT_MS = 10_000;
/** Rows of ended processes are deleted at this age. */
const STALE_MS = 10 * 60_000;

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly failed: (error: unknown) => void;
}

export class PresenceTracker {
  readonly #parts: Parts;
  readonly #node: string;
  readonly #sql;
  /** Writes run one after the other, so that connects and disconnects keep their order. */
  #writing: Promise<unknown> = Promise.resolve();
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#node = parts.newId();
    this.#sql = createSqlBuilder<PresenceTables>(parts.database.dialect);
  }

  start(): void {
    this.#beat ??= setInterval(() => this.#keepAlive(), BEAT_MS);
  }

  /** Returns a function that removes the connection. */
  arrive(userId: string): () => void {
    const { clock, newId } = this.#parts;
    const id = newId();
    const row = { id, user_id: userId, node: this.#node, seen_at: clock.now() };
    this.#write([query(this.#sql.insertInto('presence').values(row))]);
    return () => this.#write([query(this.#sql.deleteFrom('presence').where('id', '=', id))]);
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    this.#write([query(this.#sql.deleteFrom('presence').where('node', '=', this.#node))]);
    await this.#writing;
  }

  #keepAlive(): void {
    const now = this.#parts.clock.now();
    this.#write([
      query(this.#sql.updateTable('presence').set({ seen_at: now }).where('node', '=', this.#node)),
      query(this.#sql.deleteFrom('presence').where('seen_at', '<', now - STALE_MS)),
    ]);
  }

  #write(writes: readonly ReturnType<typeof query>[]): void {
    this.#writing = this.#writing
      .then(() => this.#parts.database.change({ guards: [], writes }))
      .catch((error: unknown) => this.#parts.failed(error));
  }
}
