/** An embedded database at one moment, read without changing it. */
import { DatabaseSync } from 'node:sqlite';

import type { SqlQuery, SqlValue } from '../../ports/database.ts';
import { createQueryBuilder, query } from '../../lib/query-builder.ts';

export interface SnapshotTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Every value in the text form of PostgreSQL. */
export type TextRow = readonly (string | null)[];

const sql = createQueryBuilder<Record<string, Record<string, SqlValue>>>('sqlite');

export class SqliteSnapshot {
  readonly #connection: DatabaseSync;

  constructor(path: string) {
    this.#connection = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
    // Later writes of other connections are not visible from here on.
    // Raw SQL: a transaction, which begins with the first read.
    this.#connection.exec('begin');
    this.#connection.prepare('select 1 from sqlite_master').get();
  }

  /** The tables that store rows themselves, each after the tables that it refers to. */
  tables(): SnapshotTable[] {
    const tables = sql.selectFrom('sqlite_master').select(['name', 'sql']).where('type', '=', 'table');
    const all = this.read<{ name: string; sql: string }>(
      query(tables.where('name', 'not like', 'sqlite_%').orderBy('name')),
    );
    const virtual = all.filter((table) => /^create virtual table/i.test(table.sql)).map(({ name }) => name);
    const own = all
      .map(({ name }) => name)
      .filter((name) => !virtual.some((one) => name === one || name.startsWith(`${one}_`)));
    const done = new Set<string>();
    const visit = (name: string): void => {
      if (done.has(name) || !own.includes(name)) return;
      done.add(name);
      // Raw SQL: a pragma.
      const references = { sql: 'select "table" from pragma_foreign_key_list(?)', parameters: [name] };
      for (const { table } of this.read<{ table: string }>(references)) visit(table);
      ordered.push(name);
    };
    const ordered: string[] = [];
    for (const name of own) visit(name);
    return ordered.map((name) => ({
      name,
      columns: this.#columns(name),
      rows: this.#count(name),
    }));
  }

  #columns(table: string): string[] {
    // Raw SQL: a pragma.
    const info = { sql: 'select name from pragma_table_info(?)', parameters: [table] };
    return this.read<{ name: string }>(info).map(({ name }) => name);
  }

  #count(table: string): number {
    const select = sql.selectFrom(table).select((is) => is.fn.countAll().as('n'));
    return this.read<{ n: number }>(query(select))[0]?.n ?? 0;
  }

  *rowsOf(table: string, columns: readonly string[]): Generator<TextRow> {
    const statement = this.#connection.prepare(sql.selectFrom(table).select(columns).compile().sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    for (const row of statement.iterate() as unknown as Iterable<readonly unknown[]>) yield row.map(toText);
  }

  read<Row>({ sql: text, parameters }: SqlQuery): Row[] {
    return this.#connection.prepare(text).all(...(parameters as SqlValue[])) as Row[];
  }

  *each<Row>({ sql: text, parameters }: SqlQuery): Generator<Row> {
    for (const row of this.#connection.prepare(text).iterate(...(parameters as SqlValue[]))) yield row as Row;
  }

  close(): void {
    this.#connection.close();
  }
}

function toText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  throw new TypeError('a column holds bytes, which no table of ours does');
}
