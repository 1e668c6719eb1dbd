/** The people: organizations, departments, users. Embedded there is one owner; the model is the same for a company. */
import type { Database } from '../../ports/database.ts';
import { DeputizeError } from '../errors.ts';
import { prepared, query, type SqlBuilder } from '../storage/statements.ts';
import { OWNER, OWNER_ORGANIZATION, type Principal, type UserRole } from './principal.ts';

export interface UserDirectory {
  /** Makes sure that the one owner of an embedded runtime is there. */
  ensureOwner(now: number): Promise<void>;
  /** A user as the one who acts, or an error when there is no such user any more. */
  principal(userId: string, kind: Principal['kind'], via: string): Promise<Principal>;
}

export function createUserDirectory(database: Database, sql: SqlBuilder): UserDirectory {
  const byId = prepared<{ id: string }>((slots) =>
    sql
      .selectFrom('users')
      .select(['id', 'organization_id', 'role'])
      .where('id', '=', slots.id)
      .where('disabled_at', 'is', null),
  );
  const memberships = prepared<{ user_id: string }>((slots) =>
    sql.selectFrom('memberships').select('department_id').where('user_id', '=', slots.user_id).orderBy('department_id'),
  );
  return {
    async ensureOwner(now) {
      const [known] = await database.read(byId({ id: OWNER }));
      if (known) return;
      const organization = { id: OWNER_ORGANIZATION, name: 'Home', created_at: now };
      const owner = { id: OWNER, organization_id: OWNER_ORGANIZATION, name: 'Owner', role: 'admin' as const };
      await database.change({
        guards: [],
        writes: [
          query(
            sql
              .insertInto('organizations')
              .values(organization)
              .onConflict((c) => c.column('id').doNothing()),
          ),
          query(
            sql
              .insertInto('users')
              .values({ ...owner, email: null, created_at: now, disabled_at: null, revision: 1 })
              .onConflict((c) => c.column('id').doNothing()),
          ),
        ],
      });
    },
    async principal(userId, kind, via) {
      const [user] = await database.read<{ id: string; organization_id: string; role: UserRole }>(byId({ id: userId }));
      if (!user) throw new DeputizeError('UNAUTHENTICATED', 'There is no such user.');
      const departments = await database.read<{ department_id: string }>(memberships({ user_id: userId }));
      return {
        userId,
        organizationId: user.organization_id,
        departmentIds: departments.map(({ department_id }) => department_id),
        role: user.role,
        kind,
        via,
      };
    },
  };
}
