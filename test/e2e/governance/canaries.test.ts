/** Fifty secrets are planted wherever secrets are kept or pass through. None of them comes out anywhere, in whatever spelling. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { accessToken, ask, startServer, type RunningServer } from '../../support/processes/cli.ts';
import { isIn, spelled } from '../../support/worlds/canaries.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { serverDoors } from '../../support/crash/doors/server-doors.ts';
import { startSite, type Site } from '../../support/worlds/web-world.ts';

/** No pattern matches these secrets by their form: only their place shows that they are secret. */
let planted = 0;
const canaries: string[] = [];
function plant(form = ''): string {
  const canary = `${form}canary${(planted += 1)}${crypto.randomUUID().replaceAll('-', '')}`;
  canaries.push(canary);
  return canary;
}

const VARIABLES = ['MODEL_KEY', 'CALDAV_PASSWORD', 'MCP_BEARER', 'MCP_OTHER', 'AWS_SECRET_ACCESS_KEY', 'PLAIN_THING'];
const environment = Object.fromEntries(
  [
    ...VARIABLES,
    'GITHUB_TOKEN',
    'DATABASE_URL',
    'NPM_TOKEN',
    'HOME_MADE',
    'SSH_PASS',
    'TAVILY_API_KEY',
    'STRIPE_KEY',
    'SLACK_HOOK',
  ].map((name) => [name, name === 'DATABASE_URL' ? `postgres://me:${plant()}@example.com/x` : plant()]),
);
const keyFile = plant();

let base: string;
let echo: Site;
let server: RunningServer;
let agent: string;
let person: string;
const seen = new Map<string, string>();
const keep = (place: string, text: string): void => void seen.set(place, (seen.get(place) ?? '') + text);

beforeAll(async () => {
  // It answers with everything that it received, as careless error messages do.
  echo = await startSite((request, response) => {
    const told = Object.entries(request.headers).map(([name, value]) => {
      const [scheme = '', secret = String(value)] = String(value).split(' ');
      const plain = scheme === 'Basic' ? Buffer.from(secret, 'base64').toString('utf8') : secret;
      return [name, ...spelled(plain), ...(plain.includes(':') ? spelled(plain.split(':')[1] ?? '') : [])].join(' ');
    });
    response.writeHead(request.url?.startsWith('/v1') ? 401 : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `wrong: ${told.join('\n')}`, code: 'invalid' } }));
  });
  base = await mkdtemp(join(tmpdir(), 'canaries-'));
  const [data, workspace] = [join(base, 'data'), join(base, 'work')];
  await Promise.all([mkdir(data), mkdir(workspace)]);
  [agent, person] = await Promise.all([accessToken(data, 'agent'), accessToken(data, 'person')]);
  canaries.push(agent, person);
  await writeFile(join(data, 'key.txt'), keyFile, { mode: 0o600 });
  const url = `http://127.0.0.1:${echo.port}`;
  await writeFile(
    join(data, 'deputize.yaml'),
    `presets: [workspace, personal]
models:
  one: { provider: openai-compatible, model: x, url: '${url}/v1', key: { env: MODEL_KEY } }
  two: { provider: openai-compatible, model: y, url: '${url}/v1', key: { file: key.txt } }
calendar:
  caldav: { url: '${url}/dav/', username: ann, password: { env: CALDAV_PASSWORD }, calendar: Home }
mcpServers:
  echo:
    url: '${url}/mcp'
    headers: { authorization: { env: MCP_BEARER, prefix: 'Bearer ' }, x-key: { env: MCP_OTHER } }
`,
  );
  server = await startServer(data, workspace, environment);
});
afterAll(async () => {
  await server.stop();
  await echo[Symbol.asyncDispose]();
  await rm(base, { recursive: true, force: true });
});

