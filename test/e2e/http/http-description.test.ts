/** What the server says of itself: its OpenAPI description, which must be true, and its metrics. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { startScriptedModel, type ScriptedModel } from '../../../src/testing/scripted-model.ts';
import { startDovecot, type ImapServer } from '../../support/servers/imap-server.ts';
import { hostile, plainTool } from '../../support/servers/mcp-servers.ts';
import { harmless, mount, mountedWorld, type MountedWorld } from '../../support/worlds/mounted-world.ts';

interface Operation {
  readonly summary?: string;
  readonly security?: unknown[];
  readonly parameters?: { name: string; in: string; required?: boolean; schema: AnySchema }[];
  readonly requestBody?: { content: Record<string, { schema: AnySchema }> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: AnySchema }> }>;
}
interface Description {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { securitySchemes: Record<string, { type: string; scheme: string }> };
}

let http: MountedWorld;
let model: ScriptedModel;
let imap: ImapServer;
let described: Description;
const ids = {
  workspace: '',
  ...{ call: 'described', approval: '', waiting: '', denied: '', grant: '', conversation: '', review: '' },
  ...{ department: '', user: '', invited: '', removed: '', token: '', account: '', plan: '', mail: '' },
  ...{ session: '', older: '' },
};
beforeAll(async () => {
  model = await startScriptedModel({
    script: ({ results }) =>
      results.length > 0 ? { text: 'Hello.' } : { calls: [{ name: 'list_directory', args: { path: '.' } }] },
  });
  imap = await startDovecot(['ann@example.com', 'bob@example.com', 'cid@example.com']);
  const { url } = model;
  const script = { provider: 'openai-compatible', model: 'scripted', url };
  const changing = hostile([plainTool('announce'), plainTool('a'), plainTool('b')]);
  http = await mountedWorld({ changing: mount(changing, { tools: harmless('announce') }) }, { models: { script } });
  await http.running('changing');
  changing.plan([plainTool('announce'), plainTool('a', { description: 'Other.' }), plainTool('b', { title: 'Other' })]);
  await http.value('changing.announce');
  ids.review = await vi.waitFor(async () => z.string().parse((await http.show('changing')).review), {
    timeout: 20_000,
  });
  described = (await http.json<Description>('/openapi.json')).body;
  await writeFile(join(http.workspace, 'a.txt'), 'x');
  await writeFile(join(http.workspace, 'c.txt'), 'x');
  await http.call('move_file', { from: 'c.txt', to: 'd.txt' }, { callId: 'moved' });
  await http.call('write_file', { path: 'new.txt', content: 'x' }, { callId: ids.call });
  ids.approval = (await http.waiting('a.txt')).id;
  await writeFile(join(http.workspace, 'b.txt'), 'x');
  ids.waiting = (await http.waiting('b.txt')).id;
  const over = await http.call('write_file', { path: 'a.txt', content: 'y' });
  if (over.body.state !== 'pending') throw new Error(over.body.state);
  await http.json(`/api/approvals/${over.body.approval.id}`, { json: { decision: 'allow_always' } });
  ids.denied = over.body.approval.id;
  const { body } = await http.json<{ grants: { id: string }[] }>('/api/grants');
  ids.grant = body.grants[0]?.id ?? '';
  const made = async (path: string, json: object) => (await http.json<{ id: string }>(path, { json })).body.id;
  ids.department = await made('/api/organization/departments', { name: 'Help' });
  ids.user = await made('/api/organization/users', { name: 'Ann', departmentIds: [ids.department] });
  ids.invited = await made('/api/organization/users', { name: 'Dee', email: 'dee@example.com' });
  ids.removed = await made('/api/organization/users', { name: 'Cid' });
  await http.json(`/api/organization/users/${ids.removed}`, { method: 'DELETE' });
  const { plans, owner } = http.server.assembly;
  const calls = [{ tool: 'delete_file', args: { path: 'b.txt' } }];
  const proposed = { preset: 'workspace', order: 'sequence' as const, calls };
  ids.plan = (await plans.propose(proposed, await owner('agent', 'test'))).planId;
  ids.account = await made('/api/mail-accounts', account('bob@example.com'));
  await imap.as('cid@example.com', (mailbox) =>
    mailbox.append('INBOX', 'From: dee@example.com\r\nSubject: Hello\r\n\r\nHi.\r\n'),
  );
  await made('/api/mail-accounts', account('cid@example.com'));
  ids.mail = await vi.waitFor(
    async () => {
      const json = { preset: 'organization', tool: 'search_emails', args: {} };
      const { body: found } = await http.json<{ value?: { emails: { id: string }[] } }>('/api/calls', { json });
      const id = found.value?.emails[0]?.id;
      if (id === undefined) throw new Error('the mail is not there yet');
      return id;
    },
    { timeout: 20_000, interval: 100 },
  );
  await mkdir(join(http.workspace, 'inner'));
  ids.workspace = (await http.server.assembly.workspaces.register(join(http.workspace, 'inner'))).id;
  ids.token = await made('/api/tokens', { name: 'old', scope: 'agent' });
  ids.older = await made('/api/tokens', { name: 'older', scope: 'agent' });
  const { credentials, access } = http.server.assembly.runtime;
  await credentials.signIn(await credentials.createSignInLink('owner'), 'a public key');
  ids.session = (await access.of(await owner('person', 'test'), 'owner')).sessions[0]?.id ?? '';
  ids.conversation = (await http.json<{ id: string }>('/api/conversations', { json: {} })).body.id;
  await http.json(`/api/conversations/${ids.conversation}/messages`, { json: { text: 'look around' } });
});
afterAll(async () => {
  await http[Symbol.asyncDispose]();
  await model.close();
  await imap.stop();
});

const account = (address: string) => ({
  ...{ address, password: imap.password },
  imap: { host: '127.0.0.1', port: imap.port, security: 'none' },
});

const operations = () =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Schemas may refer to the document's components, so each is compiled as a part of it. */
function check(schema: AnySchema, value: unknown): string {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const { components } = described as unknown as { components: object };
  const validate = ajv.compile({ ...(schema as object), components });
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

/** One request for every route: what it asks, and the status it answers. */
const samples = (): Record<string, { path?: string; json?: unknown; status?: number }> => ({
  'get /api/tools': {},
  'get /api/presets': {},
  'get /api/tools/{format}': { path: '/api/tools/openai-strict?preset=workspace' },
  'post /api/calls': { json: { tool: 'list_directory', args: { path: '.' } } },
  'post /api/rehearse': { json: { tool: 'delete_file', args: { path: 'a.txt' } } },
  'get /api/calls': {},
  'get /api/calls/{id}': { path: `/api/calls/${ids.call}` },
  'get /api/calls/{id}/result': { path: `/api/calls/${ids.call}/result` },
  'post /api/calls/{id}/cancel': { path: `/api/calls/${ids.call}/cancel` },
  'get /api/calls/{id}/undo': { path: '/api/calls/moved/undo' },
  'post /api/calls/{id}/undo': { path: `/api/calls/${ids.call}/undo` },
  'get /api/plans/{id}': { path: `/api/plans/${ids.plan}` },
  'post /api/plans/{id}/approve': {
    path: `/api/plans/${ids.plan}/approve`,
    json: { items: [{ callId: `plan.${ids.plan}.1.1`, shown: '0'.repeat(64) }] },
  },
  'get /api/team': {},
  'get /api/notifications/sent': {},
  'get /api/mail-accounts': {},
  'get /api/outgoing-mails': {},
  'get /api/mails/{id}': { path: `/api/mails/${ids.mail}` },
  'post /api/mail-accounts': {
    json: account('ann@example.com'),
  },
  'delete /api/mail-accounts/{id}': { path: `/api/mail-accounts/${ids.account}` },
  'get /api/stop-all': {},
  'post /api/stop-all': { json: { lift: true } },
  'get /api/activity': { path: '/api/activity?hours=48' },
  'get /api/approvals': {},
  'get /api/approvals/{id}': { path: `/api/approvals/${ids.approval}` },
  'post /api/approvals/{id}': { path: `/api/approvals/${ids.approval}`, json: { decision: 'deny' } },
  'post /api/approvals/{id}/rehearse': {
    path: `/api/approvals/${ids.waiting}/rehearse`,
    json: { args: { path: 'a.txt' } },
  },
  'post /api/approvals': { json: { ids: [ids.approval], decision: 'deny' } },
  'get /api/workspaces': {},
  'delete /api/workspaces/{id}': { path: `/api/workspaces/${ids.workspace}` },
  'get /api/grants': {},
  'post /api/grants': { json: { approvalId: ids.denied, remember: '1h' } },
  'delete /api/grants/{id}': { path: `/api/grants/${ids.grant}` },
  'get /api/mcp-servers': {},
  'post /api/mcp-servers/{name}/accept': {
    path: '/api/mcp-servers/changing/accept',
    json: { review: ids.review, tool: 'a' },
  },
  'get /api/audit': {},
  'get /api/audit/verify': {},
  'get /api/settings': {},
  'get /api/organization': {},
  'put /api/organization': { json: { name: 'Example' } },
  'get /api/organization/departments': {},
  'post /api/organization/departments': { json: { name: 'Sales' } },
  'put /api/organization/departments/{id}': {
    path: `/api/organization/departments/${ids.department}`,
    json: { name: 'Support' },
  },
  'delete /api/organization/departments/{id}': { path: `/api/organization/departments/${ids.department}` },
  'get /api/organization/users': {},
  'post /api/organization/users': { json: { name: 'Bea', email: 'bea@example.com' } },
  'get /api/organization/users/{id}': { path: '/api/organization/users/me' },
  'put /api/organization/users/{id}': { path: `/api/organization/users/${ids.user}`, json: { role: 'super_user' } },
  'delete /api/organization/users/{id}': { path: `/api/organization/users/${ids.user}` },
  'post /api/organization/users/{id}/invitation': { path: `/api/organization/users/${ids.invited}/invitation` },
  'post /api/organization/users/{id}/restore': { path: `/api/organization/users/${ids.removed}/restore` },
  'get /api/organization/users/{id}/access': { path: '/api/organization/users/owner/access' },
  'delete /api/organization/users/{id}/sessions': { path: `/api/organization/users/${ids.invited}/sessions` },
  'delete /api/organization/users/{id}/sessions/{part}': {
    path: `/api/organization/users/owner/sessions/${ids.session}`,
  },
  'delete /api/organization/users/{id}/tokens/{part}': { path: `/api/organization/users/owner/tokens/${ids.older}` },
  'delete /api/organization/users/{id}/programs/{part}': {
    path: '/api/organization/users/owner/programs/none',
    status: 404,
  },
  'get /api/notifications': {},
  'post /api/notifications/read': { json: { ids: ['none'] } },
  'get /api/assistants': {},
  'get /api/conversations': {},
  'post /api/conversations': { json: { assistant: 'workspace', instructions: 'Be brief.' } },
  'get /api/conversations/{id}': { path: `/api/conversations/${ids.conversation}` },
  'post /api/conversations/{id}/messages': {
    path: `/api/conversations/${ids.conversation}/messages`,
    json: { text: 'hello' },
  },
  'post /api/conversations/{id}/cancel': { path: `/api/conversations/${ids.conversation}/cancel` },
  'get /api/conversations/{id}/events': { path: `/api/conversations/${ids.conversation}/events` },
  'get /api/setup': {},
  'post /api/setup/try': { json: { part: 'presets', presets: ['workspace'] } },
  'post /api/setup': { json: { part: 'presets', presets: ['workspace'] } },
  'get /api/push': {},
  'post /api/push': { json: { endpoint: 'https://push.example.com/1', p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) } },
  'delete /api/push': { path: '/api/push?endpoint=https://push.example.com/1' },
  'get /api/tokens': {},
  'post /api/tokens': { json: { name: 'described', scope: 'agent' } },
  'delete /api/tokens/{id}': { path: `/api/tokens/${ids.token}` },
  'delete /api/settings': { path: '/api/settings?level=user&subject=owner&pattern=x' },
  'put /api/settings': { json: { level: 'user', subject: 'owner', pattern: 'x', value: 'ask' } },
});

