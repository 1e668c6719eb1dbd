/** A dry run shows a person how a call would be decided, without an effect. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { AuditMessage, DryRunMessage } from '../../../src/wire/messages.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
beforeAll(async () => {
  http = await startServer();
});
afterAll(() => http[Symbol.asyncDispose]());
beforeEach(() => writeFile(join(http.workspace, 'a.txt'), 'old\n'));

const rehearse = (tool: string, args: unknown, token = http.personToken) =>
  http.json<DryRunMessage>('/api/rehearse', { json: { tool, args }, token });
const recorded = async () =>
  (await http.json<{ records: AuditMessage[] }>('/api/audit?limit=1000')).body.records.length;

describe('R4: a dry run', () => {
  test('says how a call would be decided and what would be shown, and leaves no trace', async () => {
    const before = await recorded();
    const asks = await rehearse('write_file', { path: 'a.txt', content: 'new\n' });
    expect(asks.body).toMatchObject({ decision: { effect: 'confirm' }, scope: ['a.txt'], risk: 'low' });
    expect(asks.body.preview?.parts[0]).toMatchObject({ kind: 'diff', path: 'a.txt' });
    const runs = await rehearse('write_file', { path: 'new.txt', content: 'new\n' });
    expect(runs.body.decision.effect).toBe('allow');
    expect(await readFile(join(http.workspace, 'a.txt'), 'utf8')).toBe('old\n');
    await expect(readFile(join(http.workspace, 'new.txt'))).rejects.toThrow('ENOENT');
    expect(await recorded()).toBe(before);
    expect((await http.json('/api/approvals')).body).toEqual({ approvals: [], unknown: [] });
  });

  test('is refused to an agent, which could read with it unrecorded', async () => {
    expect((await rehearse('write_file', { path: 'a.txt', content: '' }, http.agentToken)).status).toBe(403);
    const { id } = await http.waiting('a.txt');
    const asked = { json: { args: { path: 'a.txt' } }, token: http.agentToken };
    expect((await http.json(`/api/approvals/${id}/rehearse`, asked)).status).toBe(403);
  });

  test.each([
    ['what does not fit', 'write_file', { path: 7 }, 400, 'INVALID_ARGUMENTS'],
    ['what leads outside', 'write_file', { path: '../a.txt', content: '' }, undefined, undefined],
    ['a tool that nobody has', 'made_up', {}, 404, undefined],
  ])('refuses %s like the call itself', async (_, tool, args, status, code) => {
    const call = await http.json<{ error?: { code: string } }>('/api/calls', { json: { tool, args } });
    const tried = await http.json<{ error?: { code: string } }>('/api/rehearse', { json: { tool, args } });
    expect(tried.body.error?.code).toBe(call.body.error?.code);
    if (status !== undefined) expect(tried.status).toBe(status);
    if (code !== undefined) expect(tried.body.error?.code).toBe(code);
  });

  test('of other arguments for a call that waits is decided as for the one who asked', async () => {
    const { body } = await http.call('write_file', { path: 'a.txt', content: 'proposed\n' });
    if (body.state !== 'pending') throw new Error(body.state);
    const path = `/api/approvals/${body.approval.id}/rehearse`;
    const tried = await http.json<DryRunMessage>(path, { json: { args: { path: 'a.txt', content: 'other\n' } } });
    expect(tried.body.decision.effect).toBe('confirm');
    expect(JSON.stringify(tried.body.preview)).toContain('+other');
    await http.json(`/api/approvals/${body.approval.id}`, { json: { decision: 'deny' } });
    const late = await http.json(path, { json: { args: { path: 'a.txt', content: 'other\n' } } });
    expect(late.body).toMatchObject({ error: { code: 'ALREADY_DECIDED' } });
  });
});
