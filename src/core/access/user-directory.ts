/** Looks up users with their organization and departments. An embedded runtime has one user, the owner. */
import type { Database } from '../../ports/database.ts';
import { DeputizeError } from '../errors.ts';
import { prepared, query, type SqlBuilder } from '../storage/statements.ts';
import { OWNER, OWNER_ORGANIZATION, type Principal, type UserRole } from './principal.ts';
import { toTokenLimits, type TokenLimitColumns } from './token-list.ts';

const TOKEN_VIA = /^token:(.+)$/;

/** Looks up users as principals. */
export interface UserDirectory {
  /** Creates the owner of an embedded runtime, unless the owner exists. */
  ensureOwner(now: number): Promise<void>;
  /** Returns the principal of a user, with the limits of the token that `via` names. Throws UNAUTHENTICATED if the user does not exist or was removed. */
  principal(userId: string, kind: Principal['kind'], via: string): Promise<Principal>;
}

/** Creates the directory of the users in this database. */
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
  // Also of a token that was revoked: a call that it made stays within its limits.
  const limits = prepared<{ id: string; user_id: string }>((slots) =>
    sql
      .selectFrom('access_tokens')
      .select(['scope', 'presets_json', 'workspaces_json'])
      .where('id', '=', slots.id)
      .where('user_id', '=', slots.user_id),
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
      const [, tokenId] = TOKEN_VIA.exec(via) ?? [];
      const [token] =
        tokenId === undefined ? [] : await database.read<TokenLimitColumns>(limits({ id: tokenId, user_id: userId }));
      return {
        userId,
        organizationId: user.organization_id,
        departmentIds: departments.map(({ department_id }) => department_id),
        role: user.role,
        kind,
        via,
        ...(token && toTokenLimits(token)),
      };
    },
  };
}
