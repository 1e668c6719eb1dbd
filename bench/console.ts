/** The console in Chromium: how soon it is there with the processor slowed, how soon a waiting call is seen, and how its long list scrolls. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';

import { ensureConsole } from '../src/app/server/console.ts';
import { openConsole } from '../test/support/clients/browser.ts';
import { table } from './support/rounds.ts';

const ROUNDS = 7;
const SLOWED = 4;
const CALLS = 10_000;
const FRAMES = 300;
const SCROLLS = 4;
const ROW_PX = 62;
const FRAME_MS = 1_000 / 60;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

// What is measured is what the sources say now.
await ensureConsole((line) => void process.stderr.write(`${line}\n`));
await using opened = await openConsole();
const { http, page, seen } = opened;
await page.getByText('Live').waitFor();

/** Nothing is taken from what an earlier visit has left: neither the browser's cache nor the console's own worker. */
async function asTheFirstTime(client: CDPSession): Promise<void> {
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Network.setBypassServiceWorker', { bypass: true });
}

async function largestPaint(): Promise<number> {
  const client = await seen.context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await asTheFirstTime(client);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('about:blank');
    await page.goto(http.url, { waitUntil: 'networkidle' });
    times.push(
      await page.evaluate<number>(
        `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`,
      ),
    );
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await client.detach();
  return median(times);
}

/** Everything that comes over the line until nothing more is asked for, compressed as it comes. */
async function firstLoad(): Promise<number> {
  const client = await seen.context.newCDPSession(page);
  await client.send('Network.enable');
  await asTheFirstTime(client);
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto('about:blank');
  await page.goto(http.url, { waitUntil: 'networkidle' });
  await client.detach();
  return bytes;
}

/** From the moment that the agent asks to the row being there, both by this process's clock. */
async function untilSeen(on: Page): Promise<number> {
  const times: number[] = [];
  await on.goto(http.url);
  await on.getByText('Live').waitFor();
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `seen-${round}.txt`;
    await writeFile(join(http.workspace, name), 'x');
    const shown = on.locator('.row-title', { hasText: name }).waitFor();
    const began = performance.now();
    await http.waiting(name);
    await shown;
    times.push(performance.now() - began);
  }
  return median(times);
}

/** The long list by turns with an empty one of the same height, so that what else the machine does befalls both. */
async function scrolled(): Promise<readonly [Frames, Frames]> {
  const { runtime, owner } = http.server.assembly;
  const agent = await owner('agent', 'bench');
  const call = () => runtime.call({ tool: 'search_tools', args: { query: 'x' }, preset: 'workspace' }, agent);
  for (let made = 0; made < CALLS; made += 500) await Promise.all(Array.from({ length: 500 }, call));
  await page.goto(new URL('/activity', http.url).href);
  await page.locator('.row').first().waitFor();
  const known = () => page.locator('.row').first().getAttribute('aria-setsize').then(Number);
  while ((await known()) < CALLS)
    await page.evaluate(`(() => { const s = document.querySelector('.scroller'); s.scrollTop = s.scrollHeight; })()`);
  await page.evaluate(`(() => {
    const list = document.querySelector('.scroller');
    const empty = document.createElement('div');
    empty.id = 'empty';
    Object.assign(empty.style, { position: 'fixed', inset: '0 0 0 50%', overflowY: 'auto', visibility: 'hidden' });
    empty.append(Object.assign(document.createElement('div')));
    empty.firstChild.style.height = '${CALLS * ROW_PX}px';
    document.body.append(empty);
  })()`);
  const [rows, nothing]: [Frames[], Frames[]] = [[], []];
  for (let round = 0; round < SCROLLS; round += 1) {
    await page.evaluate(`document.querySelector('.scroller').scrollTop = ${round * 100_000}`);
    await page.waitForTimeout(300);
    rows.push(await frames(`document.querySelector('.scroller').scrollTop += 120`));
    await page.evaluate(`document.querySelector('#empty').style.visibility = 'visible'`);
    await page.waitForTimeout(300);
    nothing.push(await frames(`document.querySelector('#empty').scrollTop += 120`));
    await page.evaluate(`document.querySelector('#empty').style.visibility = 'hidden'`);
  }
  return [sum(rows), sum(nothing)];
}

interface Frames {
  readonly late: number;
  readonly worstMs: number;
  readonly busyMs: number;
}

const sum = (all: readonly Frames[]): Frames => ({
  late: all.reduce((total, { late }) => total + late, 0),
  worstMs: Math.max(...all.map(({ worstMs }) => worstMs)),
  busyMs: all.reduce((total, { busyMs }) => total + busyMs, 0) / all.length,
});

/** How many frames come late while something is done in each. */
async function frames(work: string): Promise<Frames> {
  const client = await seen.context.newCDPSession(page);
  // The processor's time, which other work on the machine does not change.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> =>
    (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const before = await busy();
  const gaps = await page.evaluate<number[]>(`new Promise((resolve) => {
    const gaps = [];
    let last;
    const step = (now) => {
      if (last !== undefined) gaps.push(now - last);
      last = now;
      ${work};
      if (gaps.length < ${FRAMES}) requestAnimationFrame(step); else resolve(gaps);
    };
    requestAnimationFrame(step);
  })`);
  const busyMs = ((await busy()) - before) * (1_000 / FRAMES);
  await client.detach();
  return { late: gaps.filter((gap) => gap > FRAME_MS * 1.5).length, worstMs: Math.max(...gaps), busyMs };
}

const loaded = await firstLoad();
const paint = await largestPaint();
const appears = await untilSeen(page);
// What the machine itself is late by: other work on it delays frames of any page.
const [scrolling, empty] = await scrolled();
const said = ({ late, worstMs, busyMs }: Frames): string =>
  `${late} (worst ${worstMs.toFixed(0)} ms; ${busyMs.toFixed(1)} ms of work in each)`;
table([
  { what: 'first load, compressed', measured: `${(loaded / 1_000).toFixed(0)} kB`, wanted: 'at most 200 kB' },
  {
    what: `largest paint, processor ${SLOWED} times slower`,
    measured: `${paint.toFixed(0)} ms`,
    wanted: 'under 1000 ms',
  },
  { what: 'from a call to its row, page open', measured: `${appears.toFixed(0)} ms`, wanted: 'under 200 ms' },
  {
    what: `late frames of ${FRAMES * SCROLLS}, scrolling ${CALLS} rows`,
    measured: said(scrolling),
    wanted: 'as below',
  },
  { what: `late frames of ${FRAMES * SCROLLS}, scrolling an empty list`, measured: said(empty), wanted: '' },
]);
