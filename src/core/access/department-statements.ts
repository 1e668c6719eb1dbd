/** Builds the statements about departments. Each names the organization, so that none changes another one. */
import type { SqlQuery } from '../../ports/database.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';

/** Builds the queries about departments. A write that finds no matching department touches no row. */
export function departmentStatements(sql: SqlBuilder) {
  const present = (organizationId: string) =>
    sql
      .selectFrom('departments')
      .where('departments.organization_id', '=', organizationId)
      .where('departments.removed_at', 'is', null);
  return {
    list: (organizationId: string): SqlQuery =>
      query(
        present(organizationId)
          .leftJoin('memberships', 'memberships.department_id', 'departments.id')
          .leftJoin('users', (join) =>
            join.onRef('users.id', '=', 'memberships.user_id').on('users.disabled_at', 'is', null),
          )
          .select(['departments.id', 'departments.name'])
          .select((it) => it.fn.count<number>('users.id').as('members'))
          .groupBy(['departments.id', 'departments.name'])
          .orderBy('departments.name'),
      ),
    insert: (id: string, organization_id: string, name: string): SqlQuery =>
      query(
        sql
          .insertInto('departments')
          .values({ id, organization_id, name, removed_at: null })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    rename: (id: string, organizationId: string, name: string): SqlQuery =>
      query(
        sql
          .updateTable('departments')
          .set({ name })
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .where('removed_at', 'is', null)
          .where((it) =>
            it.not(
              it.exists(
                sql
                  .selectFrom('departments as other')
                  .select('other.id')
                  .where('other.organization_id', '=', organizationId)
                  .where('other.removed_at', 'is', null)
                  .where('other.name', '=', name)
                  .where('other.id', '<>', id),
              ),
            ),
          ),
      ),
    remove: (id: string, organizationId: string, now: number): SqlQuery =>
      query(
        sql
          .updateTable('departments')
          .set({ removed_at: now })
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .where('removed_at', 'is', null),
      ),
    empty: (id: string): SqlQuery => query(sql.deleteFrom('memberships').where('department_id', '=', id)),
    /** A guard that the department exists. A guard must touch a row, so this one writes the row unchanged. */
    touch: (id: string, organizationId: string): SqlQuery =>
      query(
        sql
          .updateTable('departments')
          .set({ removed_at: null })
          .where('id', '=', id)
          .where('organization_id', '=', organizationId)
          .where('removed_at', 'is', null),
      ),
  };
}
