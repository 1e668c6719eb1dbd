/** Every command as a real process: what it prints, and the code it ends with. */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { deputize, startProcess, systemNode, type RunOptions } from '../../support/processes/command-line.ts';

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let base: string;
let flags: string[];
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'cli-'));
  await Promise.all([mkdir(join(base, 'data')), mkdir(join(base, 'work'))]);
  flags = ['--data', join(base, 'data'), '--workspace', join(base, 'work')];
});
afterAll(() => rm(base, { recursive: true, force: true }));

const run = (argv: readonly string[], options?: RunOptions) => deputize([...argv, ...flags], options);
const put = (name: string, content = 'x') => writeFile(join(base, 'work', name), content);
const exists = (name: string) =>
  stat(join(base, 'work', name)).then(
    () => true,
    () => false,
  );

async function waiting(name: string, more: string[] = []) {
  await put(name);
  const { code, json } = await run(['call', 'delete_file', JSON.stringify({ path: name }), ...more]);
  expect(code).toBe(3);
  return json as { callId: string; traceId: string; approval: { id: string; url: string; expiresAt: string } };
}

describe('R19: call', () => {
  test('0: prints one object with the outcome', async () => {
    const args = JSON.stringify({ path: 'new.txt', content: 'hello' });
    const { code, json, lines } = await run([
      'call',
      'write_file',
      args,
      '--preset',
      'workspace',
      '--trace',
      't1',
      '--call',
      'c1',
    ]);
    expect(code).toBe(0);
    expect(lines).toHaveLength(1);
    expect(json).toEqual({
      state: 'ok',
      callId: 'c1',
      traceId: 't1',
      decision: { effect: 'allow', reason: 'Low risk: runs at once.', rule: 'low-risk-runs' },
      value: { path: 'new.txt', size: 5 },
    });
    expect((await run(['call', 'write_file', args, '--call', 'c1'])).json).toEqual(json);
  });

  test('0: reads the arguments from standard input', async () => {
    const { code, json } = await run(['call', 'list_directory', '-'], { input: '{"path":"."}' });
    expect([code, json['state']]).toEqual([0, 'ok']);
  });

  test('1: a call that fails', async () => {
    const { code, json } = await run(['call', 'read_file', '{"path":"absent.txt"}']);
    expect(code).toBe(1);
    expect(json).toMatchObject({
      state: 'failed',
      error: { code: 'FILE_NOT_FOUND', type: 'resource_not_found', retryable: false },
    });
  });

  test('3: a call that waits', async () => {
    const { callId, traceId, approval } = await waiting('three.txt');
    expect([callId, traceId, approval.id].every((id) => /^[\w-]+$/.test(id))).toBe(true);
    // No server runs that would show it.
    expect(approval).not.toHaveProperty('url');
    expect(Date.parse(approval.expiresAt)).toBeGreaterThan(Date.now());
    expect(await exists('three.txt')).toBe(true);
  });

  test.each([
    ['an unknown tool', ['call', '__proto__', '{}'], 'UNKNOWN_TOOL'],
    ['an unknown preset', ['call', 'read_file', '{}', '--preset', 'nope'], 'UNKNOWN_PRESET'],
    ['arguments that do not fit', ['call', 'read_file', '{"path":7}'], 'INVALID_ARGUMENTS'],
    ['a path that leads outside', ['call', 'read_file', '{"path":"../data/keys/signing.json"}'], 'INVALID_PATH'],
    ['a token that is none', ['call', 'delete_file', '{"path":"a"}', '--token', 'x.y.z'], 'TOKEN_INVALID'],
  ])('4: %s', async (_, argv, error) => {
    const { code, json } = await run(argv);
    expect(code).toBe(4);
    expect(json).toMatchObject({ state: 'refused', decision: { effect: 'block' }, error: { code: error } });
  });

  test.each([
    ['arguments that are no JSON', ['call', 'read_file', '{path}']],
    ['no tool', ['call']],
    ['an unknown flag', ['call', 'read_file', '{}', '--approve']],
    ['an unknown command', ['destroy']],
    ['an unknown verb', ['approvals', 'everything']],
    ['an unknown verb', ['grants', 'everything']],
    ['an unknown verb', ['audit', 'edit']],
    ['an unknown verb', ['tools', 'break']],
    ['an unknown verb', ['token', 'steal']],
    ['an unknown format', ['audit', 'export', '--format', 'xml']],
    ['a scope there is not', ['token', 'create', '--scope', 'root']],
    ['a port that is none', ['start', '--port', 'x']],
    ['no id', ['undo']],
    ['no id', ['approvals', 'approve']],
  ])('2: %s', async (_, argv) => {
    const { code, json } = await run(argv);
    expect(code).toBe(2);
    expect(json).toMatchObject({ error: { type: 'validation_error', message: expect.stringMatching(/\w/) } });
  });

  test('without --json it speaks to a person', async () => {
    await put('plain.txt');
    const { code, out, err } = await run(['call', 'delete_file', '{"path":"plain.txt"}'], { plain: true });
    expect(code).toBe(3);
    expect(err).toMatch(/^Workspace: .*work \(--workspace\)\n/);
    expect(out).toMatch(/Waiting for a person: .*\n {2}in: .*work\n.*deputize approvals show/);
    const failed = await run(['nothing'], { plain: true });
    expect([failed.code, failed.out]).toEqual([2, '']);
    expect(failed.err).toContain('The commands are: start, call, chat, connect, approvals');
  });
});

