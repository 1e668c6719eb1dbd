/** SQL as data: a compiled statement and its values. */

/** A value that every database can bind. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** The two kinds of SQL that statements are written for. */
export type SqlDialect = 'sqlite' | 'postgres';

/** A compiled statement with its parameters in order. */
export interface SqlQuery {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}
