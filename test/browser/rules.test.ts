/** The rules page: what warns there, and settings that are made and removed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPictures, launchBrowser, visit, type Visit } from '../support/clients/browser.ts';
import { startServer, type TestServer } from '../support/servers/test-server.ts';

let folder: string;
let http: TestServer;
let browser: Browser;
let seen: Visit;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rules-'));
  const config = join(folder, 'deputize.yaml');
  await writeFile(config, 'autonomy: experimental-trusted-values\n');
  [http, browser] = await Promise.all([startServer(config), launchBrowser()]);
  seen = await visit(browser, http);
});
afterAll(async () => {
  await browser.close();
  await http[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('R4: the experimental autonomy is named with its danger', async () => {
  const { page } = seen;
  await page.goto(new URL('/rules', http.url).href);
  const warning = page.getByRole('alert').filter({ hasText: 'experimental-trusted-values' });
  await warning.waitFor();
  expect(await warning.textContent()).toContain('lets wrong calls run');
  expect(await barriers(page)).toEqual([]);
  await keepPictures(page, 'rules-autonomy');
  expectCalm(seen);
});

test('R16: a setting to allow is made, named in the decision, refused where it cannot hold, and removed', async () => {
  const { page } = seen;
  const event = { title: 'Lunch', start: '2026-12-01T12:00:00Z', end: '2026-12-01T13:00:00Z' };
  const rule = async () =>
    (await http.call('create_calendar_event', event, { preset: 'organization' })).body.decision.rule;
  await page.goto(new URL('/rules', http.url).href);
  const form = page.getByRole('form', { name: 'For yourself' });
  const add = async (pattern: string) => {
    await form.getByLabel('Tool or pattern').fill(pattern);
    await form.getByLabel('Value').selectOption('allow');
    await form.getByRole('button', { name: 'Set' }).click();
  };
  await add('workspace/delete_file');
  await page.getByText('fits no tool that may run without asking').waitFor();
  expect(await rule()).toBe('high-risk-asks');
  await add('create_calendar_event');
  await page.locator('.card', { hasText: 'create_calendar_event' }).waitFor();
  expect(await rule()).toBe('allowed-by-setting');
  await page.getByRole('button', { name: 'Remove the setting for “create_calendar_event”' }).click();
  await page.locator('.card', { hasText: 'create_calendar_event' }).waitFor({ state: 'detached' });
  expect(await rule()).toBe('high-risk-asks');
  expectCalm(seen);
});