describe('R5, R7: approvals', () => {
  test('list, show, and approve, which prints the executed call; a late decision is refused with 4', async () => {
    const { approval, callId } = await waiting('approved.txt');
    const listed = (await run(['approvals', 'list'])).json as { approvals: { id: string }[]; unknown: unknown[] };
    expect(listed.approvals.map(({ id }) => id)).toContain(approval.id);
    expect(listed.unknown).toEqual([]);
    const shown = await run(['approvals', 'show', approval.id]);
    expect(shown.json).toMatchObject({
      callId,
      args: { path: 'approved.txt' },
      preview: { title: expect.any(String) },
    });
    const { code, json } = await run(['approvals', 'approve', approval.id]);
    expect(code).toBe(0);
    expect(json).toMatchObject({ state: 'ok', callId, value: { deleted: ['approved.txt'] } });
    expect(await exists('approved.txt')).toBe(false);
    const late = await run(['approvals', 'deny', approval.id]);
    expect(late.code).toBe(4);
    expect(late.json).toMatchObject({ error: { code: 'ALREADY_DECIDED' } });
    expect((await run(['approvals', 'show', 'nothing'])).code).toBe(1);
  });

  test('several at once, where one that is over does not keep the others back', async () => {
    const [one, two] = [await waiting('several-1.txt'), await waiting('several-2.txt')];
    const { code, lines } = await run(['approvals', 'approve', one.approval.id, 'nothing', two.approval.id]);
    expect(code).toBe(1);
    expect(lines).toMatchObject([
      { state: 'ok', callId: one.callId },
      { approvalId: 'nothing', error: { code: 'NOT_FOUND' } },
      { state: 'ok', callId: two.callId },
    ]);
    expect([await exists('several-1.txt'), await exists('several-2.txt')]).toEqual([false, false]);
  });

  test('deny with a reason', async () => {
    const { approval } = await waiting('denied.txt');
    const { code, json } = await run(['approvals', 'deny', approval.id, '--reason', 'keep it']);
    expect(code).toBe(0);
    expect(json).toMatchObject({ state: 'refused', error: { code: 'DENIED', details: { reason: 'keep it' } } });
    expect(await exists('denied.txt')).toBe(true);
  });

  test('approve with other arguments, which are checked again', async () => {
    const { approval } = await waiting('proposed.txt');
    await put('edited.txt');
    expect(await run(['approvals', 'approve', approval.id, '--args', '{"path":7}'])).toMatchObject({ code: 1 });
    expect(await run(['approvals', 'approve', approval.id, '--args', '{'])).toMatchObject({ code: 2 });
    const { code, json } = await run(['approvals', 'approve', approval.id, '--args', '{"path":"edited.txt"}']);
    expect([code, json['value']]).toEqual([0, { deleted: ['edited.txt'] }]);
    expect(await exists('proposed.txt')).toBe(true);
  });

  test('R6: mint a token that executes the call once', async () => {
    const { approval, callId, traceId } = await waiting('minted.txt');
    const minted = await run(['approvals', 'approve', approval.id, '--mint']);
    const token = minted.json['confirmToken'] as string;
    expect([minted.code, typeof token]).toEqual([0, 'string']);
    expect(await exists('minted.txt')).toBe(true);
    const execute = (path: string, trace = traceId) =>
      run(['call', 'delete_file', JSON.stringify({ path }), '--trace', trace, '--token', token]);
    expect((await execute('other.txt')).json).toMatchObject({ error: { code: 'TOKEN_ARGUMENTS' } });
    expect((await execute('minted.txt', 'other')).json).toMatchObject({ error: { code: 'TOKEN_TRACE' } });
    expect(await execute('minted.txt')).toMatchObject({ code: 0, json: { state: 'ok', callId, traceId } });
    expect(await execute('minted.txt')).toMatchObject({ code: 4, json: { error: { code: 'TOKEN_USED' } } });
  });

  test('R8: remember, list and revoke grants', async () => {
    await put('over.txt');
    const write = (content: string) => run(['call', 'write_file', JSON.stringify({ path: 'over.txt', content })]);
    const first = (await write('1')).json as { approval: { id: string } };
    await run(['approvals', 'approve', first.approval.id, '--remember', '1h', '--pattern', '/path=over.*']);
    expect((await write('2')).json).toMatchObject({ state: 'reported', decision: { rule: 'granted-by-the-person' } });
    const { grants } = (await run(['grants', 'list'])).json as { grants: { id: string }[] };
    expect(grants).toMatchObject([{ tool: 'write_file', match: { kind: 'pattern', values: { '/path': 'over.*' } } }]);
    const id = grants[0]?.id ?? '';
    expect(await run(['grants', 'revoke', id])).toMatchObject({ code: 0, json: { revoked: id } });
    expect(await run(['grants', 'revoke', id])).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } });
    expect(await write('3')).toMatchObject({ code: 3 });
    const added = await run(['grants', 'add', first.approval.id, '--remember', 'always']);
    expect(added).toMatchObject({ code: 0, json: { id: expect.any(String) } });
  });
});

