/** The system's Chromium, signed in to a server of the test, watched for errors and for what its policy had to stop. */
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

import { OWNER } from '../../../src/core/index.ts';
import { provision } from '../../../scripts/provision.ts';
import { startServer, type TestServer } from '../servers/test-server.ts';

const PICTURES = join(import.meta.dirname, '../../browser/pictures');

export async function launchBrowser(): Promise<Browser> {
  const executablePath = (await provision(['chromium'])).get('chromium');
  if (executablePath === undefined) throw new Error('there is no Chromium');
  // Chromium's own sandbox refuses to run as root, which is what tests in containers run as.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page, and everything that the content security policy refused. */
  readonly faults: readonly string[];
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

export async function visit(
  browser: Browser,
  http: Pick<TestServer, 'server' | 'url'>,
  options: ContextOptions = {},
  userId = OWNER,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // A refusal is an answer like any other; the browser notes it all the same.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) faults.push(message.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const link = await http.server.assembly.runtime.credentials.createSignInLink(userId);
  await openSignInLink(page, new URL(`/sign-in?link=${link}`, http.url).href);
  return { page, context, faults };
}

/** Opens a sign-in link and waits until its page has signed in and led on. */
export async function openSignInLink(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
}

/** Nothing went wrong on the page, and nothing tried what its policy forbids. */
export function expectCalm({ faults }: Visit): void {
  if (faults.length > 0) throw new Error(`the page complained: ${faults.join('; ')}`);
}

/** Saves a screenshot for review. Git ignores these files. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(PICTURES, `${name}.png`), animations: 'disabled' });
}

const WIDE = { width: 1_280, height: 800 };
const NARROW = { width: 360, height: 740 };

/** The same page light and dark, wide and narrow. What is wider than its window is a fault. */
export async function keepPictures(page: Page, name: string): Promise<void> {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await keepPicture(page, `${name}-${colorScheme}-${size.width}`);
    }
    const isTooWide = await page.evaluate<boolean>(
      `[document.documentElement, ...document.querySelectorAll('.page, .split-list, .split-main')].some((one) => one.scrollWidth > one.clientWidth)`,
    );
    if (isTooWide) throw new Error(`${name} is wider than ${size.width} pixels`);
  }
}

export interface OpenedConsole extends AsyncDisposable {
  readonly http: TestServer;
  readonly browser: Browser;
  readonly seen: Visit;
  readonly page: Page;
}

/** A separate server, and a user who is signed in to its console. */
export async function openConsole(): Promise<OpenedConsole> {
  const [http, browser] = await Promise.all([startServer(), launchBrowser()]);
  const seen = await visit(browser, http);
  return {
    ...{ http, browser, seen, page: seen.page },
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await http[Symbol.asyncDispose]();
    },
  };
}
