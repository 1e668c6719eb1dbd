/** Every route of the API, with what it answers and what it refuses. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Outcome } from '../../../src/core/index.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
beforeAll(async () => {
  http = await startServer();
});
afterAll(() => http[Symbol.asyncDispose]());

const put = (name: string, content = 'x') => writeFile(join(http.workspace, name), content);
const decide = (id: string, json: unknown) =>
  http.json<Outcome & { confirmToken?: string }>(`/api/approvals/${id}`, { json });

describe('R19: the API', () => {
  test('lists the tools of a preset', async () => {
    const { status, body } = await http.json<{ preset: string; tools: { name: string }[] }>(
      '/api/tools?preset=workspace',
    );
    expect(status).toBe(200);
    expect(body.preset).toBe('workspace');
    expect(body.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list_directory', 'read_file', 'write_file', 'delete_file', 'move_file', 'read_result']),
    );
    expect(body.tools[0]).toMatchObject({ inputSchema: { type: 'object' }, outputSchema: { type: 'object' } });
    expect((await http.json('/api/tools')).body).toEqual(body);
    expect(await http.json('/api/tools?preset=__proto__')).toMatchObject({
      status: 404,
      body: { error: { code: 'UNKNOWN_PRESET' } },
    });
  });

  test('calls a tool, shows the call, and answers the same id with the same outcome', async () => {
    const args = { path: 'made.txt', content: 'hello' };
    const { status, body } = await http.call('write_file', args, {
      callId: 'c-1',
      traceId: 't-1',
      preset: 'workspace',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'ok', callId: 'c-1', traceId: 't-1', value: { path: 'made.txt', size: 5 } });
    expect((await http.call('write_file', args, { callId: 'c-1' })).body).toEqual(body);
    expect((await http.call('write_file', { ...args, content: 'other' }, { callId: 'c-1' })).body).toMatchObject({
      state: 'refused',
      error: { code: 'CALL_ID_REUSED' },
    });
    expect((await http.json('/api/calls/c-1')).body).toMatchObject({ state: 'ok', outcome: body, canUndo: true });
    const listed = await http.json<{ calls: { callId: string }[] }>('/api/calls?tool=write_file&state=ok&limit=1');
    expect(listed.body.calls.map(({ callId }) => callId)).toEqual(['c-1']);
  });

  test('waits for a person with 202, and the outcome comes to the one who waits', async () => {
    await put('waited.txt');
    const { status, body } = await http.call('delete_file', { path: 'waited.txt' });
    if (body.state !== 'pending') throw new Error(body.state);
    expect(status).toBe(202);
    expect(body.approval.url).toBe(`${http.url}/approvals/${body.approval.id}`);
    const collected = http.json(`/api/calls/${body.callId}?wait=20`, { token: http.agentToken });
    const { body: decided } = await decide(body.approval.id, { decision: 'approve' });
    expect(decided).toMatchObject({ state: 'ok', callId: body.callId, value: { deleted: ['waited.txt'] } });
    expect((await collected).body).toMatchObject({ state: 'ok', outcome: { state: 'ok' } });
  });

  test('lists approvals, shows one, and decides it once', async () => {
    await put('listed.txt');
    const { id, callId } = await http.waiting('listed.txt');
    const { body } = await http.json<{ approvals: { id: string }[]; unknown: unknown[] }>('/api/approvals');
    expect(body.approvals.map((approval) => approval.id)).toContain(id);
    expect(body.unknown).toEqual([]);
    expect((await http.json(`/api/approvals/${id}`)).body).toMatchObject({
      callId,
      args: { path: 'listed.txt', recursive: false },
    });
    expect(await decide(id, { decision: 'deny', reason: 'keep it' })).toMatchObject({
      status: 200,
      body: { state: 'refused', error: { code: 'DENIED', details: { reason: 'keep it' } } },
    });
    expect(await decide(id, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { error: { code: 'ALREADY_DECIDED', details: { decision: 'denied', via: 'http' } } },
    });
  });

  test('runs edited arguments', async () => {
    await put('one.txt');
    await put('two.txt');
    const { id } = await http.waiting('one.txt');
    const { body } = await decide(id, { decision: 'edit', modifiedArgs: { path: 'two.txt' } });
    expect(body).toMatchObject({ state: 'ok', value: { deleted: ['two.txt'] } });
    expect(await readFile(join(http.workspace, 'one.txt'), 'utf8')).toBe('x');
  });

  test('R6: mints a confirm token that executes the call once', async () => {
    await put('token.txt');
    const { id } = await http.waiting('token.txt');
    const { body } = await decide(id, { decision: 'approve', execute: false });
    expect(body.state).toBe('pending');
    const more = { confirmToken: body.confirmToken };
    expect((await http.call('delete_file', { path: 'one.txt' }, more)).body).toMatchObject({
      error: { code: 'TOKEN_ARGUMENTS' },
    });
    expect((await http.call('delete_file', { path: 'token.txt' }, more)).body).toMatchObject({ state: 'ok' });
    expect((await http.call('delete_file', { path: 'token.txt' }, more)).body).toMatchObject({
      error: { code: 'TOKEN_USED' },
    });
  });

  test('decides several at once, each on its own', async () => {
    await Promise.all(['a.txt', 'b.txt', 'c.txt'].map((name) => put(name)));
    const [a, b, c] = [await http.waiting('a.txt'), await http.waiting('b.txt'), await http.waiting('c.txt')];
    await decide(b.id, { decision: 'deny' });
    const ids = [a.id, b.id, c.id, 'nothing'];
    const { body } = await http.json<{ results: object[] }>('/api/approvals', { json: { ids, decision: 'approve' } });
    expect(body.results).toMatchObject([
      { id: a.id, decided: { state: 'ok', value: { deleted: ['a.txt'] } } },
      { id: b.id, error: { code: 'ALREADY_DECIDED' } },
      { id: c.id, decided: { state: 'ok' } },
      { id: 'nothing', error: { code: 'NOT_FOUND' } },
    ]);
    expect(await readFile(join(http.workspace, 'b.txt'), 'utf8')).toBe('x');
  });

  test('remembers, lists, grants from an approval and revokes', async () => {
    await put('over.txt');
    const overwrite = async (content: string) => (await http.call('write_file', { path: 'over.txt', content })).body;
    const first = await overwrite('1');
    if (first.state !== 'pending') throw new Error(first.state);
    await decide(first.approval.id, { decision: 'allow_for', remember: '1h', pattern: { '/path': 'over.*' } });
    expect(await overwrite('2')).toMatchObject({ state: 'reported', decision: { rule: 'granted-by-the-person' } });
    const { body } = await http.json<{ grants: { id: string }[] }>('/api/grants');
    expect(body.grants).toMatchObject([{ tool: 'write_file', effect: 'allow' }]);
    const [grant] = body.grants;
    expect(await http.json(`/api/grants/${grant?.id}`, { method: 'DELETE' })).toEqual({
      status: 200,
      body: { revoked: grant?.id },
    });
    expect(await http.json(`/api/grants/${grant?.id}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
    expect(await overwrite('3')).toMatchObject({ state: 'pending' });
    const made = await http.json<{ id: string }>('/api/grants', {
      json: { approvalId: first.approval.id, remember: 'always' },
    });
    expect(made.status).toBe(200);
    expect((await http.json('/api/grants')).body).toMatchObject({
      grants: [{ id: made.body.id, match: { kind: 'exact' } }],
    });
    expect(await http.json('/api/grants', { json: { approvalId: first.approval.id, remember: 'once' } })).toMatchObject(
      { status: 400 },
    );
  });

  test('R11: takes a call back, once', async () => {
    await http.call('write_file', { path: 'undone.txt', content: 'x' }, { callId: 'undo-me' });
    expect(await http.json('/api/calls/undo-me/undo', { method: 'POST' })).toMatchObject({
      status: 200,
      body: { state: 'undone', callId: 'undo-me', tool: 'write_file' },
    });
    expect(await http.json('/api/calls/undo-me/undo', { method: 'POST' })).toMatchObject({
      status: 409,
      body: { error: { code: 'NOT_UNDOABLE' } },
    });
    await http.call('write_file', { path: 'changed.txt', content: 'x' }, { callId: 'conflict' });
    await put('changed.txt', 'someone else');
    expect(await http.json('/api/calls/conflict/undo', { method: 'POST' })).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT' } },
    });
  });

  test('R17: reads on in a result', async () => {
    await put('long.txt', 'y'.repeat(200_000));
    const { body } = await http.call('read_file', { path: 'long.txt' }, { callId: 'long' });
    expect(body).toMatchObject({ state: 'ok', truncated: { parts: [{ path: '/content', total: 200_000 }] } });
    const piece = await http.json<{ text: string; next: number }>('/api/calls/long/result?offset=10&length=50');
    expect(piece.body).toMatchObject({ offset: 10, next: 60 });
    expect(piece.body.text).toHaveLength(50);
  });

  test('R17: reads the whole of a result that ended with TOO_LARGE', async () => {
    await mkdir(join(http.workspace, 'many'));
    await Promise.all(Array.from({ length: 1_500 }, (_, at) => put(`many/file-number-${at}.txt`)));
    const { body } = await http.call('list_directory', { path: 'many' }, { callId: 'large' });
    expect(body).toMatchObject({ state: 'failed', error: { code: 'TOO_LARGE', details: { callId: 'large' } } });
    const { body: whole } = await http.json<{ text: string }>('/api/calls/large/result?length=500000');
    expect((JSON.parse(whole.text) as { entries: unknown[] }).entries).toHaveLength(1_500);
  });

  test('R16: reads and changes settings', async () => {
    const json = { level: 'user', subject: 'owner', pattern: 'move_*', value: 'off' };
    expect(await http.json('/api/settings', { method: 'PUT', json })).toEqual({ status: 200, body: json });
    const shell = { level: 'system', pattern: 'desktop/shell.run', value: 'off' };
    expect((await http.json('/api/settings')).body).toMatchObject({ settings: [shell, json] });
    expect((await http.call('move_file', { from: 'a', to: 'b' })).body).toMatchObject({
      decision: { rule: 'switched-off' },
    });
  });

  test('R10: reads and verifies the audit', async () => {
    const { body } = await http.json<{ records: { seq: number }[] }>('/api/audit?after=2&limit=3');
    expect(body.records.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    const own = await http.json<{ records: { kind: string }[] }>('/api/audit?callId=undo-me');
    expect(own.body.records.map(({ kind }) => kind)).toEqual([
      'call.started',
      'call.ended',
      'undo.started',
      'undo.ended',
    ]);
    expect((await http.json('/api/audit/verify')).body).toMatchObject({ ok: true });
  });

  test('R13: cancelling what does not run says so', async () => {
    expect(await http.json('/api/calls/nothing/cancel', { method: 'POST' })).toEqual({
      status: 200,
      body: { cancelled: false },
    });
  });

  test.each(['/api/calls/nothing', '/api/calls/nothing/result', '/api/approvals/nothing', '/api/nothing', '/nothing'])(
    'there is nothing at %s',
    async (path) => {
      expect(await http.json(path)).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND', type: 'resource_not_found' } },
      });
    },
  );
});