describe('R7, R19: with a server on the same data', () => {
  test.each([
    ['this Node', process.execPath],
    ['the machine’s own Node', systemNode],
  ])('a call by one door is decided by the other, under %s', async (which, node) => {
    // Asked a second time, the same question would be answered with the first outcome.
    const [one, two] = [`both ${which}.txt`, `back ${which}.txt`];
    await using server = await startProcess(flags, node);
    expect(server).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      pid: expect.any(Number),
    });
    expect(server.mcpUrl).toBe(`${server.url}/mcp`);
    expect(server.signInUrl).toContain(`${server.url}/sign-in?link=`);
    const { token } = (await run(['token', 'create', '--scope', 'person'], { node })).json as { token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

    const { approval, callId } = await waiting(one);
    expect(approval.url).toBe(`${server.url}/approvals/${approval.id}`);
    const decided = await fetch(`${server.url}/api/approvals/${approval.id}`, {
      method: 'POST',
      headers,
      body: '{"decision":"approve"}',
    });
    expect(await decided.json()).toMatchObject({ state: 'ok', callId });
    expect(await exists(one)).toBe(false);

    await put(two);
    const called = await fetch(`${server.url}/api/calls`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ tool: 'delete_file', args: { path: two } }),
    });
    const { approval: other } = (await called.json()) as { approval: { id: string } };
    expect(await run(['approvals', 'approve', other.id], { node })).toMatchObject({ code: 0, json: { state: 'ok' } });

    const signIn = await run(['sign-in'], { node });
    expect(signIn.json['signInUrl']).toContain(server.url);
    const port = new URL(server.url).port;
    const second = await deputize(['start', '--port', port, '--data', join(base, `other-${port}`)], { node });
    expect(second).toMatchObject({
      code: 1,
      json: { error: { code: 'NOT_AVAILABLE', message: expect.stringContaining(port) } },
    });
    expect(await server.stop()).toBe(0);
    expect(await run(['sign-in'])).toMatchObject({ code: 1, json: { error: { code: 'NOT_AVAILABLE' } } });
  });
});
