/** A transactional store. The core sends compiled SQL to it; the connector decides how commits are grouped. */
import type { SqlDialect, SqlQuery } from '../lib/sql-query.ts';

export type { SqlQuery, SqlValue } from '../lib/sql-query.ts';

/** The last audit record in the order of all records. Its number is a position, and no part of any hash. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** The last record in the chain of one organization. */
export interface OrganizationHead {
  readonly organizationSeq: number;
  readonly hash: string;
}

/** One row of `readHeads`. The row without an organization holds the hash that every chain begins with. */
export interface OrganizationHeadRow {
  readonly organization_id: string;
  readonly organization_seq: number;
  readonly hash: string;
}

/** The heads of organizations by id. The empty id holds the hash that every chain begins with, unless it is the default. */
export type OrganizationHeads = ReadonlyMap<string, OrganizationHead>;

/** Turns drafts into rows that continue the chains of their organizations. Pure and synchronous. */
export interface AuditChain {
  readonly readHead: SqlQuery;
  /** Reads the heads of these organizations, for SQLite. */
  readHeads(organizationIds: readonly string[]): SqlQuery;
  linkRecords(
    head: ChainHead | undefined,
    heads: OrganizationHeads,
    drafts: readonly RecordDraft[],
  ): { inserts: readonly SqlQuery[]; head: ChainHead | undefined; heads: OrganizationHeads };
  /**
   * Does the same in one statement, for PostgreSQL, which then computes the hashes. This avoids a round trip under the
   * chain's lock.
   */
  append(drafts: readonly RecordDraft[]): SqlQuery;
}

/** One audit record before it is part of a chain. */
export interface RecordDraft {
  /** The organization whose chain the record belongs to. */
  readonly organizationId: string;
  readonly at: number;
  readonly kind: string;
  readonly callId: string | null;
  /** The record's content: JSON of one object, without secrets. */
  readonly body: string;
}

/**
 * One atomic change. Each guard must touch exactly one row; if any does not, nothing is written and the change is `lost`.
 * So of two clicks, two nodes or two processes only one can win.
 */
export interface DatabaseChange {
  readonly guards: readonly SqlQuery[];
  readonly writes?: readonly SqlQuery[];
  readonly records?: readonly RecordDraft[];
  /** The audiences whose rows the change can see and write; none when absent. */
  readonly audiences?: readonly string[];
  /** Orders the change among the changes that append records, although it appends none. Later changes see it. */
  readonly isOrdered?: boolean;
  /**
   * Its guards read no row except the ones that they touch. Such a change may run beside others until it takes its place in
   * the order. All other ordered changes run one after the other, because what they have read could be outdated by then.
   */
  readonly isIndependent?: boolean;
  /**
   * Must return a row when the change takes its place in the order; otherwise the change is made again. For an independent
   * change that depends on more than its own rows. Where all changes run one after the other, the guards check this.
   */
  readonly fence?: SqlQuery;
}

/** `done` if the change was written, `lost` if a guard did not match and nothing was written. */
export type ChangeResult = 'done' | 'lost';

/** Statements that change the schema once. The name identifies a migration for ever. */
export interface DatabaseMigration {
  readonly name: string;
  readonly statements: readonly string[];
}

/**
 * The database of the runtime. It throws a PortError: STORAGE_FULL without space, EXTERNAL_ERROR if unreachable,
 * NOT_AVAILABLE once closed.
 */
export interface Database {
  readonly dialect: SqlDialect;
  /** Brings the schema up to date. Several processes may run it at once. */
  migrate(migrations: readonly DatabaseMigration[]): Promise<void>;
  read<Row>(query: SqlQuery): Promise<Row[]>;
  /** Resolves once the change is durable. Concurrent changes may share one commit. */
  change(change: DatabaseChange): Promise<ChangeResult>;
  /**
   * Reads only rows of these audiences. PostgreSQL enforces that in every table that was made for it. Elsewhere the query
   * must name the audiences, so only the query layer (shared-data.ts) calls this.
   */
  readAs<Row>(audiences: readonly string[], query: SqlQuery): Promise<Row[]>;
  /**
   * Calls back when the chain may have grown, by this process or another one. A missed call may cause a delay, never a
   * loss: listeners read the records themselves.
   */
  watch(listener: () => void): () => void;
  /** Removes what deleted and overwritten rows have left in the files of the database, where this process can reach them. */
  purge(): Promise<void>;
  close(): Promise<void>;
}
