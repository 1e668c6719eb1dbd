/**
 * The user's Chrome or Chromium with a separate profile. All its requests go through our proxy, which allows only the hosts
 * in scope. So no redirect, image or script reaches another host.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page, Response } from 'playwright-core';

import type { WebBrowser, VisitedPage } from '../../ports/desktop.ts';
import { PortError } from '../../ports/port-error.ts';
import { notAvailableError, type ProgramRunner } from './run-program.ts';

export interface HostProxy {
  readonly port: number;
  close(): void;
}

interface BrowserOptions {
  /** The folder of the profile. */
  readonly profile: string;
  readonly programs: ProgramRunner;
  /** Whether a host and port are in scope. */
  readonly isAllowed: (url: URL) => boolean;
  /** The proxy calls `refused` with each host that it refuses. */
  readonly openProxy: (refused: (host: string) => void) => Promise<HostProxy>;
  /** The folder for downloads; without it, downloads are refused. */
  readonly downloads?: string | undefined;
}

const PLACES = [
  ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'msedge'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const VIEW = { width: 1024, height: 768 };
const MAX_TEXT = 40_000;
/** How long the page may load further resources after the document itself. */
const SETTLE_MS = 5_000;
const LOOK_MS = 5_000;
const DOWNLOAD_MS = 500;
/** Nothing may go past the proxy: no direct connection to this machine, no UDP of a video call. */
const FLAGS = [
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-background-networking',
];

export function findBrowser(programs: ProgramRunner): string | undefined {
  return PLACES.map((place) => programs.find(place)).find((place) => place !== undefined);
}

export function openBrowser(options: BrowserOptions): WebBrowser {
  // A profile can be open only once, so visits run one after the other.
  let last: Promise<unknown> = Promise.resolve();
  return {
    check(url) {
      if (options.isAllowed(url)) return;
      throw new PortError('OUT_OF_SCOPE', `"${url.host}" is not one of the hosts that may be opened.`, {
        host: url.host,
      });
    },
    visit: (url, { timeoutMs, signal }) => {
      const turn = last.then(() => visit(url, options, timeoutMs, signal));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

async function visit(url: URL, options: BrowserOptions, timeoutMs: number, signal: AbortSignal): Promise<VisitedPage> {
  signal.throwIfAborted();
  const executablePath = findBrowser(options.programs);
  if (executablePath === undefined)
    throw notAvailableError('There is no Chrome or Chromium.', 'apt-get install chromium');
  await mkdir(options.profile, { recursive: true, mode: 0o700 });
  const refused = new Set<string>();
  const proxy = await options.openProxy((host) => void refused.add(host));
  let context: BrowserContext | undefined;
  const stop = (): void => void context?.close().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    context = await launch(executablePath, options, proxy.port);
    if (signal.aborted) throw signal.reason as Error;
    const downloads = collectDownloads(context, options.downloads);
    // The browser also sends requests that do not belong to the page. Their refused hosts are not reported.
    const wanted = new Set<string>();
    context.on('request', (request) => void (URL.canParse(request.url()) && wanted.add(new URL(request.url()).host)));
    const refusedOfPage = (): string[] => [...refused].filter((host) => wanted.has(host));
    const page = context.pages()[0] ?? (await context.newPage());
    const { response, complete } = await navigate(page, url, timeoutMs, downloads, refusedOfPage);
    return {
      ...(await look(page)),
      status: response?.status() ?? null,
      complete,
      downloads: await downloads(),
      refusedHosts: refusedOfPage(),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason as Error;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await context?.close().catch(() => undefined);
    proxy.close();
  }
}

async function launch(
  executablePath: string,
  { profile, downloads }: BrowserOptions,
  port: number,
): Promise<BrowserContext> {
  // Heavy, and most processes never open a page.
  const { chromium } = await import('playwright-core');
  // Chromium's own sandbox refuses to run as root.
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  try {
    return await chromium.launchPersistentContext(profile, {
      ...{ executablePath, args, viewport: VIEW, headless: true },
      proxy: { server: `http://127.0.0.1:${port}` },
      acceptDownloads: downloads !== undefined,
      serviceWorkers: 'block',
      permissions: [],
    });
  } catch (cause) {
    throw new PortError('NOT_AVAILABLE', `${executablePath} could not be started with its own profile.`, {}, cause);
  }
}

type Downloads = () => Promise<VisitedPage['downloads']>;

function collectDownloads(context: BrowserContext, folder: string | undefined): Downloads {
  const found: Promise<VisitedPage['downloads'][number]>[] = [];
  const attend = (page: Page): void => {
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    page.on('download', (download) => {
      const name = download.suggestedFilename().replaceAll(/[^\p{L}\p{N}._ -]/gu, '_');
      found.push(
        folder === undefined
          ? download.cancel().then(
              () => ({ name, savedTo: null }),
              () => ({ name, savedTo: null }),
            )
          : trySave(join(folder, `${Date.now()}-${name}`), (path) => download.saveAs(path)).then((savedTo) => ({
              name,
              savedTo,
            })),
      );
    });
  };
  context.pages().forEach(attend);
  context.on('page', attend);
  return () => Promise.all(found);
}

async function trySave(path: string, save: (path: string) => Promise<void>): Promise<string | null> {
  return save(path).then(
    () => path,
    () => null,
  );
}

async function navigate(
  page: Page,
  url: URL,
  timeoutMs: number,
  downloads: Downloads,
  refused: () => readonly string[],
) {
  let response: Response | null;
  try {
    response = await page.goto(url.href, { waitUntil: 'commit', timeout: timeoutMs });
  } catch (error) {
    // A URL that is a download never becomes a page, and the download event follows a moment later.
    if (String(error).includes('Download is starting')) await page.waitForTimeout(DOWNLOAD_MS);
    if ((await downloads()).length > 0) return { response: null, complete: true };
    throw navigationError(url, error, refused);
  }
  const complete = await page.waitForLoadState('load', { timeout: Math.min(SETTLE_MS, timeoutMs) }).then(
    () => true,
    () => false,
  );
  if (response !== null && response.status() === 403 && refused().includes(new URL(page.url()).host))
    throw new PortError('OUT_OF_SCOPE', `"${new URL(page.url()).host}" is not one of the hosts that may be opened.`);
  return { response, complete };
}

function navigationError(url: URL, error: unknown, refused: () => readonly string[]): PortError {
  const text = error instanceof Error ? error.message : '';
  const [otherAddress] = refused();
  if (otherAddress !== undefined && /ERR_TUNNEL_CONNECTION_FAILED|ERR_ABORTED|ERR_BLOCKED/.test(text))
    return new PortError('OUT_OF_SCOPE', `"${otherAddress}" is not one of the hosts that may be opened.`, {
      host: otherAddress,
    });
  if (/Timeout/.test(text)) return new PortError('TIMEOUT', `${url.host} did not answer in time.`);
  const code = /net::(ERR_[A-Z_]+)/.exec(text)?.[1] ?? 'it could not be opened';
  return new PortError('EXTERNAL_ERROR', `${url.host}: ${code}.`, {}, error);
}

async function look(page: Page): Promise<Pick<VisitedPage, 'url' | 'title' | 'text' | 'screenshot'>> {
  // A page whose scripts never yield must not block the visit.
  const within = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
    Promise.race([
      work.catch(() => otherwise),
      new Promise<T>((resolve) => void setTimeout(resolve, LOOK_MS, otherwise)),
    ]);
  return {
    url: page.url(),
    title: (await within(page.title(), '')).slice(0, 500),
    text: (await within(page.locator('body').innerText({ timeout: LOOK_MS }), '')).slice(0, MAX_TEXT),
    screenshot: await within(
      page.screenshot({ type: 'jpeg', quality: 50, timeout: LOOK_MS, animations: 'disabled' }),
      Buffer.alloc(0),
    ),
  };
}
