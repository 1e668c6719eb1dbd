/** Builds SQL with Kysely. A statement is compiled once and bound often, because compiling costs more than running. */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql as raw,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Compilable,
  type RawBuilder,
} from 'kysely';

import type { SqlDialect, SqlQuery, SqlValue } from './sql-query.ts';

/** A query builder on the tables of `T`. It runs nothing: the database port runs the queries. */
export function createQueryBuilder<T>(dialect: SqlDialect): Kysely<T> {
  const parts =
    dialect === 'sqlite'
      ? { adapter: SqliteAdapter, introspector: SqliteIntrospector, compiler: SqliteQueryCompiler }
      : { adapter: PostgresAdapter, introspector: PostgresIntrospector, compiler: PostgresQueryCompiler };
  return new Kysely<T>({
    dialect: {
      createAdapter: () => new parts.adapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new parts.introspector(db),
      createQueryCompiler: () => new parts.compiler(),
    },
  });
}

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Slots<P> = { readonly [K in keyof P]: P[K] };

/**
 * Compiles `build` once, with a slot for each name, and returns a function that fills in the slots. A missing value is an
 * error, so that SQL never gets an accidental null.
 */
export function prepared<P extends Record<string, SqlValue>>(
  build: (slots: Slots<P>) => Compilable,
): (values: P) => SqlQuery {
  let template: { sql: string; parameters: readonly unknown[] } | undefined;
  return (values) => {
    template ??= build(new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Slots<P>).compile();
    const { sql, parameters } = template;
    const bound: SqlValue[] = [];
    for (let at = 0; at < parameters.length; at += 1) {
      const parameter = parameters[at];
      const value = parameter instanceof Slot ? values[parameter.name] : (parameter as SqlValue);
      if (value === undefined) throw new TypeError(`No value for the slot ${(parameter as Slot).name} in: ${sql}`);
      bound.push(value);
    }
    return { sql, parameters: bound };
  };
}

/** A query built for one use. */
export function query(builder: Compilable): SqlQuery {
  const { sql, parameters } = builder.compile();
  return { sql, parameters: parameters as readonly SqlValue[] };
}

/** Turns a JSON list of texts into rows with a `value`. It needs one parameter for any length, because D1 allows only 100. */
export function expandJsonList(dialect: SqlDialect, texts: string): RawBuilder<{ value: string }> {
  return dialect === 'sqlite'
    ? raw`json_each(${texts})`
    : raw`jsonb_array_elements_text(cast(${texts} as jsonb)) as given (value)`;
}
