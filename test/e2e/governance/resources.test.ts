/** Calls stay in the resource that they were asked in, also where several processes and folders share one ledger. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import type { Outcome, Principal } from '../../../src/core/index.ts';
import { archivedHash } from '../../../src/core/ledger/audit-archive.ts';
import { GENESIS } from '../../../src/core/ledger/audit-chain.ts';
import { migrations, UNBOUND } from '../../../src/core/storage/migrations.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let base: string;
let data: string;
const opened: AppAssembly[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'resources-'));
  data = join(base, 'data');
  for (const name of ['a', 'b']) createFolder(name);
});
afterEach(async () => {
  for (const assembly of opened.splice(0)) await assembly.close();
  rmSync(base, { recursive: true, force: true });
});

const folder = (name: string): string => join(base, name);
const contentOf = (name: string): string => readFileSync(join(folder(name), 'notes.txt'), 'utf8');

function createFolder(name: string): void {
  mkdirSync(folder(name), { recursive: true });
  writeFileSync(join(folder(name), 'notes.txt'), 'same\n');
}

interface Process {
  readonly assembly: AppAssembly;
  readonly agent: Principal;
  readonly person: Principal;
  readonly write: (content: string, more?: object) => Promise<Outcome>;
}

/** A separate process, as far as the ledger is concerned. */
async function openIn(name: string): Promise<Process> {
  const assembly = await assemble({ data, workspace: folder(name), log: () => undefined });
  opened.push(assembly);
  const [agent, person] = [await assembly.owner('agent', 'test'), await assembly.owner('person', 'test')];
  return {
    ...{ assembly, agent, person },
    write: (content, more) =>
      assembly.runtime.call(
        { tool: 'write_file', args: { path: 'notes.txt', content }, preset: 'workspace', ...more },
        agent,
      ),
  };
}

function approvalOf(outcome: Outcome): string {
  if (outcome.state !== 'pending') throw new Error(JSON.stringify(outcome));
  return outcome.approval.id;
}

const approve = { decision: 'approve', via: 'test' } as const;

describe('R22: a waiting call', () => {
  test('is executed in its own folder by a process that works in another', async () => {
    const [a, b] = [await openIn('a'), await openIn('b')];
    const id = approvalOf(await a.write('new\n'));
    expect((await b.assembly.runtime.approvals.decide(id, approve, b.person)).outcome.state).toBe('ok');
    expect([contentOf('a'), contentOf('b')]).toEqual(['new\n', 'same\n']);
  });

  test('records its resources with the call, the approval and the audit', async () => {
    const a = await openIn('a');
    const outcome = await a.write('new\n');
    const { workspaces, runtime } = a.assembly;
    const { id, label } = await workspaces.defaultWorkspace();
    const resources = [{ id: `workspace:${id}`, label }];
    const view = await runtime.approvals.show(approvalOf(outcome), a.person);
    expect(view).toMatchObject({ workspace: { id, label }, resources });
    expect(await runtime.calls.show(outcome.callId, a.person)).toMatchObject({ workspace: { id, label }, resources });
    const [record] = await runtime.audit.read({ callId: outcome.callId, limit: 1 });
    expect(record?.body['resources']).toEqual(resources);
  });

  test('keeps waiting where its folder was replaced, and runs once it is back', async () => {
    const [a, b] = [await openIn('a'), await openIn('b')];
    const id = approvalOf(await a.write('new\n'));
    renameSync(folder('a'), folder('moved'));
    createFolder('a');
    const { approvals } = b.assembly.runtime;
    await expect(approvals.decide(id, approve, b.person)).rejects.toMatchObject({ code: 'RESOURCE_UNAVAILABLE' });
    expect([contentOf('a'), contentOf('moved')]).toEqual(['same\n', 'same\n']);
    expect((await approvals.show(id, b.person)).state).toBe('awaiting_approval');
    rmSync(folder('a'), { recursive: true });
    renameSync(folder('moved'), folder('a'));
    expect((await approvals.decide(id, approve, b.person)).outcome.state).toBe('ok');
    expect(contentOf('a')).toBe('new\n');
  });

  test('keeps waiting where its folder is gone or was forgotten', async () => {
    const [a, b] = [await openIn('a'), await openIn('b')];
    const first = approvalOf(await a.write('one\n'));
    const { runtime } = b.assembly;
    await runtime.workspaces.forget((await a.assembly.workspaces.defaultWorkspace()).id, b.person);
    await expect(runtime.approvals.decide(first, approve, b.person)).rejects.toMatchObject({
      code: 'RESOURCE_UNAVAILABLE',
    });
    expect(contentOf('a')).toBe('same\n');
    expect((await runtime.approvals.show(first, b.person)).state).toBe('awaiting_approval');
  });

  test('is joined by the same call in the same folder only', async () => {
    const [a, b] = [await openIn('a'), await openIn('b')];
    const first = approvalOf(await a.write('new\n'));
    expect(approvalOf(await a.write('new\n'))).toBe(first);
    expect(approvalOf(await b.write('new\n'))).not.toBe(first);
  });
});

