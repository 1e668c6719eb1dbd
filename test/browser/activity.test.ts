/** The activity pages of the console: the list, the timeline of a call, undo, and the check of the audit chain. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPicture, openConsole, type OpenedConsole, type Visit } from '../support/clients/browser.ts';
import type { TestServer } from '../support/servers/test-server.ts';

const MANY = 10_000;

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
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const heard = (): Promise<unknown> => page.getByText('Live').waitFor();

describe('activity', () => {
  test('shows a new call at once, with its timeline', async () => {
    await open('/activity');
    await heard();
    await http.call('list_directory', { path: '.' });
    await page.locator('.row-link', { hasText: 'list_directory' }).click();
    const life = page.locator('.item');
    await life.getByText('Ended').waitFor();
    const told = (await life.textContent()) ?? '';
    for (const shown of ['Done', 'Low risk', 'by the rule', 'Started', '"path": "."', '"entries"'])
      expect(told).toContain(shown);
  });

  test('lists the files that code changed, and what was not applied', async () => {
    await writeFile(join(http.workspace, 'old.txt'), 'one\n');
    const code = 'echo new > made.txt; echo two >> old.txt; echo run > .envrc';
    const { body } = await http.call('run_code', { language: 'bash', code });
    await open(`/activity/${body.callId}`);
    await page.getByRole('heading', { name: 'Changed files' }).waitFor();
    const shown = await page.locator('.item .part-list').allTextContents();
    expect(shown).toEqual([
      'made.txt',
      'old.txt (+1 −0 lines)',
      '.envrc: Not changed: it is protected, because other programs run or obey it.',
    ]);
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, 'activity-changes');
  });

  test('is narrowed to a state and to a tool', async () => {
    await http.call('read_file', { path: 'missing.txt' });
    await http.call('list_directory', { path: '.' });
    await open('/activity');
    const tools = page.locator('.row-title');
    await tools.first().waitFor();
    await page.getByLabel('State').selectOption('error');
    await expect.poll(() => tools.allTextContents()).toEqual(['read_file']);
    await page.getByLabel('Tool').selectOption('list_directory');
    await page.getByText('No call fits these filters.').waitFor();
  });

  test('takes a call back, after saying what that means', async () => {
    await writeFile(join(http.workspace, 'a.txt'), 'before\n');
    const { body } = await http.call('write_file', { path: 'a.txt', content: 'after\n' });
    if (body.state !== 'pending') throw new Error(body.state);
    await http.json(`/api/approvals/${body.approval.id}`, { json: { decision: 'approve' } });
    await open(`/activity/${body.callId}`);
    await press('Undo …');
    const dialog = page.getByRole('dialog');
    await dialog.locator('.diff-add', { hasText: 'before' }).waitFor();
    await dialog.locator('.diff-remove', { hasText: 'after' }).waitFor();
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('after\n');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.item .badge', { hasText: 'Undone' }).waitFor();
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('before\n');
    expect(await page.getByRole('button', { name: 'Undo …' }).count()).toBe(0);
  });

  test('shows what an undo would do now, also for a call without an approval', async () => {
    const { body } = await http.call('write_file', { path: 'fresh.txt', content: 'made\n' });
    await open(`/activity/${body.callId}`);
    await press('Undo …');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Take "fresh.txt" away again').waitFor();
    await dialog.locator('.diff-remove', { hasText: 'made' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await writeFile(join(http.workspace, 'fresh.txt'), 'changed\n');
    await press('Undo …');
    await dialog.getByText('so undoing will be refused').waitFor();
    expect(await readFile(join(http.workspace, 'fresh.txt'), 'utf8')).toBe('changed\n');
  });

  test('says why it cannot be taken back, and changes nothing', async () => {
    const { body } = await http.call('write_file', { path: 'mine.txt', content: 'made\n' });
    await writeFile(join(http.workspace, 'mine.txt'), 'changed by someone else\n');
    await open(`/activity/${body.callId}`);
    await press('Undo …');
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect((await stat(join(http.workspace, 'mine.txt'))).size).toBe('changed by someone else\n'.length);
  });

  test('shows that the record is whole, and hands it out', async () => {
    await open('/activity');
    await press('Check the record');
    await page.getByText(/^\d[\d,]* records, unbroken\. Head [0-9a-f]{12}…$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { seq: number });
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
    expect((await http.request('/api/audit/export', { token: http.agentToken })).status).toBe(403);
  });

  test('adds up what happened, as pictures and as tables', async () => {
    await open('/activity');
    const chart = page.locator('.chart', { hasText: 'Calls' }).first();
    await chart.locator('rect').first().waitFor();
    await chart.getByText('As a table').click();
    const sums = await http.json<{ spans: { calls: Record<string, number> }[] }>('/api/activity?hours=24');
    const done = sums.body.spans.reduce((sum, { calls }) => sum + (calls['ok'] ?? 0) + (calls['undone'] ?? 0), 0);
    expect(done).toBeGreaterThan(3);
    expect(await chart.locator('.chart-key').textContent()).toContain(`done ${done}`);
    expect(await page.locator('.table tbody th', { hasText: 'list_directory' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Month' }).click();
    await chart.locator('rect').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, 'activity-overview');
  });

  test('holds ten thousand calls and shows those in sight', async () => {
    await page.goto('about:blank');
    const { runtime } = http.server.assembly;
    const agent = await http.server.assembly.owner('agent', 'test');
    for (let made = 0; made < MANY; made += 500) {
      await Promise.all(
        Array.from({ length: 500 }, () =>
          runtime.call({ tool: 'search_tools', args: { query: 'x' }, preset: 'workspace' }, agent),
        ),
      );
    }
    await open('/activity');
    await page.locator('.row').first().waitFor();
    const known = () => page.locator('.row').first().getAttribute('aria-setsize').then(Number);
    while ((await known()) < MANY)
      await page.evaluate(`(() => { const s = document.querySelector('.scroller'); s.scrollTop = s.scrollHeight; })()`);
    expect(await page.locator('.row').count()).toBeLessThan(60);
    const ids = await page.locator('.row-link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(new Set(ids).size).toBe(ids.length);
    // Hundreds share a millisecond; page after page, none is left out.
    const paged = new Set<string>();
    for (let before = ''; ;) {
      const { body } = await http.json<{ calls: { callId: string }[] }>(
        `/api/calls?limit=97&tool=search_tools${before && `&before=${before}`}`,
      );
      for (const { callId } of body.calls) paged.add(callId);
      if (body.calls.length < 97) break;
      before = body.calls.at(-1)?.callId ?? '';
    }
    expect(paged.size).toBe(MANY);
  });
});
