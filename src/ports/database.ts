/** A transactional store. The core speaks compiled SQL to it; how commits are grouped is the connector's business. */
export type SqlValue = string | number | bigint | null | Uint8Array;

export interface SqlQuery {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** The last link of the audit chain. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** Turns drafts into rows that continue the chain from its head. Pure and synchronous: it runs inside the transaction. */
export interface AuditChain {
  readonly readHead: SqlQuery;
  seal(head: ChainHead | undefined, drafts: readonly RecordDraft[]): { inserts: readonly SqlQuery[]; head: ChainHead };
  /** The same as one statement, for a PostgreSQL that seals by itself: nobody has to be waited for while the chain is held. */
  append(drafts: readonly RecordDraft[]): SqlQuery;
}

/** One audit record before it has its place in the chain. */
export interface RecordDraft {
  readonly at: number;
  readonly kind: string;
  readonly callId: string | null;
  /** The record's content: JSON of one object, without secrets. */
  readonly body: string;
}

/**
 * One atomic change. Each guard must touch exactly one row; if any does not, nothing at all is written and the change
 * is `lost`. This is how two clicks, two nodes or two processes can never both win.
 */
export interface DatabaseChange {
  readonly guards: readonly SqlQuery[];
  readonly writes?: readonly SqlQuery[];
  readonly records?: readonly RecordDraft[];
  /** As whom rows that have an audience are seen and written; as nobody when absent. */
  readonly audiences?: readonly string[];
  /** Has its place among the changes that append records, though it appends none: whatever follows it sees it. */
  readonly isOrdered?: boolean;
  /**
   * Its guards look at no row but the one that each touches. Such a change may be under way beside others until it has its place;
   * all others that have one are made one after the other, since what they have seen could be over by then.
   */
  readonly isIndependent?: boolean;
  /**
   * Must answer a row once the change has its place, or the change is made anew: what one of its own may look at beside its rows.
   * Where all changes are made one after the other its guards have seen to that.
   */
  readonly fence?: SqlQuery;
}

export type ChangeResult = 'done' | 'lost';

export interface DatabaseMigration {
  readonly name: string;
  readonly statements: readonly string[];
}

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  /** Brings the schema up to date. Safe to run from several processes at once. */
  migrate(migrations: readonly DatabaseMigration[]): Promise<void>;
  read<Row>(query: SqlQuery): Promise<Row[]>;
  /** Resolves once the change is durable. Concurrent changes may share one commit. */
  change(change: DatabaseChange): Promise<ChangeResult>;
  /**
   * Reads as somebody for whom only rows of these audiences are there. PostgreSQL itself holds to that, in every table that
   * was made for it; elsewhere the query must name them, which is why only the query layer (shared-data.ts) asks.
   */
  readAs<Row>(audiences: readonly string[], query: SqlQuery): Promise<Row[]>;
  /**
   * Calls back when the chain may have grown, by this process or another one. Missing a call is allowed to delay, never to
   * lose: listeners read the records themselves.
   */
  watch(listener: () => void): () => void;
  close(): Promise<void>;
}
