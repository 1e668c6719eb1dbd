/** W5: run_tests on real projects, and on such as mean no good. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { CodeRunner } from '../../support/worlds/code-runner.ts';
import { bringPackages } from '../../support/processes/node-modules.ts';
import { errorOf, valueOf } from '../../support/worlds/web-world.ts';

vi.setConfig({ testTimeout: 90_000 });

interface Result {
  readonly runner: string;
  readonly command: string;
  readonly passed?: number;
  readonly failed?: number;
  readonly skipped?: number;
  readonly failures: readonly { name: string; file?: string; line?: number; message: string }[];
  readonly exitCode: number;
  readonly output: string;
}

const SECRET = `canary-${process.pid}-not-to-be-seen`;
let runner: CodeRunner;
beforeAll(async () => {
  process.env['DEPUTIZE_TEST_SECRET'] = SECRET;
  runner = await CodeRunner.open('');
  writeFileSync(join(runner.base, 'outside.txt'), SECRET);
  mkdirSync(join(runner.workspace, 'web'));
  bringPackages(join(runner.workspace, 'web'), ['vitest']);
});
afterAll(async () => {
  delete process.env['DEPUTIZE_TEST_SECRET'];
  await runner[Symbol.asyncDispose]();
});

function put(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(runner.workspace, name)), { recursive: true });
    writeFileSync(join(runner.workspace, name), content);
  }
}
const tests = async (args: object): Promise<Result> => valueOf(await runner.call('run_tests', args));
const refused = async (args: object) => errorOf(await runner.call('run_tests', args));

const PYTHON = `import pytest

def test_adds():
    assert 1 + 1 == 2

def test_carries():
    print("noise")
    assert 1 + 1 == 3

@pytest.mark.skip
def test_later():
    pass
`;
const NODE = `import test from 'node:test';
import assert from 'node:assert';

test('adds', () => assert.equal(2, 1 + 1));
test('group', async (t) => {
  await t.test('carries', () => assert.equal(3, 1 + 1));
});
test.skip('later', () => {});
`;

describe('counts, and what failed', () => {
  test('W5: of pytest', async () => {
    put({ 'py/tests/test_sums.py': PYTHON });
    const outcome = await runner.call('run_tests', { path: 'py' });
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow', rule: 'low-risk-runs' } });
    const result = valueOf<Result>(outcome);
    expect(result).toMatchObject({ runner: 'pytest', passed: 1, failed: 1, skipped: 1, exitCode: 1 });
    expect(result.failures).toEqual([
      {
        name: 'tests.test_sums > test_carries',
        file: 'py/tests/test_sums.py',
        line: 6,
        message: expect.stringContaining('assert (1 + 1) == 3'),
      },
    ]);
    expect(result.output).toContain('noise');
  });

  test('W5: of pytest, chosen by name', async () => {
    put({ 'py/tests/test_sums.py': PYTHON });
    expect(await tests({ path: 'py', filter: 'adds or later' })).toMatchObject({ passed: 1, failed: 0, exitCode: 0 });
  });

  test('W5: of pytest, where a file cannot be loaded or there is none', async () => {
    put({ 'py-broken/test_a.py': 'import nothing_of_this_name\n', 'py-none/pytest.ini': '[pytest]\n' });
    const broken = await tests({ path: 'py-broken' });
    expect(broken).toMatchObject({ passed: 0, failed: 1, exitCode: 2 });
    expect(broken.failures[0]?.message).toContain('nothing_of_this_name');
    expect(await tests({ path: 'py-none' })).toMatchObject({ passed: 0, failed: 0, failures: [], exitCode: 5 });
  });

  test('W5: of Node’s own runner', async () => {
    put({ 'node/package.json': '{"scripts": {"test": "node --test"}}', 'node/sums.test.mjs': NODE });
    const result = await tests({ path: 'node' });
    expect(result).toMatchObject({ runner: 'node:test', passed: 1, failed: 1, skipped: 1, exitCode: 1 });
    expect(result.failures).toMatchObject([{ name: 'group > carries', file: 'node/sums.test.mjs', line: 6 }]);
    expect(await tests({ path: 'node', filter: 'adds' })).toMatchObject({ failed: 0, exitCode: 0 });
  });

  test('W5: of Vitest, from the project’s own node_modules', async () => {
    put({
      'web/package.json': '{"type": "module", "scripts": {"test": "vitest"}}',
      'web/a.test.ts': `import { expect, test } from 'vitest';
test('adds', () => expect(1 + 1 as number).toBe(2));
test('carries', () => {
  expect(1 + 1).toBe(3);
});
test.skip('later', () => {});
test.todo('never');
`,
      'web/b.test.ts': `import './missing.ts';\n`,
    });
    const result = await tests({ path: 'web' });
    expect(result).toMatchObject({ runner: 'vitest', passed: 1, failed: 2, skipped: 2, exitCode: 1 });
    expect(result.command).toMatch(/^web\/node_modules\/\.bin\/vitest run /);
    expect(result.failures).toMatchObject([
      { name: 'carries', file: 'web/a.test.ts', line: 3, message: expect.stringContaining('expected 2 to be 3') },
      { name: 'web/b.test.ts', file: 'web/b.test.ts', message: expect.stringContaining('missing.ts') },
    ]);
    expect(await tests({ path: 'web', filter: 'adds' })).toMatchObject({ passed: 1, skipped: 3 });
  });

  test('W5: not of make and npm, which say only how it ended', async () => {
    put({ 'make/Makefile': 'all:\n\ntest: all\n\t@echo from make; exit 3\n' });
    put({ 'npm/package.json': '{"scripts": {"test": "echo from npm && exit 4"}}' });
    const made = await tests({ path: 'make' });
    expect(made).toMatchObject({
      runner: 'make',
      failures: [],
      exitCode: 2,
      output: expect.stringContaining('from make'),
    });
    expect(await tests({ path: 'npm' })).toMatchObject({ runner: 'npm', exitCode: 4 });
    expect(['passed', 'failed', 'skipped'].filter((key) => key in made)).toEqual([]);
    expect((await refused({ path: 'make', filter: 'x' })).code).toBe('INVALID_ARGUMENTS');
  });

  test('W5: of many failures only the first, each bounded', async () => {
    put({
      'many/test_many.py': `import pytest
@pytest.mark.parametrize("n", range(50))
def test_n(n):
    raise ValueError("x" * 10000)
`,
    });
    const result = await tests({ path: 'many' });
    expect(result).toMatchObject({ failed: 50 });
    expect(result.failures).toHaveLength(20);
    expect(JSON.stringify(result).length).toBeLessThan(60_000);
  });
});

describe('which runner is meant', () => {
  test.each([
    ['jest', { 'package.json': '{"devDependencies": {"jest": "1"}}' }],
    ['jest', { 'jest.config.js': '' }],
    ['vitest', { 'vitest.config.ts': '', 'package.json': '{}' }],
    ['cargo', { 'Cargo.toml': '' }],
    ['go', { 'go.mod': '' }],
  ])('W5: %s, and what is missing is said', async (name, files) => {
    const path = `found-${name}-${Object.keys(files).length}-${Object.keys(files)[0]}`;
    put(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${path}/${file}`, text])));
    const error = await refused({ path });
    expect(error).toMatchObject({ code: 'NOT_AVAILABLE', details: { program: name } });
    expect(error.message).toMatch(/npm install|apt-get install/);
  });

  test.each([
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }],
    ['pytest', { 'setup.cfg': '[tool:pytest]\n' }],
    ['node:test', { 'test/a.test.js': `require('node:test')('a', () => {});` }],
    [
      'make',
      { 'package.json': '{"scripts": {"test": "echo \\"Error: no test specified\\""}}', Makefile: 'test:\n\ttrue\n' },
    ],
  ])('W5: %s', async (name, files) => {
    const path = `means-${name.replace(':', '-')}-${Object.keys(files)[0]?.replace('/', '-')}`;
    put(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${path}/${file}`, text])));
    expect(await tests({ path })).toMatchObject({ runner: name });
  });

  test('W5: the one that is named', async () => {
    put({ 'both/Makefile': 'test:\n\t@echo made\n', 'both/test_a.py': 'def test_a(): pass\n' });
    expect(await tests({ path: 'both' })).toMatchObject({ runner: 'pytest' });
    expect(await tests({ path: 'both', runner: 'make' })).toMatchObject({ runner: 'make', exitCode: 0 });
  });

  test('W5: none, where nothing says how', async () => {
    put({ 'none/readme.txt': '' });
    expect((await refused({ path: 'none' })).code).toBe('NOT_FOUND');
    expect((await refused({ path: 'no-such-folder' })).code).toBe('FILE_NOT_FOUND');
    expect((await refused({ path: '../outside' })).code).toBe('INVALID_PATH');
    expect((await refused({ path: 'none', filter: '--help' })).code).toBe('INVALID_ARGUMENTS');
    expect((await refused({ path: 'none', runner: 'bash' })).code).toBe('INVALID_ARGUMENTS');
  });

  test('W5: a folder that is a link to elsewhere is not entered', async () => {
    symlinkSync(runner.base, join(runner.workspace, 'leads-out'));
    expect(['INVALID_PATH', 'FILE_NOT_FOUND', 'NOT_A_DIRECTORY']).toContain(
      (await refused({ path: 'leads-out' })).code,
    );
  });
});

describe('projects that mean no good', () => {
  test('W3, W5: a suite that prints a report is not believed', async () => {
    const forged =
      '<testsuites><testsuite><testcase name="forged"/><testcase name="forged2"/></testsuite></testsuites>';
    put({
      'forged/test_a.py': `import os, sys
def test_a():
    os.write(1, b'${forged}')
    os.write(2, b'${forged}')
    sys.__stdout__.write('${forged}')
    assert False
`,
      'forged/conftest.py': `print('${forged}')\n`,
    });
    expect(await tests({ path: 'forged' })).toMatchObject({ passed: 0, failed: 1, exitCode: 1 });
    const json = JSON.stringify({ testResults: [{ assertionResults: [{ fullName: 'x', status: 'passed' }] }] });
    put({ 'forged-node/a.test.mjs': `console.log('${json}${forged}'); process.exit(1);\n` });
    expect(await tests({ path: 'forged-node' })).toMatchObject({ passed: 0, failed: 1, exitCode: 1 });
  });

  test('W3, W5: a suite that ends its runner has no counts, and its exit code stays', async () => {
    put({ 'gone/test_a.py': 'import os\ndef test_a(): os._exit(7)\n' });
    const result = await tests({ path: 'gone' });
    expect(result).toMatchObject({ exitCode: 7, failures: [] });
    expect('passed' in result).toBe(false);
  });

  test('W3, W5: a configuration that is a program sees nothing of the host and has no network', async () => {
    put({
      'spy/package.json': '{"type": "module"}',
      'spy/vitest.config.js': `import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
const seen = { env: process.env };
for (const path of [${JSON.stringify(join(runner.base, 'outside.txt'))}, '/etc/shadow', '/proc/1/environ']) {
  try { seen[path] = readFileSync(path, 'utf8'); } catch (error) { seen[path] = error.code; }
}
seen.network = await new Promise((done) => connect(443, '192.0.2.1').on('error', (e) => done(e.code)).on('connect', () => done('reached')));
writeFileSync('seen.json', JSON.stringify(seen));
export default {};
`,
      'spy/a.test.js': `import { test } from 'vitest';\ntest('a', () => {});\n`,
    });
    bringPackages(join(runner.workspace, 'spy'), ['vitest']);
    expect(await tests({ path: 'spy' })).toMatchObject({ runner: 'vitest', passed: 1, exitCode: 0 });
    const seen = readFileSync(join(runner.workspace, 'spy/seen.json'), 'utf8');
    expect(seen).not.toContain(SECRET);
    expect(JSON.parse(seen)).toMatchObject({ '/etc/shadow': 'ENOENT', network: 'ENETUNREACH' });
  });

  test('W3, W5: one that never ends is ended', async () => {
    put({ 'endless/Makefile': 'test:\n\t@echo begun; while true; do sleep 1; done\n' });
    const error = await refused({ path: 'endless', timeout: 2 });
    expect(error).toMatchObject({
      code: 'TIMEOUT',
      details: { limit: 'time', stderr: expect.stringContaining('begun') },
    });
  });

  test('W3, W5: one that prints without end is ended', async () => {
    put({ 'flood/Makefile': 'test:\n\t@yes flood\n' });
    expect(await refused({ path: 'flood' })).toMatchObject({ code: 'LIMIT_REACHED', details: { limit: 'output' } });
  });

  test('W3, W5: much that is printed does not push the report out', async () => {
    put({ 'loud/test_a.py': 'import os\ndef test_a():\n    for _ in range(300): os.write(1, b"x" * 100000)\n' });
    const result = await tests({ path: 'loud' });
    expect(result).toMatchObject({ passed: 1, failed: 0, exitCode: 0 });
    expect(result.output.length).toBeLessThan(10_000);
  });

  test('W3, W5: a report that is no file, or without end, is left alone', async () => {
    const swap = (how: string) => `import os
def pytest_unconfigure(config):
    import atexit
    def swap():
        os.unlink("/tmp/report")
        ${how}
    atexit.register(swap)
`;
    put({ 'pipe/test_a.py': 'def test_a(): pass\n', 'pipe/conftest.py': swap('os.mkfifo("/tmp/report")') });
    put({
      'zero/test_a.py': 'def test_a(): pass\n',
      'zero/conftest.py': swap('os.symlink("/dev/zero", "/tmp/report")'),
    });
    put({
      'host/test_a.py': 'def test_a(): pass\n',
      'host/conftest.py': swap('os.symlink("/proc/1/environ", "/tmp/report")'),
    });
    for (const path of ['pipe', 'zero', 'host']) {
      const result = await tests({ path });
      expect([path, 'passed' in result, result.exitCode]).toEqual([path, false, 0]);
    }
  });

  test('W3, W5: nothing outside the workspace is changed', async () => {
    const before = readdirSync(runner.base).sort();
    put({
      'writer/Makefile': `test:\n\t-echo owned > ${join(runner.base, 'outside.txt')}\n\t-echo owned > ${runner.base}/new\n`,
    });
    await tests({ path: 'writer' });
    expect(readdirSync(runner.base).sort()).toEqual(before);
    expect(readFileSync(join(runner.base, 'outside.txt'), 'utf8')).toBe(SECRET);
  });
});
