/** Setting up over HTTP: what is tried, what is kept, and who may. */
import { mkdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startScriptedModel, type ScriptedModel } from '../../../src/testing/scripted-model.ts';
import type { SetupState } from '../../../src/wire/setup.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
let model: ScriptedModel;
beforeAll(async () => {
  model = await startScriptedModel({ script: () => ({ text: 'I am here.' }) });
  http = await startServer();
});
afterAll(async () => {
  await http[Symbol.asyncDispose]();
  await model.close();
});

const KEY = 'not-a-real-key-000';
const described = () => ({ part: 'model', provider: 'openai-compatible', model: 'scripted', url: model.url, key: KEY });
const file = () => readFile(join(http.data, 'deputize.yaml'), 'utf8').catch(() => '');
const look = async () => (await http.json<SetupState>('/api/setup')).body;

describe('R18: setting up', () => {
  test('is for a person, never for an agent', async () => {
    for (const [path, json] of [
      ['/api/setup', undefined],
      ['/api/setup', described()],
      ['/api/setup/try', described()],
      ['/api/tokens', undefined],
      ['/api/tokens', { name: 'x', scope: 'person' }],
    ] as const) {
      const { status } = await http.json(path, { token: http.agentToken, ...(json ? { json } : {}) });
      expect({ path, status }).toEqual({ path, status: 403 });
    }
    expect(await file()).toBe('');
  });

  test('enables nothing that operates the computer by default', async () => {
    const on = (await look()).presets.filter(({ isOn }) => isOn).map(({ name }) => name);
    expect(on).toEqual(['workspace', 'personal', 'organization']);
    expect((await http.json<{ presets: string[] }>('/api/presets')).body.presets).not.toContain('desktop');
    const json = { preset: 'desktop', tool: 'clipboard.read', args: {} };
    const asked = await http.json<{ state: string; error?: { code: string } }>('/api/calls', {
      ...{ token: http.agentToken, json },
    });
    expect(asked.body).toMatchObject({ state: 'refused', error: { code: 'UNKNOWN_PRESET' } });
    for (const path of ['/api/tools?preset=desktop', '/api/tools/mcp?preset=desktop'])
      expect((await http.request(path, { token: http.agentToken })).status).toBe(404);
    const { status } = await http.json('/api/rehearse', { token: http.agentToken, json });
    expect(status).toBeGreaterThanOrEqual(400);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const door = await http.request('/mcp/desktop', {
      ...{ token: http.agentToken, method: 'POST', headers, body: JSON.stringify(list) },
    });
    expect(await door.text()).not.toContain('clipboard');
  });

  test('tries a model without keeping anything', async () => {
    const { body } = await http.json('/api/setup/try', { json: described() });
    expect(body).toMatchObject({ works: expect.stringContaining('I am here.') });
    expect(await file()).toBe('');
  });

  test('keeps a model that answered, with its key in a file for its owner alone', async () => {
    const { status } = await http.json('/api/setup', { json: described() });
    expect(status).toBe(200);
    const text = await file();
    expect(text).toContain('scripted');
    expect(text).not.toContain(KEY);
    const keyFile = join(http.data, 'keys/model-openai-compatible.key');
    expect(await readFile(keyFile, 'utf8')).toBe(KEY);
    expect((await stat(keyFile)).mode & 0o077).toBe(0);
    const now = await look();
    expect(now).toMatchObject({ isRestartNeeded: true, models: [{ provider: 'openai-compatible', missing: null }] });
    expect(JSON.stringify(now)).not.toContain(KEY);
    const { body } = await http.json<{ records: { kind: string }[] }>('/api/audit?limit=1000');
    expect(body.records.map(({ kind }) => kind)).toContain('setup.changed');
    expect(JSON.stringify(body)).not.toContain(KEY);
  });

  test('keeps nothing that does not work, and says why', async () => {
    const before = await file();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const wrong = [
      { ...described(), url: 'http://127.0.0.1:9/v1' },
      { part: 'mail', address: 'me@example.com', host: '127.0.0.1', port },
      { part: 'workspace', folder: join(http.workspace, 'nowhere') },
      { part: 'workspace', folder: http.data },
      { part: 'workspace', folder: 'relative' },
      { part: 'presets', presets: ['imaginary'] },
      { part: 'search', provider: 'tavily' },
      { part: 'calendar', url: 'http://127.0.0.1:9/', username: 'me', password: 'x', calendar: 'c' },
    ];
    for (const json of wrong) {
      const { status, body } = await http.json('/api/setup', { json });
      expect({ json, isRefused: status >= 400 }).toEqual({ json, isRefused: true });
      expect(body).toHaveProperty('error.message');
    }
    taken.close();
    expect(await file()).toBe(before);
  });

  test('keeps mail, the folder and the presets', async () => {
    const folder = join(http.workspace, 'mine');
    await mkdir(folder);
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as { port: number };
    free.close();
    await once(free, 'close');
    for (const json of [
      { part: 'mail', address: 'me@example.com', host: '127.0.0.1', port },
      { part: 'workspace', folder },
      { part: 'presets', presets: ['personal', 'workspace'] },
    ])
      expect((await http.json('/api/setup', { json })).status).toBe(200);
    const now = await look();
    expect(now).toMatchObject({ mail: { address: 'me@example.com', port }, workspace: folder });
    expect(now.presets).toContainEqual({ name: 'personal', isOn: true });
  });
});

describe('R19: access tokens', () => {
  test('are created, shown once, listed without their value, and revoked', async () => {
    const made = await http.json<{ id: string; token: string }>('/api/tokens', {
      json: { name: 'laptop', scope: 'agent', days: 2 },
    });
    const { id, token } = made.body;
    expect((await http.json('/api/tools', { token })).status).toBe(200);
    const listed = await http.json<{ tokens: { id: string; expiresAt: string | null }[] }>('/api/tokens');
    expect(listed.body.tokens.find((one) => one.id === id)).toMatchObject({ name: 'laptop', scope: 'agent' });
    expect(listed.body.tokens.find((one) => one.id === id)?.expiresAt).not.toBeNull();
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect((await http.json(`/api/tokens/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await http.json('/api/tools', { token })).status).toBe(401);
  });
});
