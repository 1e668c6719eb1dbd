/** Builds the statements about users. They protect the last administrator in SQL, so that concurrent changes cannot remove it. */
import type { Insertable, Selectable } from 'kysely';

import type { SqlQuery } from '../../ports/database.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import type { CoreTables } from '../storage/tables.ts';
import type { UserRole } from './principal.ts';

/** A user joined with departments: one row for each department. */
export type UserRow = Selectable<CoreTables['users']> & { readonly department_id: string | null };

interface Changed {
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly role: UserRole | undefined;
  readonly revision: number | undefined;
}

/** Builds the queries about users and memberships. A change that its conditions forbid touches no row. */
export const userStatements = (sql: SqlBuilder) => ({
  ...userQueries(sql),
  ...userChanges(sql),
  ...membershipChanges(sql),
});

function userQueries(sql: SqlBuilder) {
  const withDepartments = (organizationId: string) =>
    sql
      .selectFrom('users')
      .leftJoin('memberships', 'memberships.user_id', 'users.id')
      .selectAll('users')
      .select('memberships.department_id')
      .where('users.organization_id', '=', organizationId);
  return {
    list: (organizationId: string): SqlQuery =>
      query(
        withDepartments(organizationId).orderBy('users.name').orderBy('users.id').orderBy('memberships.department_id'),
      ),
    byId: (id: string, organizationId: string): SqlQuery =>
      query(withDepartments(organizationId).where('users.id', '=', id).orderBy('memberships.department_id')),
    byEmail: (email: string): SqlQuery => query(sql.selectFrom('users').select('id').where('email', '=', email)),
  };
}

function userChanges(sql: SqlBuilder) {
  const present = (id: string, organizationId: string) =>
    sql
      .updateTable('users')
      .where('users.id', '=', id)
      .where('users.organization_id', '=', organizationId)
      .where('users.disabled_at', 'is', null);
  const anotherAdmin = (id: string, organizationId: string) =>
    sql
      .selectFrom('users as other')
      .select('other.id')
      .where('other.organization_id', '=', organizationId)
      .where('other.role', '=', 'admin')
      .where('other.disabled_at', 'is', null)
      .where('other.id', '<>', id);
  return {
    insert: (row: Insertable<CoreTables['users']>): SqlQuery =>
      query(
        sql
          .insertInto('users')
          .values(row)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    change(id: string, organizationId: string, { name, email, role, revision }: Changed): SqlQuery {
      let update = present(id, organizationId).set((it) => ({
        revision: it.eb('revision', '+', 1),
        ...(name === undefined ? {} : { name }),
        ...(email === undefined ? {} : { email }),
        ...(role === undefined ? {} : { role }),
      }));
      if (revision !== undefined) update = update.where('revision', '=', revision);
      if (email !== undefined)
        update = update.where((it) =>
          it.not(
            it.exists(
              sql
                .selectFrom('users as other')
                .select('other.id')
                .where('other.email', '=', email)
                .where('other.id', '<>', id),
            ),
          ),
        );
      if (role !== undefined && role !== 'admin')
        update = update.where((it) =>
          it.or([it('users.role', '<>', 'admin'), it.exists(anotherAdmin(id, organizationId))]),
        );
      return query(update);
    },
    disable: (id: string, organizationId: string, now: number): SqlQuery =>
      query(
        present(id, organizationId)
          .set((it) => ({ disabled_at: now, revision: it.eb('revision', '+', 1) }))
          .where((it) => it.or([it('users.role', '<>', 'admin'), it.exists(anotherAdmin(id, organizationId))])),
      ),
    enable: (id: string, organizationId: string): SqlQuery =>
      query(
        sql
          .updateTable('users')
          .set((it) => ({ disabled_at: null, revision: it.eb('revision', '+', 1) }))
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .where('disabled_at', 'is not', null),
      ),
  };
}

function membershipChanges(sql: SqlBuilder) {
  return {
    leaveAll: (id: string): SqlQuery => query(sql.deleteFrom('memberships').where('user_id', '=', id)),
    /** Touches no row when the organization has no such department. */
    join: (userId: string, organizationId: string, departmentId: string): SqlQuery =>
      query(
        sql
          .insertInto('memberships')
          .columns(['user_id', 'department_id'])
          .expression(
            sql
              .selectFrom('departments')
              .select((it) => [it.val(userId).as('user_id'), 'departments.id as department_id'])
              .where('id', '=', departmentId)
              .where('organization_id', '=', organizationId)
              .where('removed_at', 'is', null),
          ),
      ),
  };
}
