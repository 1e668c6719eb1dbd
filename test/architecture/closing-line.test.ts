/** The closing line of a test run, read from real runs of small test files. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../..');

let folder: string;
beforeEach(async () => {
  // Below the repository, so that the small files find vitest.
  folder = await mkdtemp(join(repository, 'node_modules', '.closing-line-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface TestRun {
  readonly code: number | null;
  readonly output: string;
}

async function runFixture(
  files: Readonly<Record<string, string>>,
  env: Record<string, string | undefined> = {},
): Promise<TestRun> {
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), `import { afterAll, beforeAll, describe, test } from 'vitest';\n${text}`);
  const reporter = join(repository, 'scripts', 'closing-line.ts');
  const config = `export default { test: { include: ['*.test.ts'], reporters: [${JSON.stringify(reporter)}] } };`;
  await writeFile(join(folder, 'vitest.config.ts'), config);
  const child = spawn(process.execPath, [join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder], {
    cwd: folder,
    env: { ...process.env, DEPUTIZE_TEST_COUNTS: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return collectOutput(child);
}

async function collectOutput(child: ChildProcessByStdio<null, Readable, Readable>): Promise<TestRun> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

const THROWS = "() => { throw new Error('no'); }";

describe('the closing line', () => {
  test.each([
    ['passing and failing tests', `test('a', () => {}); test('b', ${THROWS});`, '1 passed, 1 failed'],
    [
      'beforeAll of a file',
      `beforeAll(${THROWS}); test('a', () => {}); test('b', () => {});`,
      '0 passed, 1 failed, 2 skipped',
    ],
    [
      'beforeAll of a describe',
      `test('a', () => {}); describe('d', () => { beforeAll(${THROWS}); test('b', () => {}); });`,
      '1 passed, 1 failed, 1 skipped',
    ],
    [
      'afterAll of a describe',
      `describe('d', () => { afterAll(${THROWS}); test('a', () => {}); });`,
      '1 passed, 1 failed',
    ],
    ['afterAll of a file', `afterAll(${THROWS}); test('a', () => {});`, '1 passed, 1 failed'],
    ['a file that cannot be loaded', "throw new Error('no');", '0 passed, 1 failed'],
    ['a file without tests', '', '0 passed, 1 failed'],
  ])('counts the failure of %s', async (_, text, line) => {
    const { code, output } = await runFixture({ 'one.test.ts': text });
    expect(output.trim().split('\n').at(-1)).toBe(line);
    expect(code).toBe(1);
  });

  test('names the corpora that the run does not have, and only those', async () => {
    const passing = { 'one.test.ts': "test('a', () => {});" };
    const without = await runFixture(passing, { DEPUTIZE_MATERIAL: undefined });
    const lines = without.output.split('\n').filter((line) => line.includes('DEPUTIZE_MATERIAL'));
    expect(lines).toEqual([expect.stringMatching(/without these corpora .*mail\/ham.*schemas\/json-schema-2020-12/)]);
    expect(without.code).toBe(0);
    await mkdir(join(folder, 'mail', 'ham'), { recursive: true });
    const some = await runFixture(passing, { DEPUTIZE_MATERIAL: folder });
    expect(some.output).toMatch(/without these corpora .*mail\/mime4j/);
    expect(some.output).not.toContain('mail/ham');
  });
});

describe('the runs of CI', () => {
  test('a run adds its counts to the file of all runs', async () => {
    const counts = join(folder, 'counts');
    await writeFile(counts, '{"passed":5,"failed":0,"skipped":0}\n');
    const { output } = await runFixture(
      { 'one.test.ts': `test('a', () => {}); test('b', ${THROWS});` },
      { DEPUTIZE_TEST_COUNTS: counts },
    );
    expect(output.trim().split('\n').at(-1)).toBe('1 passed, 1 failed');
    expect((await readFile(counts, 'utf8')).trim().split('\n')).toEqual([
      '{"passed":5,"failed":0,"skipped":0}',
      '{"passed":1,"failed":1,"skipped":0}',
    ]);
  });

  test('the long tests begin no part that does not fit, and end with the counts of all runs', async () => {
    const counts = join(folder, 'counts');
    await writeFile(counts, '{"passed":5,"failed":0,"skipped":0}\n{"passed":2,"failed":0,"skipped":1}\n');
    const child = spawn(process.execPath, [join(repository, 'scripts', 'run-full.ts')], {
      env: { ...process.env, DEPUTIZE_TEST_COUNTS: counts, DEPUTIZE_RUN_MINUTES: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, output } = await collectOutput(child);
    expect(output).toContain('did not fit   every mutant of the code');
    expect(output.trim().split('\n').at(-1)).toBe('7 passed, 0 failed, 1 skipped');
    expect(code).toBe(0);
  });
});
