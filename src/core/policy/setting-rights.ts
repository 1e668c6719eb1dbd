/** R16, R18: decides who may change a setting, and who may see it. */
import type { Database } from '../../ports/database.ts';
import { requirePerson, type Principal } from '../access/principal.ts';
import { DeputizeError } from '../errors.ts';
import { query, type SqlBuilder } from '../storage/statements.ts';
import type { SettingRow } from './setting-store.ts';

type Place = Pick<SettingRow, 'level' | 'subject'>;

/** Requires the right to change the settings of this level and subject. The error does not reveal which subjects exist. */
export async function requireSettingRight(
  database: Database,
  sql: SqlBuilder,
  person: Principal,
  place: Place,
): Promise<void> {
  requirePerson(person, 'change settings');
  if (place.level === 'system')
    throw new DeputizeError('FORBIDDEN', 'Only the configuration sets what applies to the whole system.');
  if (isWithinReach(person, place)) return;
  const isTheirs = person.role === 'admin' && (await isInOrganization(database, sql, person.organizationId, place));
  if (!isTheirs) throw new DeputizeError('FORBIDDEN', 'Only an administrator can change this setting.');
}

/** The settings that apply to the user. An administrator sees the settings of the whole organization. */
export async function visibleSettings(
  database: Database,
  sql: SqlBuilder,
  principal: Principal,
  rows: readonly SettingRow[],
): Promise<SettingRow[]> {
  const { userId, organizationId, departmentIds, role, kind } = principal;
  const own = new Set([
    `organization ${organizationId}`,
    `user ${userId}`,
    ...departmentIds.map((id) => `department ${id}`),
  ]);
  if (role === 'admin' && kind === 'person')
    for (const place of await listSubjects(database, sql, organizationId)) own.add(place);
  return rows.filter(({ level, subject }) => level === 'system' || own.has(`${level} ${subject}`));
}

/** A user's own settings, the departments of a super user, and the organization of an administrator. */
function isWithinReach({ userId, organizationId, departmentIds, role }: Principal, { level, subject }: Place): boolean {
  switch (level) {
    case 'user':
      return subject === userId;
    case 'department':
      return role === 'super_user' && departmentIds.includes(subject);
    case 'organization':
      return role === 'admin' && subject === organizationId;
    case 'system':
      return false;
  }
}

async function isInOrganization(
  database: Database,
  sql: SqlBuilder,
  organizationId: string,
  { level, subject }: Place,
) {
  return (await listSubjects(database, sql, organizationId)).includes(`${level} ${subject}`);
}

async function listSubjects(database: Database, sql: SqlBuilder, organizationId: string): Promise<string[]> {
  const idsIn = (table: 'users' | 'departments') =>
    database.read<{ id: string }>(
      query(sql.selectFrom(table).select('id').where('organization_id', '=', organizationId)),
    );
  const [users, departments] = await Promise.all([idsIn('users'), idsIn('departments')]);
  return [...users.map(({ id }) => `user ${id}`), ...departments.map(({ id }) => `department ${id}`)];
}
