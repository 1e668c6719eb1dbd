/** Attacks on an anchor in Git: by a thief of the data folder, and by an attacker who may push to the remote. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { ChainVerification } from '../../../src/core/index.ts';
import { deputize, deputizeJson } from '../../support/processes/cli.ts';

let folder: string;
let data: string;
let remote: string;
let older: string;
let copies = 0;

const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], { encoding: 'utf8' }).trim();
const newPath = (): string => join(folder, `copy-${(copies += 1)}`);
const copyOf = (path: string): string => {
  const copy = newPath();
  cpSync(path, copy, { recursive: true });
  return copy;
};
const configure = (at: string, to: string): void =>
  writeFileSync(join(at, 'deputize.yaml'), JSON.stringify({ audit: { anchors: [{ git: to }] } }));
const write = (name: string, at: string): Promise<unknown> => {
  const path = `${(copies += 1)}-${name}`;
  return deputizeJson(
    ...['call', 'write_file', JSON.stringify({ path, content: path }), '--data', at],
    ...['--workspace', join(folder, 'workspace')],
  );
};
async function verify(at: string, ...more: string[]): Promise<ChainVerification> {
  return JSON.parse((await deputize('audit', 'verify', '--data', at, '--json', ...more)).stdout) as ChainVerification;
}
/** A data folder with a separate remote, anchored once. */
async function anchored(): Promise<[at: string, to: string]> {
  const [at, to] = [copyOf(data), copyOf(remote)];
  configure(at, to);
  expect((await deputize('audit', 'anchor', '--data', at)).stdout).toContain('by git');
  return [at, to];
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'deputize-git-anchors-'));
  [data, remote] = [join(folder, 'data'), join(folder, 'remote.git')];
  for (const path of [data, join(folder, 'workspace')]) mkdirSync(path);
  git('init', '--quiet', '--bare', remote);
  configure(data, remote);
  await write('a.txt', data);
  await deputizeJson('audit', 'anchor', '--data', data);
  older = copyOf(data);
  await write('b.txt', data);
  await deputizeJson('audit', 'anchor', '--data', data);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('holds each signed head as a commit, and verify says how far', async () => {
  const found = await verify(data);
  expect(found).toMatchObject({ ok: true, anchored: [{ kind: 'data folder' }, { kind: 'git', seq: found.records }] });
  expect(git('-C', remote, 'rev-list', '--count', 'audit')).toBe('2');
  await deputizeJson('audit', 'anchor', '--data', data);
  expect(git('-C', remote, 'rev-list', '--count', 'audit')).toBe('2');
});

test('reveals a data folder that was put back to an older copy', async () => {
  expect(await verify(copyOf(older))).toMatchObject({ ok: false, fault: 'truncated' });
});

test('reveals it in a clone that the verification names, with another configuration', async () => {
  const [copy, clone] = [copyOf(older), newPath()];
  git('clone', '--quiet', '--branch', 'audit', remote, clone);
  writeFileSync(join(copy, 'deputize.yaml'), '{}');
  expect(await verify(copy)).toMatchObject({ ok: true });
  expect(await verify(copy, '--anchor', clone)).toMatchObject({ ok: false, fault: 'truncated' });
  expect(await verify(data, '--anchor', remote)).toMatchObject({ ok: true });
});

test('reports a remote that an attacker pushed to by force, and does not force it back', async () => {
  const [at, to] = await anchored();
  git('-C', to, 'update-ref', 'refs/heads/audit', git('-C', to, 'rev-parse', 'audit~1'));
  const tip = git('-C', to, 'rev-parse', 'audit');
  expect(await verify(at)).toMatchObject({ ok: false, fault: 'bad_anchor' });
  await write('c.txt', at);
  const { stdout, code } = await deputize('audit', 'anchor', '--data', at);
  expect({ stdout, code }).toEqual({ stdout: expect.stringContaining('it was rewritten') as string, code: 1 });
  expect(git('-C', to, 'rev-parse', 'audit')).toBe(tip);
  git('-C', to, 'update-ref', '-d', 'refs/heads/audit');
  expect(await verify(at)).toMatchObject({ ok: false, fault: 'bad_anchor' });
});

test('still reports it where the clone is lost too', async () => {
  const [at, to] = await anchored();
  git('-C', to, 'update-ref', 'refs/heads/audit', git('-C', to, 'rev-parse', 'audit~1'));
  rmSync(join(at, 'anchor-clones'), { recursive: true });
  expect(await verify(at)).toMatchObject({ ok: false, fault: 'bad_anchor' });
});

test('continues after commits of another node, and says why a push was rejected', async () => {
  const [at, to] = await anchored();
  const other = copyOf(at);
  await write('c.txt', at);
  await deputizeJson('audit', 'anchor', '--data', at);
  expect((await deputize('audit', 'anchor', '--data', other)).code).toBe(0);
  git('-C', to, 'config', 'receive.denyCurrentBranch', 'refuse');
  git('-C', to, 'config', 'core.bare', 'false');
  git('-C', to, 'symbolic-ref', 'HEAD', 'refs/heads/audit');
  await write('d.txt', at);
  const { stdout, code } = await deputize('audit', 'anchor', '--data', at);
  expect({ stdout, code }).toEqual({ stdout: expect.stringContaining('Nothing is forced') as string, code: 1 });
});

test('runs no hook of a remote on this machine', async () => {
  const [at, to] = await anchored();
  const mark = join(folder, 'hook-ran');
  mkdirSync(join(to, 'hooks'), { recursive: true });
  for (const name of ['pre-receive', 'post-receive', 'update']) {
    writeFileSync(join(to, 'hooks', name), `#!/bin/sh\ntouch ${mark}\n`);
    chmodSync(join(to, 'hooks', name), 0o755);
  }
  await write('c.txt', at);
  expect((await deputize('audit', 'anchor', '--data', at)).code).toBe(0);
  expect(existsSync(mark)).toBe(false);
});

test.each(['ext::sh -c true', '--upload-pack=x', 'https://user:word@example.com/a.git'])(
  'refuses the address %s',
  async (address) => {
    const at = newPath();
    mkdirSync(at);
    configure(at, address);
    const { code, stderr } = await deputize('audit', 'verify', '--data', at);
    expect(code).not.toBe(0);
    expect(stderr).toContain('audit.anchors.0.git');
  },
);
