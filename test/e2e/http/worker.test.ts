/** The Worker as it is deployed: built by wrangler, run by workerd, reached by real clients. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { makeSigningKey } from '../../../src/connectors/secrets/signing-key.ts';
import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { plainMail } from '../../support/worlds/mail-room.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

const root = join(import.meta.dirname, '../../..');
const setupKey = randomBytes(32).toString('base64url');
const told: { content: string }[] = [];
let folder: string;
let discord: Server;
let worker: Miniflare;
let url: URL;

const start = async (more: Record<string, string>): Promise<Miniflare> =>
  new Miniflare({
    modules: true,
    modulesRoot: folder,
    scriptPath: join(folder, 'worker.js'),
    modulesRules: [
      { type: 'ESModule', include: ['**/*.js'] },
      { type: 'CompiledWasm', include: ['**/*.wasm'] },
      { type: 'Text', include: ['**/*.md'] },
    ],
    d1Databases: ['DB'],
    r2Buckets: ['BUCKET'],
    bindings: { MAIL_ADDRESS: 'inbox@example.com', ...more },
    compatibilityDate: '2026-04-01',
    compatibilityFlags: ['nodejs_compat'],
    unsafeTriggerHandlers: true,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deputize-worker-'));
  const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js');
  await promisify(execFile)(process.execPath, [wrangler, 'deploy', '--dry-run', '--outdir', folder], {
    cwd: root,
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder },
  });
  discord = createServer((request, response) => {
    void request.toArray().then((parts) => {
      told.push(JSON.parse(parts.join('')) as { content: string });
      response.writeHead(204).end();
    });
  });
  discord.listen(0, '127.0.0.1');
  await once(discord, 'listening');
  worker = await start({
    SIGNING_KEY: JSON.stringify(await makeSigningKey()),
    SETUP_KEY: setupKey,
    DISCORD_WEBHOOK: `http://127.0.0.1:${(discord.address() as AddressInfo).port}/hook`,
  });
  url = await worker.ready;
});
afterAll(async () => {
  await worker.dispose();
  discord.closeAllConnections();
  discord.close();
  await rm(folder, { recursive: true });
});

const setup = (what: string, init: RequestInit = {}, key = setupKey): Promise<Response> =>
  fetch(new URL(`/setup/${what}`, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...init,
  });

async function signedIn(): Promise<PlainBrowser> {
  const { url: link } = (await (await setup('sign-in-link')).json()) as { url: string };
  expect((await fetch(link)).status).toBe(200);
  const browser = await PlainBrowser.byLink(link);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(401);
  return browser;
}

async function agent(): Promise<Client> {
  const { token } = (await (await setup('tokens', { body: '{"name":"test"}' })).json()) as { token: string };
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  return client;
}
const callTool = async (client: Client, name: string, args: Record<string, unknown>) => {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  return { value: structuredContent as Record<string, unknown>, text: JSON.stringify(content), isError };
};
const deliver = async (mail: string): Promise<number> => {
  const query = new URLSearchParams({ from: 'ann@example.com', to: 'inbox@example.com' });
  const address = new URL(`/cdn-cgi/handler/email?${query.toString()}`, url);
  return (await fetch(address, { method: 'POST', body: mail })).status;
};

/** Submits the form of an approval's page. */
async function submitTo(address: string, browser: PlainBrowser, fields: Record<string, string>): Promise<string> {
  const response = await browser.submit(new URL(address).pathname, fields);
  expect(response.status).toBe(200);
  return response.text();
}

