/** Finds the organization of a user, for records that only name the user. A user never changes the organization. */
import type { Database } from '../../ports/database.ts';
import { createSqlBuilder, prepared } from '../storage/statements.ts';
import { OWNER_ORGANIZATION } from './principal.ts';

const MOST_KNOWN = 10_000;
const known = new WeakMap<Database, Map<string, string>>();

const byId = {
  sqlite: selectOrganization('sqlite'),
  postgres: selectOrganization('postgres'),
};

/** Returns the id of the user's organization. An id of no user belongs to the operator's organization. */
export async function findOrganizationId(database: Database, userId: string): Promise<string> {
  const cached = known.get(database) ?? new Map<string, string>();
  known.set(database, cached);
  const found = cached.get(userId);
  if (found !== undefined) return found;
  const [row] = await database.read<{ organization_id: string }>(byId[database.dialect]({ id: userId }));
  if (!row) return OWNER_ORGANIZATION;
  if (cached.size >= MOST_KNOWN) cached.clear();
  cached.set(userId, row.organization_id);
  return row.organization_id;
}

function selectOrganization(dialect: Database['dialect']) {
  const sql = createSqlBuilder(dialect);
  return prepared<{ id: string }>((slots) =>
    sql.selectFrom('users').select('organization_id').where('id', '=', slots.id),
  );
}
