/** An agent's token at every route and with every message there is, taken from the descriptions: what it reaches is a list, and this is it. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { socketRequest } from '../../../src/wire/messages.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
const ids = {
  approval: '',
  decided: '',
  grant: '',
  token: '',
  session: '',
  call: 'made',
  user: '',
  department: '',
  workspace: '',
};
beforeAll(async () => {
  http = await startServer();
  const made = async (path: string, json: object) => (await http.json<{ id: string }>(path, { json })).body.id;
  await writeFile(join(http.workspace, 'a.txt'), 'x');
  await writeFile(join(http.workspace, 'b.txt'), 'x');
  await http.call('write_file', { path: 'new.txt', content: 'x' }, { callId: ids.call });
  const over = (await http.call('write_file', { path: 'b.txt', content: 'y' })).body;
  ids.decided = over.state === 'pending' ? over.approval.id : '';
  await http.json(`/api/approvals/${ids.decided}`, { json: { decision: 'allow_always' } });
  ids.approval = (await http.waiting('a.txt')).id;
  ids.grant = (await http.json<{ grants: { id: string }[] }>('/api/grants')).body.grants[0]?.id ?? '';
  ids.token = await made('/api/tokens', { name: 'other', scope: 'agent' });
  const { credentials, access } = http.server.assembly.runtime;
  const owner = await http.server.assembly.owner('person', 'test');
  await credentials.signIn(await credentials.createSignInLink(owner.userId), 'a public key');
  ids.session = (await access.of(owner, owner.userId)).sessions[0]?.id ?? '';
  ids.workspace = (await http.server.assembly.workspaces.defaultWorkspace()).id;
  ids.department = await made('/api/organization/departments', { name: 'Help' });
  ids.user = await made('/api/organization/users', { name: 'Ann' });
});
afterAll(() => http[Symbol.asyncDispose]());

interface Refusal {
  readonly error?: { readonly code: string };
}

const tables = [
  'approvals',
  'grants',
  'settings',
  'access_tokens',
  'users',
  'sessions',
  'undo',
  'redemptions',
  'workspaces',
];

/** Everything that only a person may change. */
function theirs(): Record<string, unknown[]> {
  const database = new DatabaseSync(join(http.data, 'deputize.db'), { readOnly: true });
  try {
    return Object.fromEntries(
      tables.map((table) => [
        table,
        // When a token was last used is noted of an agent's too.
        database
          .prepare(`select * from ${table}`)
          .all()
          .map((row) => ({ ...row, last_used_at: undefined })),
      ]),
    );
  } finally {
    database.close();
  }
}

