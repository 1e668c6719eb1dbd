/** The Git tools through the whole runtime, on real repositories. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Outcome } from '../../../src/core/index.ts';
import { openGitWorld, runGit, type GitWorld } from '../../support/worlds/git-world.ts';
import { errorOf, valueOf } from '../../support/worlds/web-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: GitWorld;
beforeEach(async () => {
  world = await openGitWorld();
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
});

const value = async (tool: string, args: object = {}): Promise<Record<string, unknown>> =>
  valueOf(await world.call(tool, args));
const code = async (tool: string, args: object = {}): Promise<string> => errorOf(await world.call(tool, args)).code;
const head = () => world.git('rev-parse', 'HEAD').trim();

describe('W5: git_status', () => {
  test('returns branch, head and every kind of change', async () => {
    await world.put({ 'b.txt': 'b\n', 'old name.txt': 'x\n'.repeat(20), 'gone.txt': 'g\n' });
    world.git('add', '.');
    world.git('commit', '-q', '-m', 'second');
    await world.put({ 'a.txt': 'changed\n', 'b.txt': 'staged\n', 'new.txt': 'n', 'dir/deep ü.txt': 'n' });
    world.git('add', 'b.txt', 'new.txt');
    world.git('mv', 'old name.txt', 'new name.txt');
    await rm(join(world.root, 'gone.txt'));
    const outcome = await world.call('git_status');
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow' } });
    expect(valueOf(outcome)).toEqual({
      branch: 'main',
      head: head(),
      staged: [
        { path: 'b.txt', change: 'modified' },
        { path: 'new name.txt', change: 'renamed', from: 'old name.txt' },
        { path: 'new.txt', change: 'added' },
      ],
      unstaged: [
        { path: 'a.txt', change: 'modified' },
        { path: 'gone.txt', change: 'deleted' },
      ],
      untracked: ['dir/'],
      conflicted: [],
    });
  });

  test('returns how far it is from its upstream', async () => {
    const bare = join(world.outside, 'up.git');
    runGit(world.outside, ['init', '-q', '--bare', bare]);
    world.git('remote', 'add', 'origin', bare);
    world.git('push', '-q', '-u', 'origin', 'main');
    world.git('commit', '-q', '--allow-empty', '-m', 'ahead');
    expect(await value('git_status')).toMatchObject({ upstream: 'origin/main', ahead: 1, behind: 0 });
    world.git('pack-refs', '--all');
    expect(await value('git_status')).toMatchObject({ upstream: 'origin/main', ahead: 1, head: head() });
  });

  test('works before the first commit, on no branch, in a conflict and in a folder', async () => {
    runGit(world.root, ['init', '-q', '-b', 'trunk', 'sub']);
    await world.put({ 'sub/x.txt': 'x' });
    expect(await value('git_status', { repository: 'sub' })).toMatchObject({
      branch: 'trunk',
      head: null,
      untracked: ['sub/x.txt'],
    });
    world.git('checkout', '-q', '-b', 'side');
    await world.put({ 'a.txt': 'side\n' });
    world.git('commit', '-q', '-am', 'side');
    world.git('checkout', '-q', 'main');
    await world.put({ 'a.txt': 'main\n' });
    world.git('commit', '-q', '-am', 'main');
    world.git('merge', 'side');
    expect(await value('git_status')).toMatchObject({ conflicted: ['a.txt'] });
    expect(await code('git_commit', { message: 'x', all: true })).toBe('CONFLICT');
    world.git('merge', '--abort');
    world.git('checkout', '-q', '--detach');
    expect(await value('git_status')).toMatchObject({ branch: null, head: head() });
    expect(await code('git_commit', { message: 'x', all: true })).toBe('CONFLICT');
  });

  test('says what is wrong', async () => {
    await mkdir(join(world.root, 'plain'));
    expect(await code('git_status', { repository: 'plain' })).toBe('FILE_NOT_FOUND');
    expect(await code('git_status', { repository: '../outside' })).toBe('INVALID_PATH');
    expect(await code('git_status', { repository: '/etc' })).toBe('INVALID_PATH');
    expect(await code('git_status', { other: 1 })).toBe('INVALID_ARGUMENTS');
  });
});

describe('W5: git_diff', () => {
  test('shows what is changed, what is staged, and what lies between commits', async () => {
    const first = head();
    await world.put({ 'a.txt': 'one\ntwo\n', 'b.bin': 'a\0b' });
    expect(await value('git_diff')).toEqual({
      diff: expect.stringContaining('+two'),
      files: [{ path: 'a.txt', additions: 1, deletions: 0 }],
      truncated: false,
    });
    world.git('add', '.');
    expect(await value('git_diff')).toMatchObject({ diff: '', files: [] });
    expect(await value('git_diff', { staged: true })).toMatchObject({
      files: [
        { path: 'a.txt', additions: 1, deletions: 0 },
        { path: 'b.bin', additions: null, deletions: null },
      ],
    });
    world.git('commit', '-q', '-m', 'second');
    expect(await value('git_diff', { from: first, to: 'HEAD', paths: ['a.txt'] })).toMatchObject({
      diff: expect.stringContaining('--- a/a.txt\n+++ b/a.txt'),
      files: [{ path: 'a.txt' }],
    });
    expect((await value('git_diff', { from: 'HEAD~1', to: 'main' }))['files']).toHaveLength(2);
  });

  test('is bounded, and follows renames', async () => {
    await world.put({ 'a.txt': `${'x'.repeat(100)}\n`.repeat(20_000) });
    const { diff, truncated } = await value('git_diff');
    expect([(diff as string).length <= 1_000_000, truncated]).toEqual([true, true]);
    world.git('checkout', '-q', 'a.txt');
    world.git('mv', 'a.txt', 'z.txt');
    expect(await value('git_diff', { staged: true })).toMatchObject({ files: [{ path: 'z.txt', additions: 0 }] });
  });

  test.each(['--output=x', '-O', 'main --output=x', 'no-such', ':a.txt', 'main..', '@{-1}x', '', 'HEAD:a.txt'])(
    'takes %j for no commit',
    async (from) => {
      expect(['NOT_FOUND', 'INVALID_ARGUMENTS']).toContain(await code('git_diff', { from }));
      expect(['NOT_FOUND', 'INVALID_ARGUMENTS']).toContain(await code('git_log', { from }));
    },
  );

  test('takes paths as they are', async () => {
    await world.put({ '*.txt': 'star\n', ':(top)x': 'magic\n', '--cached': 'flag\n' });
    world.git('--literal-pathspecs', 'add', '--', '*.txt', ':(top)x', '--cached');
    const files = async (paths: string[]) => (await value('git_diff', { staged: true, paths }))['files'];
    expect(await files(['*.txt'])).toMatchObject([{ path: '*.txt' }]);
    expect(await files([':(top)x'])).toMatchObject([{ path: ':(top)x' }]);
    expect(await files(['--cached'])).toMatchObject([{ path: '--cached' }]);
    expect(await code('git_diff', { paths: ['../x'] })).toBe('INVALID_PATH');
    expect(await code('git_diff', { to: 'main' })).toBe('INVALID_ARGUMENTS');
  });
});

describe('W5: git_log', () => {
  test('answers the history in full, newest first', async () => {
    await world.put({ 'b.txt': 'b' });
    world.git('add', '.');
    world.git('commit', '-q', '-m', 'Second ü', '-m', 'A body\nof two lines');
    const { commits, truncated } = (await value('git_log')) as {
      commits: Record<string, unknown>[];
      truncated: boolean;
    };
    expect(commits).toEqual([
      {
        hash: head(),
        parents: [commits[1]?.['hash']],
        author: { name: 'Ann Example', email: 'ann@example.com' },
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        subject: 'Second ü',
        body: 'A body\nof two lines',
      },
      expect.objectContaining({ subject: 'first', parents: [], body: '' }),
    ]);
    expect(truncated).toBe(false);
    expect(await value('git_log', { maxCount: 1 })).toMatchObject({
      commits: [{ subject: 'Second ü' }],
      truncated: true,
    });
    expect((await value('git_log', { paths: ['a.txt'] }))['commits']).toHaveLength(1);
    expect((await value('git_log', { from: 'HEAD~1' }))['commits']).toHaveLength(1);
    runGit(world.root, ['init', '-q', 'empty']);
    expect(await value('git_log', { repository: 'empty' })).toEqual({ commits: [], truncated: false });
  });
});

describe('W5: git_commit', () => {
  test('commits staged and named files, is reported, and returns what it did', async () => {
    const before = head();
    await world.put({ 'staged.txt': 's', 'named/n.txt': 'n', 'left.txt': 'l' });
    world.git('add', 'staged.txt');
    await rm(join(world.root, 'a.txt'));
    const outcome = await world.call('git_commit', {
      message: 'Add things\n\nFor a reason.',
      paths: ['named', 'a.txt'],
    });
    expect(outcome).toMatchObject({ state: 'reported', decision: { rule: 'medium-risk-is-reported' } });
    expect(valueOf(outcome)).toEqual({
      hash: head(),
      branch: 'main',
      summary: 'Add things',
      files: [
        { path: 'a.txt', change: 'deleted' },
        { path: 'named/n.txt', change: 'added' },
        { path: 'staged.txt', change: 'added' },
      ],
    });
    expect(world.git('log', '-1', '--format=%an <%ae>%n%cn%n%P%n%B')).toBe(
      `Ann Example <ann@example.com>\nAnn Example\n${before}\nAdd things\n\nFor a reason.\n\n`,
    );
    expect(world.git('status', '--porcelain')).toBe('?? left.txt\n');
    expect(world.git('fsck', '--strict')).not.toContain('error');
    expect(world.git('reflog', '-1', '--format=%gs')).toBe('commit: Add things\n');
  });

  test('stages all that is known with "all", and refuses to commit nothing', async () => {
    await world.put({ 'a.txt': 'two\n', 'new.txt': 'n' });
    expect(await value('git_commit', { message: 'all', all: true })).toMatchObject({
      files: [{ path: 'a.txt', change: 'modified' }],
    });
    expect(await code('git_commit', { message: 'nothing' })).toBe('INVALID_ARGUMENTS');
    expect(await code('git_commit', { message: '  ' })).toBe('INVALID_ARGUMENTS');
    expect(await code('git_commit', { message: 'x', paths: ['../outside'] })).toBe('INVALID_PATH');
    expect(await code('git_commit', { message: 'x', paths: ['none.txt'] })).toBe('EXTERNAL_ERROR');
  });

  test('makes the first commit of a repository, in a separate folder', async () => {
    runGit(world.root, ['init', '-q', '-b', 'trunk', 'sub']);
    await world.put({ 'sub/x.txt': 'x' });
    vi.stubEnv('HOME', world.outside);
    const args = { repository: 'sub', message: 'start', paths: ['sub/x.txt'] };
    expect(errorOf(await world.call('git_commit', args))).toMatchObject({
      code: 'NOT_AVAILABLE',
      details: { key: 'git.author' },
    });
    await writeFile(join(world.outside, '.gitconfig'), '[user]\n\tname = Own Name\n\temail = own@example.com\n');
    const outcome = await world.call('git_commit', args);
    expect(valueOf(outcome)).toMatchObject({ branch: 'trunk', files: [{ path: 'sub/x.txt', change: 'added' }] });
    expect(runGit(join(world.root, 'sub'), ['log', '--format=%an'])).toBe('Own Name\n');
    await world.deputize.undo(outcome.callId);
    expect(runGit(join(world.root, 'sub'), ['status', '--porcelain'])).toBe('A  x.txt\n');
  });

  test('R11: is undone softly, once or twice, and only while it is the last', async () => {
    const before = head();
    await world.put({ 'a.txt': 'two\n' });
    const outcome = await world.call('git_commit', { message: 'second', all: true });
    expect(head()).not.toBe(before);
    await world.deputize.undo(outcome.callId);
    expect(head()).toBe(before);
    expect(world.git('status', '--porcelain')).toBe('M  a.txt\n');

    const again = await world.call('git_commit', { message: 'again' });
    world.git('commit', '-q', '--allow-empty', '-m', 'on top');
    const top = head();
    await expect(world.deputize.undo(again.callId)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(head()).toBe(top);
  });

  test('does not commit what a filter should have changed', async () => {
    await world.put({
      '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n',
      'art.psd': 'large',
      'b.txt': 'b',
    });
    expect(errorOf(await world.call('git_commit', { message: 'x', paths: ['.'] }))).toMatchObject({
      code: 'NOT_AVAILABLE',
      message: expect.stringContaining('art.psd'),
    });
    expect(world.git('diff', '--cached', '--name-only')).toBe('');
    expect(await value('git_commit', { message: 'x', paths: ['b.txt'] })).toMatchObject({ files: [{ path: 'b.txt' }] });
  });

  test('R5: shows what it would commit where a person is asked', async () => {
    const person = await world.deputize.runtime.directory.principal('owner', 'person', 'test');
    await world.deputize.runtime.changeSetting('user', person.userId, 'git_commit', 'ask', person);
    await world.put({ 'a.txt': 'two\n', 'b.txt': 'b' });
    world.git('add', 'b.txt');
    const outcome = await world.call('git_commit', { message: 'asked', all: true });
    expect(outcome.state).toBe('pending');
    const [waiting] = await world.deputize.approvals.list();
    const shown = JSON.stringify(waiting?.preview);
    for (const part of ['Commit to main', 'asked', 'a.txt (modified)', '+b']) expect(shown).toContain(part);
    world.git('commit', '-q', '--allow-empty', '-m', 'moved');
    const decided = await world.deputize.approvals.decide(waiting?.id ?? '', { decision: 'approve' });
    expect(errorOf(decided.outcome).code).toBe('CONFLICT');
  });
});

describe('W5: git_push', () => {
  let bare: string;
  let url: string;
  const reopen = async (push: (outside: string) => readonly string[]) => {
    await world[Symbol.asyncDispose]();
    world = await openGitWorld({ push });
    bare = join(world.outside, 'up.git');
    url = `file://${bare}`;
    runGit(world.outside, ['init', '-q', '--bare', '-b', 'main', bare]);
  };
  const asked = async (args: object = {}): Promise<Extract<Outcome, { state: 'pending' }>> => {
    const outcome = await world.call('git_push', args);
    if (outcome.state !== 'pending') throw new Error(JSON.stringify(outcome));
    return outcome;
  };
  const atOurs = (outside: string) => [`file://${outside}/up.git`];

  test('pushes to what is listed, always after a person, who sees where and what', async () => {
    await reopen(atOurs);
    world.git('remote', 'add', 'origin', url);
    const pending = await asked();
    expect(pending.decision).toMatchObject({ effect: 'confirm' });
    const [waiting] = await world.deputize.approvals.list();
    expect(JSON.stringify(waiting?.preview)).toContain(`Push main to ${url}`);
    expect(JSON.stringify(waiting?.preview)).toContain('Ann Example: first');
    const { outcome } = await world.deputize.approvals.decide(pending.approval.id, { decision: 'approve' });
    expect(valueOf(outcome)).toEqual({ remote: 'origin', url, branch: 'main', hash: head(), status: 'pushed' });
    expect(runGit(bare, ['rev-parse', 'main']).trim()).toBe(head());
    expect(world.git('rev-parse', 'refs/remotes/origin/main').trim()).toBe(head());
    expect(valueOf(await world.approved('git_push'))).toMatchObject({ status: 'up-to-date' });
    // It cannot be granted for good.
    world.git('commit', '-q', '--allow-empty', '-m', 'more');
    const more = await asked();
    await expect(
      world.deputize.approvals.decide(more.approval.id, { decision: 'approve', remember: 'always' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('refuses what is not listed, not there, or no name', async () => {
    await reopen(() => ['https://example.com/other.git']);
    expect(await code('git_push')).toBe('NOT_FOUND');
    world.git('remote', 'add', 'origin', url);
    expect(errorOf(await world.call('git_push'))).toMatchObject({
      code: 'FORBIDDEN',
      details: { url: `file://${bare}` },
    });
    expect(await code('git_push', { remote: '--exec=x' })).toBe('INVALID_ARGUMENTS');
    expect(await code('git_push', { remote: 'origin', branch: '+main' })).toBe('INVALID_ARGUMENTS');
    expect(await code('git_push', { remote: 'origin', branch: 'a:b' })).toBe('INVALID_ARGUMENTS');
    expect(runGit(bare, ['branch', '--list'])).toBe('');
  });

  test('never forces, and does nothing once the branch or the address has changed', async () => {
    await reopen(atOurs);
    world.git('remote', 'add', 'origin', url);
    valueOf(await world.approved('git_push'));
    world.git('commit', '-q', '--amend', '-m', 'rewritten');
    expect(errorOf(await world.approved('git_push'))).toMatchObject({ code: 'CONFLICT' });

    world.git('reset', '-q', '--hard', 'refs/remotes/origin/main');
    world.git('commit', '-q', '--allow-empty', '-m', 'shown');
    const pending = await asked();
    world.git('commit', '-q', '--allow-empty', '-m', 'slipped in');
    const { outcome } = await world.deputize.approvals.decide(pending.approval.id, { decision: 'approve' });
    expect(errorOf(outcome).code).toBe('CONFLICT');
    expect(runGit(bare, ['log', '-1', '--format=%s', 'main'])).toBe('first\n');
  });

  test('reaches a server with the person’s own credentials, and prompts for none', async () => {
    const served = join(world.base, '..', `served-${process.pid}`);
    await mkdir(served);
    const server = createServer((request, response) => {
      if (request.headers.authorization !== `Basic ${Buffer.from('ann:word').toString('base64')}`) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
        return;
      }
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const cgi = spawn('git', ['http-backend'], {
        env: {
          ...{ PATH: process.env['PATH'], GIT_PROJECT_ROOT: served, GIT_HTTP_EXPORT_ALL: '1', REMOTE_USER: 'ann' },
          ...{ PATH_INFO: path, QUERY_STRING: query, REQUEST_METHOD: request.method },
          ...{
            CONTENT_TYPE: request.headers['content-type'],
            HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
          },
        },
      });
      request.pipe(cgi.stdin);
      const chunks: Buffer[] = [];
      cgi.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      cgi.on('close', () => {
        const all = Buffer.concat(chunks);
        const end = all.indexOf('\r\n\r\n');
        const headers = all
          .subarray(0, end)
          .toString()
          .split('\r\n')
          .map((line) => line.split(': ') as [string, string]);
        const status = Number(headers.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
        response
          .writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
          .end(all.subarray(end + 4));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      runGit(served, ['init', '-q', '--bare', '-b', 'main', 'repo.git']);
      runGit(join(served, 'repo.git'), ['config', 'http.receivepack', 'true']);
      await reopen(() => [`${origin}/repo.git`]);
      world.git('remote', 'add', 'origin', `${origin}/repo.git`);
      const home = join(world.outside, 'home');
      await mkdir(home);
      vi.stubEnv('HOME', home);
      expect(errorOf(await world.approved('git_push'))).toMatchObject({ code: 'PERMISSION_DENIED' });
      await writeFile(join(home, '.gitconfig'), '[credential]\n\thelper = store\n');
      await writeFile(join(home, '.git-credentials'), `${origin.replace('//', '//ann:word@')}\n`, { mode: 0o600 });
      expect(valueOf(await world.approved('git_push'))).toMatchObject({ status: 'pushed' });
      expect(runGit(join(served, 'repo.git'), ['rev-parse', 'main']).trim()).toBe(head());
    } finally {
      server.close();
      server.closeAllConnections();
      await rm(served, { recursive: true, force: true });
    }
  });
});

test('W5: without a sandbox nothing is run', async () => {
  await world[Symbol.asyncDispose]();
  world = await openGitWorld({ bubblewrap: '/nonexistent/bwrap' });
  await world.put({ 'b.txt': 'b' });
  for (const [tool, args] of [
    ['git_status', {}],
    ['git_diff', {}],
    ['git_log', {}],
    ['git_commit', { message: 'x', paths: ['b.txt'] }],
    ['git_push', {}],
  ] as const) {
    expect(await code(tool, args)).toBe('NOT_AVAILABLE');
  }
  expect(world.git('status', '--porcelain')).toBe('?? b.txt\n');
});
