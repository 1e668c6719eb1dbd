/** Settings on their levels: who may change which, who sees which, and that a lower level never loosens a higher one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { SettingRow } from '../../../src/core/policy/setting-store.ts';
import { openCompany, type Company, type Somebody } from '../../support/worlds/company.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let company: Company;
let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'settings-'));
  company = await openCompany({ data }, { settings: { get_user_info: 'off' } });
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await rm(data, { recursive: true, force: true });
});

type Place = readonly [level: SettingRow['level'], subject: string];

const organizationOf = ({ person }: Somebody) => person.organizationId;

/** Every place where a setting can be stored, and its owner. */
function places(): Place[] {
  const organizations = new Set(company.everyone.map(organizationOf));
  return [
    ['system', ''],
    ...[...organizations, 'nowhere'].map((id): Place => ['organization', id]),
    ...[...company.departments.map(({ id }) => id), 'nowhere'].map((id): Place => ['department', id]),
    ...[...company.everyone.map(({ id }) => id), 'nobody'].map((id): Place => ['user', id]),
  ];
}

function mayChange(who: Somebody, [level, subject]: Place): boolean {
  const isAdmin = who.role === 'admin';
  const department = company.departments.find(({ id }) => id === subject);
  const user = company.everyone.find(({ id }) => id === subject);
  switch (level) {
    case 'system':
      return false;
    case 'organization':
      return isAdmin && subject === organizationOf(who);
    case 'department':
      return (
        (who.role === 'super_user' && who.departmentIds.includes(subject)) ||
        (isAdmin && department?.organization === who.organization)
      );
    case 'user':
      return subject === who.id || (isAdmin && user?.organization === who.organization);
  }
}

describe('R16, R18: settings', () => {
  test('are changed by exactly those who may, and by no agent', async () => {
    const { runtime } = company.server.assembly;
    const attempt = async (by: Somebody['person'], [level, subject]: Place): Promise<string> =>
      runtime.changeSetting(level, subject, 'nothing_of_this_name', 'ask', by).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
    const wrong: string[] = [];
    for (const who of company.everyone)
      for (const place of places()) {
        const expected = mayChange(who, place) ? 'done' : 'FORBIDDEN';
        const became = await attempt(who.person, place);
        if (became !== expected) wrong.push(`${who.role} ${who.email} ${place.join(' ')}: ${became}`);
        const byAgent = await attempt(who.agent, place);
        if (byAgent !== 'FORBIDDEN') wrong.push(`the agent of ${who.email} ${place.join(' ')}: ${byAgent}`);
      }
    expect(wrong).toEqual([]);
  });

  test('are seen by those for whom they hold, and by the organization’s administrators', async () => {
    for (const who of company.everyone) {
      const { body } = await company.route(who, '/api/settings');
      const seen = (body['settings'] as SettingRow[]).map(({ level, subject }) => `${level} ${subject}`);
      const own = [
        `user ${who.id}`,
        `organization ${organizationOf(who)}`,
        ...who.departmentIds.map((id) => `department ${id}`),
      ];
      const ours = [
        ...company.everyone
          .filter(({ organization }) => organization === who.organization)
          .map(({ id }) => `user ${id}`),
        ...company.departments
          .filter(({ organization }) => organization === who.organization)
          .map(({ id }) => `department ${id}`),
      ];
      const allowed = new Set(['system ', ...own, ...(who.role === 'admin' ? ours : [])]);
      expect(seen.filter((place) => !allowed.has(place))).toEqual([]);
      expect(seen).toContain(`user ${who.id}`);
    }
  });

  test('a tool that is off at any level stays off at the levels below', async () => {
    const { runtime } = company.server.assembly;
    const who = await company.newcomer();
    const [department = ''] = who.departmentIds;
    const levels: Place[] = [
      ['organization', organizationOf(who)],
      ['department', department],
      ['user', who.id],
    ];
    const tool = 'get_team_members';
    const state = async () => (await company.call(who, tool, {})).state;
    // Only a user's own setting can be allow; above it the loosest is none at all.
    const put = async (level: Place[0], subject: string, pattern: string, value: 'off' | 'allow') => {
      if (value === 'off' || level === 'user')
        return runtime.changeSetting(level, subject, pattern, value, company.admin);
      const rows = await runtime.settings(company.admin);
      const place = rows.find((row) => row.level === level && row.subject === subject && row.pattern === pattern);
      if (place) await runtime.removeSetting({ level, subject, pattern }, company.admin);
    };
    for (const [above, [level, subject]] of levels.entries()) {
      for (const [at, [each, id]] of levels.entries()) await put(each, id, tool, at === above ? 'off' : 'allow');
      expect([level, subject, await state()]).toEqual([level, subject, 'refused']);
    }
    for (const [level, subject] of levels) await put(level, subject, tool, 'allow');
    expect(await state()).toBe('ok');
    // The configuration is above all other levels.
    await put('user', who.id, 'get_user_info', 'allow');
    expect((await company.call(who, 'get_user_info', {})).state).toBe('refused');
    const { body } = await company.route(who, '/api/tools?preset=organization');
    expect((body['tools'] as { name: string }[]).map(({ name }) => name)).not.toContain('get_user_info');
  });

  test('of a department hold for its members alone, and the strictest of several holds', async () => {
    const { runtime } = company.server.assembly;
    const [sales, support] = company.departments;
    const within = (ids: readonly (string | undefined)[]) =>
      company.everyone.find(
        ({ departmentIds, role }) =>
          role === 'user' && departmentIds.length === ids.length && ids.every((id) => departmentIds.includes(id ?? '')),
      );
    const [one, both] = [within([support?.id]), within([sales?.id, support?.id])];
    if (!one || !both) throw new Error('nobody is in these departments');
    await runtime.changeSetting('department', sales?.id ?? '', 'get_team_members', 'off', company.admin);
    const loosen = runtime.changeSetting('department', support?.id ?? '', 'get_team_members', 'allow', company.admin);
    await expect(loosen).rejects.toThrow('for one user alone');
    expect((await company.call(one, 'get_team_members', {})).state).toBe('ok');
    expect((await company.call(both, 'get_team_members', {})).state).toBe('refused');
  });
});
