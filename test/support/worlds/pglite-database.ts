/** The database port on PostgreSQL compiled to WebAssembly, with pgvector: Debian has no package of it for a real server. */
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';

import { become, roleStatements } from '../../../src/connectors/database/postgres-role.ts';
import type {
  DatabaseChange,
  ChangeResult,
  Database,
  DatabaseMigration,
  SqlQuery,
} from '../../../src/ports/database.ts';

let emptyCluster: Promise<File | Blob> | undefined;

/** A copy of one cluster for each worker: initialising takes four times as long as copying. */
async function makeEmptyCluster(): Promise<File | Blob> {
  const server = await PGlite.create();
  const dump = await server.dumpDataDir('none');
  await server.close();
  return dump;
}

export async function openPglite(hasVectors = true): Promise<Database> {
  const loadDataDir = await (emptyCluster ??= makeEmptyCluster());
  const server = await PGlite.create({ extensions: hasVectors ? { vector } : {}, loadDataDir });
  await server.exec(roleStatements('public').join(';'));
  const run = async ({ sql, parameters }: SqlQuery) => server.query(sql, [...parameters]);
  /** As the runtime's pool does: as a role that owns nothing, for some audiences. */
  const as = async <T>(audiences: readonly string[], work: () => Promise<T>): Promise<T> => {
    await server.exec('begin; set local role deputize_app');
    try {
      await run(become(audiences));
      const result = await work();
      await server.exec('commit');
      return result;
    } catch (error) {
      await server.exec('rollback');
      throw error;
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const readAs = <Row>(audiences: readonly string[], query: SqlQuery): Promise<Row[]> =>
    inTurn(() => as(audiences, async () => (await run(query)).rows as Row[]));
  return {
    dialect: 'postgres',
    async migrate(migrations: readonly DatabaseMigration[]) {
      await server.exec('create table if not exists migrations (name text primary key)');
      for (const { name, statements } of migrations) {
        const taken = await server.query('insert into migrations (name) values ($1) on conflict do nothing', [name]);
        if (taken.affectedRows === 0) continue;
        for (const statement of statements) await server.exec(statement);
      }
      await server.exec(roleStatements('public').join(';'));
    },
    read: (query) => readAs([], query),
    readAs,
    change: ({ guards, writes = [], audiences = [] }: DatabaseChange): Promise<ChangeResult> =>
      inTurn(() =>
        as(audiences, async (): Promise<ChangeResult> => {
          for (const query of [...guards, ...writes]) await run(query);
          return 'done';
        }),
      ),
    watch: () => () => undefined,
    purge: () => Promise.resolve(),
    close: () => server.close(),
  };
}
