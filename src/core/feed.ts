/** What happened, as it happens: the audit chain read forward, so that every process and every node tells the same story. */
import type { Principal } from './access/principal.ts';
import type { Kernel } from './kernel.ts';
import type { Audit } from './ledger/audit.ts';
import type { AuditRecord } from './ledger/audit-record.ts';

export type Listener = (record: AuditRecord) => void;

export class Feed {
  readonly #kernel: Kernel;
  readonly #audit: Audit;
  readonly #listeners = new Set<{ principal: Principal | undefined; listener: Listener }>();
  #seen = 0;
  #stop: (() => void) | undefined;
  #reading = false;
  #again = false;

  constructor(kernel: Kernel, audit: Audit) {
    this.#kernel = kernel;
    this.#audit = audit;
  }

  /** Tells the listener of what concerns this principal from now on. Without one, of everything: for the runtime itself. */
  async subscribe(principal: Principal | undefined, listener: Listener): Promise<() => void> {
    const entry = { principal, listener };
    if (this.#listeners.size === 0) this.#seen = (await this.#audit.head())?.seq ?? 0;
    this.#listeners.add(entry);
    this.#stop ??= this.#kernel.database.watch(() => this.#wake());
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  #wake(): void {
    this.#again = true;
    if (this.#reading) return;
    this.#reading = true;
    // Read after the commit's own turn: telling others must not slow down the one who waits for it.
    setTimeout(() => void this.#read(), 0);
  }

  async #read(): Promise<void> {
    try {
      while (this.#again && this.#listeners.size > 0) {
        this.#again = false;
        const records = await this.#audit.read({ after: this.#seen, limit: 1_000 });
        this.#seen = records.at(-1)?.seq ?? this.#seen;
        if (records.length === 1_000) this.#again = true;
        for (const record of records) this.#tell(record);
      }
    } catch (error) {
      this.#kernel.log('error', 'the feed could not be read', { error });
    } finally {
      this.#reading = false;
    }
  }

  #tell(record: AuditRecord): void {
    for (const { principal, listener } of this.#listeners) {
      if (!principal || concerns(record, principal)) listener(record);
    }
  }
}

/** What one did oneself, and what was done to one. */
function concerns({ body }: AuditRecord, { userId }: Principal): boolean {
  return body['user'] === userId || body['userId'] === userId;
}
