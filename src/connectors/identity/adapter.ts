/** Keeps what better-auth keeps in our one database, by the same atomic changes as everything else. */
import { createAdapterFactory, type CleanedWhere } from 'better-auth/adapters';

import type { Database } from '../../ports/database.ts';
import { askedRow, keptValues, keptWhere } from './hashed-tokens.ts';
import { name, StatementBuilder, table } from './sql.ts';

type Row = Record<string, unknown>;

/** Users are ours: better-auth reads them in a view and changes nothing about them. */
const READ_ONLY = new Set(['user']);
/** How often a row that others want as well is looked for again. */
const TRIES = 5;

export function databaseAdapter(database: Database) {
  const statement = (): StatementBuilder => new StatementBuilder(database.dialect);

  const find = async (model: string, where: readonly CleanedWhere[], more = ''): Promise<Row[]> => {
    const made = statement();
    const kept = made.where(keptWhere(model, where));
    const rows = await database.read<Row>(made.query(`select * from ${table(model)}${kept}${more}`));
    return rows.map((row) => askedRow(model, where, row));
  };

  /** Changes one row that fits, and answers it as it was. The conditions hold at the moment of the change. */
  const changeOne = async (
    model: string,
    where: readonly CleanedWhere[],
    change: (made: StatementBuilder) => string,
  ): Promise<Row | undefined> => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const [row] = await find(model, where, ' limit 1');
      if (!row) return undefined;
      const made = statement();
      const sql = `${change(made)}${made.where([...ofId(row['id']), ...keptWhere(model, where)])}`;
      if ((await database.change({ guards: [made.query(sql)] })) === 'done') return row;
    }
    return undefined;
  };

  const changeAll = async (
    model: string,
    where: readonly CleanedWhere[],
    change: (made: StatementBuilder) => string,
  ): Promise<number> => {
    const rows = await find(model, where);
    if (rows.length === 0) return 0;
    const made = statement();
    await database.change({
      guards: [],
      writes: [made.query(`${change(made)}${made.where(keptWhere(model, where))}`)],
    });
    return rows.length;
  };

  const set = (model: string, values: Row) => (made: StatementBuilder) =>
    `update ${table(model)} set ${Object.entries(keptValues(model, values))
      .map(([column, value]) => `${name(column)} = ${made.value(value)}`)
      .join(', ')}`;
  const remove = (model: string) => (): string => `delete from ${table(model)}`;
  const again = async (model: string, { id }: Row): Promise<Row | null> => (await find(model, ofId(id)))[0] ?? null;

  return createAdapterFactory({
    config: {
      adapterId: 'deputize',
      supportsDates: false,
      supportsBooleans: false,
      supportsJSON: false,
      supportsArrays: false,
      supportsNumericIds: false,
      transaction: false,
    },
    adapter: () => ({
      create: async ({ model, data }) => {
        refuseUsers(model);
        const made = statement();
        const columns = Object.keys(data);
        const kept = keptValues(model, data as Row);
        const values = columns.map((column) => made.value(kept[column]));
        const sql = `insert into ${table(model)} (${columns.map(name).join(', ')}) values (${values.join(', ')})`;
        await database.change({ guards: [made.query(sql)] });
        return data;
      },
      findOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
        ((await find(model, where, ' limit 1'))[0] ?? null) as T | null,
      findMany: async <T>({ model, where = [], limit, sortBy, offset }: FindMany) => {
        const order = sortBy ? ` order by ${name(sortBy.field)} ${sortBy.direction === 'desc' ? 'desc' : 'asc'}` : '';
        const page = ` limit ${Math.trunc(limit)}${offset === undefined ? '' : ` offset ${Math.trunc(offset)}`}`;
        return (await find(model, where, `${order}${page}`)) as T[];
      },
      count: async ({ model, where = [] }) => {
        const made = statement();
        const [row] = await database.read<{ count: number | string }>(
          made.query(`select count(*) as count from ${table(model)}${made.where(keptWhere(model, where))}`),
        );
        return Number(row?.count ?? 0);
      },
      update: async <T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) => {
        if (READ_ONLY.has(model)) return ((await find(model, where, ' limit 1'))[0] ?? null) as T | null;
        const changed = where.length === 0 ? undefined : await changeOne(model, where, set(model, update as Row));
        const now = changed ? await again(model, changed) : null;
        return (now && askedRow(model, where, now)) as T | null;
      },
      updateMany: ({ model, where, update }) => {
        refuseUsers(model);
        return changeAll(model, where, set(model, update));
      },
      delete: async ({ model, where }) => {
        refuseUsers(model);
        if (where.length > 0) await changeAll(model, where, remove(model));
      },
      deleteMany: ({ model, where }) => {
        refuseUsers(model);
        return changeAll(model, where, remove(model));
      },
      consumeOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) => {
        refuseUsers(model);
        return ((await changeOne(model, where, remove(model))) ?? null) as T | null;
      },
      incrementOne: async <T>({ model, where, increment, set: values = {} }: Increment) => {
        refuseUsers(model);
        const changed = await changeOne(model, where, (made) => {
          const added = Object.entries(increment).map(
            ([column, by]) => `${name(column)} = ${name(column)} + ${made.value(by)}`,
          );
          const given = Object.entries(values).map(([column, value]) => `${name(column)} = ${made.value(value)}`);
          return `update ${table(model)} set ${[...added, ...given].join(', ')}`;
        });
        return (changed ? await again(model, changed) : null) as T | null;
      },
    }),
  });
}

interface FindMany {
  readonly model: string;
  readonly where?: CleanedWhere[] | undefined;
  readonly limit: number;
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  readonly offset?: number | undefined;
}

interface Increment {
  readonly model: string;
  readonly where: CleanedWhere[];
  readonly increment: Record<string, number>;
  readonly set?: Row | undefined;
}

const ofId = (id: unknown): CleanedWhere[] => [
  { field: 'id', operator: 'eq', value: String(id), connector: 'AND', mode: 'sensitive' },
];

function refuseUsers(model: string): void {
  if (READ_ONLY.has(model)) throw new TypeError('Users are made and changed by administrators.');
}
