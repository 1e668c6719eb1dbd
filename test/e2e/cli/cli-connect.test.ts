/** `deputize connect`: at a terminal and without one. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { SecretStore } from '../../../src/connectors/secrets/secret-store.ts';
import { deputize, type RunOptions } from '../../support/processes/command-line.ts';
import { startRadicale, type CalDavServer } from '../../support/servers/caldav-servers.ts';
import { deputizeAtTerminal } from '../../support/processes/terminal.ts';
import { startSite, type Handler, type Site } from '../../support/worlds/web-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let site: Site;
let answer: Handler;
let url: string;
let data: string;
beforeAll(async () => {
  site = await startSite((...request) => answer(...request));
  url = `http://127.0.0.1:${site.port}`;
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'deputize-connect-'));
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results: [{ title: 'T', url: 'https://example.com/', content: 'S' }] }));
  };
});
afterEach(() => rm(data, { recursive: true }));

const connect = (words: readonly string[], options?: RunOptions) =>
  deputize(['connect', ...words, '--data', data], options);
const config = () => readFile(join(data, 'deputize.yaml'), 'utf8');

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

describe('P9: web search', () => {
  test('is tested, then added to the existing file, and then used', async () => {
    await writeFile(join(data, 'deputize.yaml'), '# mine\npresets: [workspace] # and no other\n');
    const { code, json } = await connect(['search', '--provider', 'searxng', '--url', url]);
    expect([code, json]).toMatchObject([0, { connected: 'It works: a search found 1 pages.', restart: null }]);
    expect(await config()).toBe(
      `# mine\npresets: [workspace] # and no other\nwebSearch:\n  provider: searxng\n  url: ${url}\n`,
    );
    const call = await deputize(['call', 'web_search', '{"query":"q"}', '--data', data]);
    expect(call.json).toMatchObject({ state: 'ok' });
  });

  test('that does not work is not written', async () => {
    answer = (_, response) => void response.writeHead(403).end();
    const { code, json } = await connect(['search', '--provider', 'searxng', '--url', url]);
    expect([code, json]).toMatchObject([4, { error: { message: expect.stringContaining('SearXNG') } }]);
    expect(existsSync(join(data, 'deputize.yaml'))).toBe(false);
    expect(existsSync(join(data, 'secrets'))).toBe(false);
  });

  test('has a key that is read from what was stored', async () => {
    const yaml = 'webSearch: { provider: tavily, key: { stored: web-search } }\n';
    await writeFile(join(data, 'deputize.yaml'), yaml);
    const before = await deputize(['call', 'web_search', '{"query":"q"}', '--data', data]);
    expect(before.json).toMatchObject({
      error: { code: 'INVALID_CONFIGURATION', message: expect.stringContaining('stored secret "web-search"') },
    });
    new SecretStore(data).write('web-search', 'tvly-example');
    expect((await deputize(['tools', 'list', '--data', data])).code).toBe(0);
  });

  test('names the missing flag without a terminal, and takes no key from the command line', async () => {
    for (const [words, flag] of [
      [['search'], '--provider'],
      [['search', '--provider', 'tavily'], '--key-file'],
      [['search', '--provider', 'searxng'], '--url'],
      [['search', '--provider', 'bing'], '--provider is tavily or brave or searxng'],
      [['search', '--provider', 'searxng', '--url', 'somewhere'], 'is not an address'],
      [['mail'], '--address'],
      [['nothing'], 'search'],
      [['search', '--key', 'x'], "'--key'"],
    ] as const) {
      const { code, json } = await connect(words);
      expect([code, json]).toMatchObject([2, { error: { message: expect.stringContaining(flag) } }]);
    }
  });

  test('is asked for at a terminal, where a key is typed unseen, and Ctrl-C changes nothing', async () => {
    await using asking = deputizeAtTerminal(['connect', 'search', '--data', data]);
    await asking.until('Who is to be asked (tavily, brave, searxng): ');
    asking.type('nobody\r');
    await asking.until('Who is to be asked (tavily, brave, searxng): ');
    asking.type('searxng\r');
    await asking.until('Its address: ');
    asking.type(`${url}\r`);
    await asking.until('It works');
    expect(await asking.ended()).toBe(0);
    const written = await config();
    await using leaving = deputizeAtTerminal(['connect', 'search', '--provider', 'brave', '--data', data]);
    await leaving.until('Its key (not shown): ');
    leaving.type('canary');
    leaving.type('\u0003');
    expect(await leaving.ended()).toBe(1);
    expect(leaving.raw).toContain('Nothing was changed.');
    expect(leaving.raw).not.toContain('canary');
    expect(await config()).toBe(written);
  });
});

describe('P1: mail', () => {
  test('is set up where it can be listened, with how to forward it', async () => {
    const port = await freePort();
    const words = ['mail', '--address', 'inbox@example.com', '--host', '127.0.0.1', '--port', String(port)];
    const { code, out } = await connect(words, { plain: true });
    expect(code).toBe(0);
    for (const provider of ['Gmail', 'iCloud', 'Outlook', 'Fastmail', 'deputize mail notices'])
      expect(out).toContain(provider);
    expect(await config()).toContain('address: inbox@example.com');
    expect((await deputize(['doctor', '--data', data])).json).toMatchObject({ ready: true });
  });

  test('is not set up where something listens already, and keeps what else was said of it', async () => {
    const taken = createServer();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const words = ['mail', '--address', 'inbox@example.com', '--host', '127.0.0.1', '--port'];
    const { code, json } = await connect([...words, String(port)]);
    expect([code, json]).toMatchObject([1, { error: { message: expect.stringContaining('another program') } }]);
    taken.close();
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'deputize.yaml'), 'mail: { address: old@example.com, maxBytes: 20000 }\n');
    expect((await connect([...words, String(await freePort())])).code).toBe(0);
    expect(await config()).toMatch(
      /address: inbox@example\.com[^]*maxBytes: 20000|maxBytes: 20000[^]*inbox@example\.com/,
    );
    expect((await connect(['mail', '--address', 'no address'])).code).toBe(2);
  });
});

describe('P5: calendar', () => {
  let server: CalDavServer;
  beforeAll(async () => {
    server = await startRadicale();
  }, 120_000);
  afterAll(() => server.stop());

  test('is chosen among those of the account, its password stored sealed, and then used', async () => {
    const account = ['calendar', '--url', server.url, '--username', server.username, '--password-file', '-'];
    const wrong = await connect([...account, '--calendar', server.calendar], { input: 'wrong\n' });
    expect([wrong.code, wrong.json]).toMatchObject([4, { error: { code: 'PERMISSION_DENIED' } }]);
    expect(existsSync(join(data, 'deputize.yaml'))).toBe(false);
    const none = await connect([...account, '--calendar', 'Nothing'], { input: server.password });
    expect(none.code).toBe(2);
    const { code, json } = await connect([...account, '--calendar', server.calendar], { input: server.password });
    expect([code, json]).toMatchObject([0, { connected: expect.stringContaining(server.calendar) }]);
    expect(await config()).not.toContain(server.password);
    expect(new SecretStore(data).read('calendar')).toBe(server.password);
    const call = [
      'call',
      'get_events_availability',
      '{"start":"2026-03-04","end":"2026-03-04"}',
      '--preset',
      'personal',
    ];
    expect((await deputize([...call, '--data', data])).json).toMatchObject({ state: 'ok', value: { slots: [] } });
  });
});
