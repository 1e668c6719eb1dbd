/** Reads and changes the rows of better-auth's models. Each change is atomic, and its conditions hold at that moment. */
import type { CleanedWhere } from 'better-auth/adapters';
import type { Compilable, Expression, Kysely, SqlBool } from 'kysely';

import type { Database, SqlValue } from '../../ports/database.ts';
import { createQueryBuilder, query } from '../../lib/query-builder.ts';
import { askedRow, keptValues, keptWhere } from './hashed-tokens.ts';
import { toExpression, toName, toSqlValue, type ModelTables } from './where-conditions.ts';

export type ModelRow = Record<string, unknown>;

export interface RowSelection {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly sortBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
}

type ConditionalChange = (condition: Expression<SqlBool>) => Compilable;

/** How often a row that others want as well is looked for again. */
const TRIES = 5;

export class ModelStore {
  readonly #database: Database;
  readonly #sql: Kysely<ModelTables>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = createQueryBuilder<ModelTables>(database.dialect);
  }

  async insert(model: string, values: ModelRow): Promise<void> {
    const insert = this.#sql.insertInto(toTable(model)).values(toColumns(keptValues(model, values)));
    await this.#database.change({ guards: [query(insert)] });
  }

  async find(model: string, where: readonly CleanedWhere[], selection: RowSelection = {}): Promise<ModelRow[]> {
    const { limit, offset, sortBy } = selection;
    let select = this.#sql
      .selectFrom(toTable(model))
      .selectAll()
      .where(toExpression(keptWhere(model, where)));
    if (sortBy) select = select.orderBy(toName(sortBy.field), sortBy.direction);
    if (limit !== undefined) select = select.limit(Math.trunc(limit));
    if (offset !== undefined) select = select.offset(Math.trunc(offset));
    const rows = await this.#database.read<ModelRow>(query(select));
    return rows.map((row) => askedRow(model, where, row));
  }

  async findOne(model: string, where: readonly CleanedWhere[]): Promise<ModelRow | undefined> {
    const [row] = await this.find(model, where, { limit: 1 });
    return row;
  }

  async count(model: string, where: readonly CleanedWhere[]): Promise<number> {
    const select = this.#sql
      .selectFrom(toTable(model))
      .select((is) => is.fn.countAll().as('count'))
      .where(toExpression(keptWhere(model, where)));
    const [row] = await this.#database.read<{ count: number | string }>(query(select));
    return Number(row?.count ?? 0);
  }

  /** Changes one row that fits, and returns it as it is after that. */
  async updateOne(model: string, where: readonly CleanedWhere[], values: ModelRow): Promise<ModelRow | undefined> {
    const changed = await this.#changeOne(model, where, this.#update(model, toColumns(keptValues(model, values))));
    return changed && this.findOne(model, ofId(changed['id']));
  }

  /** Adds to the columns of one row that fits and sets others, and returns it as it is after that. */
  async incrementOne(
    model: string,
    where: readonly CleanedWhere[],
    increment: Readonly<Record<string, number>>,
    values: ModelRow,
  ): Promise<ModelRow | undefined> {
    const update: ConditionalChange = (condition) =>
      this.#sql
        .updateTable(toTable(model))
        .set((is) => ({
          ...Object.fromEntries(
            Object.entries(increment).map(([column, by]) => [toName(column), is(toName(column), '+', by)]),
          ),
          ...toColumns(values),
        }))
        .where(condition);
    const changed = await this.#changeOne(model, where, update);
    return changed && this.findOne(model, ofId(changed['id']));
  }

  /** Removes one row that fits, and returns it. */
  removeOne(model: string, where: readonly CleanedWhere[]): Promise<ModelRow | undefined> {
    return this.#changeOne(model, where, this.#remove(model));
  }

  updateAll(model: string, where: readonly CleanedWhere[], values: ModelRow): Promise<number> {
    return this.#changeAll(model, where, this.#update(model, toColumns(keptValues(model, values))));
  }

  removeAll(model: string, where: readonly CleanedWhere[]): Promise<number> {
    return this.#changeAll(model, where, this.#remove(model));
  }

  #update(model: string, columns: Record<string, SqlValue>): ConditionalChange {
    return (condition) => this.#sql.updateTable(toTable(model)).set(columns).where(condition);
  }

  #remove(model: string): ConditionalChange {
    return (condition) => this.#sql.deleteFrom(toTable(model)).where(condition);
  }

  /** Returns the row as it was before the change. */
  async #changeOne(
    model: string,
    where: readonly CleanedWhere[],
    change: ConditionalChange,
  ): Promise<ModelRow | undefined> {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const row = await this.findOne(model, where);
      if (!row) return undefined;
      const guard = query(change(toExpression([...ofId(row['id']), ...keptWhere(model, where)])));
      if ((await this.#database.change({ guards: [guard] })) === 'done') return row;
    }
    return undefined;
  }

  async #changeAll(model: string, where: readonly CleanedWhere[], change: ConditionalChange): Promise<number> {
    const rows = await this.find(model, where);
    if (rows.length === 0) return 0;
    await this.#database.change({ guards: [], writes: [query(change(toExpression(keptWhere(model, where))))] });
    return rows.length;
  }
}

const toTable = (model: string): string => toName(`auth_${model}`);

const toColumns = (values: ModelRow): Record<string, SqlValue> =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [toName(column), toSqlValue(value)]));

const ofId = (id: unknown): CleanedWhere[] => [
  { field: 'id', operator: 'eq', value: String(id), connector: 'AND', mode: 'sensitive' },
];
