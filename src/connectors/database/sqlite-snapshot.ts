/** An embedded database at one moment, read without changing it. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

export interface SnapshotTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Every value in the text form of PostgreSQL. */
export type TextRow = readonly (string | null)[];

export class SqliteSnapshot {
  readonly #connection: DatabaseSync;

  constructor(path: string) {
    this.#connection = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
    // Later writes of other connections are not visible from here on.
    this.#connection.exec('begin');
    this.#connection.prepare('select 1 from sqlite_master').get();
  }

  /** The tables that store rows themselves, each after the tables that it refers to. */
  tables(): SnapshotTable[] {
    const all = this.read<{ name: string; sql: string }>(
      `select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    );
    const virtual = all.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => name);
    const own = all
      .map(({ name }) => name)
      .filter((name) => !virtual.some((one) => name === one || name.startsWith(`${one}_`)));
    const done = new Set<string>();
    const visit = (name: string): void => {
      if (done.has(name) || !own.includes(name)) return;
      done.add(name);
      for (const { table } of this.read<{ table: string }>('select "table" from pragma_foreign_key_list(?)', name))
        visit(table);
      ordered.push(name);
    };
    const ordered: string[] = [];
    for (const name of own) visit(name);
    return ordered.map((name) => ({
      name,
      columns: this.read<{ name: string }>('select name from pragma_table_info(?)', name).map((column) => column.name),
      rows: this.read<{ n: number }>(`select count(*) as n from "${name}"`)[0]?.n ?? 0,
    }));
  }

  *rowsOf(table: string, columns: readonly string[]): Generator<TextRow> {
    const statement = this.#connection.prepare(
      `select ${columns.map((name) => `"${name}"`).join(', ')} from "${table}"`,
    );
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    for (const row of statement.iterate() as unknown as Iterable<readonly unknown[]>) yield row.map(toText);
  }

  read<Row>(sql: string, ...parameters: SQLInputValue[]): Row[] {
    return this.#connection.prepare(sql).all(...parameters) as Row[];
  }

  *each<Row>(sql: string): Generator<Row> {
    for (const row of this.#connection.prepare(sql).iterate()) yield row as Row;
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