/** What is refused to an agent, with a request that a person could make. */
const refused = (): Record<string, { path?: string; json?: unknown }> => ({
  'post /api/approvals/{id}': { path: `/api/approvals/${ids.approval}`, json: { decision: 'approve' } },
  'post /api/approvals': { json: { ids: [ids.approval], decision: 'approve' } },
  'post /api/approvals/{id}/rehearse': {
    path: `/api/approvals/${ids.approval}/rehearse`,
    json: { args: { path: 'a.txt' } },
  },
  'post /api/calls/{id}/undo': { path: `/api/calls/${ids.call}/undo` },
  'get /api/calls/{id}/undo': { path: `/api/calls/${ids.call}/undo` },
  'post /api/stop-all': { json: { lift: true } },
  'post /api/grants': { json: { approvalId: ids.decided, remember: 'always' } },
  'delete /api/grants/{id}': { path: `/api/grants/${ids.grant}` },
  'get /api/mcp-servers': {},
  'post /api/mcp-servers/{name}/accept': {
    path: '/api/mcp-servers/any/accept',
    json: { review: 'a'.repeat(64) },
  },
  'get /api/audit': {},
  'get /api/audit/verify': {},
  'put /api/settings': { json: { level: 'user', subject: 'owner', pattern: '*', value: 'allow' } },
  'delete /api/settings': { path: '/api/settings?level=user&subject=owner&pattern=x' },
  'put /api/organization': { json: { name: 'Mine' } },
  'post /api/organization/departments': { json: { name: 'Mine' } },
  'put /api/organization/departments/{id}': {
    path: `/api/organization/departments/${ids.department}`,
    json: { name: 'Mine' },
  },
  'delete /api/organization/departments/{id}': { path: `/api/organization/departments/${ids.department}` },
  'get /api/organization/users': {},
  'post /api/organization/users': { json: { name: 'Mine' } },
  'put /api/organization/users/{id}': { path: `/api/organization/users/${ids.user}`, json: { role: 'admin' } },
  'delete /api/organization/users/{id}': { path: `/api/organization/users/${ids.user}` },
  'post /api/organization/users/{id}/invitation': { path: `/api/organization/users/${ids.user}/invitation` },
  'post /api/organization/users/{id}/restore': { path: `/api/organization/users/${ids.user}/restore` },
  'get /api/organization/users/{id}/access': { path: '/api/organization/users/owner/access' },
  'delete /api/organization/users/{id}/sessions': { path: '/api/organization/users/owner/sessions' },
  'delete /api/organization/users/{id}/sessions/{part}': {
    path: `/api/organization/users/owner/sessions/${ids.session}`,
  },
  'delete /api/organization/users/{id}/tokens/{part}': { path: `/api/organization/users/owner/tokens/${ids.token}` },
  'delete /api/organization/users/{id}/programs/{part}': { path: '/api/organization/users/owner/programs/none' },
  'post /api/setup/try': { json: { part: 'presets', presets: ['workspace'] } },
  'post /api/setup': { json: { part: 'presets', presets: ['workspace'] } },
  'get /api/setup': {},
  'post /api/push': { json: { endpoint: 'https://push.example.com/1', p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) } },
  'post /api/notifications/read': { json: { ids: ['none'] } },
  'delete /api/push': { path: '/api/push?endpoint=https://push.example.com/1' },
  'get /api/team': {},
  'get /api/notifications/sent': {},
  'get /api/mails/{id}': { path: '/api/mails/none' },
  'get /api/outgoing-mails': {},
  'get /api/mail-accounts': {},
  'post /api/mail-accounts': {
    json: { address: 'a@example.com', password: 'x', imap: { host: 'imap.example.com', port: 993 } },
  },
  'delete /api/mail-accounts/{id}': { path: '/api/mail-accounts/none' },
  'post /api/plans/{id}/approve': {
    path: '/api/plans/none/approve',
    json: { items: [{ callId: ids.call, shown: 'a'.repeat(64) }] },
  },
  'get /api/workspaces': {},
  'delete /api/workspaces/{id}': { path: `/api/workspaces/${ids.workspace}` },
  'get /api/tokens': {},
  'post /api/tokens': { json: { name: 'mine', scope: 'person' } },
  'delete /api/tokens/{id}': { path: `/api/tokens/${ids.token}` },
});

/** What an agent may: look at what it is offered and at its own calls, make and end them, and talk. */
const OPEN = [
  'get /api/tools',
  'get /api/presets',
  'get /api/tools/{format}',
  'post /api/calls',
  'post /api/rehearse',
  'get /api/calls',
  'get /api/calls/{id}',
  'get /api/calls/{id}/result',
  'post /api/calls/{id}/cancel',
  'get /api/activity',
  'get /api/stop-all',
  // It may see what waits for a person, and what became of it.
  'get /api/approvals',
  'get /api/approvals/{id}',
  'get /api/plans/{id}',
  'get /api/assistants',
  'get /api/conversations',
  'post /api/conversations',
  'get /api/conversations/{id}',
  'get /api/conversations/{id}/events',
  'post /api/conversations/{id}/messages',
  'post /api/conversations/{id}/cancel',
  'get /api/organization',
  'get /api/organization/departments',
  'get /api/organization/users/{id}',
  'get /api/notifications',
  // What holds for its calls it may know; changing it is another matter.
  'get /api/grants',
  'get /api/settings',
  'get /api/push',
];

