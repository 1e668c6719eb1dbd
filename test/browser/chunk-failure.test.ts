/** A view whose code cannot be loaded: the frame stays, the view is tried again, and a new version reloads the page once. */
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { barriers } from '../support/clients/accessible.ts';
import {
  expectCalm,
  keepPicture,
  openConsole,
  visit,
  type OpenedConsole,
  type Visit,
} from '../support/clients/browser.ts';

let opened: OpenedConsole;
let seen: Visit;
let page: Page;
let loads: number;
beforeAll(async () => {
  opened = await openConsole();
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  // The service worker would answer before the routes of the test do.
  seen = await visit(opened.browser, opened.http, { serviceWorkers: 'block' });
  ({ page } = seen);
  await page.getByText('Live').waitFor();
  loads = 0;
  page.on('load', () => loads++);
});
afterEach(async () => {
  // Chromium keeps sockets from documents that a test has answered.
  expectCalm({ ...seen, faults: seen.faults.filter((fault) => !fault.includes('WebSocket')) });
  // The page checks for a new version on a timer, so a request may be on its way when the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await seen.context.close();
});

const CHUNK = /\/assets\/rules-panel-[^/]*\.js/;
const refuse = (route: Route) => route.abort('connectionfailed');
const failure = () => page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' });
const goToRules = () => page.getByRole('link', { name: 'Rules' }).click();
const title = () => page.getByRole('heading', { level: 1, name: 'Rules' });

test('keeps navigation and Stop all, and Retry loads it', async () => {
  await page.route(CHUNK, refuse);
  await goToRules();
  await failure().waitFor();
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.getByRole('dialog').getByText('What runs is cancelled').waitFor();
  await page.keyboard.press('Escape');
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, 'chunk-failure');
  await page.getByRole('link', { name: 'Approvals' }).click();
  await page.getByText('All quiet.').waitFor();
  await goToRules();
  await failure().waitFor();
  await page.unroute(CHUNK);
  await failure().getByRole('button', { name: 'Retry' }).click();
  await title().waitFor();
  expect(loads).toBe(0);
});

test('is tried again without a click', async () => {
  await page.route(CHUNK, refuse);
  await goToRules();
  await failure().waitFor();
  await page.unroute(CHUNK);
  await title().waitFor();
  expect(loads).toBe(0);
});

const ENTRY = /\/assets\/index-[^"/]+\.js/;

/** Answers with the page of an upgraded server. The page may reload during the request; then there is no page to answer. */
async function answerUpgraded(route: Route): Promise<void> {
  const response = await route.fetch();
  const html = await response.text().catch(() => undefined);
  if (html === undefined) return;
  const body = html.replace(ENTRY, '/assets/index-upgraded.js');
  await route.fulfill({ response, body }).catch(() => undefined);
}

test('reloads the page once when the server has a new version, and never in a loop', async () => {
  const current = ENTRY.exec(await (await page.request.get(opened.http.url)).text())?.[0] ?? '';
  await page.route(CHUNK, (route) => route.fulfill({ status: 404, body: '' }));
  // The upgraded server: another entry file in every page, and none of the old chunks.
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/assets/index-upgraded.js')
      return route.fulfill({ response: await route.fetch({ url: new URL(current, opened.http.url).href }) });
    if (pathname !== '/' && pathname !== '/rules') return route.fallback();
    return answerUpgraded(route);
  });
  await goToRules();
  await expect.poll(() => loads).toBe(1);
  await failure().waitFor();
  await page.waitForTimeout(6_000);
  expect(loads).toBe(1);
  await page.getByRole('button', { name: 'Stop all' }).waitFor();
});

test('does not reload in a loop when the new version never arrives', async () => {
  await page.route(CHUNK, refuse);
  // Something between serves the old page to the browser, and a new one to scripts.
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname !== '/' || route.request().resourceType() === 'document') return route.fallback();
    return answerUpgraded(route);
  });
  await goToRules();
  await expect.poll(() => loads).toBe(1);
  await failure().waitFor();
  await page.waitForTimeout(6_000);
  expect(loads).toBe(1);
});