describe('R22: what was decided before holds in its folder only', () => {
  test('a grant, unless the person chose everywhere', async () => {
    const [a, b] = [await openIn('a'), await openIn('b')];
    const remember = { ...approve, remember: 'always' } as const;
    await a.assembly.runtime.approvals.decide(approvalOf(await a.write('new\n')), remember, a.person);
    expect((await a.write('new\n')).state).toBe('reported');
    const elsewhere = approvalOf(await b.write('new\n'));
    await b.assembly.runtime.approvals.decide(elsewhere, { ...remember, everywhere: true }, b.person);
    createFolder('c');
    expect((await (await openIn('c')).write('new\n')).state).toBe('reported');
  });

  test('a confirm token', async () => {
    const [a, b] = [await openIn('a'), await openIn('b')];
    const waiting = await a.write('new\n');
    const minted = { ...approve, execute: false };
    const { confirmToken } = await a.assembly.runtime.approvals.decide(approvalOf(waiting), minted, a.person);
    const { traceId } = waiting;
    expect(await b.write('new\n', { confirmToken, traceId })).toMatchObject({
      ...{ state: 'refused', error: { code: 'TOKEN_RESOURCE' } },
    });
    expect(contentOf('b')).toBe('same\n');
    expect((await a.write('new\n', { confirmToken, traceId })).state).toBe('ok');
  });

  test('an id of a call', async () => {
    const [a, b] = [await openIn('a'), await openIn('b')];
    const fresh = { tool: 'write_file', args: { path: 'fresh.txt', content: 'x' }, preset: 'workspace', callId: 'c-1' };
    expect((await a.assembly.runtime.call(fresh, a.agent)).state).toBe('ok');
    expect(await b.assembly.runtime.call(fresh, b.agent)).toMatchObject({
      ...{ state: 'refused', error: { code: 'CALL_ID_REUSED' } },
    });
    expect(existsSync(join(folder('b'), 'fresh.txt'))).toBe(false);
  });

  test('an undo', async () => {
    const [a, b] = [await openIn('a'), await openIn('b')];
    const id = approvalOf(await a.write('new\n'));
    const { outcome } = await b.assembly.runtime.approvals.decide(id, approve, b.person);
    writeFileSync(join(folder('b'), 'notes.txt'), 'new\n');
    await b.assembly.runtime.undo(outcome.callId, b.person);
    expect([contentOf('a'), contentOf('b')]).toEqual(['same\n', 'new\n']);
  });
});

describe('R22: a call that a killed process left', () => {
  test('is run again in its own folder by a process that works in another', async () => {
    const a = await openIn('a');
    const list = { tool: 'list_directory', args: { path: '.' }, preset: 'workspace', callId: 'left' };
    expect((await a.assembly.runtime.call(list, a.agent)).state).toBe('ok');
    await close(a);
    writeFileSync(join(folder('a'), 'only-in-a.txt'), 'x');
    leaveRunning('left');
    const b = await openIn('b');
    const outcome = await b.assembly.runtime.calls.outcome('left', b.person, 10_000);
    expect(outcome.state).toBe('ok');
    expect(JSON.stringify(outcome)).toContain('only-in-a.txt');
  });

  test('is left alone where its folder cannot be opened', async () => {
    const a = await openIn('a');
    const list = { tool: 'list_directory', args: { path: '.' }, preset: 'workspace', callId: 'left' };
    await a.assembly.runtime.call(list, a.agent);
    await close(a);
    renameSync(folder('a'), folder('moved'));
    leaveRunning('left');
    const b = await openIn('b');
    expect((await b.assembly.runtime.calls.show('left', b.person)).state).toBe('running');
  });

  async function close({ assembly }: Process): Promise<void> {
    opened.splice(opened.indexOf(assembly), 1);
    await assembly.close();
  }

  /** As if its process had been killed during the call. */
  function leaveRunning(callId: string): void {
    const database = new DatabaseSync(join(data, 'deputize.db'));
    database
      .prepare(
        `insert into nodes (id, host, process, started_at, seen_at, from_seq) values ('dead', 'x', '1:1', 0, 0, 0)`,
      )
      .run();
    database
      .prepare(
        `update calls set state = 'running', node_id = 'dead', outcome_json = null, ended_at = null where id = ?`,
      )
      .run(callId);
    database.close();
  }
});

