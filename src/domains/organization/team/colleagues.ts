/** Looks up people in the departments of the caller. The query contains these departments, so it never returns other people. */
import { sql as raw } from 'kysely';

import type { Principal } from '../../../core/index.ts';
import { query, createSqlBuilder } from '../../../core/storage/statements.ts';
import type { CoreTables } from '../../../core/storage/tables.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Database } from '../../../ports/database.ts';
import type { ColleagueProfile, TeamDirectory, TeamMember } from '../../../ports/team.ts';
import { FRESH_MS } from './presence-tracker.ts';
import type { PresenceTables } from './team-tables.ts';

/** A colleague, one row for each shared department. */
interface Found {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
  readonly department_id: string | null;
  readonly department_name: string | null;
  readonly online: number | string | null;
}

const MAX_MEMBERS = 1_000;

export function openColleagues(
  { database, clock }: { database: Database; clock: Clock },
  { userId, organizationId, departmentIds }: Principal,
): Pick<TeamDirectory, 'find' | 'members'> {
  const sql = createSqlBuilder<CoreTables & PresenceTables>(database.dialect);

  /** How many clients of the user are connected. */
  const online = () =>
    sql
      .selectFrom('presence')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('presence.user_id', '=', raw.ref<string>('users.id'))
      .where('presence.seen_at', '>', clock.now() - FRESH_MS)
      .as('online');

  /** All users who share a department, with the shared departments. */
  const shared = (within: readonly string[]) =>
    sql
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .innerJoin('departments', 'departments.id', 'memberships.department_id')
      .select(['users.id', 'users.name', 'users.email', 'users.role'])
      .select(['departments.id as department_id', 'departments.name as department_name'])
      .select(online())
      .where('users.organization_id', '=', organizationId)
      .where('users.disabled_at', 'is', null)
      .where('departments.removed_at', 'is', null)
      // SQL does not allow an empty list. No department has an empty id.
      .where('memberships.department_id', 'in', within.length === 0 ? [''] : [...within])
      .orderBy('users.name')
      .orderBy('users.id')
      .orderBy('departments.name');

  const self = () =>
    sql
      .selectFrom('users')
      .leftJoin('memberships', 'memberships.user_id', 'users.id')
      .leftJoin('departments', 'departments.id', 'memberships.department_id')
      .select(['users.id', 'users.name', 'users.email', 'users.role'])
      .select(['departments.id as department_id', 'departments.name as department_name'])
      .select(online())
      .where('users.id', '=', userId)
      .orderBy('departments.name');

  return {
    async find({ userId: wanted, email }) {
      const isSelf = wanted === undefined && email === undefined;
      let select = isSelf || wanted === userId ? self() : shared(departmentIds);
      if (!isSelf && wanted !== undefined) select = select.where('users.id', '=', wanted);
      if (email !== undefined) select = select.where('users.email', '=', email.trim().toLowerCase());
      return toColleague(await database.read<Found>(query(select)));
    },

    async members(departmentId) {
      const within = departmentId === undefined ? departmentIds : departmentIds.filter((id) => id === departmentId);
      const rows = await database.read<Found>(query(shared(within)));
      if (departmentId !== undefined && within.length === 0) return undefined;
      const members = new Map(rows.map((row) => [row.id, toMember(row)]));
      return [...members.values()].slice(0, MAX_MEMBERS);
    },
  };
}

function toColleague(rows: readonly Found[]): ColleagueProfile | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const departments = rows.flatMap(({ department_id: id, department_name: name }) =>
    id === null || name === null ? [] : [{ id, name }],
  );
  return { ...named(first), departments, isOnline: isOnline(first) };
}

function toMember(row: Found): TeamMember {
  return { ...named(row), roles: [row.role], isOnline: isOnline(row) };
}

const named = ({ id, name, email }: Found) => ({ id, name, email: email ?? '' });
const isOnline = ({ online }: Found): boolean => Number(online ?? 0) > 0;
