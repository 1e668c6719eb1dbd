/** Reports new audit records to subscribers. It reads the audit chain, so every process and every node sees the same records. */
import type { Principal } from './access/principal.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import type { AuditLog } from './ledger/audit-log.ts';
import type { AuditRecord } from './ledger/audit-record.ts';

/** Receives each new audit record. It must not throw, because other listeners would then miss records. */
type AuditListener = (record: AuditRecord) => void;

const MOST = 1_000;
/** The shortest time between two reads. */
const PAUSE_MS = 50;

/**
 * Calls subscribers for each audit record that is written after they subscribed. A failed read is logged, and the next
 * commit reads again.
 */
export class AuditFeed {
  readonly #parts: RuntimeParts<'database' | 'log'>;
  readonly #audit: AuditLog;
  /** Subscribers to all records. */
  readonly #watchers = new Set<AuditListener>();
  /** Subscribers to the records about one user, by user id. */
  readonly #lines = new Map<string, Set<AuditListener>>();
  #seen = 0;
  #readAt = -Infinity;
  #stop: (() => void) | undefined;
  #reading = false;
  #again = false;

  constructor(parts: RuntimeParts<'database' | 'log'>, audit: AuditLog) {
    this.#parts = parts;
    this.#audit = audit;
  }

  /** Calls the listener for new records about this principal. Without a principal, for all records: the runtime needs them. */
  async subscribe(principal: Principal | undefined, listener: AuditListener): Promise<() => void> {
    if (!this.#hasListeners) this.#seen = (await this.#audit.head())?.seq ?? 0;
    const mine = this.#listenersOf(principal);
    mine.add(listener);
    this.#stop ??= this.#parts.database.watch(() => this.#wake());
    return () => {
      if (!mine.delete(listener)) return;
      if (principal && mine.size === 0) this.#lines.delete(principal.userId);
      if (this.#hasListeners) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  get #hasListeners(): boolean {
    return this.#watchers.size > 0 || this.#lines.size > 0;
  }

  #listenersOf(principal: Principal | undefined): Set<AuditListener> {
    if (!principal) return this.#watchers;
    const known = this.#lines.get(principal.userId) ?? new Set();
    this.#lines.set(principal.userId, known);
    return known;
  }

  #wake(): void {
    this.#again = true;
    if (this.#reading) return;
    this.#reading = true;
    // Reads in a later turn, so that the feed does not delay the caller of a commit. Every commit in any process wakes
    // all feeds; the pause lets one read cover several commits.
    setTimeout(() => void this.#read(), Math.max(0, this.#readAt + PAUSE_MS - performance.now()));
  }

  async #read(): Promise<void> {
    try {
      if (!this.#hasListeners) return;
      this.#again = false;
      this.#readAt = performance.now();
      const records = await this.#audit.after(this.#seen, MOST);
      this.#seen = records.at(-1)?.seq ?? this.#seen;
      if (records.length === MOST) this.#again = true;
      for (const record of records) this.#notifyListeners(record);
    } catch (error) {
      this.#parts.log('error', 'the feed could not be read', { error });
    } finally {
      this.#reading = false;
      if (this.#again && this.#hasListeners) this.#wake();
    }
  }

  /** Calls the listeners of the user who acted, of the user who was affected, and of the runtime. */
  #notifyListeners(record: AuditRecord): void {
    const concerned = new Set([record.body['user'], record.body['userId']]);
    for (const userId of concerned)
      if (typeof userId === 'string') for (const listener of this.#lines.get(userId) ?? []) listener(record);
    for (const listener of this.#watchers) listener(record);
  }
}