describe('R19: the OpenAPI description', () => {
  test('is of version 3.1, with a title and a bearer token', () => {
    expect(described.openapi).toBe('3.1.0');
    expect(described.info).toMatchObject({ title: 'Deputize', version: expect.any(String) });
    expect(described.components.securitySchemes).toEqual({ token: { type: 'http', scheme: 'bearer' } });
  });

  test('describes every operation: summary, security, parameters of its path, and answers', () => {
    expect(operations().length).toBeGreaterThanOrEqual(18);
    for (const { path, operation } of operations()) {
      expect(operation.summary).toMatch(/\w/);
      expect(operation.security).toEqual([{ token: [] }]);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      expect(declared.every(({ required }) => required === true)).toBe(true);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', 'default']));
      for (const { description, content } of Object.values(operation.responses)) {
        expect(description).toMatch(/\w/);
        expect(content?.['application/json']?.schema).toBeTypeOf('object');
      }
    }
  });

  test('has schemas that are valid JSON Schema, all of them', async () => {
    for (const { operation } of operations()) {
      const all = [
        ...(operation.parameters ?? []).map(({ schema }) => schema),
        ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
          Object.values(part?.content ?? {}).map(({ schema }) => schema),
        ),
      ];
      for (const schema of all) expect(() => check(schema, null)).not.toThrow();
      // Compiling takes long on a busy machine. The event loop must see connections that the server closes during that time.
      await turn();
    }
  });

  test('names exactly the routes that these samples try', () => {
    const names = operations().map(({ method, path }) => `${method} ${path}`);
    expect(names.sort()).toEqual(Object.keys(samples()).sort());
  });

  test('is true of every route: requests fit, answers fit, and so do refusals', async () => {
    for (const { path, method, operation } of operations().sort((a, b) => (a.method < b.method ? 1 : -1))) {
      const sample = samples()[`${method} ${path}`] ?? {};
      const requestSchema = operation.requestBody?.content['application/json']?.schema;
      expect(requestSchema ? check(requestSchema, sample.json) : '').toBe('');
      const options = { method: method.toUpperCase(), json: sample.json };
      const { status, body } = await http.json(sample.path ?? path, options);
      const answer = operation.responses[String(status)] ?? operation.responses['default'];
      expect({ method, path, status }).toEqual({ method, path, status: sample.status ?? 200 });
      const fault = check(answer?.content?.['application/json']?.schema ?? false, body);
      expect({ method, path, fault }).toEqual({ method, path, fault: '' });
      const refused = await http.json(sample.path ?? path, { ...options, token: null });
      expect(refused.status).toBe(401);
      expect(check(operation.responses['default']?.content?.['application/json']?.schema ?? false, refused.body)).toBe(
        '',
      );
    }
  });

  test('describes the answer of a call that waits', async () => {
    await writeFile(join(http.workspace, 'wait.txt'), 'x');
    const { status, body } = await http.call('delete_file', { path: 'wait.txt' });
    expect(status).toBe(202);
    const schema = described.paths['/api/calls']?.['post']?.responses['202']?.content?.['application/json']?.schema;
    expect(check(schema ?? false, body)).toBe('');
  });
});