describe('R22: data of an older version', () => {
  /** The ledger as the version before resources wrote it: one waiting call, one call that can be undone, one grant each. */
  function createOldLedger(): void {
    mkdirSync(data, { recursive: true });
    const database = new DatabaseSync(join(data, 'deputize.db'));
    const isOld = ({ name }: { name: string }): boolean => name < '011';
    database.exec('create table migrations (name text primary key)');
    for (const { name, statements } of migrations('sqlite').filter(isOld)) {
      for (const statement of statements) database.exec(statement);
      database.prepare('insert into migrations (name) values (?)').run(name);
    }
    const now = Date.now();
    database.exec(`insert into organizations values ('home', 'Home', ${now})`);
    database.exec(
      `insert into users (id, organization_id, name, role, created_at) values ('owner', 'home', 'Owner', 'admin', ${now})`,
    );
    const call = (id: string, state: string): void =>
      database.exec(`insert into calls (id, trace_id, organization_id, user_id, actor, preset, tool, tool_version, mode, state,
        args_json, args_hash, risk, decision_json, created_at) values ('${id}', '${id}', 'home', 'owner', 'agent mcp', 'workspace',
        'write_file', '1.0.0', 'text', '${state}', '{"content":"x","path":"notes.txt"}', 'h', 'low',
        '{"effect":"confirm","reason":"","rule":""}', ${now})`);
    call('waits', 'awaiting_approval');
    database.exec(`insert into approvals (id, call_id, organization_id, user_id, preview_json, scope_json, reason, proposed_args_json,
      created_at, expires_at, is_open) values ('waits-a', 'waits', 'home', 'owner', '{"title":"","parts":[]}', '[]', '', '{}',
      ${now}, ${now + 3_600_000}, 1)`);
    call('done', 'ok');
    // A call that ended has a record of its end.
    const ended = { seq: 1, at: now, kind: 'call.ended', call_id: 'done', body: '{"user":"owner","result":"ok"}' };
    database
      .prepare('insert into audit values (?, ?, ?, ?, ?, ?)')
      .run(...Object.values(ended), archivedHash(nodeDigest, GENESIS, ended));
    for (const [id, preset, tool] of [
      ['g-1', 'workspace', 'write_file'],
      ['g-2', 'personal', 'create_event'],
    ])
      database.exec(`insert into grants (id, organization_id, user_id, preset, tool, match_json, effect, created_at)
        values ('${id}', 'home', 'owner', '${preset}', '${tool}', '{"kind":"exact","argsHash":"h"}', 'allow', ${now})`);
    database.exec(`insert into settings values ('user', 'owner', 'send_email', 'allow', 'owner', ${now})`);
    database.close();
  }

  const read = <Row>(sql: string): Row[] => {
    const database = new DatabaseSync(join(data, 'deputize.db'), { readOnly: true });
    const rows = database.prepare(sql).all() as Row[];
    database.close();
    return rows;
  };

  test('is settled at the first start: waiting calls expire, workspace grants end, others hold everywhere', async () => {
    createOldLedger();
    const a = await openIn('a');
    const { runtime } = a.assembly;
    const { state, outcome } = await runtime.calls.show('waits', a.person);
    expect(state).toBe('expired');
    expect(outcome).toMatchObject({ error: { message: expect.stringContaining('workspace') } });
    const [first, second] = read<{ revoked_reason: string | null; resource_key: string | null }>(
      'select revoked_reason, resource_key from grants order by id',
    );
    expect(first?.revoked_reason).toContain('workspace');
    expect(second).toEqual({ revoked_reason: null, resource_key: null });
    expect(read(`select 1 from grants where resource_key = '${UNBOUND}' and revoked_at is null`)).toEqual([]);
    expect(read(`select 1 from settings where value = 'allow'`)).toEqual([]);
    expect((await runtime.audit.verify()).ok).toBe(true);
  });
});

describe('R22: over HTTP an agent does not choose a folder', () => {
  let http: TestServer;
  let bound: { id: string; token: string };
  beforeEach(async () => {
    http = await startServer();
    const { workspaces, runtime, owner } = http.server.assembly;
    const { id } = await workspaces.register(folder('a'));
    const person = await owner('person', 'test');
    const { token } = await runtime.credentials.createToken(person, { scope: 'agent', name: 'a', workspaceIds: [id] });
    bound = { id, token };
  });
  afterEach(() => http[Symbol.asyncDispose]());

  const list = (token: string, workspace?: string) =>
    http.json<Outcome>('/api/calls', { token, json: { tool: 'list_directory', args: { path: '.' }, workspace } });

  test('a token without a workspace reaches the default one only', async () => {
    expect((await list(http.agentToken)).body.state).toBe('ok');
    expect((await list(http.agentToken, bound.id)).body).toMatchObject({ error: { code: 'TOKEN_RESOURCE' } });
  });

  test('a token that is bound to a workspace reaches that one only', async () => {
    const listed = await list(bound.token);
    expect(JSON.stringify(listed.body)).toContain('notes.txt');
    const own = await http.server.assembly.workspaces.defaultWorkspace();
    expect((await list(bound.token, own.id)).body).toMatchObject({ error: { code: 'TOKEN_RESOURCE' } });
    expect((await list(bound.token, 'made-up')).body).toMatchObject({ error: { code: 'TOKEN_RESOURCE' } });
  });

  test('an administrator names any registered workspace, and no other', async () => {
    expect(JSON.stringify((await list(http.personToken, bound.id)).body)).toContain('notes.txt');
    expect((await list(http.personToken, 'made-up')).body).toMatchObject({ error: { code: 'RESOURCE_UNAVAILABLE' } });
  });
});

afterAll(() => rmSync(base, { recursive: true, force: true }));
