/** The commands about people, from an empty folder on. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { deputize } from '../../support/processes/command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'cli-people-'));
});
afterAll(() => rm(data, { recursive: true, force: true }));
const run = async <T>(...argv: string[]) => {
  const { code, json } = await deputize([...argv, '--data', data]);
  return { code, json: json as T };
};

describe('R18: the commands about people', () => {
  test('make, change, invite and remove', async () => {
    expect((await run<{ name: string }>('org', 'rename', 'Example')).json).toMatchObject({ name: 'Example', users: 1 });
    const { json: sales } = await run<{ id: string }>('departments', 'add', 'Sales');
    const add = ['users', 'add', 'Ann', '--email', 'ann@example.com', '--departments', sales.id];
    const { json: ann } = await run<{ id: string }>(...add);
    expect(ann).toMatchObject({ name: 'Ann', role: 'user', departmentIds: [sales.id] });
    expect(await run(...add)).toMatchObject({ code: 1, json: { error: { code: 'ALREADY_EXISTS' } } });
    expect((await run('users', 'change', ann.id, '--role', 'super_user')).json).toMatchObject({ role: 'super_user' });
    expect((await run('users', 'change', ann.id, '--role', 'king')).code).toBe(2);
    expect((await run('users', 'invite', ann.id)).json).toMatchObject({
      url: expect.stringMatching(/\/invitation\?token=inv_/),
    });
    expect((await run('departments', 'list')).json).toEqual({
      departments: [{ id: sales.id, name: 'Sales', members: 1 }],
    });
    const off = ['settings', 'set', 'relay_message', 'off', '--level', 'department', '--subject', sales.id];
    expect((await run(...off)).json).toMatchObject({ level: 'department', value: 'off' });
    expect((await run('settings', 'set', 'x', 'off', '--level', 'system')).code).toBe(2);
    expect((await run('users', 'remove', ann.id)).json).toEqual({ removed: ann.id });
    expect(await run('users', 'remove', 'owner')).toMatchObject({ code: 4, json: { error: { code: 'FORBIDDEN' } } });
    expect((await run('users', 'list')).json).toMatchObject({
      users: [{ name: 'Ann', disabledAt: expect.any(String) }, { name: 'Owner' }],
    });
  });
});
