import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { validated } from '../../../test/support/worlds/drive-tool.ts';
import {
  CANARY,
  openHandles,
  patient,
  temporaryWorkspace,
  type TemporaryWorkspace,
} from '../../../test/support/worlds/temporary-workspace.ts';
import { findRipgrep, openWorkspaceSearch } from '../../connectors/code-search/workspace-search.ts';
import type { CodeSearch } from '../../ports/code-search.ts';
import { searchCode } from './search-code.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Answer {
  readonly matches: { path: string; line: number; column: number; text: string; before?: string[]; after?: string[] }[];
  readonly truncated: boolean;
  readonly filesSearched?: number;
}

let space: TemporaryWorkspace;
beforeEach(async () => {
  space = await temporaryWorkspace();
});
afterEach(() => space[Symbol.asyncDispose]());

async function put(files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(space.root, name)), { recursive: true });
    await writeFile(join(space.root, name), content);
  }
}

async function run(args: object, codeSearch: CodeSearch, signal = patient): Promise<Answer> {
  const context = {
    ...{ callId: 'c', traceId: 't', mode: 'text' as const, signal, now: Date.now, files: space.files, codeSearch },
    ...{ expected: undefined, keepUndo: () => Promise.resolve(), progress: () => undefined },
    ...{ note: () => undefined, afterwards: () => undefined, reportChanges: () => undefined },
    ...{ callNext: () => Promise.reject(new Error('No further call is expected.')) },
  };
  const parsed = validated(searchCode, args);
  const facts = await searchCode.facts(parsed, context);
  const answer = await searchCode.run(parsed, { ...context, facts });
  const checked = searchCode.output.validate(answer);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return answer as Answer;
}

const search = (args: object, ripgrep: string | undefined, timeoutMs = 20_000, signal = patient): Promise<Answer> =>
  run(args, openWorkspaceSearch({ files: space.files, directory: space.files.directory, ripgrep, timeoutMs }), signal);

test('ripgrep is where the tests can use it', () => {
  expect(findRipgrep()).toBeDefined();
});

