/**
 * This process's word that it lives. Nothing begins without it, so that whatever it leaves is looked for; and a machine that slept past
 * it, and was taken for dead meanwhile, notices that before it goes on.
 */
import type { Clock } from '../ports/clock.ts';
import type { Database, SqlQuery } from '../ports/database.ts';
import { prepared, query, type SqlBuilder } from './storage/statements.ts';
import type { CoreTables } from './storage/tables.ts';

export type NodeRow = CoreTables['nodes'];

/** When a node was last seen that has ended, or was taken for dead. */
export const EXPIRED_NODE = 0;

export interface LeaseParts {
  readonly database: Database;
  readonly sql: SqlBuilder;
  readonly clock: Clock;
  readonly nodeId: string;
  readonly identity: Pick<NodeRow, 'host' | 'process'>;
  readonly limits: { readonly leaseMs: number };
}

export class NodeLease {
  readonly #parts: LeaseParts;
  readonly #row: (values: { id: string }) => SqlQuery;
  #renewedAt = 0;
  #renewals = 0;
  /** The audit record from which on this process's unfinished calls can be found. */
  #from = 0;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#row = prepared<{ id: string }>((slots) =>
      parts.sql.selectFrom('nodes').select('seen_at').where('id', '=', slots.id),
    );
  }

  /** Says "I am alive". Whoever was forgotten by the others registers again by it. */
  async renew(from: number = this.#from): Promise<void> {
    const { database, sql, clock, nodeId, identity } = this.#parts;
    const seen_at = clock.now();
    const beat = sql
      .insertInto('nodes')
      .values({ id: nodeId, ...identity, started_at: seen_at, seen_at, from_seq: from })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at, from_seq: from }));
    await database.change({ guards: [], writes: [query(beat)], isOrdered: true });
    this.#renewedAt = seen_at;
    this.#renewals += 1;
    this.#from = from;
  }

  /** How often it was renewed: whoever met a lease that was lost, and finds it renewed since, was only too early. */
  get renewals(): number {
    return this.#renewals;
  }

  /** Renews it in good time. A process that has no heartbeat, such as a command, says so when it begins something and while it runs. */
  async keep(): Promise<void> {
    if (this.#hasPassed(this.#renewedAt, 1 / 3)) await this.renew();
  }

  /** Whether somebody else may have taken over what was begun or looked at then. */
  isDoubtful(since: number): boolean {
    return this.#hasPassed(since, 1 / 2);
  }

  /** Whether the others have taken this process for dead. */
  async isLost(): Promise<boolean> {
    const { database, nodeId } = this.#parts;
    const [row] = await database.read<Pick<NodeRow, 'seen_at'>>(this.#row({ id: nodeId }));
    return row === undefined || row.seen_at === EXPIRED_NODE;
  }

  /** A clock that was set back tells nothing of how long it was, so that counts as too long. */
  #hasPassed(since: number, part: number): boolean {
    const { clock, limits } = this.#parts;
    const passed = clock.now() - since;
    return passed < 0 || passed > limits.leaseMs * part;
  }
}
