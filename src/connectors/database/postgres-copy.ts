/**
 * Copies tables of an embedded database into PostgreSQL, within a given transaction, and reads them again to compare.
 * Raw SQL: arrays of columns, cursors, sequences and the catalog, which the query builder does not have.
 */
import { createHash } from 'node:crypto';
import { escapeIdentifier, type Client } from 'pg';

import { PortError } from '../../ports/port-error.ts';
import type { SnapshotTable, SqliteSnapshot, TextRow } from './sqlite-snapshot.ts';

const ROWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 4_000_000;

export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  /** A digest of all rows, independent of their order. */
  readonly digest: string;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNumbered: boolean;
}

export async function copyTable(
  client: Client,
  source: SqliteSnapshot,
  { name, columns }: SnapshotTable,
  onRows: (done: number) => void,
): Promise<CopiedTable> {
  const taken = await readColumns(client, name, columns);
  const names = taken.map((column) => column.name);
  const table = escapeIdentifier(name);
  const written = names.map(escapeIdentifier).join(', ');
  const arrays = taken.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  const insert = `insert into ${table} (${written}) overriding system value select * from unnest(${arrays})`;
  const sum = new RowDigest();
  let batch: TextRow[] = [];
  let characters = 0;
  const write = async (): Promise<void> => {
    const values = names.map((_, at) => batch.map((row) => row[at] ?? null));
    await client.query(insert, values).catch((error: unknown) => {
      throw copyError(name, error);
    });
    batch = [];
    characters = 0;
    onRows(sum.rows);
  };
  for (const row of source.rowsOf(name, names)) {
    sum.add(row);
    batch.push(row);
    characters += row.reduce((length, value) => length + (value?.length ?? 0), 0);
    if (batch.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await write();
  }
  if (batch.length > 0) await write();
  for (const { name: column, isNumbered } of taken)
    if (isNumbered)
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${escapeIdentifier(column)}), 0) + 1, false) from ${table}`,
        [name, column],
      );
  const copied = { name, rows: sum.rows, digest: sum.digest() };
  const found = new RowDigest();
  for await (const rows of readRows(client, name, names)) for (const row of rows) found.add(row);
  if (found.rows === copied.rows && found.digest() === copied.digest) return copied;
  throw new PortError('CONFLICT', `${name} reads differently in PostgreSQL: ${found.rows} rows for ${copied.rows}.`);
}

/** Reads every row, ordered by the column `by` if it is given. */
export async function* readRows(
  client: Client,
  table: string,
  columns: readonly string[],
  by?: string,
): AsyncGenerator<TextRow[]> {
  const from = escapeIdentifier(table);
  // Without the table, the name would mean the column's text form in the select list.
  const order = by === undefined ? '' : ` order by ${from}.${escapeIdentifier(by)}`;
  const text = columns.map((name) => `${escapeIdentifier(name)}::text`).join(', ');
  await client.query(`declare reading no scroll cursor for select ${text} from ${from}${order}`);
  try {
    for (;;) {
      const { rows } = await client.query({ text: `fetch ${ROWS_AT_ONCE} from reading`, rowMode: 'array' });
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await client.query('close reading').catch(() => undefined);
  }
}

/** The tables that hold rows, without the list of migrations. */
export async function tablesInUse(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'
      and table_name <> 'migrations' order by table_name`,
  );
  const used: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select 1 from ${escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) used.push(name);
  }
  return used;
}

/** The row number column of SQLite, which is not copied. Any other column that PostgreSQL lacks is an error. */
const ROW_NUMBER = 'n';

async function readColumns(client: Client, table: string, names: readonly string[]): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type, is_identity = 'YES' as "isNumbered"
      from information_schema.columns where table_schema = current_schema() and table_name = $1`,
    [table],
  );
  return names.flatMap((name) => {
    const column = rows.find((one) => one.name === name);
    if (column) return [column];
    if (name === ROW_NUMBER && rows.length > 0) return [];
    throw new PortError('CONFLICT', `PostgreSQL has no place for ${table}.${name}: it is of another version.`);
  });
}

/** A sum, so that it is the same in any order. */
class RowDigest {
  rows = 0;
  #sum = 0n;

  add(row: TextRow): void {
    const hash = createHash('sha256').update(JSON.stringify(row)).digest('hex');
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash}`));
    this.rows += 1;
  }

  digest(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}

function copyError(table: string, error: unknown): PortError {
  const why = error instanceof Error ? error.message : String(error);
  return new PortError('CONFLICT', `${table} cannot be brought into PostgreSQL: ${why}.`, { table }, error);
}