describe.each([
  ['ripgrep', findRipgrep],
  ['the built-in search', () => undefined],
])('W5: search_code by %s', (_, engine) => {
  const find = (args: object) => search(args, engine());
  const paths = async (args: object) => (await find({ query: 'needle', ...args })).matches.map(({ path }) => path);
  const code = async (args: object): Promise<unknown> =>
    find(args).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );

  test('answers path, line, column, text and context', async () => {
    await put({ 'b.txt': 'one\r\ntwo needle\r\nthree\n', 'a/x.txt': 'ü😀 needle needle\n\nend needle' });
    const { matches, truncated, filesSearched } = await find({ query: 'needle', contextLines: 1 });
    expect(matches).toEqual([
      { path: 'a/x.txt', line: 1, column: 5, text: 'ü😀 needle needle', before: [], after: [''] },
      { path: 'a/x.txt', line: 3, column: 5, text: 'end needle', before: [''], after: [] },
      { path: 'b.txt', line: 2, column: 5, text: 'two needle', before: ['one'], after: ['three'] },
    ]);
    expect([truncated, filesSearched]).toEqual([false, 2]);
    expect((await find({ query: 'needle' })).matches[0]).not.toHaveProperty('before');
  });

  test('takes text as text and expressions as expressions', async () => {
    await put({ 'a.txt': 'a.c\nabc\nA.C\n(x[y]{z}^$|\\d*+?/-\n' });
    const lines = async (args: object) => (await find({ query: '', ...args })).matches.map(({ line }) => line);
    expect(await lines({ query: 'a.c' })).toEqual([1]);
    expect(await lines({ query: 'a.c', regex: true })).toEqual([1, 2]);
    expect(await lines({ query: 'a.c', caseSensitive: false })).toEqual([1, 3]);
    expect(await lines({ query: '^A\\.', regex: true, caseSensitive: false })).toEqual([1, 3]);
    expect(await lines({ query: '(x[y]{z}^$|\\d*+?/-' })).toEqual([4]);
    expect(await lines({ query: 'c$', regex: true })).toEqual([1, 2]);
    expect(await lines({ query: '--pre=/bin/cat' })).toEqual([]);
    expect(await lines({ query: '-e' })).toEqual([]);
  });

  test('chooses files by globs, and the directory by path', async () => {
    await put({ 'src/a.ts': 'needle', 'src/a.test.ts': 'needle', 'src/deep/b.ts': 'needle', 'c.js': 'needle' });
    expect(await paths({})).toEqual(['c.js', 'src/a.test.ts', 'src/a.ts', 'src/deep/b.ts']);
    expect(await paths({ globs: ['*.ts'] })).toEqual(['src/a.test.ts', 'src/a.ts', 'src/deep/b.ts']);
    expect(await paths({ globs: ['*.ts', '!*.test.ts'] })).toEqual(['src/a.ts', 'src/deep/b.ts']);
    expect(await paths({ globs: ['src/*.ts'] })).toEqual(['src/a.test.ts', 'src/a.ts']);
    expect(await paths({ globs: ['src/**'] })).toHaveLength(3);
    expect(await paths({ globs: ['**/deep/*'] })).toEqual(['src/deep/b.ts']);
    expect(await paths({ globs: ['*.{js,jsx}'] })).toEqual(['c.js']);
    expect(await paths({ globs: ['!src/**'] })).toEqual(['c.js']);
    expect(await paths({ path: 'src/deep' })).toEqual(['src/deep/b.ts']);
    expect(await paths({ path: './src/', globs: ['*.test.ts'] })).toEqual(['src/a.test.ts']);
  });

  test('skips what is ignored, hidden or binary, unless asked', async () => {
    await put({
      '.gitignore': 'out/\n*.log\n/root.txt\n!keep.log\n',
      'out/x.txt': 'needle',
      'a.log': 'needle',
      'keep.log': 'needle',
      'root.txt': 'needle',
      'sub/root.txt': 'needle',
      'sub/.gitignore': 'local.txt\n',
      'sub/local.txt': 'needle',
      'sub/deep/local.txt': 'needle',
      '.hidden/x.txt': 'needle',
      '.git/config': 'needle',
      'binary.bin': Buffer.from('needle\0'),
      '.ignore': 'sub/root.txt',
    });
    expect(await paths({})).toEqual(['keep.log', 'sub/root.txt']);
    expect(await paths({ globs: ['*.txt', '*.log'] })).toEqual(['keep.log', 'sub/root.txt']);
    expect(await paths({ path: 'sub' })).toEqual(['sub/root.txt']);
    expect(await paths({ path: 'sub/deep' })).toEqual([]);
    expect(await paths({ path: 'out' })).toEqual(['out/x.txt']);
    expect(await paths({ includeHidden: true })).toEqual(['.hidden/x.txt', 'keep.log', 'sub/root.txt']);
    const all = await paths({ includeIgnored: true });
    expect(all).toEqual([
      'a.log',
      'keep.log',
      'out/x.txt',
      'root.txt',
      'sub/deep/local.txt',
      'sub/local.txt',
      'sub/root.txt',
    ]);
  });

  test('stops at the limit and says so', async () => {
    await put(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}.txt`, 'needle\n'.repeat(30)])));
    const answer = await find({ query: 'needle', maxResults: 50 });
    expect(answer.matches).toHaveLength(50);
    expect(answer.truncated).toBe(true);
    expect((await find({ query: 'needle', maxResults: 900 })).truncated).toBe(false);
  });

  test('shows long lines around the match', async () => {
    await put({ 'min.js': `${'a'.repeat(100_000)}needle${'b'.repeat(100_000)}` });
    const [match] = (await find({ query: 'needle' })).matches;
    expect(match?.column).toBe(100_001);
    expect(match?.text).toContain('needle');
    expect(match?.text.length).toBeLessThan(510);
  });

  test('says what is wrong', async () => {
    await put({ 'a.txt': 'x' });
    await symlink(space.outside, join(space.root, 'link'));
    expect(await code({ query: 'x', path: '..' })).toBe('INVALID_PATH');
    expect(await code({ query: 'x', path: '/etc' })).toBe('INVALID_PATH');
    expect(await code({ query: 'x', path: 'none' })).toBe('FILE_NOT_FOUND');
    expect(await code({ query: 'x', path: 'a.txt' })).toBe('NOT_A_DIRECTORY');
    expect(await code({ query: 'x', path: 'link' })).toBe('NOT_A_DIRECTORY');
    expect(await code({ query: 'a\nb' })).toBe('INVALID_ARGUMENTS');
    expect(await code({ query: '(', regex: true })).toBe('INVALID_ARGUMENTS');
    expect(await code({ query: 'x', globs: ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}'] })).toBe('INVALID_ARGUMENTS');
    await expect(find({ query: '' })).rejects.toThrow(/INVALID_ARGUMENTS/);
  });

  test('a pattern or a glob that explodes does not hold anything up', async () => {
    await put({ 'a.txt': `${'a'.repeat(60)}!\n`, [`${'a'.repeat(200)}.txt`]: 'needle' });
    const outcome = await search({ query: '(a+)+$', regex: true }, engine(), 1_000).then(
      ({ matches }) => matches.length,
      (error: { code: string }) => error.code,
    );
    expect([0, 'TIMEOUT']).toContain(outcome);
    expect(await paths({ globs: [`${'*a'.repeat(60)}b`] })).toEqual([]);
  });

  test('links lead nowhere, and special files are passed by', async () => {
    await symlink(space.outside, join(space.root, 'dir'));
    await symlink(join(space.outside, 'secret.txt'), join(space.root, 'file.txt'));
    await symlink('/', join(space.root, 'slash'));
    await symlink('.', join(space.root, 'loop'));
    execFileSync('mkfifo', [join(space.root, 'pipe')]);
    await put({ 'own.txt': 'own' });
    expect((await find({ query: CANARY, includeHidden: true, includeIgnored: true })).matches).toEqual([]);
    expect((await find({ query: 'own' })).matches).toHaveLength(1);
  });

  test('a directory that is swapped for a link all the while lets nothing out', async () => {
    const inside = join(space.root, 'swap');
    await put({
      'swap/secret.txt': 'mine',
      'swap/sub/deep.txt': 'mine',
      ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`fill/${at}.txt`, 'x'])),
    });
    let swapping = true;
    const swapper = (async () => {
      while (swapping) {
        await rename(inside, join(space.root, 'away'));
        await symlink(space.outside, inside);
        await new Promise((resolve) => setTimeout(resolve, 1));
        await rm(inside);
        await rename(join(space.root, 'away'), inside);
      }
    })();
    for (let round = 0; round < 25; round += 1) {
      const { matches } = await find({ query: CANARY, contextLines: 3 });
      expect(matches).toEqual([]);
    }
    swapping = false;
    await swapper;
  });

  test('cancelling ends it, and no handle stays open', async () => {
    await put(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}.txt`, 'needle\n'.repeat(100)])));
    await find({ query: 'needle' });
    const before = await openHandles();
    for (let round = 0; round < 5; round += 1) {
      const controller = new AbortController();
      const running = search({ query: 'needle', maxResults: 1_000 }, engine(), 20_000, controller.signal);
      setTimeout(() => controller.abort(new Error('enough')), round * 3);
      await running.catch((error: unknown) => expect(String(error)).toContain('enough'));
      await find({ query: 'needle', maxResults: 1 });
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await openHandles()).toBeLessThanOrEqual(before + 2);
  });
});

