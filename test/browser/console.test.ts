/** The console as a whole: how it is served, that anybody can use it, and that it stays up while the server does not. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { serve } from '../../src/app/server/serve.ts';
import { barriers } from '../support/clients/accessible.ts';
import { keepPicture, launchBrowser, visit } from '../support/clients/browser.ts';
import { waitForDecisions } from '../support/clients/decide-in-browser.ts';
import { PlainBrowser } from '../support/clients/plain-browser.ts';
import { startServer, type TestServer } from '../support/servers/test-server.ts';

// Some look at every page, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const FIRST_LOAD_BYTES = 200_000;
const VIEWS = [
  '/',
  '/chat',
  '/activity',
  '/mail',
  '/calendar',
  '/files',
  '/tools',
  '/tools/write_file',
  '/rules',
  '/setup',
  '/more',
];

let http: TestServer;
let browser: Browser;
let signedIn: PlainBrowser;
beforeAll(async () => {
  [http, browser] = await Promise.all([startServer(), launchBrowser()]);
  signedIn = await PlainBrowser.byLink(http.server.signInUrl);
  await writeFile(join(http.workspace, 'a.txt'), 'old line\n');
  await http.call('write_file', { path: 'a.txt', content: 'new line\nwith \u200Bsomething hidden\n' });
  await http.waiting('a.txt');
  await http.call('list_directory', { path: '.' });
});
afterAll(async () => {
  await browser.close();
  await http[Symbol.asyncDispose]();
});

const get = (path: string, more: Record<string, string> = {}) => signedIn.get(path, more);
const scriptOf = async (): Promise<string> =>
  /src="(\/assets\/[^"]+\.js)"/.exec(await (await get('/')).text())?.[1] ?? '';

describe('the console is served', () => {
  test('with a policy that lets nothing in from elsewhere and makes no text into a script', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
  });

  test('by files that are kept for good under names of their own, compressed as asked', async () => {
    const path = await scriptOf();
    for (const [asked, given] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await get(path, { 'accept-encoding': asked });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBe(given);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('vary')).toContain('accept-encoding');
      expect(await response.text()).toContain('createRoot');
    }
    expect((await get('/')).headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    '/assets/..%2f..%2fpackage.json',
    '/assets/built-from.txt',
    '/assets/nothing.js',
    '/assets/%2e%2e/index.html',
  ])('and nothing else (%s)', async (path) => expect((await get(path)).status).toBe(404));

  test('only to those who are signed in', async () => {
    const response = await http.request('/', { token: null });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('/assets/');
  });

  test('with a notice where scripts are off, because a script signs each request', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const link = await http.server.assembly.runtime.credentials.createSignInLink('owner');
    await page.goto(`${http.url}/sign-in?link=${link}`);
    expect(await page.textContent('noscript')).toMatch(/use the command line: deputize\s+approvals/);
    await context.close();
  });

  test('in fewer bytes than a picture', async () => {
    const { page, context } = await visit(browser, http, { serviceWorkers: 'block' });
    await page.locator('.item').waitFor();
    // What the first visit still brings must not be counted for the second.
    await page.waitForLoadState('networkidle');
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.reload({ waitUntil: 'networkidle' });
    // The DevTools session reports the bytes separately, possibly after the page has loaded.
    await expect.poll(() => bytes).toBeGreaterThan(50_000);
    await page.waitForTimeout(500);
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES);
    await context.close();
  });
});

describe('anybody can use it', () => {
  // Widths and colours do not change each other: two of the four are looked at by axe, and all of them are pictured.
  test.each([
    ['light', 1280, true],
    ['dark', 360, true],
    ['dark', 1280, false],
    ['light', 360, false],
  ] as const)('in %s, %i pixels wide: no barrier, and nothing beside the edge', async (colorScheme, width, isWhole) => {
    const { page, context, faults } = await visit(browser, http, { colorScheme, viewport: { width, height: 740 } });
    const check = async (): Promise<void> => {
      if (isWhole) expect(await barriers(page)).toEqual([]);
      const room = await page.evaluate('document.documentElement.scrollWidth');
      expect(room).toBeLessThanOrEqual(width);
    };
    for (const path of VIEWS) {
      await page.goto(new URL(path, http.url).href);
      await page.locator('.split, .page').first().waitFor({ state: 'attached' });
      await check();
      await keepPicture(page, `${path.slice(1).replaceAll('/', '-') || 'approvals'}-${colorScheme}-${width}`);
    }
    await page.goto(http.url);
    await page.locator('.row-link').first().click();
    await page.locator('.actions').waitFor();
    await page.getByRole('button', { name: 'Side by side' }).click();
    await check();
    await page.keyboard.press('e');
    await page.getByLabel('content').waitFor();
    await check();
    await waitForDecisions(page);
    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
    await check();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('shows the keys when asked, and goes through the views by one', async () => {
    const { page, context } = await visit(browser, http);
    await page.locator('.item').waitFor();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').textContent()).toContain('approve what is shown');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const title of [
      'Chat',
      'Activity',
      'Mail',
      'Calendar',
      'Files',
      'Team',
      'Tools',
      'Rules',
      'Set up',
      'Approvals',
    ]) {
      await page.keyboard.press('g');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    await context.close();
  });

  test('keeps the colours that were chosen', async () => {
    const { page, context } = await visit(browser, http, { colorScheme: 'light' });
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    await page.getByLabel('Colours').waitFor();
    const light = await paper();
    await page.getByLabel('Colours').selectOption('dark');
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByLabel('Colours').waitFor();
    expect(await paper()).toBe(dark);
    await context.close();
  });
});

describe('the server', () => {
  test('can be started again under an open page, which goes on by itself', async () => {
    const base = await mkdtemp(join(tmpdir(), 'console-'));
    const work = join(base, 'work');
    await mkdir(work);
    const where = { data: join(base, 'data'), workspace: work, log: () => undefined };
    const first = await serve({ ...where, port: 0 });
    const port = Number(new URL(first.url).port);
    const { page, context, faults } = await visit(browser, { server: first, url: first.url });
    await page.getByText('Live').waitFor();
    await first.close();
    await page.getByText('The server does not answer').waitFor();
    const second = await serve({ ...where, port });
    await page.getByText('Live').waitFor();
    await writeFile(join(work, 'b.txt'), 'x');
    const agent = await second.assembly.owner('agent', 'test');
    await second.assembly.runtime.call({ tool: 'delete_file', args: { path: 'b.txt' }, preset: 'workspace' }, agent);
    await page.getByText('Delete "b.txt"').first().waitFor();
    expect(faults.filter((fault) => !fault.includes('WebSocket'))).toEqual([]);
    await context.close();
    await second.close();
    await rm(base, { recursive: true, force: true });
  });

  test('that no longer knows this person is believed', async () => {
    const { page, context } = await visit(browser, http);
    await page.locator('.item').waitFor();
    await context.clearCookies();
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByText('You are signed out').waitFor();
    expect(await page.locator('.row').count()).toBe(0);
    await context.close();
  });
});
