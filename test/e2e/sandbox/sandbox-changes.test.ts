/** What code in the sandbox changes: listed, applied as one step, undone as one step, and never a protected path. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { FileChanges, Outcome } from '../../../src/core/index.ts';
import { CodeRunner } from '../../support/worlds/code-runner.ts';

let runner: CodeRunner;
beforeEach(async () => {
  runner = await CodeRunner.open();
});
afterEach(() => runner[Symbol.asyncDispose]());

const put = (name: string, content: string): void => {
  mkdirSync(join(runner.workspace, name, '..'), { recursive: true });
  writeFileSync(join(runner.workspace, name), content);
};
const isThere = (name: string): boolean =>
  lstatSync(join(runner.workspace, name), { throwIfNoEntry: false }) !== undefined;

function changesIn(outcome: Outcome): FileChanges {
  if (outcome.state === 'ok' && outcome.changes) return outcome.changes;
  throw new Error(`no changes: ${JSON.stringify(outcome).slice(0, 2_000)}`);
}

describe('a run that changes files', () => {
  test('is listed as created, changed and deleted, and undone as a whole', async () => {
    put('src/a.txt', 'one\ntwo\n');
    put('src/deep/b.txt', 'b\n');
    put('keep.txt', 'keep\n');
    symlinkSync('keep.txt', join(runner.workspace, 'link'));
    chmodSync(join(runner.workspace, 'src/deep/b.txt'), 0o755);
    const outcome = await runner.outcome('bash', 'rm -rf src link; echo new > new.txt; echo more >> keep.txt; exit 3');
    expect(outcome).toMatchObject({ state: 'ok', value: { exitCode: 3 } });
    expect(Object.keys((outcome as { value: object }).value)).toEqual(['stdout', 'stderr', 'exitCode', 'duration']);
    expect(changesIn(outcome)).toEqual({
      summary: 'Files: 1 created, 1 changed (+1 −0 lines), 3 deleted.',
      created: ['new.txt'],
      changed: [{ path: 'keep.txt', added: 1, removed: 0 }],
      deleted: ['link', 'src/a.txt', 'src/deep/b.txt'],
      ...{ dropped: [], omitted: 0 },
    });
    expect(readdirSync(runner.workspace).toSorted()).toEqual(['keep.txt', 'new.txt']);

    await runner.undo(outcome.callId);
    expect(readdirSync(runner.workspace).toSorted()).toEqual(['keep.txt', 'link', 'src']);
    expect([runner.file('src/a.txt'), runner.file('src/deep/b.txt'), runner.file('keep.txt')]).toEqual([
      ...['one\ntwo\n', 'b\n', 'keep\n'],
    ]);
    expect(readlinkSync(join(runner.workspace, 'link'))).toBe('keep.txt');
    expect(lstatSync(join(runner.workspace, 'src/deep/b.txt')).mode & 0o777).toBe(0o755);
  });

  test('does not change the real folder before it has ended', async () => {
    put('a.txt', 'before\n');
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = runner.outcome('bash', 'echo after > a.txt; echo written; sleep 1; echo end', {
      onProgress: () => resolve(runner.file('a.txt')),
    });
    expect(await promise).toBe('before\n');
    await running;
    expect(runner.file('a.txt')).toBe('after\n');
  });

  test.each([
    ['time', 'rm -rf src; sleep 60', { timeout: 1 }, 'TIMEOUT'],
    ['disk', 'rm -rf src; head -c 40000000 /dev/urandom > a; head -c 40000000 /dev/urandom > b', {}, 'LIMIT_REACHED'],
  ] as const)('is discarded when the limit on %s ends it', async (_, code, more, expected) => {
    put('src/a.txt', 'one\n');
    const outcome = await runner.outcome('bash', code, more);
    expect(outcome).toMatchObject({ state: 'failed', error: { code: expected, partialSideEffects: false } });
    expect(readdirSync(runner.workspace)).toEqual(['src']);
    expect(readdirSync(join(runner.data, 'sandbox/runs'))).toEqual([]);
  });

  test('is undone completely or not at all when a person changed one of the files since', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) put(name, `${name}\n`);
    const outcome = await runner.outcome('bash', 'rm a.txt; echo code > b.txt; echo code > c.txt; echo d > d.txt');
    put('c.txt', 'the person\n');
    await expect(runner.undo(outcome.callId)).rejects.toMatchObject({
      ...{ code: 'CONFLICT', message: expect.stringContaining('"c.txt" has changed since') as string },
    });
    expect(readdirSync(runner.workspace).toSorted()).toEqual(['b.txt', 'c.txt', 'd.txt']);
    expect([runner.file('b.txt'), runner.file('c.txt')]).toEqual(['code\n', 'the person\n']);
  });

  test('can turn files into folders, folders into files and links, and is undone', async () => {
    put('file', 'f\n');
    put('folder/inside', 'i\n');
    put('other/inside', 'o\n');
    const code = 'rm file; mkdir file; echo x > file/x; rm -r folder; echo y > folder; rm -r other; ln -s file other';
    const outcome = await runner.outcome('bash', code);
    expect([runner.file('file/x'), runner.file('folder'), runner.file('other/x')]).toEqual(['x\n', 'y\n', 'x\n']);
    await runner.undo(outcome.callId);
    expect([runner.file('file'), runner.file('folder/inside'), runner.file('other/inside')]).toEqual([
      ...['f\n', 'i\n', 'o\n'],
    ]);
  });

  test('does not follow a link that leads out of the workspace', async () => {
    const outside = join(runner.base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'a'), 'safe');
    symlinkSync(outside, join(runner.workspace, 'out'));
    await runner.outcome('bash', 'rm out; mkdir out; echo planted > out/a');
    expect(execFileSync('cat', [join(outside, 'a')], { encoding: 'utf8' })).toBe('safe');
    expect(runner.file('out/a')).toBe('planted\n');
  });

  test('leaves a file alone that a person changed during the run', async () => {
    put('a.txt', 'before\n');
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running = runner.outcome('bash', 'echo code > a.txt; echo code > b.txt; echo written; sleep 1; echo end', {
      onProgress: () => resolve(undefined),
    });
    await promise;
    put('a.txt', 'the person\n');
    const { dropped, created } = changesIn(await running);
    expect(dropped).toEqual([{ path: 'a.txt', reason: expect.stringContaining('during the run') as string }]);
    expect([created, runner.file('a.txt'), runner.file('b.txt')]).toEqual([['b.txt'], 'the person\n', 'code\n']);
  });

  test('is refused when it creates more files than it may', async () => {
    await using small = await CodeRunner.open('sandbox: { files: 50 }\n');
    const outcome = await small.outcome('bash', 'for i in $(seq 200); do echo > f$i; done');
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'LIMIT_REACHED', partialSideEffects: false } });
    expect(readdirSync(small.workspace)).toEqual([]);
  });
});

describe('all runs in progress together', () => {
  const config = 'sandbox: { totalDiskMB: 20, totalFiles: 100, diskMB: 64, files: 1000, memoryMB: 160 }\n';
  const fill = 'head -c 12000000 /dev/urandom > big$0; echo full; sleep 4; echo end';

  test('write no more than they may: the largest is ended, and the others are applied', async () => {
    await using small = await CodeRunner.open(config);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const smaller = small.outcome('bash', fill.replace('$0', '2').replace('4;', '12;'), {
      onProgress: () => resolve(undefined),
    });
    await promise;
    const larger = small.outcome('bash', fill.replace('12', '14').replace('$0', '1').replace('4;', '40;'));
    expect(await larger).toMatchObject({
      ...{ state: 'failed', error: { code: 'LIMIT_REACHED', partialSideEffects: false, details: { limit: 'total' } } },
    });
    expect(await smaller).toMatchObject({ state: 'ok' });
    expect(readdirSync(small.workspace)).toEqual(['big2']);
    // The space is free again.
    expect(await small.outcome('bash', fill.replace('$0', '3').replace('4;', '0;'))).toMatchObject({ state: 'ok' });
  }, 90_000);

  test('create no more files than they may, and a further run is refused', async () => {
    await using small = await CodeRunner.open(config);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const exact = small.outcome('bash', 'for i in $(seq 100); do echo > f$i; done; echo full; sleep 12; echo end', {
      onProgress: () => setTimeout(() => resolve(undefined), 1_500),
    });
    await promise;
    expect(await small.outcome('bash', 'echo > more')).toMatchObject({
      ...{ state: 'failed', error: { code: 'LIMIT_REACHED', partialSideEffects: false } },
    });
    expect(await exact).toMatchObject({ state: 'ok' });
    expect(await small.outcome('bash', 'echo > more')).toMatchObject({ state: 'ok' });
  }, 90_000);
});

test.each(['cancel', 'stop-all'] as const)('a run that %s ends says that nothing was done', async (how) => {
  put('a.txt', 'before\n');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const running = runner.outcome('bash', 'echo after > a.txt; rm -rf b; echo written; sleep 60', {
    ...{ callId: 'stopped', onProgress: () => resolve(undefined) },
  });
  await promise;
  if (how === 'cancel') await runner.cancel('stopped');
  else await runner.stopAll();
  const outcome = await running;
  expect(outcome).toMatchObject({ state: 'failed', error: { partialSideEffects: false } });
  expect(runner.file('a.txt')).toBe('before\n');
});

test('cannot send to a socket of the host from a pair of datagram sockets', async () => {
  const code = [
    'import socket',
    'for kind in (socket.SOCK_DGRAM, socket.SOCK_RAW):',
    '    try: socket.socketpair(socket.AF_UNIX, kind); print("open")',
    '    except OSError as error: print(error.errno)',
    'socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)',
  ];
  expect((await runner.python(code.join('\n'))).stdout).toBe('97\n97\n');
});

describe('a protected path', () => {
  const planted = ['.vscode/tasks.json', '.mcp.json', '.envrc', '.bashrc', '.husky/pre-commit', '.idea/workspace.xml'];

  test.each(planted.flatMap((path) => [path, `deep/er/${path}`]))('%s is not planted by code', async (path) => {
    const outcome = await runner.outcome('bash', `mkdir -p "$(dirname ${path})"; echo evil > ${path}; echo ok > fine`);
    expect(isThere(path)).toBe(false);
    expect(runner.file('fine')).toBe('ok\n');
    const { dropped } = changesIn(outcome);
    expect(dropped).toHaveLength(1);
    expect(`${path}/`.startsWith(`${dropped[0]?.path}/`)).toBe(true);
    expect(dropped[0]?.reason).toContain('protected');
  });

  test.each([
    ['a rename', 'mkdir x; echo evil > x/tasks.json; mv x .vscode', '.vscode/tasks.json'],
    ['a link to a folder', 'mkdir x; echo evil > x/tasks.json; ln -s x .vscode', '.vscode'],
    ['a link to a file', 'echo evil > x; ln -s x .envrc', '.envrc'],
    ['a hard link', 'echo evil > x; ln x .envrc', '.envrc'],
    ['other letters', 'mkdir .VSCode; echo evil > .VSCode/Tasks.json', '.VSCode/Tasks.json'],
    ['a new repository', 'mkdir -p sub/.git/hooks; echo evil > sub/.git/hooks/pre-commit', 'sub/.git'],
    ['a file that names a repository', 'mkdir -p sub; echo "gitdir: ../x" > sub/.git', 'sub/.git'],
    ['a bare repository', 'mkdir -p x/objects x/refs; echo "ref: refs/heads/main" > x/HEAD; echo > x/config', 'x/HEAD'],
  ])('is not planted by %s', async (_, code, path) => {
    const outcome = await runner.outcome('bash', code);
    expect(isThere(path)).toBe(false);
    expect(changesIn(outcome).dropped.map((one) => one.path)).toContain(path);
  });

  test('in a repository is read-only to code, also in one further below', async () => {
    for (const folder of ['.', 'sub/repo']) {
      mkdirSync(join(runner.workspace, folder), { recursive: true });
      execFileSync('git', ['init', '-q', join(runner.workspace, folder)]);
    }
    const before = runner.file('sub/repo/.git/config');
    const plant =
      'for r in . sub/repo; do echo evil > $r/.git/hooks/pre-commit; git -C $r config core.fsmonitor evil; done';
    const first = await runner.outcome('bash', `${plant}; true`);
    expect(changesIn(first).dropped).toEqual([{ path: 'sub/repo/.git', reason: expect.any(String) as string }]);
    await runner.outcome('bash', 'rm -rf sub .git; true');
    expect(runner.file('sub/repo/.git/config')).toBe(before);
    for (const folder of ['.git', 'sub/repo/.git'])
      expect(existsSync(join(runner.workspace, folder, 'hooks/pre-commit'))).toBe(false);
  });

  test('is not deleted by code, and the rest of its folder is', async () => {
    put('app/.vscode/tasks.json', '{}');
    put('app/main.txt', 'x');
    const { deleted, dropped } = changesIn(await runner.outcome('bash', 'rm -rf app'));
    expect([deleted, dropped.map(({ path }) => path)]).toEqual([['app/main.txt'], ['app/.vscode/tasks.json']]);
    expect(runner.file('app/.vscode/tasks.json')).toBe('{}');
  });

  test.each([
    ['write_file', { path: '.git/hooks/pre-commit', content: 'evil', createDirs: true }],
    ['write_file', { path: 'a/b/.vscode/tasks.json', content: 'evil', createDirs: true }],
    ['write_file', { path: '.mcp.json', content: '{}' }],
    ['move_file', { from: 'plain', to: '.envrc' }],
    ['move_file', { from: 'folder', to: '.vscode' }],
    ['delete_file', { path: '.npmrc' }],
  ])('is changed by %s only after a person approved: %j', async (tool, args) => {
    put('plain', 'x');
    put('.npmrc', 'x');
    put('folder/tasks.json', '{}');
    const outcome = await runner.call(tool, args);
    expect(outcome).toMatchObject({ state: 'pending', decision: { rule: 'a-protected-path-asks' } });
  });

  test('is what the configuration says', async () => {
    await using own = await CodeRunner.open('protectedPaths: [secret/*.txt]\n');
    const outcome = await own.outcome('bash', 'mkdir secret; echo > secret/a.txt; echo > secret/a.md; echo > .envrc');
    expect(readdirSync(own.workspace).toSorted()).toEqual(['.envrc', 'secret']);
    expect(readdirSync(join(own.workspace, 'secret'))).toEqual(['a.md']);
    expect(changesIn(outcome).dropped.map(({ path }) => path)).toEqual(['secret/a.txt']);
  });
});
