/** The tools and the rules, in the console: read about, tried the governed way, and set. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { GrantMessage, SettingMessage } from '../../src/wire/messages.ts';
import { expectCalm, openConsole, type OpenedConsole, type Visit } from '../support/clients/browser.ts';
import type { TestServer } from '../support/servers/test-server.ts';

let opened: OpenedConsole;
let http: TestServer;
let seen: Visit;
let page: Page;
beforeAll(async () => {
  opened = await openConsole();
  ({ http, seen, page } = opened);
});
afterAll(() => opened[Symbol.asyncDispose]());
afterEach(() => expectCalm(seen));

const open = async (path: string): Promise<void> => void (await page.goto(new URL(path, http.url).href));

describe('the catalogue', () => {
  test('finds a tool and shows its documentation', async () => {
    await open('/tools');
    await page.getByLabel('Find a tool').fill('workspace replace');
    await page.getByRole('link', { name: /write_file/ }).click();
    await page.getByRole('heading', { name: 'write_file' }).waitFor();
    await page.getByText('Documentation', { exact: true }).click();
    await page.getByRole('heading', { name: 'Failure Modes' }).waitFor();
    await page.getByText('Arguments, as JSON Schema').click();
    await page.getByText('"createDirs"').first().waitFor();
    expect(await page.locator('.badge', { hasText: 'Low risk' }).count()).toBeGreaterThan(0);
  });

  test('offers the tools of every preset', async () => {
    await open('/tools');
    const choice = page.getByLabel('Preset');
    await page.getByRole('link', { name: /write_file/ }).waitFor();
    const presets = await choice.locator('option').allTextContents();
    const other = presets.find((preset) => preset !== 'workspace') ?? '';
    expect(other).not.toBe('');
    await choice.selectOption(other);
    await expect.poll(() => page.locator('.rows').textContent()).not.toContain('git_push');
  });

  test('tries a tool: says how it would be decided, and runs what needs no person', async () => {
    await open('/tools/write_file');
    await page.getByLabel('path').fill('tried.txt');
    await page.getByLabel('content').fill('by a person\n');
    await page.getByText('It would run at once').waitFor();
    await page.getByRole('button', { name: 'Call it' }).click();
    await page.getByText('"size": 12').waitFor();
    expect(await readFile(join(http.workspace, 'tried.txt'), 'utf8')).toBe('by a person\n');
  });

  test('tries a tool: what needs a person waits, also for the one who tries it', async () => {
    await writeFile(join(http.workspace, 'kept.txt'), 'kept\n');
    await open('/tools/delete_file');
    await page.getByLabel('path').fill('kept.txt');
    await page.getByText('It would wait for a person').waitFor();
    await page.getByRole('button', { name: 'Call it' }).click();
    await page.getByRole('link', { name: 'Decide it' }).click();
    await page.getByRole('heading', { name: 'Delete "kept.txt"' }).waitFor();
    expect(await readFile(join(http.workspace, 'kept.txt'), 'utf8')).toBe('kept\n');
  });

  test('says what is wrong beside the field that is wrong', async () => {
    await open('/tools/write_file');
    await page.getByLabel('content').fill('no path');
    const field = page.locator('.field', { has: page.getByLabel('path') });
    await field.locator('.fault').waitFor();
    expect(await page.getByLabel('path').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the rules', () => {
  const settings = async () => {
    const { body } = await http.json<{ settings: SettingMessage[] }>('/api/settings');
    return body.settings.filter(({ level }) => level !== 'system');
  };

  test('a user’s own setting takes effect at once, and is shown with its source', async () => {
    await open('/tools/read_file');
    const choice = page.getByRole('group', { name: 'Your setting for this tool' });
    await choice.getByRole('button', { name: 'ask' }).click();
    await choice.locator('[aria-pressed=true]', { hasText: 'ask' }).waitFor();
    expect(await settings()).toMatchObject([{ level: 'user', pattern: 'workspace/read_file', value: 'ask' }]);
    expect((await http.call('read_file', { path: 'x.txt' })).body.state).toBe('pending');
    await open('/rules');
    const card = page.locator('.card', { hasText: 'workspace/read_file' });
    expect(await card.textContent()).toContain('Person owner · Set by owner');
    await card.getByRole('button', { name: 'allow' }).click();
    await card.locator('[aria-pressed=true]', { hasText: 'allow' }).waitFor();
    expect((await http.call('read_file', { path: 'x.txt' })).body.state).toBe('failed');
  });

  test('a stricter setting from above is named as the one that holds', async () => {
    const { organizationId } = await http.server.assembly.owner('person', 'test');
    const above = { level: 'organization', subject: organizationId, pattern: 'git_*', value: 'ask' };
    expect((await http.request('/api/settings', { method: 'PUT', json: above })).status).toBe(200);
    await open('/tools/git_status');
    await page.getByText('What holds: ask, by the setting “git_*” (Organization).').waitFor();
    await open('/rules');
    const card = page.locator('.card', { hasText: 'git_*' });
    await card.waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
  });

  test('a standing permission is shown and revoked', async () => {
    await writeFile(join(http.workspace, 'g.txt'), 'x');
    const { body } = await http.call('write_file', { path: 'g.txt', content: 'y' });
    if (body.state !== 'pending') throw new Error(body.state);
    await http.json(`/api/approvals/${body.approval.id}`, { json: { decision: 'allow_always' } });
    await open('/rules');
    await page.getByText('for exactly the same arguments, until revoked').waitFor();
    await page.getByRole('button', { name: 'Revoke what was remembered for write_file' }).click();
    await page.getByText('None. Every call that needs you asks.').waitFor();
    expect((await http.json<{ grants: GrantMessage[] }>('/api/grants')).body.grants).toEqual([]);
  });
});
