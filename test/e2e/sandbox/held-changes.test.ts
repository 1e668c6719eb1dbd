/** With "ask", a run overwrites and deletes nothing before a person has seen the difference. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ApprovalView, Outcome } from '../../../src/core/index.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { CodeRunner } from '../../support/worlds/code-runner.ts';

const ASK = 'sandbox: { changes: ask, memoryMB: 160, diskMB: 16, temporaryMB: 8 }\n';

let runner: CodeRunner;
beforeEach(async () => {
  runner = await CodeRunner.open(ASK);
});
afterEach(() => runner[Symbol.asyncDispose]());

const put = (name: string, content: string | Buffer): void => {
  mkdirSync(join(runner.workspace, name, '..'), { recursive: true });
  writeFileSync(join(runner.workspace, name), content);
};
const names = (): string[] => readdirSync(runner.workspace).toSorted();

async function waiting(): Promise<ApprovalView> {
  const [first, ...more] = await runner.waiting();
  if (first === undefined || more.length > 0) throw new Error(`not one approval waits, but ${more.length + 1}`);
  return first;
}

async function approve(): Promise<Outcome> {
  return runner.decide((await waiting()).id, 'approve');
}

describe('changes of a run', () => {
  test('that only create files are applied at once', async () => {
    put('old.txt', 'old\n');
    await runner.outcome('bash', 'mkdir -p a/b; echo new > a/b/c.txt; ln -s c.txt a/b/link');
    expect(await runner.waiting()).toEqual([]);
    expect(runner.file('a/b/c.txt')).toBe('new\n');
  });

  test('that overwrite and delete wait, with the complete difference, and are one step', async () => {
    put('keep.txt', 'one\ntwo\n');
    put('gone.txt', 'gone\n');
    put('run.sh', 'echo\n');
    put('image.bin', Buffer.from([0, 1, 2]));
    symlinkSync('keep.txt', join(runner.workspace, 'link'));
    const code =
      'echo three >> keep.txt; rm gone.txt; echo new > new.txt; chmod 755 run.sh; ln -sf new.txt link; printf "\\0\\1" > image.bin';
    const outcome = await runner.outcome('bash', code);
    expect(outcome.state).toBe('ok');
    const { id, tool, preview } = await waiting();
    const dropped = outcome.state === 'ok' ? outcome.changes?.dropped : [];
    expect(dropped?.map(({ path }) => path).toSorted()).toEqual([
      'gone.txt',
      'image.bin',
      'keep.txt',
      'link',
      'new.txt',
      'run.sh',
    ]);
    expect(dropped?.[0]?.reason).toContain(id);
    expect(tool).toBe('apply_changes');
    const text = JSON.stringify(preview);
    for (const shown of [
      '+three',
      '-gone',
      '+new',
      'mode 644 → mode 755',
      'link to keep.txt → link to new.txt',
      '3 bytes',
    ])
      expect(text).toContain(shown);
    expect([runner.file('keep.txt'), names().includes('new.txt'), names().includes('gone.txt')]).toEqual([
      ...['one\ntwo\n', false, true],
    ]);

    const applied = await approve();
    expect(applied).toMatchObject({ state: 'ok', value: { applied: 6, dropped: 0 } });
    expect(names()).toEqual(['image.bin', 'keep.txt', 'link', 'new.txt', 'run.sh']);
    expect(runner.file('keep.txt')).toBe('one\ntwo\nthree\n');
    expect(readlinkSync(join(runner.workspace, 'link'))).toBe('new.txt');
    expect(lstatSync(join(runner.workspace, 'run.sh')).mode & 0o777).toBe(0o755);

    await runner.undo(applied.callId);
    expect(names()).toEqual(['gone.txt', 'image.bin', 'keep.txt', 'link', 'run.sh']);
    expect(runner.file('keep.txt')).toBe('one\ntwo\n');
    expect(readlinkSync(join(runner.workspace, 'link'))).toBe('keep.txt');
    expect(lstatSync(join(runner.workspace, 'run.sh')).mode & 0o777).toBe(0o644);
  });

  test('are discarded when a person denies them', async () => {
    put('a.txt', 'before\n');
    await runner.outcome('bash', 'echo after > a.txt; echo new > b.txt');
    await runner.decide((await waiting()).id, 'deny');
    expect([names(), runner.file('a.txt')]).toEqual([['a.txt'], 'before\n']);
    expect(await runner.waiting()).toEqual([]);
  });

  test('leave a file alone that changed while they waited, and apply the others', async () => {
    for (const name of ['a.txt', 'b.txt', 'c/d.txt']) put(name, 'before\n');
    await runner.outcome('bash', 'for f in a.txt b.txt; do echo after > $f; done; rm -r c; echo new > e.txt');
    put('a.txt', 'the person\n');
    put('e.txt', 'also the person\n');
    put('c/f.txt', 'more\n');
    const outcome = await approve();
    expect(outcome).toMatchObject({ state: 'ok', value: { dropped: 2 } });
    const { dropped } = outcome.state === 'ok' ? (outcome.changes ?? { dropped: [] }) : { dropped: [] };
    expect(dropped.map(({ path }) => path).toSorted()).toEqual(['a.txt', 'e.txt']);
    expect([runner.file('a.txt'), runner.file('b.txt'), runner.file('e.txt'), runner.file('c/f.txt')]).toEqual([
      ...['the person\n', 'after\n', 'also the person\n', 'more\n'],
    ]);
  });

  test('never reach a path that became protected while they waited', async () => {
    put('a.txt', 'before\n');
    await runner.outcome('bash', 'echo after > a.txt; mkdir sub; echo x > sub/objects');
    execFileSync('git', ['init', '-q', join(runner.workspace, 'sub')]);
    await approve();
    expect(readdirSync(join(runner.workspace, 'sub'))).toContain('objects');
    expect(runner.file('sub/.git/HEAD')).toContain('ref:');
  });

  test('drop names that are not UTF-8, pipes, sockets and set-user-id bits', async () => {
    put('a.txt', 'before\n');
    const code = [
      'import os, socket',
      'open("a.txt", "w").write("after")',
      'os.chmod("a.txt", 0o777)',
      'try: os.chmod("a.txt", 0o4777)',
      'except PermissionError: pass',
      'open(b"bad\\xff", "w").write("x")',
      'os.mkfifo("pipe")',
      'open("new\\nline", "w").write("x")',
      'open("sparse", "wb").truncate(10_000_000)',
      'os.link("a.txt", "second")',
    ].join('\n');
    const outcome = await runner.outcome('python', code);
    const listed = outcome.state === 'ok' ? (outcome.changes?.dropped ?? []) : [];
    expect(listed.filter(({ reason }) => reason.includes('FIFO'))).toHaveLength(2);
    await approve();
    expect(names()).toEqual(['a.txt', 'new\nline', 'second', 'sparse']);
    expect(lstatSync(join(runner.workspace, 'a.txt')).mode & 0o7777).toBe(0o777);
    expect(lstatSync(join(runner.workspace, 'a.txt')).nlink).toBe(1);
  });
});

test.each([
  ['outside', '../outside'],
  ['at a protected path', '.git/hooks/pre-commit'],
  ['through a link', 'link/planted'],
])('held changes that an agent forged change nothing %s', async (_, path) => {
  symlinkSync(runner.base, join(runner.workspace, 'link'));
  const changes = [{ path, before: null, after: { kind: 'symlink', target: 'evil' } }];
  const empty = createHash('sha256').update('').digest('hex');
  const forged = JSON.stringify({ kind: 'held-changes', before: null, after: empty, changes });
  // The content of a deleted file is stored for its undo.
  for (const [name, content] of Object.entries({ forged, nothing: '' })) {
    put(name, content);
    const deleted = await runner.call('delete_file', { path: name });
    if (deleted.state === 'pending') await approve();
  }
  const id = createHash('sha256').update(forged).digest('hex');
  const outcome = await runner.call('apply_changes', { changes: id });
  if (outcome.state === 'pending') await approve().catch(() => undefined);
  else expect(outcome).toMatchObject({ error: { code: 'NOT_FOUND' } });
  expect(names()).toEqual(['link']);
  expect(readdirSync(runner.base).toSorted()).toEqual(['data', 'work']);
});

test('approvals are decided by another process, after the one that ran the code has ended', async () => {
  const base = mkdtempSync(join(tmpdir(), 'held-'));
  const [data, work] = [join(base, 'data'), join(base, 'work')];
  try {
    for (const folder of [data, work]) mkdirSync(folder);
    writeFileSync(join(data, 'deputize.yaml'), 'sandbox: { changes: ask }\n');
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(work, name), 'before\n');
    const run = async (...words: string[]) => (await deputize([...words, '--data', data, '--workspace', work])).json;
    const code = (text: string) =>
      run('call', 'run_code', JSON.stringify({ language: 'bash', code: text }), '--preset', 'workspace');
    const approvalOf = (json: Record<string, unknown>): string =>
      /approval ([0-9a-f-]{36})/.exec(JSON.stringify(json['changes']))?.[1] ?? 'none';

    const first = approvalOf(await code('echo first > a.txt; rm b.txt'));
    const second = approvalOf(await code('echo second > a.txt'));
    expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('before\n');
    expect(await run('approvals', 'approve', first)).toMatchObject({ state: 'ok', value: { applied: 2, dropped: 0 } });
    expect([readdirSync(work), readFileSync(join(work, 'a.txt'), 'utf8')]).toEqual([['a.txt'], 'first\n']);

    const late = await run('approvals', 'approve', second);
    expect(late).toMatchObject({ state: 'ok', value: { applied: 0, dropped: 1 } });
    expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('first\n');
    const third = approvalOf(await code('echo third > a.txt'));
    expect((await run('approvals', 'deny', third))['state']).not.toBe('ok');
    expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('first\n');
  } finally {
    rmSync(base, { recursive: true });
  }
}, 120_000);
