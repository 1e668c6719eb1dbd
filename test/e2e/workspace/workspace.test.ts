/** The workspace preset by two doors: the shapes of its document to the letter, and its approvals. */
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { Outcome } from '../../../src/core/index.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { startServer } from '../../support/servers/test-server.ts';

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

interface Door extends AsyncDisposable {
  readonly workspace: string;
  call(tool: string, args: object): Promise<Outcome>;
  approve(id: string): Promise<Outcome>;
}

async function byHttp(): Promise<Door> {
  const http = await startServer();
  return {
    workspace: http.workspace,
    call: async (tool, args) => (await http.call(tool, args, { preset: 'workspace' })).body,
    approve: async (id) => (await http.json<Outcome>(`/api/approvals/${id}`, { json: { decision: 'approve' } })).body,
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

async function byCommandLine(): Promise<Door> {
  const base = await mkdtemp(join(tmpdir(), 'workspace-'));
  const workspace = join(base, 'work');
  await mkdir(workspace);
  const run = async (...argv: string[]) =>
    (await deputize([...argv, '--data', join(base, 'data'), '--workspace', workspace])).json as unknown as Outcome;
  return {
    workspace,
    call: (tool, args) => run('call', tool, JSON.stringify(args), '--preset', 'workspace'),
    approve: (id) => run('approvals', 'approve', id),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

describe.each([
  ['HTTP', byHttp],
  ['the command line', byCommandLine],
])('by %s', (_, open) => {
  let door: Door;
  beforeAll(async () => {
    door = await open();
    await mkdir(join(door.workspace, 'folder'));
    await writeFile(join(door.workspace, 'folder', 'inner.txt'), 'inner');
    await writeFile(join(door.workspace, 'hello.txt'), 'Grüße');
    await writeFile(join(door.workspace, 'binary.bin'), Buffer.from([0, 255, 1]));
    await writeFile(join(door.workspace, '.hidden'), 'h');
    await symlink('hello.txt', join(door.workspace, 'link'));
    await symlink('/etc', join(door.workspace, 'out'));
  });
  afterAll(() => door[Symbol.asyncDispose]());

  const content = (name: string) => readFile(join(door.workspace, name), 'utf8');
  const exists = (name: string) =>
    stat(join(door.workspace, name)).then(
      () => true,
      () => false,
    );

  async function value(tool: string, args: object): Promise<Record<string, unknown>> {
    const outcome = await door.call(tool, args);
    if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
    expect(outcome.decision).toMatchObject({ effect: 'allow' });
    return outcome.value as Record<string, unknown>;
  }
  async function approved(tool: string, args: object, rule: string): Promise<unknown> {
    const outcome = await door.call(tool, args);
    if (outcome.state !== 'pending') throw new Error(JSON.stringify(outcome));
    expect(outcome.decision).toMatchObject({ effect: 'confirm', rule });
    const done = await door.approve(outcome.approval.id);
    if (done.state !== 'ok') throw new Error(JSON.stringify(done));
    return done.value;
  }

  test('W1: list_directory answers entries with name, type, size and modified', async () => {
    const { entries, ...rest } = (await value('list_directory', { path: '.' })) as {
      entries: Record<string, unknown>[];
    };
    expect(rest).toEqual({});
    for (const entry of entries) {
      expect(Object.keys(entry).sort()).toEqual(['modified', 'name', 'size', 'type']);
      expect(entry['modified']).toMatch(ISO);
    }
    const types = Object.fromEntries(entries.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({ folder: 'directory', 'hello.txt': 'file', link: 'symlink', out: 'symlink' });
    expect(types).not.toHaveProperty('.hidden');
    const names = async (more: object) =>
      ((await value('list_directory', { path: '.', ...more })) as { entries: { name: string }[] }).entries.map(
        ({ name }) => name,
      );
    expect(await names({ includeHidden: true })).toContain('.hidden');
    const all = await names({ recursive: true });
    expect(all).toContain('folder/inner.txt');
    expect(all.some((name) => name.startsWith('out/'))).toBe(false);
  });

  test('W1: read_file answers content, size and modified, as text or as base64', async () => {
    const text = await value('read_file', { path: 'hello.txt' });
    expect(text).toEqual({ content: 'Grüße', size: 7, modified: expect.stringMatching(ISO) });
    expect(await value('read_file', { path: 'binary.bin', encoding: 'base64' })).toMatchObject({
      content: 'AP8B',
      size: 3,
    });
  });

  test('W1, W2: write_file creates at once and answers path and size', async () => {
    expect(await value('write_file', { path: 'new.txt', content: 'ü' })).toEqual({ path: 'new.txt', size: 2 });
    expect(
      await value('write_file', { path: 'deep/er/new.bin', content: 'AP8B', encoding: 'base64', createDirs: true }),
    ).toEqual({
      path: 'deep/er/new.bin',
      size: 3,
    });
    expect(await door.call('write_file', { path: 'absent/new.txt', content: '' })).toMatchObject({
      state: 'failed',
      error: { code: 'FILE_NOT_FOUND' },
    });
  });

  test('W2: write_file asks before it overwrites', async () => {
    await writeFile(join(door.workspace, 'over.txt'), 'before');
    const args = { path: 'over.txt', content: 'after' };
    expect(await door.call('write_file', args)).toMatchObject({ state: 'pending' });
    expect(await content('over.txt')).toBe('before');
    expect(await approved('write_file', args, 'destructive-asks')).toEqual({ path: 'over.txt', size: 5 });
    expect(await content('over.txt')).toBe('after');
  });

  test('W1, W2: delete_file always asks and answers what was deleted', async () => {
    await writeFile(join(door.workspace, 'gone.txt'), '');
    expect(await approved('delete_file', { path: 'gone.txt' }, 'always-asks')).toEqual({ deleted: ['gone.txt'] });
    await mkdir(join(door.workspace, 'tree', 'sub'), { recursive: true });
    await writeFile(join(door.workspace, 'tree', 'sub', 'leaf'), '');
    const { deleted } = (await approved('delete_file', { path: 'tree', recursive: true }, 'always-asks')) as {
      deleted: string[];
    };
    expect(deleted.toSorted()).toEqual(['tree', 'tree/sub', 'tree/sub/leaf']);
    expect(await exists('tree')).toBe(false);
    expect(await approved('delete_file', { path: 'link' }, 'always-asks')).toEqual({ deleted: ['link'] });
    expect(await exists('hello.txt')).toBe(true);
  });

  test('W1, W2: move_file runs at once, and asks before it overwrites', async () => {
    await writeFile(join(door.workspace, 'from.txt'), 'moved');
    expect(await value('move_file', { from: 'from.txt', to: 'to.txt' })).toEqual({ from: 'from.txt', to: 'to.txt' });
    expect(await content('to.txt')).toBe('moved');
    await writeFile(join(door.workspace, 'second.txt'), 'second');
    expect(await door.call('move_file', { from: 'second.txt', to: 'to.txt' })).toMatchObject({
      state: 'failed',
      error: { code: 'ALREADY_EXISTS' },
    });
    const args = { from: 'second.txt', to: 'to.txt', overwrite: true };
    expect(await approved('move_file', args, 'destructive-asks')).toEqual({ from: 'second.txt', to: 'to.txt' });
    expect(await content('to.txt')).toBe('second');
  });
});

describe.each([
  ['HTTP', byHttp],
  ['the command line', byCommandLine],
])('by %s', (_, open) => {
  let door: Door;
  beforeAll(async () => {
    door = await open();
  });
  afterAll(() => door[Symbol.asyncDispose]());

  test('W3: run_code runs at once and answers stdout, stderr, exitCode and duration', async () => {
    await writeFile(join(door.workspace, 'numbers.txt'), '1\n2\n3\n');
    const code = 'import sys\nprint(sum(map(int, open("numbers.txt"))))\nprint("said", file=sys.stderr)\nsys.exit(4)';
    const outcome = await door.call('run_code', { language: 'python', code });
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow', rule: 'low-risk-runs' } });
    if (outcome.state !== 'ok') throw new Error('not ok');
    expect(outcome.value).toEqual({
      stdout: '6\n',
      stderr: 'said\n',
      exitCode: 4,
      duration: expect.any(Number) as number,
    });
    const bash = await door.call('run_code', {
      ...{ language: 'bash', code: 'echo "$1-$WHO" | tee out.txt', args: ['hello'], env: { WHO: 'you' }, timeout: 30 },
    });
    expect(bash).toMatchObject({ state: 'ok', value: { stdout: 'hello-you\n', stderr: '', exitCode: 0 } });
    expect(await readFile(join(door.workspace, 'out.txt'), 'utf8')).toBe('hello-you\n');
  });

  test('W3: a program that takes too long is a TIMEOUT with what it said', async () => {
    const outcome = await door.call('run_code', { language: 'bash', code: 'echo begun; sleep 60', timeout: 1 });
    expect(outcome).toMatchObject({
      state: 'failed',
      error: { code: 'TIMEOUT', partialSideEffects: false, details: { stdout: 'begun\n' } },
    });
  });
});

describe('R14, W1: paths', () => {
  let door: Door;
  beforeAll(async () => {
    door = await byHttp();
    await mkdir(join(door.workspace, 'folder'));
    await writeFile(join(door.workspace, 'hello.txt'), 'here');
    await symlink('/etc', join(door.workspace, 'out'));
  });
  afterAll(() => door[Symbol.asyncDispose]());

  test.each(['../x', '/etc/passwd', 'folder/../../x', 'out/passwd', 'a\u200Bb\u0007', ''])(
    '%j does not lead out',
    async (path) => {
      for (const [tool, args] of [
        ['read_file', { path }],
        ['write_file', { path, content: 'x' }],
        ['delete_file', { path }],
        ['move_file', { from: path, to: 'caught.txt' }],
        ['move_file', { from: 'hello.txt', to: path }],
      ] as const) {
        const outcome = await door.call(tool, args);
        if (!('error' in outcome)) throw new Error(JSON.stringify(outcome));
        expect(['INVALID_PATH', 'INVALID_ARGUMENTS', 'PERMISSION_DENIED', 'NOT_A_DIRECTORY', 'NOT_A_FILE']).toContain(
          outcome.error.code,
        );
      }
      expect(await readFile(join(door.workspace, 'hello.txt'), 'utf8')).toBe('here');
      await expect(stat(join(door.workspace, 'caught.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