describe('P10: the Worker', () => {
  test('is below 3 MB when compressed', async () => {
    const files = (await readdir(folder)).filter((name) => /\.(?:js|wasm|md)$/.test(name));
    const contents = await Promise.all(files.map((name) => readFile(join(folder, name))));
    const size = gzipSync(Buffer.concat(contents)).length;
    expect(size).toBeGreaterThan(500_000);
    expect(size).toBeLessThan(3_000_000);
  });

  test('P4: takes mail, reports it, and finds and reads it over MCP', async () => {
    expect(await deliver(plainMail({ Subject: 'The harbour at dawn' }, 'Boats leave at six.'))).toBe(200);
    const client = await agent();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['search_emails', 'read_email', 'list_files', 'write_file', 'delete_file', 'web_search']),
    );
    const { value } = await callTool(client, 'search_emails', { query: 'harbour' });
    const [found] = value['emails'] as { id: string; subject: string }[];
    expect(found).toMatchObject({ subject: 'The harbour at dawn' });
    const read = await callTool(client, 'read_email', { id: found?.id });
    expect(read.text).toContain('Boats leave at six.');
    await vi.waitFor(() => expect(told.map(({ content }) => content).join()).toContain('The harbour at dawn'));
    const docs = await callTool(client, 'tool_docs', { names: ['search_emails'] });
    expect(docs.text).toContain('Common Mistakes');
    await client.close();
  });

  test('P8: a deletion waits, Discord gets only its link, a person approves it on the page', async () => {
    const client = await agent();
    await callTool(client, 'write_file', { key: 'notes/secret-plan.txt', content: 'v1' });
    const waiting = await callTool(client, 'delete_file', { key: 'notes/secret-plan.txt' });
    const address = /https?:\/\/[^\s"\\)]+\/approvals\/[\w-]+/.exec(waiting.text)?.[0] ?? '';
    expect(address).toContain(url.origin);
    await vi.waitFor(() => expect(told.at(-1)?.content).toContain(address));
    expect(told.at(-1)?.content).not.toContain('secret-plan');
    expect((await fetch(address)).status).toBe(401);
    const browser = await signedIn();
    const unsigned = await (await fetch(address, { headers: { cookie: browser.cookie } })).text();
    expect(unsigned).not.toContain('secret-plan');
    const page = await (await browser.get(new URL(address).pathname)).text();
    expect(page).toContain('notes/secret-plan.txt');
    expect(await submitTo(address, browser, { decision: 'approve' })).toContain('name="confirmed"');
    expect(JSON.stringify((await callTool(client, 'list_files', {})).value)).toContain('secret-plan');
    expect(await submitTo(address, browser, { decision: 'approve', confirmed: 'high-risk' })).toContain('Approved: ok');
    expect(JSON.stringify((await callTool(client, 'list_files', {})).value)).not.toContain('secret-plan');
    await client.close();
  });

  test('P7: has a calendar, returns its busy times, and asks before it changes anything', async () => {
    const client = await agent();
    const range = { start: '2026-03-04', end: '2026-03-04' };
    expect((await callTool(client, 'get_events_availability', range)).value).toMatchObject({ slots: [] });
    const event = { title: 'Dentist', start: '2026-03-04T10:00', end: '2026-03-04T11:00' };
    const waiting = await callTool(client, 'create_event', event);
    const address = /https?:\/\/[^\s"\\)]+\/approvals\/[\w-]+/.exec(waiting.text)?.[0] ?? '';
    const fields = { decision: 'approve', confirmed: 'high-risk' };
    expect(await submitTo(address, await signedIn(), fields)).toContain('Approved: ok');
    expect((await callTool(client, 'get_events_availability', range)).value).toMatchObject({
      slots: [{ allDay: false }],
    });
    expect((await callTool(client, 'get_events_details', range)).text).toContain('Dentist');
    await client.close();
  });

  test('answers many requests at once, each by itself, with one unbroken record', async () => {
    const client = await agent();
    const names = Array.from({ length: 30 }, (_, index) => `many/${index}.txt`);
    const written = await Promise.all(names.map((key) => callTool(client, 'write_file', { key, content: key })));
    expect(written.filter(({ isError }) => isError)).toEqual([]);
    const { value } = await callTool(client, 'list_files', { prefix: 'many/' });
    expect((value['files'] as unknown[]).length).toBe(30);
    const browser = await signedIn();
    expect((await browser.json('/api/audit/verify')).body).toMatchObject({ ok: true });
    await client.close();
  });

  test('creates no link or token without the setup key, and limits an agent to its rights', async () => {
    for (const key of ['', 'x'.repeat(43), setupKey.slice(1)])
      for (const what of ['sign-in-link', 'tokens']) expect((await setup(what, {}, key)).status).toBe(401);
    expect((await setup('tokens', { body: '{"name":7}' })).status).toBe(400);
    const { token, id } = (await (await setup('tokens')).json()) as { token: string; id: string };
    const asAgent = { headers: { authorization: `Bearer ${token}` } };
    expect((await fetch(new URL('/api/approvals', url), asAgent)).status).toBe(200);
    expect((await fetch(new URL('/setup/tokens', url), asAgent)).status).toBe(401);
    expect((await setup(`tokens/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await setup(`tokens/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await fetch(new URL('/api/approvals', url), asAgent)).status).toBe(401);
    expect((await fetch(new URL('/mcp', url), { method: 'POST', body: '{}' })).status).toBe(401);
  });

  test('does its housekeeping on schedule', async () => {
    const response = await fetch(new URL('/cdn-cgi/handler/scheduled', url));
    expect([response.status, await response.text()]).toEqual([200, 'ok']);
  });

  test('says what is missing, and does nothing until it is there', async () => {
    const bare = await start({ SETUP_KEY: setupKey });
    try {
      const response = await fetch(new URL('/healthz', await bare.ready));
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({
        error: { code: 'INVALID_CONFIGURATION', details: { key: 'SIGNING_KEY' } },
      });
    } finally {
      await bare.dispose();
    }
  });
});
