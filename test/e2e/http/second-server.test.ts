/** A data folder has one server: a second start leads to the one that runs. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { deputize, startProcess } from '../../support/processes/command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

let base: string;
let data: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'second-server-'));
  data = join(base, 'data');
});
afterEach(() => rm(base, { recursive: true, force: true }));

const signsIn = async (signInUrl: unknown): Promise<boolean> => {
  const browser = await PlainBrowser.byLink(String(signInUrl));
  return (await browser.get('/api/tools')).status === 200;
};

test('a second start prints a new sign-in link to the running server and ends', async () => {
  await using first = await startProcess(['--data', data]);
  const second = await deputize(['start', '--port', '0', '--data', data]);
  expect(second.code).toBe(0);
  expect(second.json).toEqual({
    url: first.url,
    signInUrl: expect.stringContaining(`${first.url}/sign-in?link=`) as unknown,
    mcpUrl: first.mcpUrl,
    pid: first.pid,
    alreadyRunning: true,
  });
  expect(second.json['signInUrl']).not.toBe(first.signInUrl);
  expect(await signsIn(second.json['signInUrl'])).toBe(true);
  const inWords = await deputize(['start', '--data', data], { plain: true });
  expect(inWords.code).toBe(0);
  expect(inWords.out).toContain(`already runs on this data folder, at ${first.url}`);
  // The first server is as it was.
  const again = await deputize(['sign-in', '--data', data]);
  expect(again.code).toBe(0);
  expect(await signsIn(again.json['signInUrl'])).toBe(true);
});

test('one of two starts at the same moment serves, and the other leads to it', async () => {
  const starts = [startProcess(['--data', data]), startProcess(['--data', data])];
  const [one, other] = await Promise.all(starts);
  if (!one || !other) throw new Error('two starts print two lines');
  try {
    expect(one.url).toBe(other.url);
    expect(one.pid).toBe(other.pid);
    expect([one, other].filter((ready) => 'alreadyRunning' in ready)).toHaveLength(1);
    expect(await signsIn(one.signInUrl)).toBe(true);
    expect(await signsIn(other.signInUrl)).toBe(true);
  } finally {
    await Promise.all([one.stop(), other.stop()]);
  }
});

test('a start serves after the server before it was killed', async () => {
  const killed = await startProcess(['--data', data]);
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
  expect(existsSync(join(data, 'server.json'))).toBe(true);
  // The process of this test lives, but it serves nothing.
  await writeFile(join(data, 'server.json'), JSON.stringify({ url: killed.url, pid: process.pid }));
  await using next = await startProcess(['--data', data]);
  expect(next).not.toHaveProperty('alreadyRunning');
  expect(await signsIn(next.signInUrl)).toBe(true);
});

test('a start waits for a server that stops, and then serves', async () => {
  const first = await startProcess(['--data', data]);
  process.kill(first.pid, 'SIGTERM');
  await using next = await startProcess(['--data', data]);
  await first.ended;
  const health = await fetch(`${next.url}/healthz`);
  expect(health.status).toBe(200);
});

test('servers with separate data folders run beside each other', async () => {
  await mkdir(data);
  await using first = await startProcess(['--data', data]);
  await using second = await startProcess(['--data', join(base, 'other')]);
  expect(second.url).not.toBe(first.url);
  expect(second).not.toHaveProperty('alreadyRunning');
});
