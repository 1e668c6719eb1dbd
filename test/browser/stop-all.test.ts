/** The panic switch in the console: on every page, asked about, seen by everyone it stops, and lifted. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPictures, openConsole, visit, type OpenedConsole } from '../support/clients/browser.ts';

let opened: OpenedConsole;
beforeAll(async () => {
  opened = await openConsole();
});
afterAll(() => opened[Symbol.asyncDispose]());
afterEach(() => expectCalm(opened.seen));

const isRefused = async (): Promise<boolean> =>
  (await opened.http.call('list_directory', { path: '.' })).body.state === 'refused';

test('R18: stops everything after a question, says so on every page, and is lifted there', async () => {
  const { page, http, browser } = opened;
  await writeFile(join(http.workspace, 'a.txt'), 'x');
  await http.waiting('a.txt');
  const other = await visit(browser, http);
  await page.goto(new URL('/activity', http.url).href);
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await isRefused()).toBe(false);
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop all' }).click();
  const bar = page.locator('.stop-bar');
  await bar.getByText('Everything is stopped').waitFor();
  expect(await bar.textContent()).toMatch(/by you, \d\d:\d\d/);
  await other.page.locator('.stop-bar').waitFor();
  await other.page.getByText('All quiet.').waitFor();
  expect(await isRefused()).toBe(true);
  for (const path of ['/', '/chat', '/tools', '/rules', '/setup']) {
    await page.goto(new URL(path, http.url).href);
    await bar.waitFor();
    expect(await barriers(page)).toEqual([]);
  }
  await keepPictures(page, 'stopped');
  await bar.getByRole('button', { name: 'Lift the stop' }).click();
  await bar.waitFor({ state: 'detached' });
  await other.page.locator('.stop-bar').waitFor({ state: 'detached' });
  expect(await isRefused()).toBe(false);
  await other.context.close();
});