describe('R13: the metrics', () => {
  const LINE =
    /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf|NaN))$/i;

  const COMMENT = /^# (HELP \w+ .+|TYPE \w+ (histogram|gauge|counter))$/;

  test('are Prometheus text: typed, counted, and without names of unknown tools', async () => {
    await http.call('made-up"\n{evil}', {});
    const response = await http.request('/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text.endsWith('\n')).toBe(true);
    expect(text).not.toContain('evil');
    const lines = text.trimEnd().split('\n');
    const comments = lines.filter((line) => line.startsWith('#'));
    const parsed = lines.filter((line) => !line.startsWith('#')).map((line) => LINE.exec(line) ?? line);
    expect(comments.filter((line) => !COMMENT.test(line))).toEqual([]);
    expect(parsed.filter((line) => typeof line === 'string')).toEqual([]);
    const typed = comments.filter((line) => line.startsWith('# TYPE')).map((line) => line.split(' ')[2]);
    const families = parsed.map(([, name = '']) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(new Set(families)).toEqual(new Set(typed));
    const values = new Map(parsed.map(([, name, labels = '', value]) => [`${name}{${labels}}`, Number(value)]));
    const written = 'preset="workspace",tool="write_file",mode="text",state="ok"';
    expect(values.get(`deputize_call_seconds_count{${written}}`)).toBe(1);
    expect(values.get(`deputize_call_seconds_bucket{${written},le="+Inf"}`)).toBe(1);
    const buckets = [...values].filter(([name]) => name.startsWith(`deputize_call_seconds_bucket{${written}`));
    expect(buckets.map(([, count]) => count)).toEqual(buckets.map(([, count]) => count).sort((a, b) => a - b));
    expect(values.get('deputize_approvals_waiting{}')).toBeGreaterThanOrEqual(1);
    expect(values.get('deputize_resident_memory_bytes{}')).toBeGreaterThan(1_000_000);
  });
});
