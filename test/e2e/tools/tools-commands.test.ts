/** `deputize tools new, build and test`, as an author uses them. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { deputize } from '../../support/processes/command-line.ts';
import { goodDocument, writeTool } from '../../support/worlds/tool-folder.ts';

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const repository = resolve(import.meta.dirname, '../../..');
let base: string;
let tools: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'tools-'));
  tools = join(base, 'tools');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));
const run = (...words: string[]) => deputize(['tools', ...words, '--tools', tools]);

describe('V8: tools new', () => {
  test.each([
    ['greet_person', [], 'handler.js'],
    ['greet-person', ['--typescript'], 'handler.ts'],
  ])('%s %s makes a folder that builds and whose test passes', async (name, flags, handler) => {
    const made = await run('new', name, ...flags);
    expect(made).toMatchObject({ code: 0, json: { toolId: 'greet_person', folder: join(tools, 'greet-person') } });
    expect(readdirSync(join(tools, 'greet-person'))).toEqual(
      expect.arrayContaining(['schema.json', 'doc_summary.md', 'doc.md', handler]),
    );
    expect(existsSync(join(tools, '_core', 'error-types.js'))).toBe(true);
    expect(await run('build')).toMatchObject({ code: 0, json: { ok: true, tools: ['greet_person'] } });
    expect(await run('test', name)).toMatchObject({
      code: 0,
      json: { ok: true, tools: [{ toolId: 'greet_person', examples: 2, tests: { passed: 2, failures: [] } }] },
    });
    const called = await deputize([
      ...['call', 'greet_person', '{"text":"hi","capitals":true}', '--preset', 'tools'],
      ...['--tools', tools, '--data', join(base, 'data')],
    ]);
    expect(called).toMatchObject({ code: 0, json: { state: 'ok', value: { text: 'HI' } } });
  });

  test('refuses a name that is taken or cannot be one', async () => {
    await run('new', 'a-b');
    expect(await run('new', 'a_b')).toMatchObject({ code: 1, json: { error: { code: 'ALREADY_EXISTS' } } });
    for (const name of ['../out', 'Upper', '_core', 'a__b', 'x'.repeat(65)])
      expect((await run('new', name)).json, name).toMatchObject({ error: { code: 'INVALID_REQUEST' } });
    expect(await run('new')).toMatchObject({ code: 2 });
    expect(existsSync(join(base, 'out'))).toBe(false);
  });
});

describe('V1, V2: tools build', () => {
  test('names every fault, in words and as data, and writes nothing', async () => {
    writeTool(tools, 'a', { schema: { category: 'retrieval', sideEffects: 'writes', version: 'x' } });
    writeTool(tools, 'b', { files: { 'schema.json': '{\n oops' } });
    const { code, json } = await run('build');
    expect(code).toBe(1);
    expect(json).toMatchObject({
      ok: false,
      faults: [
        { file: join(tools, 'a', 'schema.json'), line: 3, found: 'version: "x"', mend: expect.any(String) },
        { file: join(tools, 'a', 'schema.json'), line: 6, found: 'a retrieval tool that writes' },
        { file: join(tools, 'b', 'schema.json'), line: 2 },
      ],
    });
    const { err } = await deputize(['tools', 'build', '--tools', tools], { plain: true });
    expect(err).toContain(`${join(tools, 'a', 'schema.json')}:3\n  found:  version: "x"\n  mend:   `);
    expect(err).toContain('3 faults.\nNothing was written');
    expect(existsSync(join(tools, 'tool_registry.json'))).toBe(false);
  });

  test('watches, and builds again after a change', async () => {
    writeTool(tools, 'a');
    const program = join(repository, 'bin', 'deputize.mjs');
    const child = spawn(process.execPath, [program, 'tools', 'build', '--watch', '--json', '--tools', tools]);
    const closed = new Promise<number | null>((done) => child.on('close', done));
    let out = '';
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    const lines = () =>
      out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    await expect.poll(() => lines().length, { timeout: 60_000 }).toBe(1);
    // A watch that is not yet there would miss the first change.
    await expect
      .poll(
        () => {
          writeFileSync(join(tools, 'a', 'doc_summary.md'), `Now ${lines().length} ${performance.now()}`);
          return lines().length;
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBeGreaterThan(1);
    expect(lines().at(-1)).toMatchObject({ ok: true, tools: ['a'] });
    writeTool(tools, 'a', { schema: { version: 'broken' } });
    await expect.poll(() => lines().at(-1), { timeout: 60_000 }).toMatchObject({ ok: false });
    child.kill('SIGINT');
    expect(await closed).toBe(0);
  });

  test('npm run build:tools builds the tools of this project, and their tests pass', async () => {
    const scripts = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts.scripts['build:tools']).toBe('node bin/deputize.mjs tools build');
    const built = await deputize(['tools', 'build', '--tools', join(repository, 'tools')]);
    expect(built).toMatchObject({ code: 0, json: { ok: true, gitCommit: expect.stringMatching(/^[0-9a-f]{40}$/) } });
    const tested = await deputize(['tools', 'test', '--tools', join(repository, 'tools')]);
    expect(tested.code, tested.out).toBe(0);
    const names = (tested.json as { tools: { toolId: string }[] }).tools.map(({ toolId }) => toolId);
    expect(names).toEqual(built.json['tools']);
  });
});

describe('V7: tools test', () => {
  test('tries the examples against the schema and names the line', async () => {
    const document = goodDocument.replace('{ "name": "Ada" }', '{\n  "nam": "Ada"\n}\n```\n\n```json\nnot json');
    writeTool(tools, 'a', { files: { 'doc.md': document } });
    const { code, json } = await run('test', 'a');
    expect(code).toBe(1);
    const at = document.split('\n').indexOf('```json') + 1;
    expect(json).toMatchObject({
      ok: false,
      faults: [
        { file: join(tools, 'a', 'doc.md'), line: at, found: expect.stringContaining('"name" is missing') },
        { line: at, found: expect.stringContaining('/nam') },
        { line: at + 6, found: 'an example that is no JSON object' },
      ],
    });
  });

  test('runs the tests beside a tool with a ready context, and says which fail', async () => {
    writeTool(tools, 'a', {
      body: `await context.messaging.send({ to: args.name }); return { ok: true, data: {} };`,
      files: {
        'a.test.js': `import assert from 'node:assert/strict'; import { describe, test } from 'node:test';
          import { createTestContext } from '../_core/testing.js'; import { execute } from './handler.js';
          describe('sending', () => {
            test('sends', async () => { const { context, sent } = createTestContext({ session: { isActive: false } });
              await execute({ args: { name: 'Ada' }, context }); assert.deepEqual(sent, [{ to: 'Ada' }]); assert.equal(context.session.isActive, false); });
            test('is wrong', () => assert.equal(1, 2, 'one is not two'));
          });`,
      },
    });
    const { code, json } = await run('test');
    expect(code).toBe(1);
    expect(json).toMatchObject({
      ok: false,
      faults: [],
      tools: [
        {
          toolId: 'a',
          tests: { passed: 1, failures: [{ name: 'is wrong', message: expect.stringContaining('one is not two') }] },
        },
      ],
    });
  });

  test('finds a handler that does not load where it would run, and a test file that does not parse', async () => {
    writeTool(tools, 'a', {
      files: {
        'handler.js': 'const pid = process.pid;\nexport const execute = async () => ({ ok: true, data: { pid } });\n',
        'a.test.js': 'this is not code',
      },
    });
    const { code, json } = await run('test', 'a');
    expect(code).toBe(1);
    expect(json).toMatchObject({ faults: [{ found: expect.stringContaining('process is not defined') }] });
    expect((json as { tools: { tests: { failures: unknown[] } }[] }).tools[0]?.tests.failures).toHaveLength(1);
  });

  test('a tool that is not there is named', async () => {
    writeTool(tools, 'a');
    expect(await run('test', 'b')).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } });
  });
});
