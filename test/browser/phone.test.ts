/** The console on a phone: it is installed, receives notifications, works offline and signs out. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPicture, launchBrowser, visit, type Visit } from '../support/clients/browser.ts';
import { startServer, type TestServer } from '../support/servers/test-server.ts';

let http: TestServer;
let browser: Browser;
let seen: Visit;
let page: Page;
let tools: CDPSession;
beforeAll(async () => {
  [http, browser] = await Promise.all([startServer(), launchBrowser()]);
  seen = await visit(browser, http, { viewport: { width: 360, height: 740 }, permissions: ['notifications'] });
  page = seen.page;
  tools = await seen.context.newCDPSession(page);
});
afterAll(async () => {
  await browser.close();
  await http[Symbol.asyncDispose]();
});

test('can be installed', async () => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const { errors, url } = await tools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});

test('shows a notice of what waits, which opens it', async () => {
  await writeFile(join(http.workspace, 'a.txt'), 'x');
  const { id } = await http.waiting('a.txt');
  const registered = new Promise<string>((resolve) =>
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  await tools.send('ServiceWorker.enable');
  await tools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(http.url).origin,
    registrationId: await registered,
    data: JSON.stringify({ id, tool: 'delete_file', risk: 'high' }),
  });
  const notices = () =>
    page.evaluate<string[]>(
      `navigator.serviceWorker.ready.then((r) => r.getNotifications()).then((all) => all.map((n) => n.title + ', ' + n.body))`,
    );
  await expect.poll(notices).toEqual(['delete_file waits for you, high risk']);
  const [worker] = seen.context.serviceWorkers();
  await worker?.evaluate(
    `self.registration.getNotifications().then(([notification]) => self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification })))`,
  );
  await page.waitForURL(`**/waiting/${id}`);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, 'phone-approval');
});

test('opens while the server is offline, with no cached server data', async () => {
  await page.goto(new URL('/more', http.url).href);
  await page.getByRole('heading', { name: 'This device' }).waitFor();
  await seen.context.setOffline(true);
  await page.reload();
  await page.getByText('The server does not answer').waitFor();
  const kept = await page.evaluate<string[]>(
    `caches.open('deputize-shell').then((c) => c.keys()).then((all) => all.map((r) => new URL(r.url).pathname))`,
  );
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  await seen.context.setOffline(false);
  await page.reload();
});

test('is left by signing out', async () => {
  await page.getByRole('link', { name: 'More' }).click();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, 'phone-more');
  await page.locator('.page').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('deputize sign-in').first().waitFor();
  expect((await page.goto(http.url))?.status()).toBe(401);
  expectCalm({ ...seen, faults: seen.faults.filter((fault) => !/WebSocket|ERR_INTERNET|fetch/.test(fault)) });
});
