/** web_search through the whole runtime, against servers that speak each provider's documented form. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { brave } from '../../../src/connectors/web-search/brave.ts';
import { searxng } from '../../../src/connectors/web-search/searxng.ts';
import { tavily } from '../../../src/connectors/web-search/tavily.ts';
import type { WebSearch } from '../../../src/ports/web-search.ts';
import { workspace } from '../../../src/presets/workspace/preset.ts';
import { deputize as runCommand } from '../../support/processes/command-line.ts';
import { errorOf, startSite, valueOf, type Handler, type Site } from '../../support/worlds/web-world.ts';

vi.setConfig({ testTimeout: 60_000 });

const KEY = 'tvly-canary-key-that-nobody-may-read';
const found = (at: number, snippet: string) => ({
  title: `T${at}`,
  url: `https://example.com/${at}`,
  [snippet]: `S${at}`,
});
const list = (count: number, snippet: string) => Array.from({ length: count }, (_, at) => found(at + 1, snippet));

interface Spoken {
  readonly name: string;
  readonly engine: (url: string) => WebSearch;
  readonly answer: (results: unknown) => object;
  readonly snippet: string;
}
const providers: readonly Spoken[] = [
  {
    name: 'Tavily',
    engine: (url) => tavily(KEY, url),
    answer: (results) => ({ query: 'q', images: [], results, response_time: 1.1, answer: null }),
    snippet: 'content',
  },
  {
    name: 'Brave',
    engine: (url) => brave(KEY, url),
    answer: (results) => ({ type: 'search', query: { original: 'q' }, web: { type: 'search', results } }),
    snippet: 'description',
  },
  {
    name: 'SearXNG',
    engine: (url) => searxng(url),
    answer: (results) => ({ query: 'q', number_of_results: 0, results, answers: [], suggestions: [] }),
    snippet: 'content',
  },
];

describe.each(providers)('W4: $name', ({ name, engine, answer, snippet }) => {
  let site: Site;
  let handle: Handler;
  let data: string;
  let deputize: Deputize;
  const logged: string[] = [];
  beforeAll(async () => {
    site = await startSite((request, response, body) => handle(request, response, body));
    data = await mkdtemp(join(tmpdir(), 'search-'));
    const webSearch = engine(`http://127.0.0.1:${site.port}`);
    deputize = await createDeputize({
      data,
      presets: [workspace],
      capabilities: () => ({ webSearch }),
      log: (...said) => void logged.push(JSON.stringify(said)),
    });
  });
  afterAll(async () => {
    await deputize.close();
    await site[Symbol.asyncDispose]();
    await rm(data, { recursive: true, force: true });
  });
  beforeEach(() => {
    site.requests.length = 0;
  });
  const json = (value: unknown, status = 200, headers: Record<string, string> = {}) => {
    handle = (_, response) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
  const search = async (args: object) => (await deputize.call('web_search', args)).outcome;
  const results = async (args: object) => valueOf<{ results: unknown[] }>(await search(args)).results;

  test('answers title, url and snippet, five unless said', async () => {
    json(answer(list(9, snippet)));
    const outcome = await search({ query: 'what is R&D?' });
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow' } });
    expect(valueOf(outcome)).toEqual({
      results: [1, 2, 3, 4, 5].map((at) => ({ title: `T${at}`, url: `https://example.com/${at}`, snippet: `S${at}` })),
    });
    expect(await results({ query: 'q', numResults: 7 })).toHaveLength(7);
  });

  test('asks as the provider documents it', async () => {
    json(answer([]));
    expect(await results({ query: 'what is R&D? ü', numResults: 3 })).toEqual([]);
    const [asked] = site.requests;
    const url = new URL(asked?.url ?? '', 'http://x');
    if (name === 'Tavily') {
      expect(asked).toMatchObject({ method: 'POST', url: '/search', headers: { authorization: `Bearer ${KEY}` } });
      expect(JSON.parse(asked?.body ?? '')).toMatchObject({ query: 'what is R&D? ü', max_results: 3 });
      return;
    }
    expect([asked?.method, url.searchParams.get('q')]).toEqual(['GET', 'what is R&D? ü']);
    if (name === 'Brave') {
      expect(url.pathname).toBe('/res/v1/web/search');
      expect(url.searchParams.get('count')).toBe('3');
      expect(asked?.headers['x-subscription-token']).toBe(KEY);
    } else {
      expect([url.pathname, url.searchParams.get('format')]).toEqual(['/search', 'json']);
    }
  });

  test('leaves out what is no result, and marks and escapes in the text', async () => {
    json(
      answer([
        {
          title: '<strong>Tom</strong> &amp; Jerry&#39;s',
          url: 'https://example.com/a',
          [snippet]: 'a &lt;b&gt; &#x1F600;',
        },
        { title: 'script', url: 'javascript:alert(1)', [snippet]: '' },
        { title: 'no address', [snippet]: '' },
        { title: 7, url: 'https://example.com/b' },
        null,
        'text',
        { title: 'long', url: 'https://example.com/c', [snippet]: 'x'.repeat(10_000) },
      ]),
    );
    const [first, second, third] = await results({ query: 'q' });
    expect(first).toEqual({ title: "Tom & Jerry's", url: 'https://example.com/a', snippet: 'a <b> 😀' });
    expect(second).toEqual({ title: 'https://example.com/b', url: 'https://example.com/b', snippet: '' });
    expect((third as { snippet: string }).snippet).toHaveLength(2_000);
  });

  test.each([
    [401, 'PERMISSION_DENIED', false],
    [403, 'PERMISSION_DENIED', false],
    [429, 'RATE_LIMITED', true],
    [500, 'EXTERNAL_ERROR', true],
    [503, 'EXTERNAL_ERROR', true],
    [404, 'EXTERNAL_ERROR', true],
  ])('status %i is %s', async (status, code, retryable) => {
    json({ detail: { error: `bad key ${KEY}` } }, status, { 'retry-after': '7' });
    const error = errorOf(await search({ query: 'q' }));
    expect(error).toMatchObject({ code, retryable, details: { status } });
    if (status === 429) expect(error.details).toMatchObject({ retryAfterSeconds: 7 });
  });

  test.each([
    ['no JSON', (_: unknown, response: { end(text: string): void }) => response.end('<html>')],
    [
      'JSON that is something else',
      (_: unknown, response: { end(text: string): void }) => response.end('{"results":{}}'),
    ],
    ['a bare text', (_: unknown, response: { end(text: string): void }) => response.end('"results"')],
    [
      'a redirect',
      (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      },
    ],
    ['a closed door', (_: unknown, response: { destroy(): void }) => response.destroy()],
  ])('%s is an error of the provider', async (_, answering) => {
    handle = answering as Handler;
    expect(errorOf(await search({ query: 'q' })).code).toBe('EXTERNAL_ERROR');
  });

  test('an endless answer is cut off', async () => {
    handle = (_, response) => {
      const pour = setInterval(() => response.write(' '.repeat(500_000)), 1);
      response.on('close', () => clearInterval(pour));
    };
    expect(errorOf(await search({ query: 'q' })).code).toBe('TOO_LARGE');
  });

  test('cancelling reaches the provider', async () => {
    const ended = new Promise<void>((resolve) => {
      handle = (_, response) => {
        response.on('close', resolve);
        const agent = deputize.runtime.directory.principal('owner', 'agent', 'library');
        void agent.then((principal) => deputize.runtime.cancel('stop', principal));
      };
    });
    const { outcome } = await deputize.call('web_search', { query: 'q' }, { callId: 'stop' });
    expect(errorOf(outcome).code).toBe('CANCELLED');
    await ended;
  });

  test('R10: the key appears in no answer, no log and no record', async () => {
    json({ detail: `your key ${KEY} is wrong` }, 401);
    const outcome = await search({ query: 'q' });
    const records = await deputize.runtime.audit.read({ limit: 1_000 });
    expect(JSON.stringify([outcome, records, logged])).not.toContain(KEY);
  });

  test('refuses what is no question', async () => {
    for (const args of [
      {},
      { query: ' ' },
      { query: 'q', numResults: 0 },
      { query: 'q', numResults: 21 },
      { query: 'q', x: 1 },
    ]) {
      expect(errorOf(await search(args)).code).toBe('INVALID_ARGUMENTS');
    }
    expect(deputize.runtime.registry.find('workspace', 'web_search')?.labels).toEqual({
      untrusted: true,
      private: false,
      sendsOut: true,
    });
  });
});

describe('W4: the configuration', () => {
  let base: string;
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'search-'));
    await mkdir(join(base, 'work'));
  });
  afterAll(() => rm(base, { recursive: true, force: true }));
  const call = async (config: string, env: Record<string, string> = {}) => {
    await writeFile(join(base, 'deputize.yaml'), config);
    const flags = [
      '--data',
      join(base, 'data'),
      '--workspace',
      join(base, 'work'),
      '--config',
      join(base, 'deputize.yaml'),
    ];
    return runCommand(['call', 'web_search', '{"query":"q"}', ...flags], { env });
  };

  test('without a provider the error names the setting', async () => {
    const { json } = await call('');
    expect(json).toMatchObject({ state: 'failed', error: { code: 'NOT_AVAILABLE', details: { key: 'webSearch' } } });
  });

  test('chooses the provider, which may be inside the network', async () => {
    const site = await startSite((_, response) => void response.end(JSON.stringify({ results: list(1, 'content') })));
    const { json } = await call(`webSearch: { provider: searxng, url: "http://127.0.0.1:${site.port}/sub/" }`);
    expect(json).toMatchObject({ state: 'ok', value: { results: [{ title: 'T1' }] } });
    expect(site.requests[0]?.url).toMatch(/^\/sub\/search\?/);
    await site[Symbol.asyncDispose]();
  });

  test('O1: search_web of the organization preset answers as described, and can be switched off', async () => {
    const site = await startSite((_, response) => void response.end(JSON.stringify({ results: list(3, 'content') })));
    const engine = `webSearch: { provider: searxng, url: "http://127.0.0.1:${site.port}/" }`;
    const search = async (config: string, args: object) => {
      await writeFile(join(base, 'deputize.yaml'), config);
      const flags = ['data', 'work', 'deputize.yaml'].map((name) => join(base, name));
      const [data = '', work = '', file = ''] = flags;
      const places = ['--data', data, '--workspace', work, '--config', file, '--preset', 'organization'];
      return (await runCommand(['call', 'search_web', JSON.stringify(args), ...places])).json;
    };
    const found = (at: number) => ({
      ...{ title: `T${at}`, url: `https://example.com/${at}`, content: `S${at}`, score: expect.any(Number) as number },
    });
    expect(await search(engine, { query: 'cargo bikes', maxResults: 2 })).toMatchObject({
      state: 'ok',
      value: { query: 'cargo bikes', results: [found(1), found(2)] },
    });
    const asked = site.requests.length;
    expect(await search(`${engine}\nsettings: { search_web: "off" }`, { query: 'cargo bikes' })).toMatchObject({
      state: 'refused',
    });
    expect(site.requests).toHaveLength(asked);
    await site[Symbol.asyncDispose]();
  });

  test('a key that is missing or is none is named by its setting, without its value', async () => {
    const missing = await call('webSearch: { provider: tavily, key: { env: NO_SUCH_KEY } }');
    expect([missing.code, missing.err + missing.out]).toEqual([
      expect.any(Number),
      expect.stringContaining('NO_SUCH_KEY'),
    ]);
    expect(missing.code).not.toBe(0);
    const odd = await call('webSearch: { provider: brave, key: { env: ODD_KEY } }', { ODD_KEY: 'canary\u00e9value' });
    expect(odd.code).not.toBe(0);
    expect(odd.err + odd.out).toContain('webSearch.key');
    expect(odd.err + odd.out).not.toContain('canary');
    const file = await call('webSearch: { provider: brave, key: { file: nowhere.key } }');
    expect(file.err + file.out).toContain('webSearch.key');
  });
});
