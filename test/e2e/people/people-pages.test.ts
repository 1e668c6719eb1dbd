/** The administrator's page and its forms, which other users cannot open. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { organizationWorld, PASSWORD, type OrganizationWorld } from '../../support/worlds/organization-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: OrganizationWorld;
let admin: PlainBrowser;
beforeAll(async () => {
  world = await organizationWorld({ config: { presets: ['workspace'] } });
  admin = (await world.signedIn('Boss', { role: 'admin' })).browser;
});
afterAll(() => world[Symbol.asyncDispose]());

const idNear = (page: string, text: string): string => {
  const at = page.indexOf(`value="${text}"`);
  return /name="id" value="([^"]+)"/.exec(page.slice(page.lastIndexOf('<form', at), at))?.[1] ?? '';
};

describe('R18: the page for people', () => {
  test('makes departments and users, invites and removes them', async () => {
    await admin.submit('/people', { what: 'add-department', name: 'Sales' });
    let page = await (await admin.get('/people')).text();
    const sales = idNear(page, 'Sales');
    await admin.submit('/people', {
      what: 'add-user',
      name: 'Ann',
      email: 'ann@example.com',
      role: 'user',
      departments: sales,
    });
    page = await (await admin.get('/people')).text();
    const ann = idNear(page, 'Ann');
    expect(await world.server.assembly.runtime.directory.principal(ann, 'person', 'x')).toMatchObject({
      departmentIds: [sales],
    });
    const invited = await (await admin.submit('/people', { what: 'invite-user', id: ann })).text();
    const token = /invitation\?token=([\w-]+)/.exec(invited)?.[1] ?? '';
    const browser = world.browser();
    expect((await browser.submit('/invitation', { token, password: PASSWORD })).status).toBe(200);
    const stale = { what: 'change-user', id: ann, name: 'Ann B', role: 'super_user', revision: '0' };
    expect(await (await admin.submit('/people', stale)).text()).toContain('Someone else has changed this user');
    const revision =
      /name="revision" value="(\d+)"/.exec(page.slice(page.lastIndexOf('<form', page.indexOf('value="Ann"'))))?.[1] ??
      '';
    expect(await (await admin.submit('/people', { ...stale, revision })).text()).toContain('Saved.');
    const remove = { what: 'remove-user', id: ann };
    for (const typed of [{}, { typed: 'Ann' }, { typed: 'ann b' }]) {
      expect(await (await admin.submit('/people', { ...remove, ...typed })).text()).toContain(
        'Type “Ann B” to confirm',
      );
      expect((await browser.json('/api/organization/users/me')).status).toBe(200);
    }
    expect(await (await admin.submit('/people', { ...remove, typed: ' Ann B ' })).text()).toContain('has ended');
    expect((await browser.json('/api/organization/users/me')).status).toBe(401);
  });

  test('asks for the name before a department is removed', async () => {
    await admin.submit('/people', { what: 'add-department', name: 'Support' });
    const support = idNear(await (await admin.get('/people')).text(), 'Support');
    const names = async () =>
      (await world.server.assembly.runtime.people.departments(world.admin)).map(({ name }) => name);
    const remove = { what: 'remove-department', id: support };
    expect(await (await admin.submit('/people', remove)).text()).toContain('Type “Support” to confirm');
    await admin.submit('/people', { ...remove, typed: 'support' });
    expect(await names()).toContain('Support');
    await admin.submit('/people', { ...remove, typed: 'Support' });
    expect(await names()).not.toContain('Support');
  });

  test('is for administrators, and takes no form of another site', async () => {
    const { browser } = await world.signedIn('Cid');
    expect((await browser.get('/people')).status).toBe(403);
    expect((await browser.submit('/people', { what: 'add-user', name: 'X' })).status).toBe(403);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await admin.submit('/people', { what: 'add-user', name: 'X' }, foreign)).status).toBe(403);
    const names = (await world.server.assembly.runtime.people.users(world.admin)).map(({ name }) => name);
    expect(names).not.toContain('X');
  });

  test('shows what people are called as text, and nothing else', async () => {
    await world.newUser('Eve', { name: '<script>alert(1)</script>' });
    const page = await (await admin.get('/people')).text();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(1)');
  });
});