describe('R18: an agent’s token', () => {
  test('is let through at these routes and refused at all others', async () => {
    type Description = { paths: Record<string, Record<string, unknown>> };
    const { paths } = (await http.json<Description>('/openapi.json')).body;
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const closed = refused();
    expect([...Object.keys(closed), ...OPEN].toSorted()).toEqual(routes.toSorted());
    const before = theirs();
    const answers: Record<string, unknown> = {};
    for (const route of Object.keys(closed)) {
      const [method = '', path = ''] = route.split(' ');
      const { path: named = path, json } = closed[route] ?? {};
      const { status, body } = await http.json<Refusal & { results?: Refusal[] }>(named, {
        ...{ method: method.toUpperCase(), token: http.agentToken, json },
      });
      // Several decisions at once are answered one by one.
      const all = body.results ?? [body];
      const isRefused = all.every(({ error }) => error?.code === 'FORBIDDEN') && (body.results || status === 403);
      if (!isRefused) answers[route] = [status, body];
    }
    expect(answers).toEqual({});
    expect(theirs()).toEqual(before);
  });

  test('decides nothing with any message of the WebSocket', async () => {
    const messages: Record<string, object> = {
      'tool.execute': { tool: 'list_directory', args: { path: '.' } },
      'call.cancel': { callId: ids.call },
      'approval.decide': { approvalId: ids.approval, decision: 'approve' },
      ping: {},
      'plan.propose': { calls: [{ tool: 'delete_file', args: { path: 'a.txt' } }] },
      'plan.show': { planId: 'none' },
      'plan.approve': { planId: 'none', items: [{ callId: ids.call, shown: 'a'.repeat(64) }] },
      'plan.execute': { planId: 'none' },
      'plan.resume': { planId: 'none' },
    };
    const types = socketRequest.options.map(({ shape }) => shape.type.value);
    expect(Object.keys(messages).toSorted()).toEqual(types.toSorted());
    const before = theirs();
    const line = await openLine(http.agentToken);
    try {
      const said = (type: string, more: object) => line.ask({ type, ...messages[type], ...more });
      const plan = (await said('plan.propose', {})) as { planId: string };
      expect(plan.planId).toEqual(expect.any(String));
      const { error } = (await said('approval.decide', {})) as { error?: { code: string } };
      expect(error?.code).toBe('FORBIDDEN');
      const approved = (await said('plan.approve', { planId: plan.planId })) as { error?: { code: string } };
      expect(approved.error?.code).toBe('FORBIDDEN');
      for (const type of ['plan.execute', 'plan.resume']) await said(type, { planId: plan.planId });
    } finally {
      line.close();
    }
    const after = theirs();
    const open = (rows: unknown[]) => rows.filter((row) => (row as { decision: unknown }).decision !== null);
    expect(open(after['approvals'] ?? [])).toEqual(open(before['approvals'] ?? []));
    for (const table of tables.slice(1)) expect(after[table]).toEqual(before[table]);
  });
});

describe('R18, W1, W3: the folder with the ledger and the configuration', () => {
  const run = async (code: string) =>
    (await http.call('run_code', { language: 'bash', code })).body as { value?: { stdout: string; exitCode: number } };

  test('is not there for code in the sandbox', async () => {
    const { value } = await run(
      `cat ${http.data}/deputize.db ${http.data}/keys/signing.json; ls ${http.data}; echo x > ${http.data}/deputize.yaml`,
    );
    expect(value).toMatchObject({ stdout: '' });
    expect(value?.exitCode).not.toBe(0);
  });

  test('is out of reach of the file tools, also by a link', async () => {
    await mkdir(join(http.workspace, 'inner'), { recursive: true });
    await symlink(http.data, join(http.workspace, 'inner', 'link'));
    const before = theirs();
    const attempts: [string, object][] = [
      ['read_file', { path: 'inner/link/deputize.db' }],
      ['list_directory', { path: 'inner/link' }],
      ['write_file', { path: 'inner/link/deputize.yaml', content: 'presets: []' }],
      ['move_file', { from: 'new.txt', to: 'inner/link/deputize.yaml' }],
      ['read_file', { path: `${http.data}/deputize.db` }],
      ['read_file', { path: '../data/deputize.db' }],
    ];
    for (const [tool, args] of attempts) {
      const { body } = await http.call(tool, args);
      expect({ tool, args, state: body.state }).toEqual({ tool, args, state: expect.stringMatching(/refused|failed/) });
    }
    expect(theirs()).toEqual(before);
  });
});

async function openLine(token: string) {
  const socket = new WebSocket(`${http.url.replace('http', 'ws')}/ws`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const waiting = new Map<string, (message: unknown) => void>();
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as { type: string; requestId?: string };
    if (message.requestId !== undefined && message.type !== 'tool.progress') waiting.get(message.requestId)?.(message);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let next = 0;
  return {
    close: () => socket.terminate(),
    ask: (message: object) =>
      new Promise<unknown>((resolve) => {
        const requestId = `r${(next += 1)}`;
        waiting.set(requestId, resolve);
        socket.send(JSON.stringify({ requestId, ...message }));
      }),
  };
}
