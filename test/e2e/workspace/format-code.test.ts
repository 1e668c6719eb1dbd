/** W5: format_code on real projects with real formatters, and with such as mean no good. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { CodeRunner } from '../../support/worlds/code-runner.ts';
import { bringPackages } from '../../support/processes/node-modules.ts';
import { errorOf, valueOf } from '../../support/worlds/web-world.ts';

vi.setConfig({ testTimeout: 90_000 });

interface Result {
  readonly formatter: string;
  readonly changed: readonly string[];
  readonly unformatted?: readonly string[];
  readonly failures: readonly { path: string; message: string }[];
}

let runner: CodeRunner;
beforeAll(async () => {
  runner = await CodeRunner.open('');
  bringPackages(runner.workspace, ['prettier']);
});
afterAll(() => runner[Symbol.asyncDispose]());

function put(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(runner.workspace, name)), { recursive: true });
    writeFileSync(join(runner.workspace, name), content);
  }
}
const format = async (args: object): Promise<Result> => valueOf(await runner.call('format_code', args));
const refused = async (args: object) => errorOf(await runner.call('format_code', args));

const UGLY_PYTHON = 'def  f( a,b ):\n    return {  "a":a }\n';
const FINE_PYTHON = 'def f(a, b):\n    return {"a": a}\n';

describe('formatters', () => {
  test('W5: Prettier formats by the settings of the project, and is reported', async () => {
    put({
      'web/.prettierrc.json': '{"singleQuote": true, "semi": false}',
      'web/.prettierignore': 'left-alone.js\n',
      'web/a.ts': 'const  a = "x";\n',
      'web/deep/b.css': 'a{color:red}',
      'web/fine.ts': "const b = 'y'\n",
      'web/left-alone.js': 'x  =  1',
      'web/node_modules/c.js': 'x  =  1',
      'web/plain.txt': 'x  =  1',
    });
    const outcome = await runner.call('format_code', { paths: ['web'] });
    expect(outcome).toMatchObject({ state: 'reported', decision: { rule: 'medium-risk-is-reported' } });
    const result = valueOf<Result>(outcome);
    expect(result).toEqual({ formatter: 'prettier', changed: ['web/a.ts', 'web/deep/b.css'], failures: [] });
    expect(runner.file('web/a.ts')).toBe("const a = 'x'\n");
    expect(runner.file('web/deep/b.css')).toBe('a {\n  color: red;\n}\n');
    expect(runner.file('web/left-alone.js') + runner.file('web/node_modules/c.js')).toBe('x  =  1x  =  1');
    expect(await format({ paths: ['web'] })).toMatchObject({ changed: [], failures: [] });
  });

  test('W5: Black formats Python', async () => {
    put({ 'py/a.py': UGLY_PYTHON, 'py/b.pyi': 'x :int\n' });
    expect(await format({ paths: ['py'] })).toEqual({
      formatter: 'black',
      changed: ['py/a.py', 'py/b.pyi'],
      failures: [],
    });
    expect(runner.file('py/a.py')).toBe(FINE_PYTHON);
  });

  test('W5: rustfmt formats by the edition and the settings of the package', async () => {
    put({
      'rs/Cargo.toml': '[package]\nname = "a"\nedition = "2021"\n',
      'rs/rustfmt.toml': 'tab_spaces = 2\n',
      'rs/src/main.rs': 'mod other;\nasync fn f(){ g( ).await }\n',
      'rs/src/other.rs': 'fn  h( ){ }\n',
    });
    expect(await format({ paths: ['rs/src/main.rs'] })).toEqual({
      ...{ formatter: 'rustfmt', changed: ['rs/src/main.rs'], failures: [] },
    });
    expect(runner.file('rs/src/main.rs')).toBe('mod other;\nasync fn f() {\n  g().await\n}\n');
    expect(runner.file('rs/src/other.rs')).toBe('fn  h( ){ }\n');
  });

  test('W5: several languages are each formatted by their own', async () => {
    put({ 'mixed/.prettierrc': '', 'mixed/a.json': '{"a":1}', 'mixed/b.py': UGLY_PYTHON });
    expect(await format({ paths: ['mixed'] })).toEqual({
      ...{ formatter: 'prettier, black', changed: ['mixed/a.json', 'mixed/b.py'], failures: [] },
    });
    put({ 'mixed/a.json': '{"a":1}', 'mixed/b.py': UGLY_PYTHON });
    expect(await format({ paths: ['mixed'], formatter: 'black' })).toMatchObject({ changed: ['mixed/b.py'] });
    expect(runner.file('mixed/a.json')).toBe('{"a":1}');
  });

  test('W5: a file that cannot be parsed is reported, and the others are formatted', async () => {
    put({
      'half/.prettierrc': '',
      'half/a.ts': 'const = ;',
      'half/b.ts': 'b( )',
      'half/c.py': 'def (',
      'half/d.py': 'd( )\n',
    });
    const { changed, failures } = await format({ paths: ['half'] });
    expect(changed).toEqual(['half/b.ts', 'half/d.py']);
    expect(failures).toMatchObject([
      { path: 'half/a.ts', message: expect.stringContaining('1:7') },
      { path: 'half/c.py', message: expect.stringMatching(/cannot (format|parse)/i) },
    ]);
    expect(runner.file('half/a.ts')).toBe('const = ;');
  });

  test.each([
    ['ruff', { 'ruff.toml': '', 'a.py': UGLY_PYTHON }],
    ['ruff', { 'pyproject.toml': '[tool.ruff]\n', 'a.py': UGLY_PYTHON }],
    ['biome', { 'biome.json': '{}', '.prettierrc': '', 'a.ts': 'a( )' }],
    ['gofmt', { 'a.go': 'package  a\n' }],
  ])('W5: %s is meant, and what is missing is said', async (name, files) => {
    const path = `missing-${name}-${Object.keys(files)[0]}`;
    put(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${path}/${file}`, text])));
    const before = Object.keys(files).map((file) => runner.file(`${path}/${file}`));
    expect(await refused({ paths: [path] })).toMatchObject({ code: 'NOT_AVAILABLE', details: { program: name } });
    expect(Object.keys(files).map((file) => runner.file(`${path}/${file}`))).toEqual(before);
  });

  test('W5: bytes that are no UTF-8, odd names and modes are kept', async () => {
    const path = join(runner.workspace, 'odd', "a b'ü -x.py");
    mkdirSync(dirname(path));
    writeFileSync(
      path,
      Buffer.concat([Buffer.from('# -*- coding: latin-1 -*-\nx  =  "'), Buffer.from([0xe4]), Buffer.from('"\n')]),
    );
    chmodSync(path, 0o755);
    expect(await format({ paths: ['odd'] })).toMatchObject({ changed: ["odd/a b'ü -x.py"], failures: [] });
    expect(readFileSync(path)).toEqual(
      Buffer.concat([Buffer.from('# -*- coding: latin-1 -*-\nx = "'), Buffer.from([0xe4]), Buffer.from('"\n')]),
    );
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });
});

describe('check and undo', () => {
  test('W5: check reports and changes nothing', async () => {
    put({ 'check/a.py': UGLY_PYTHON, 'check/b.py': FINE_PYTHON });
    const outcome = await runner.call('format_code', { paths: ['check'], check: true });
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow' } });
    expect(valueOf(outcome)).toEqual({ formatter: 'black', changed: [], unformatted: ['check/a.py'], failures: [] });
    expect(runner.file('check/a.py')).toBe(UGLY_PYTHON);
  });

  test('W5, R11: undo puts every file back', async () => {
    put({ 'undo/a.py': UGLY_PYTHON, 'undo/b.py': `${UGLY_PYTHON}\n\n\n\nb = 1\n` });
    const before = [runner.file('undo/a.py'), runner.file('undo/b.py')];
    const outcome = await runner.call('format_code', { paths: ['undo'] });
    expect(runner.file('undo/a.py')).toBe(FINE_PYTHON);
    expect(outcome).toMatchObject({
      changes: {
        summary: 'Files: 0 created, 2 changed, 0 deleted.',
        changed: [{ path: 'undo/a.py' }, { path: 'undo/b.py' }],
      },
    });
    expect(await runner.undo(outcome.callId)).toMatchObject({ state: 'undone' });
    expect([runner.file('undo/a.py'), runner.file('undo/b.py')]).toEqual(before);
  });

  test('W5, R11: undo is refused as a whole when one of them has changed since', async () => {
    put({ 'late/a.py': UGLY_PYTHON, 'late/b.py': UGLY_PYTHON });
    const outcome = await runner.call('format_code', { paths: ['late'] });
    put({ 'late/b.py': 'mine = 1\n' });
    await expect(runner.undo(outcome.callId)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([runner.file('late/a.py'), runner.file('late/b.py')]).toEqual([FINE_PYTHON, 'mine = 1\n']);
  });
});

describe('what is refused', () => {
  test('W5: paths that lead elsewhere, or nowhere', async () => {
    symlinkSync(runner.base, join(runner.workspace, 'leads-out'));
    symlinkSync('/etc/hosts', join(runner.workspace, 'link.py'));
    expect((await refused({ paths: ['../x.py'] })).code).toBe('INVALID_PATH');
    expect((await refused({ paths: ['/etc/hosts'] })).code).toBe('INVALID_PATH');
    expect((await refused({ paths: ['no-such.py'] })).code).toBe('FILE_NOT_FOUND');
    expect((await refused({ paths: ['link.py'] })).code).toBe('NOT_A_FILE');
    expect((await refused({ paths: ['leads-out'] })).code).toBe('NOT_A_FILE');
    expect((await refused({ paths: ['leads-out/data'] })).code).not.toBe('OK');
    expect((await refused({ formatter: 'sh' })).code).toBe('INVALID_ARGUMENTS');
  });

  test('W5: files that no formatter is set up for', async () => {
    put({ 'nothing/a.txt': 'x', 'unclaimed/a.ts': 'a( )' });
    expect((await refused({ paths: ['nothing'] })).code).toBe('NOT_FOUND');
    expect((await refused({ paths: ['unclaimed'] })).message).toContain('formatter');
    expect(await format({ paths: ['unclaimed'], formatter: 'prettier' })).toMatchObject({
      changed: ['unclaimed/a.ts'],
    });
  });

  test('W5: more files than one call takes', async () => {
    put(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`crowd/${at}.py`, ''])));
    expect((await refused({ paths: ['crowd'] })).code).toBe('TOO_LARGE');
  });
});

describe('formatters that mean no good', () => {
  test('W3, W5: settings that are a program change nothing, inside the workspace or outside', async () => {
    put({
      'evil/keep.txt': 'kept',
      'evil/a.js': 'a( )',
      'evil/b.js': 'b( )',
      'evil/prettier.config.mjs': `import { rmSync, writeFileSync, chmodSync, renameSync } from 'node:fs';
const tried = [];
const attempt = (work) => { try { work(); tried.push('done'); } catch (error) { tried.push(error.code); } };
attempt(() => rmSync('/workspace/evil/keep.txt'));
attempt(() => writeFileSync('/workspace/evil/b.js', 'owned'));
attempt(() => writeFileSync('/workspace/owned.txt', 'owned'));
attempt(() => renameSync('/workspace/evil', '/workspace/gone'));
attempt(() => chmodSync('/workspace/evil/keep.txt', 0o777));
attempt(() => writeFileSync(${JSON.stringify(join(runner.base, 'owned.txt'))}, 'owned'));
console.log('0 b3duZWQ=');
console.log(tried.join(' '));
export default { printWidth: tried.includes('done') ? 1 : 80 };
`,
    });
    expect(await format({ paths: ['evil/a.js'] })).toEqual({
      formatter: 'prettier',
      changed: ['evil/a.js'],
      failures: [],
    });
    expect([runner.file('evil/a.js'), runner.file('evil/b.js'), runner.file('evil/keep.txt')]).toEqual([
      'a();\n',
      'b( )',
      'kept',
    ]);
    const made = ['owned.txt', 'gone'].map((name) => join(runner.workspace, name));
    expect([...made, join(runner.base, 'owned.txt')].filter((path) => existsSync(path))).toEqual([]);
    expect(statSync(join(runner.workspace, 'evil/keep.txt')).mode & 0o777).not.toBe(0o777);
  });

  test('W3, W5: one that fails before it answers is reported, and nothing is changed', async () => {
    put({ 'dies/.prettierrc.mjs': 'process.exit(9);\n', 'dies/a.js': 'a( )' });
    const result = await format({ paths: ['dies'] });
    expect(result).toMatchObject({ changed: [], failures: [{ path: 'dies', message: expect.stringContaining('9') }] });
    expect(runner.file('dies/a.js')).toBe('a( )');
  });

  test('W3, W5: one in the workspace changes the files that were named, and no other', async () => {
    put({ 'own/a.py': UGLY_PYTHON, 'own/b.py': UGLY_PYTHON });
    put({
      'own/.venv/bin/black': '#!/bin/sh\necho owned > /workspace/own/b.py\necho "x = 1"\necho "y = 2" > /tmp/new\n',
    });
    chmodSync(join(runner.workspace, 'own/.venv/bin/black'), 0o755);
    const outcome = await runner.call('format_code', { paths: ['own/a.py'] });
    expect(valueOf(outcome)).toMatchObject({ changed: ['own/a.py'] });
    expect(runner.file('own/b.py')).toBe(UGLY_PYTHON);
    await runner.undo(outcome.callId);
    expect(runner.file('own/a.py')).toBe(UGLY_PYTHON);
  });

  test('W3, W5: an edit during formatting is kept', async () => {
    put({ 'busy/a.py': UGLY_PYTHON, 'busy/.venv/bin/black': '#!/bin/sh\necho "x = 1"\n' });
    chmodSync(join(runner.workspace, 'busy/.venv/bin/black'), 0o755);
    const onProgress = () => put({ 'busy/a.py': 'edited = 1\n' });
    const outcome = await runner.call('format_code', { paths: ['busy/a.py'] }, { onProgress });
    const { changed, failures } = valueOf<Result>(outcome);
    expect([changed, failures]).toMatchObject([
      [],
      [{ path: 'busy/a.py', message: expect.stringContaining('during the call') }],
    ]);
    expect(runner.file('busy/a.py')).toBe('edited = 1\n');
  });
});