/** Arguments that hold a secret in a place that says so. */
function secretArguments(): [string, Record<string, unknown>][] {
  const env = (name: string, value: string): [string, Record<string, unknown>] => [
    'run_code',
    { language: 'bash', code: 'true', env: { [name]: value } },
  ];
  const write = (content: string): [string, Record<string, unknown>] => [
    'write_file',
    { path: `f${(planted += 1)}.txt`, content },
  ];
  const fetch = (headers: Record<string, string>): [string, Record<string, unknown>] => [
    'web_fetch',
    { url: 'https://example.com/', headers },
  ];
  const coded = (secret: string): string => Buffer.from(secret).toString('base64');
  return [
    ...['API_KEY', 'DB_PASSWORD', 'CLIENT_SECRET', 'ACCESS_TOKEN', 'PASSPHRASE', 'SESSION_TOKEN'].map((name) =>
      env(name, plant()),
    ),
    ...['PRIVATE_KEY', 'MY_SECRET'].map((name) => env(name, coded(plant()))),
    ...['COOKIE', 'CREDENTIALS'].map((name) => env(name, encodeURIComponent(`${plant()}/+`))),
    env('REFRESH_TOKEN', plant().replace('canary', 'canary\n')),
    ...['sk-', 'ghp_', 'glpat-', 'xoxb-', 'dpt_', 'npm_', 'github_pat_'].map((form) => write(`here: ${plant(form)}`)),
    ...['password: ', 'api_key=', '"secret": "', 'Authorization: Bearer ', 'https://me:'].map((before) =>
      write(`${before}${plant()}${before.startsWith('https') ? '@example.com/' : ''}`),
    ),
    ...['authorization', 'cookie', 'x-api-key', 'proxy-authorization'].map((name) => fetch({ [name]: plant() })),
    ['no_such_tool', { password: plant(), nested: [{ apiKey: plant() }] }],
    ['read_file', { path: `https://me:${plant()}@example.com/` }],
    ['list_directory', { path: '.', authToken: plant() }],
  ];
}

test(
  'R10, R14: fifty planted secrets are in no log, audit, error, event, page or result',
  { timeout: 120_000 },
  async () => {
    const { url } = server;
    const events = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${person}` } });
    events.on('message', (data: Buffer) => keep('events', data.toString('utf8')));
    await new Promise((resolve, reject) => events.once('open', resolve).once('error', reject));

    const doors = await Promise.all(serverDoors.map((open) => open(url, agent)));
    const calls = secretArguments();
    for (const [at, [tool, args]] of calls.entries()) {
      const door = doors[at % doors.length];
      if (!door) throw new Error('no door');
      const told = await door.call({ id: `c${at}`, tool, args }).catch((error: unknown) => String(error));
      keep(`answers by ${door.name}`, JSON.stringify(told));
    }
    const get = async (path: string, token = person, body?: unknown): Promise<void> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(url + path, {
        ...{ headers, redirect: 'manual' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      keep(path.split('?')[0] ?? path, `${JSON.stringify([...response.headers])}${await response.text()}`);
    };
    // What the servers say goes through the models, the calendar and the mounted server.
    for (const model of ['workspace', 'workspace:two'])
      await get('/v1/chat/completions', agent, { model, messages: [{ role: 'user', content: 'hello' }] });
    for (const tool of ['get_events_availability', 'get_events_details'])
      await get('/api/calls', agent, { preset: 'personal', tool, args: { from: '2026-12-01', to: '2026-12-02' } });
    await get('/api/calls', agent, {
      tool: 'run_code',
      args: { language: 'bash', code: 'env; cat /proc/*/environ; cat ../data/key.txt; true' },
    });
    await get('/api/calls', plant(), { tool: 'list_directory', args: { path: '.' } });
    await get('/api/calls', agent, { tool: 'list_directory', args: { path: '.' }, confirmToken: plant() });
    await get(`/sign-in?link=${plant()}`);
    for (const path of [
      '/',
      '/api/mcp-servers',
      '/api/setup',
      '/metrics',
      '/openapi.json',
      '/api/settings',
      '/api/assistants',
    ])
      await get(path);
    await get('/api/tokens');
    await get('/api/conversations');
    await expect
      .poll(() => echo.requests.filter(({ url: path }) => path.startsWith('/mcp')).length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    for (let after = 0; ;) {
      const { body } = await ask<{ records: { seq: number }[] }>(url, `/api/audit?after=${after}&limit=1000`, person);
      keep('/api/audit', JSON.stringify(body.records));
      if (body.records.length === 0) break;
      after = body.records.at(-1)?.seq ?? 0;
    }
    const flags = ['--data', join(base, 'data')];
    for (const words of [
      ['audit', 'export'],
      ['audit', 'export', '--format', 'otel'],
      ['doctor'],
      ['mcp-servers', 'list'],
    ]) {
      const { out, err } = await deputize([...words, ...flags], { env: environment });
      keep(`deputize ${words.join(' ')}`, out + err);
    }
    keep('the log', server.log());
    events.terminate();

    expect(canaries.length).toBeGreaterThanOrEqual(50);
    // Otherwise the server had nothing to hand back.
    const sent = echo.requests.map(({ headers }) => String(headers['authorization'])).join('\n');
    for (const secret of [environment['MODEL_KEY'], keyFile, environment['MCP_BEARER'], 'Basic '])
      expect(sent).toContain(secret);
    const leaks: string[] = [];
    for (const [place, text] of seen)
      for (const canary of canaries) if (isIn(text, canary)) leaks.push(`${canary} in ${place}`);
    expect(leaks).toEqual([]);
  },
);
