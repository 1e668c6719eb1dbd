/**
 * Keeps the lease of this process, which shows that it is alive. No call begins without a lease, so recovery finds what a
 * process leaves unfinished. A process that was taken for dead while the machine slept notices it before it continues.
 */
import type { Clock } from '../ports/clock.ts';
import type { Database, SqlQuery } from '../ports/database.ts';
import { prepared, query, type SqlBuilder } from './storage/statements.ts';
import type { CoreTables } from './storage/tables.ts';

/** A process in the table of nodes, with its last heartbeat. */
export type NodeRow = CoreTables['nodes'];

/** The `seen_at` of a node that has ended or was taken for dead. */
export const EXPIRED_NODE = 0;

/** What a lease is made with. `leaseMs` is the time after which a silent process counts as dead. */
interface LeaseParts {
  readonly database: Database;
  readonly sql: SqlBuilder;
  readonly clock: Clock;
  readonly nodeId: string;
  readonly identity: Pick<NodeRow, 'host' | 'process'>;
  readonly limits: { readonly leaseMs: number };
}

/** The lease of this process, stored as a row in the table of nodes. Renewing it throws if the database fails. */
export class NodeLease {
  readonly #parts: LeaseParts;
  readonly #row: (values: { id: string }) => SqlQuery;
  #renewedAt = 0;
  /** The sequence number of the audit record after which unfinished calls of this process can be found. */
  #from = 0;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#row = prepared<{ id: string }>((slots) =>
      parts.sql.selectFrom('nodes').select('seen_at').where('id', '=', slots.id),
    );
  }

  /** Writes a heartbeat. A process whose row is gone registers again. */
  async renew(from: number = this.#from): Promise<void> {
    const { database, sql, clock, nodeId, identity } = this.#parts;
    const seen_at = clock.now();
    const beat = sql
      .insertInto('nodes')
      .values({ id: nodeId, ...identity, started_at: seen_at, seen_at, from_seq: from })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at, from_seq: from }));
    await database.change({ guards: [], writes: [query(beat)], isOrdered: true });
    this.#renewedAt = seen_at;
    this.#from = from;
  }

  /** Renews the lease early. A process without a heartbeat, such as a command, does so when it begins a call and while it runs. */
  async renewIfDue(): Promise<void> {
    if (this.#hasPassed(this.#renewedAt, 1 / 3)) await this.renew();
  }

  /** Whether another process may have taken over what was begun or checked at this time. */
  isDoubtful(since: number): boolean {
    return this.#hasPassed(since, 1 / 2);
  }

  /** Whether other processes took this one for dead. */
  async isLost(): Promise<boolean> {
    const { database, nodeId } = this.#parts;
    const [row] = await database.read<Pick<NodeRow, 'seen_at'>>(this.#row({ id: nodeId }));
    return row === undefined || row.seen_at === EXPIRED_NODE;
  }

  /** If the clock was set back, the elapsed time is unknown and counts as too long. */
  #hasPassed(since: number, part: number): boolean {
    const { clock, limits } = this.#parts;
    const passed = clock.now() - since;
    return passed < 0 || passed > limits.leaseMs * part;
  }
}
