/**
 * Gives access to an organization's data. Every query names its audiences and returns only their rows. PostgreSQL enforces
 * the same limit a second time.
 */
import type { Compilable, DeleteQueryBuilder, DeleteResult, Kysely, SelectQueryBuilder } from 'kysely';
import { sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';

import type { DatabaseChange, ChangeResult, Database, SqlQuery } from '../../ports/database.ts';
import { query, createSqlBuilder } from '../storage/statements.ts';
import { listAudiences, type AudienceId } from './audience.ts';
import type { Principal } from './principal.ts';
import { findOrganizationId } from './user-organization.ts';

type Held = { readonly audience: string };
/** Requires that every table of `T` has a column `audience`. */
type AudienceTables<T> = { [K in keyof T]: Held };

type Selected<T, K extends keyof T & string> = SelectQueryBuilder<T, K, object>;
type Updated<T, K extends keyof T & string> = UpdateQueryBuilder<T, K, K, UpdateResult>;
type Removed<T, K extends keyof T & string> = DeleteQueryBuilder<T, K, DeleteResult>;

/** Queries that see and change only the rows of these audiences. `insert` throws a TypeError for a row of another audience. */
export interface ScopedData<T extends AudienceTables<T>> {
  readonly audiences: readonly AudienceId[];
  select<K extends keyof T & string>(table: K): Selected<T, K>;
  update<K extends keyof T & string>(table: K): Updated<T, K>;
  remove<K extends keyof T & string>(table: K): Removed<T, K>;
  insert<K extends keyof T & string>(table: K, row: T[K]): SqlQuery;
  read<Row>(built: Compilable<Row>): Promise<Row[]>;
  change(change: Omit<DatabaseChange, 'audiences'>): Promise<ChangeResult>;
}

/** Opens the data of an organization for one user or for one audience. */
export interface SharedData<T extends AudienceTables<T>> {
  readonly dialect: Database['dialect'];
  /** The rows that a user may see. */
  of(principal: Pick<Principal, 'userId' | 'departmentIds'>): ScopedData<T>;
  /** The rows of one audience, for background work without a user. */
  within(audience: AudienceId): ScopedData<T>;
  /** The id of the user's organization. */
  organizationOf(userId: string): Promise<string>;
}

/** Creates the access to tables that have a column `audience`. */
export function openSharedData<T extends AudienceTables<T>>(database: Database): SharedData<T> {
  const build = createSqlBuilder<T>(database.dialect);
  return {
    dialect: database.dialect,
    of: (principal) => scopeToAudiences(database, build, listAudiences(principal)),
    within: (audience) => scopeToAudiences(database, build, [audience]),
    organizationOf: (userId) => findOrganizationId(database, userId),
  };
}

function scopeToAudiences<T extends AudienceTables<T>>(
  database: Database,
  build: Kysely<T>,
  audiences: readonly AudienceId[],
): ScopedData<T> {
  const seen = (table: string) => sql<boolean>`${sql.ref(`${table}.audience`)} in (${sql.join(audiences)})`;
  return {
    audiences,
    // Kysely cannot follow a table that is a type parameter. `AudienceTables` ensures that each table has an audience.
    select: (table) => (build.selectFrom(table as never) as Selected<T, typeof table>).where(seen(table)),
    update: (table) => (build.updateTable(table as never) as unknown as Updated<T, typeof table>).where(seen(table)),
    remove: (table) => (build.deleteFrom(table as never) as unknown as Removed<T, typeof table>).where(seen(table)),
    insert(table, row) {
      if (!(audiences as readonly string[]).includes(row.audience))
        throw new TypeError('the row belongs to another audience');
      return query(build.insertInto(table).values(row as never));
    },
    read: <Row>(built: Compilable<Row>) => database.readAs<Row>(audiences, query(built)),
    change: (change) => database.change({ ...change, audiences }),
  };
}

/**
 * Returns the statements that a migration adds for a table with a column `audience`. They keep a row from changing its
 * audience. In PostgreSQL they also hide the row from all others, including the owner of the table.
 */
export function heldToAudience(dialect: Database['dialect'], table: string): string[] {
  if (dialect === 'sqlite')
    return [
      `create trigger ${table}_stays before update of audience on ${table} when new.audience <> old.audience
        begin select raise(abort, 'an audience does not change: row-level security'); end`,
    ];
  const mine = `audience = any (string_to_array(current_setting('deputize.audiences', true), chr(31)))`;
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy held_to_audience on ${table} using (${mine}) with check (${mine})`,
  ];
}
