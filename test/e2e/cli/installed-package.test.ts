/** The package as a user installs it: which Node it needs, what it brings, and what works in an empty home. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { systemNode } from '../../support/processes/command-line.ts';
import { installPacked, repository, type LockFile } from '../../support/processes/packed.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

let folder: string;
beforeAll(() => {
  folder = installPacked({ isAlone: true });
  mkdirSync(join(folder, 'home'));
  mkdirSync(join(folder, 'empty'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const majorOf = (node: string): number =>
  Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1]);

function run(argv: readonly string[], node = process.execPath, nodeFlags: readonly string[] = []) {
  const program = join(folder, 'node_modules', 'deputize', 'bin', 'deputize.mjs');
  const { status, stdout, stderr } = spawnSync(node, [...nodeFlags, program, ...argv], {
    cwd: join(folder, 'empty'),
    env: { PATH: '/usr/bin:/bin', HOME: join(folder, 'home') },
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

describe('Node', () => {
  test('the package states the Node it needs and brings none', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/deputize/package.json'), 'utf8')) as {
      engines: { node: string };
      optionalDependencies?: object;
    };
    expect(manifest.engines.node).toBe('>=24');
    expect(manifest).not.toHaveProperty('optionalDependencies');
    const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as LockFile;
    const bringing = Object.entries(packages).filter(([, { dev, bin }]) => dev !== true && bin && 'node' in bin);
    expect(bringing).toEqual([]);
    expect(existsSync(join(folder, 'node_modules/.bin/node'))).toBe(false);
  });

  test('it runs with Node 24', () => {
    expect(run(['--version'])).toMatchObject({ code: 0, err: '' });
  });

  test('a Node that reports an older version gets one line and code 1', () => {
    // Also where only one Node is installed: the launcher reads the version, and nothing else of an older Node.
    const preload = join(folder, 'older.mjs');
    writeFileSync(
      preload,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } });`,
    );
    const { code, out, err } = run(['--version'], process.execPath, ['--import', preload]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^Deputize needs Node 24 or later; this is v[\d.]+\.\n$/);
  });

  test.runIf(majorOf(systemNode) < 24)('the older Node of this machine gets one line and code 1', () => {
    const { code, out, err } = run(['--version'], systemNode);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^Deputize needs Node 24 or later; this is v(?!24)[\d.]+\.\n$/);
  });
});

describe('in an empty home and an empty folder', () => {
  test('offers the preset voice with the eleven example tools', () => {
    const { code, out, err } = run(['tools', 'list', '--preset', 'voice', '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const names = (JSON.parse(out) as { tools: { name: string }[] }).tools.map(({ name }) => name);
    const examples = names.filter((name) => name !== 'read_result');
    expect(examples).toHaveLength(11);
    expect(examples).toContain('validate_email');
    expect(existsSync(join(folder, 'node_modules/deputize/tools/validate-email/handler.js'))).toBe(true);
  });

  test('runs an example tool', () => {
    const { out } = run(['call', 'validate_email', '{"email":"ann@example.com"}', '--preset', 'voice', '--json']);
    expect(JSON.parse(out)).toMatchObject({ state: 'ok' });
  });

  test('runs a handler in TypeScript', () => {
    const tools = join(folder, 'empty', 'tools');
    expect(run(['tools', 'new', 'greet', '--typescript', '--tools', tools]).code).toBe(0);
    expect(existsSync(join(tools, 'greet', 'handler.ts'))).toBe(true);
    const tested = run(['tools', 'test', '--tools', tools, '--json']);
    expect(tested.out + tested.err).not.toContain('WebAssembly');
    expect(tested.code).toBe(0);
    expect(run(['tools', 'build', '--tools', tools]).code).toBe(0);
    const { inputSchema } = JSON.parse(
      run(['tools', 'show', 'greet', '--preset', 'tools', '--tools', tools, '--json']).out,
    ) as {
      inputSchema: { required?: string[] };
    };
    const args = JSON.stringify(Object.fromEntries((inputSchema.required ?? []).map((name) => [name, 'text'])));
    const { out } = run(['call', 'greet', args, '--preset', 'tools', '--tools', tools, '--json']);
    expect(JSON.parse(out)).toMatchObject({ state: 'ok' });
  });
});
