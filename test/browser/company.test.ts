/** A company's mail, calendars and files in the console, as one of its people sees them. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { serveDemo, type DemoServer } from '../../src/app/demo/serve-demo.ts';
import { barriers } from '../support/clients/accessible.ts';
import { keepPictures, launchBrowser, openSignInLink } from '../support/clients/browser.ts';
import { approveHighRisk } from '../support/clients/decide-in-browser.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

let demo: DemoServer;
let browser: Browser;
let page: Page;
const faults: string[] = [];
const at = (path: string): string => new URL(path, demo.url).href;

async function signIn(email: string): Promise<Page> {
  const who = demo.demo.people.find((person) => person.email === email);
  const opened = await (await browser.newContext()).newPage();
  opened.on('pageerror', (error) => faults.push(String(error)));
  await openSignInLink(opened, who?.signInUrl ?? '');
  return opened;
}

beforeAll(async () => {
  [demo, browser] = await Promise.all([serveDemo({ port: 0, log: () => undefined }), launchBrowser()]);
  page = await signIn('robin@example.com');
});
afterAll(async () => {
  await browser.close();
  await demo.close();
});

test('O6: mail is found by words, folder and what is unread, and read whole', async () => {
  await page.goto(at('/company/mail'));
  await page.getByRole('navigation', { name: 'Whose' }).getByRole('link', { name: 'Yours' }).waitFor();
  const rows = page.locator('.split-list .rows .row');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(20);
  await page.getByRole('searchbox', { name: 'Find mail' }).fill('battery');
  await page.getByRole('checkbox', { name: 'Unread only' }).check();
  await expect.poll(() => page.locator('.row-title[data-unread="false"]').count()).toBe(0);
  await rows.first().click();
  await page.locator('.item .mail-body').waitFor();
  expect(await page.locator('.item').textContent()).toMatch(/@/);
  expect(await barriers(page)).toEqual([]);
  await keepPictures(page, 'company-mail');
});

test('O7: a user of another department does not find it, nor read it by its id', async () => {
  const address = page.url();
  const edda = await signIn('edda@example.com');
  await edda.goto(address);
  await edda.getByText('There is no such mail.').waitFor();
  expect(await edda.locator('.item .mail-body').count()).toBe(0);
  await edda.context().close();
});

test('O3: a file is added, read in the background, found by its text, and read', async () => {
  await page.goto(at('/company/files'));
  await page.locator('input[type=file]').setInputFiles({
    name: 'Bells <b>.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Every bicycle leaves the workshop with a brass bell.'),
  });
  const card = page.locator('.card', { hasText: 'Bells <b>.txt' });
  await card.getByText('found by its text').waitFor();
  await page.getByRole('searchbox', { name: 'Find a file' }).fill('brass bell');
  await card.getByRole('button', { name: 'Bells <b>.txt', exact: true }).click();
  await card.getByText('leaves the workshop').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Download Bells <b>.txt' }).click(),
  ]);
  expect(download.suggestedFilename()).toContain('Bells');
  expect(await barriers(page)).toEqual([]);
  await keepPictures(page, 'company-files');
});

test('O4: the calendars are shown together, week by week', async () => {
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.goto(at('/company/calendar'));
  const events = page.locator('.day-event');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect.poll(() => events.count()).toBeGreaterThan(0);
  expect(await barriers(page)).toEqual([]);
  await keepPictures(page, 'company-calendar');
});

test('O6: a mail that was approved is seen on its way, and can be taken back', async () => {
  await page.goto(at('/'));
  await approveHighRisk(page);
  await page.goto(at('/company/mail'));
  const going = page.getByRole('region', { name: 'On its way' });
  await going.getByText('scheduled').waitFor();
  await going.getByRole('link', { name: 'Its life' }).click();
  await page.getByRole('button', { name: /Undo/ }).first().click();
  await page.getByRole('button', { name: /Undo/ }).last().click();
  await page.goto(at('/company/mail'));
  await going.getByText('called back').waitFor();
  expect(await going.getByText('scheduled').count()).toBe(0);
});

test('O2: nothing on these pages has failed', () => {
  expect(faults).toEqual([]);
});