test('W5: what a search that was led astray says it found is not believed', async () => {
  await symlink(space.outside, join(space.root, 'link'));
  await put({ 'own.txt': 'mine\n' });
  const said = [
    { path: 'link/secret.txt', line: 1, column: 1, text: CANARY },
    { path: '../outside/secret.txt', line: 1, column: 1, text: CANARY },
    { path: join(space.outside, 'secret.txt'), line: 1, column: 1, text: CANARY },
    { path: 'own.txt', line: 1, column: 1, text: CANARY },
    { path: 'own.txt', line: 1, column: 1, text: 'mine' },
  ];
  const lying = {
    find: () => Promise.resolve({ candidates: said, truncated: false, filesSearched: 4 }),
    findByMeaning: () => Promise.reject(new Error('nobody asks')),
  };
  const { matches } = await run({ query: 'x', contextLines: 2 }, lying);
  expect(matches).toEqual([{ path: 'own.txt', line: 1, column: 1, text: 'mine', before: [], after: [''] }]);
});

test('W5: no configuration of the environment reaches ripgrep', async () => {
  await put({ 'a.txt': 'needle' });
  await writeFile(join(space.outside, 'rg.conf'), '--pre=/bin/false\n--files\n');
  vi.stubEnv('RIPGREP_CONFIG_PATH', join(space.outside, 'rg.conf'));
  expect((await search({ query: 'needle' }, findRipgrep())).matches).toHaveLength(1);
  vi.unstubAllEnvs();
});
