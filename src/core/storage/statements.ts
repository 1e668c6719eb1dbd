/** SQL written with Kysely, compiled once, bound often: building a query anew costs more than running it. */
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

import type { Database, SqlQuery, SqlValue } from '../../ports/database.ts';
import type { CoreTables } from './tables.ts';

export type SqlBuilder = Kysely<CoreTables>;

/** A query builder that never runs anything: the database port does. */
export function createSqlBuilder<T = CoreTables>(dialect: Database['dialect']): Kysely<T> {
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
 * Compiles `build` once, with a slot for each name, and answers a function that fills the slots in. A slot that is missing
 * when bound is an error: SQL must never see an accidental null.
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

/** The texts of a JSON list as rows with a `value`: one parameter, however many there are. D1 takes at most 100. */
export function expandJsonList(dialect: Database['dialect'], texts: string): RawBuilder<{ value: string }> {
  return dialect === 'sqlite'
    ? raw`json_each(${texts})`
    : raw`jsonb_array_elements_text(cast(${texts} as jsonb)) as given (value)`;
}
