import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  goodDocument,
  goodSchema,
  handlerWith,
  harmlessModules,
  writeTool,
  type ToolChanges,
} from '../../test/support/tool-folder.ts';
import type { ToolRegistry } from '../ports/tool-registry.ts';
import { buildTools } from './build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tools-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const file = () => join(root, 'tool_registry.json');
const registry = () => JSON.parse(readFileSync(file(), 'utf8')) as ToolRegistry;

function faults(): { file: string; line: number; found: string; mend: string }[] {
  const result = buildTools(root);
  if (result.ok) return [];
  expect(existsSync(file())).toBe(false);
  return result.faults.map((fault) => ({ ...fault, file: fault.file.slice(root.length + 1) }));
}
function built() {
  const result = buildTools(root);
  if (!result.ok) throw new Error(JSON.stringify(result.faults));
  return result.built;
}

describe('a good folder', () => {
  test('becomes a registry with everything that providers and servers need', () => {
    writeTool(root, 'say-hello');
    expect(built().tools).toEqual(['say_hello']);
    const { tools, version, gitCommit, shared } = registry();
    expect(version).toMatch(/^[0-9a-f]{64}$/);
    expect(gitCommit).toBeNull();
    expect(Object.keys(shared)).toEqual(['_core/error-types.js']);
    const [tool] = tools;
    expect(tool).toMatchObject({
      ...goodSchema('say_hello'),
      summary: 'Say hello to a person by name.',
      handler: 'handler.js',
      code: { 'handler.js': expect.stringContaining('execute') },
      providers: {
        openai: { type: 'function', function: { name: 'say_hello', parameters: { additionalProperties: false } } },
        gemini: { name: 'say_hello', parametersJsonSchema: { type: 'object' } },
        anthropic: { name: 'say_hello', input_schema: { type: 'object' } },
        mcp: { name: 'say_hello', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
      },
    });
  });

  test('may be TypeScript, have more modules, share modules, and promise its output', () => {
    writeTool(root, 'typed', {
      schema: {
        output: { type: 'object', additionalProperties: false, properties: { n: { type: 'number' } } },
        title: 'Typed',
        timeoutMs: 9_000,
      },
      files: {
        'handler.js': undefined,
        'handler.ts': `import { n } from './lib/number.ts';\nimport { word } from '../_words/word.js';\nimport { format } from 'node:util';\nexport const execute = async (): Promise<object> => ({ ok: true, data: { n, t: format(word) } });\n`,
        'lib/number.ts': 'export const n: number = 1;\n',
        'handler.test.ts': 'this is not code',
      },
    });
    mkdirSync(join(root, '_words'));
    writeFileSync(join(root, '_words', 'word.js'), 'export const word = "w";\n');
    built();
    expect(Object.keys(registry().tools[0]?.code ?? {})).toEqual(['handler.ts', 'lib/number.ts']);
    expect(Object.keys(registry().shared)).toEqual(['_core/error-types.js', '_words/word.js']);
  });

  test('may import every module that only computes', () => {
    const imports = harmlessModules.map((name) => `import 'node:${name}';\nimport '${name}';\n`).join('');
    writeTool(root, 'a', { files: { 'handler.js': `${imports}export const execute = 1;\n` } });
    expect(built().tools).toEqual(['a']);
  });

  test('names the commit that it was built from', () => {
    writeTool(root, 'a');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'x');
    expect(built().gitCommit).toBe(git('rev-parse', 'HEAD').toString().trim());
  });
});

describe('the version', () => {
  const versionOf = () => built().version;

  test('depends on the content alone: not on order, place, line ends or commits', () => {
    writeTool(root, 'b-tool');
    writeTool(root, 'a-tool');
    const first = versionOf();
    const bytes = readFileSync(file(), 'utf8');
    const other = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    for (const name of ['a-tool', 'b-tool']) {
      mkdirSync(join(other, name));
      for (const inner of readdirSync(join(root, name)).toReversed())
        writeFileSync(join(other, name, inner), readFileSync(join(root, name, inner), 'utf8').replaceAll('\n', '\r\n'));
    }
    expect(buildTools(other)).toMatchObject({ ok: true, built: { version: first } });
    expect(readFileSync(join(other, 'tool_registry.json'), 'utf8')).toBe(bytes);
    rmSync(other, { recursive: true });
  });

  test.each([
    ['a word of the documentation', (at: string) => writeFileSync(join(at, 'doc.md'), `${goodDocument}more\n`)],
    ['the summary', (at: string) => writeFileSync(join(at, 'doc_summary.md'), 'Another.')],
    ['the code', (at: string) => writeFileSync(join(at, 'handler.js'), handlerWith('return { ok: true };'))],
    ['a field', () => writeTool(root, 'a', { schema: { latencyBudgetMs: 1 } })],
  ])('changes with %s', (_, change) => {
    writeTool(root, 'a');
    const before = versionOf();
    change(join(root, 'a'));
    expect(versionOf()).not.toBe(before);
  });

  test('does not change with a test, and comes back when a change is taken back', () => {
    writeTool(root, 'a');
    const before = versionOf();
    writeFileSync(join(root, 'a', 'handler.test.js'), '1');
    expect(versionOf()).toBe(before);
    writeTool(root, 'a', { schema: { version: '1.0.1' } });
    expect(versionOf()).not.toBe(before);
    writeTool(root, 'a');
    expect(versionOf()).toBe(before);
  });

  test('a build after a change is the same as one from nothing', () => {
    for (const name of ['a', 'b', 'c']) writeTool(root, name);
    built();
    writeTool(root, 'b', { schema: { description: 'Changed.' } });
    expect(built().unchanged).toBe(2);
    const bytes = readFileSync(file(), 'utf8');
    expect(buildTools(root, { fresh: true })).toMatchObject({ ok: true, built: { unchanged: 0 } });
    expect(readFileSync(file(), 'utf8')).toBe(bytes);
  });

  test('a renamed folder is not taken for the unchanged tool', () => {
    writeTool(root, 'a');
    built();
    renameSync(join(root, 'a'), join(root, 'b'));
    const result = buildTools(root);
    expect(result).toMatchObject({ ok: false, faults: [{ found: 'toolId: "a"' }] });
  });
});

const parameters = (properties: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
  schema: { parameters: { type: 'object', additionalProperties: false, properties, ...rest } },
});

describe('every fault is named with its file, line and remedy', () => {
  test.each<[string, ToolChanges, string, RegExp]>([
    ['no schema.json', { files: { 'schema.json': undefined } }, 'a/schema.json:1', /no such file/],
    ['no summary', { files: { 'doc_summary.md': undefined } }, 'a/doc_summary.md:1', /no such file/],
    ['no documentation', { files: { 'doc.md': undefined } }, 'a/doc.md:1', /no such file/],
    ['no handler', { files: { 'handler.js': undefined } }, 'a/handler.js:1', /no such file/],
    ['two handlers', { files: { 'handler.ts': 'export const execute = 1' } }, 'a/handler.ts:1', /second handler/],
    ['broken JSON', { files: { 'schema.json': '{\n  "toolId": "a",\n  oops\n}' } }, 'a/schema.json:3', /no valid JSON/],
    ['JSON that is no object', { files: { 'schema.json': '[]' } }, 'a/schema.json:1', /no object/],
    ['a null character in the summary', { files: { 'doc_summary.md': 'x\u0000' } }, 'a/doc_summary.md:1', /hidden/],
    [
      'a key twice',
      {
        files: {
          'schema.json': JSON.stringify(goodSchema('a'), null, 2).replace('"version"', '"toolId": "a",\n  "version"'),
        },
      },
      'a/schema.json:3',
      /"toolId" twice/,
    ],
    ['no version', { schema: { version: undefined } }, 'a/schema.json:1', /no field "version"/],
    ['an unknown field', { schema: { catgory: 'x' } }, 'a/schema.json:27', /unknown field "catgory"/],
    ['a wrong version', { schema: { version: '1.0' } }, 'a/schema.json:3', /version: "1.0"/],
    ['a leading zero', { schema: { version: '1.02.0' } }, 'a/schema.json:3', /version/],
    ['an empty description', { schema: { description: ' ' } }, 'a/schema.json:4', /description/],
    ['a hidden character', { schema: { description: 'a\u202Eb' } }, 'a/schema.json:4', /description/],
    ['a wrong category', { schema: { category: 'magic' } }, 'a/schema.json:5', /category: "magic"/],
    ['wrong side effects', { schema: { sideEffects: 'some' } }, 'a/schema.json:6', /sideEffects: "some"/],
    ['a word for a boolean', { schema: { idempotent: 'yes' } }, 'a/schema.json:7', /idempotent: "yes"/],
    ['no modes', { schema: { allowedModes: [] } }, 'a/schema.json:9', /allowedModes: \[\]/],
    ['an unknown mode', { schema: { allowedModes: ['text', 'smoke'] } }, 'a/schema.json:9', /smoke/],
    ['a mode twice', { schema: { allowedModes: ['text', 'text'] } }, 'a/schema.json:9', /allowedModes/],
    ['a budget below nothing', { schema: { latencyBudgetMs: -1 } }, 'a/schema.json:13', /latencyBudgetMs: -1/],
    ['another toolId', { schema: { toolId: 'other' } }, 'a/schema.json:2', /toolId: "other"/],
    [
      'a retrieval tool that writes',
      { schema: { category: 'retrieval', sideEffects: 'writes' } },
      'a/schema.json:6',
      /retrieval tool that writes/,
    ],
    [
      'a retrieval tool that is not idempotent',
      { schema: { category: 'retrieval', idempotent: false } },
      'a/schema.json:7',
      /not idempotent/,
    ],
    ['parameters that are no object', { schema: { parameters: [] } }, 'a/schema.json:14', /parameters/],
    [
      'parameters of another type',
      { schema: { parameters: { type: 'array', additionalProperties: false } } },
      'a/schema.json:15',
      /type: "array"/,
    ],
    [
      'open parameters',
      { schema: { parameters: { type: 'object' } } },
      'a/schema.json:14',
      /additionalProperties: nothing/,
    ],
    [
      'parameters that allow more',
      { schema: { parameters: { type: 'object', additionalProperties: true } } },
      'a/schema.json:16',
      /additionalProperties: true/,
    ],
    ['no valid schema', parameters({ x: { type: 'strng' } }), 'a/schema.json:19', /./],
    ['an unknown keyword', parameters({ x: { type: 'string', maxLenght: 3 } }), 'a/schema.json:18', /maxLenght/],
    [
      'a format that is not supported',
      parameters({ x: { type: 'string', format: 'phone' } }),
      'a/schema.json:20',
      /format: "phone"/,
    ],
    [
      'a reference to the network',
      parameters({ x: { $ref: 'https://example.com/s.json' } }),
      'a/schema.json:19',
      /example\.com/,
    ],
    ['a reference to nowhere', parameters({ x: { $ref: '#/$defs/none' } }), 'a/schema.json:19', /none/],
    ['an asynchronous schema', parameters({}, { $async: true }), 'a/schema.json:18', /asynchronous/],
    [
      'a catastrophic expression',
      parameters({ x: { type: 'string', pattern: '^(a+)+$' } }),
      'a/schema.json:20',
      /doubles/,
    ],
    ['a catastrophic name', parameters({}, { patternProperties: { '^(a|a)*$': {} } }), 'a/schema.json:18', /doubles/],
    ['a broken expression', parameters({ x: { type: 'string', pattern: '(' } }), 'a/schema.json:20', /pattern/],
    ['a wrong output', { schema: { output: { type: 'object' } } }, 'a/schema.json:27', /additionalProperties/],
    ['an empty summary', { files: { 'doc_summary.md': ' \n' } }, 'a/doc_summary.md:1', /nothing/],
    [
      'a summary that is too long',
      { files: { 'doc_summary.md': 'x'.repeat(250) } },
      'a/doc_summary.md:1',
      /250 characters/,
    ],
    [
      'control characters in the summary',
      { files: { 'doc_summary.md': 'one\ntwo \u001B[2J' } },
      'a/doc_summary.md:2',
      /hidden character/,
    ],
    [
      'a missing section',
      { files: { 'doc.md': goodDocument.replace('## Invariants', '## Variants') } },
      'a/doc.md:1',
      /no section "## Invariants"/,
    ],
    [
      'a section in a code block',
      { files: { 'doc.md': goodDocument.replace('## Invariants', '```\n## Invariants\n```') } },
      'a/doc.md:1',
      /Invariants/,
    ],
    [
      'an empty section',
      { files: { 'doc.md': goodDocument.replace('## Summary\n\nA sentence.', '## Summary') } },
      'a/doc.md:1',
      /nothing under "## Summary"/,
    ],
    [
      'a syntax error',
      { files: { 'handler.js': 'export async function execute() {\n  return {;\n}\n' } },
      'a/handler.js:2',
      /syntax error/,
    ],
    [
      'a syntax error in TypeScript',
      { files: { 'handler.js': undefined, 'handler.ts': 'export const execute = 1;\nenum A { x }\n' } },
      'a/handler.ts:2',
      /syntax error/,
    ],
    [
      'no execute',
      { files: { 'handler.js': 'export function run() {}\n' } },
      'a/handler.js:1',
      /no export named "execute"/,
    ],
    [
      'an import of the system',
      { files: { 'handler.js': `\nimport 'node:fs';\nexport const execute = 1;\n` } },
      'a/handler.js:2',
      /"node:fs"/,
    ],
    [
      'an import of a package',
      { files: { 'handler.js': `import 'zod';\nexport const execute = 1;\n` } },
      'a/handler.js:1',
      /"zod"/,
    ],
    [
      'an import of nothing',
      { files: { 'handler.js': `export { execute } from './none.js';\n` } },
      'a/handler.js:1',
      /not there/,
    ],
    [
      'an import of another tool',
      { files: { 'handler.js': `import '../b/handler.js';\nexport const execute = 1;\n` } },
      'a/handler.js:1',
      /not there/,
    ],
    ['a file too large', { files: { 'doc.md': goodDocument + 'x'.repeat(1_000_001) } }, 'a/doc.md:1', /bytes/],
  ])('%s', (_, changes, place, found) => {
    writeTool(root, 'a', changes);
    const all = faults();
    expect(all.map((fault) => `${fault.file}:${fault.line} ${fault.found}`)).toContainEqual(
      expect.stringMatching(found),
    );
    const named = all.find((fault) => found.test(fault.found));
    expect(`${named?.file}:${named?.line}`).toBe(place);
    expect(named?.mend).not.toBe('');
  });

  test('a folder that is a link, and a file that is one', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    writeTool(elsewhere, 'linked');
    symlinkSync(join(elsewhere, 'linked'), join(root, 'linked'));
    writeTool(root, 'a', { files: { 'doc.md': undefined } });
    symlinkSync(join(elsewhere, 'linked', 'doc.md'), join(root, 'a', 'doc.md'));
    expect(faults().map((fault) => `${fault.file} ${fault.found}`)).toEqual(
      expect.arrayContaining(['linked the folder is a symbolic link', 'a/doc.md a symbolic link']),
    );
    rmSync(elsewhere, { recursive: true });
  });

  test('a pipe in the place of a file is not waited for', () => {
    writeTool(root, 'a', { files: { 'doc.md': undefined } });
    execFileSync('mkfifo', [join(root, 'a', 'doc.md')]);
    expect(faults().map(({ found }) => found)).toContain('not a plain file');
  });

  test('bytes that are not UTF-8', () => {
    writeTool(root, 'a');
    writeFileSync(join(root, 'a', 'doc_summary.md'), Buffer.from([0x61, 0xff, 0x62]));
    expect(faults().map(({ found }) => found)).toContain('bytes that are not UTF-8');
  });

  test('two folders with one toolId', () => {
    writeTool(root, 'a-b');
    cpSync(join(root, 'a-b'), join(root, 'a_b'), { recursive: true });
    expect(faults()).toEqual([
      expect.objectContaining({ file: 'a_b/schema.json', found: 'the toolId "a_b", which the folder "a-b" has too' }),
    ]);
  });

  test('all of them at once, of all tools', () => {
    writeTool(root, 'a', {
      schema: { version: 'x', category: 'y', parameters: { type: 'object' } },
      files: { 'doc_summary.md': '' },
    });
    writeTool(root, 'b', {
      ...parameters({ p: { pattern: '(a+)+' }, q: { format: 'z' } }),
      files: { 'handler.js': '(' },
    });
    const found = faults().map((fault) => `${fault.file} ${fault.found.slice(0, 12)}`);
    expect(found).toHaveLength(7);
    expect(new Set(found.map((text) => text.split(' ')[0]))).toEqual(
      new Set(['a/schema.json', 'a/doc_summary.md', 'b/schema.json', 'b/handler.js']),
    );
  });
});

test('a build with a fault leaves the last registry as it was', () => {
  writeTool(root, 'a');
  built();
  const before = readFileSync(file(), 'utf8');
  writeTool(root, 'a', { schema: { version: 'broken' } });
  expect(buildTools(root).ok).toBe(false);
  expect(readFileSync(file(), 'utf8')).toBe(before);
  expect(readdirSync(root).filter((name) => name.includes('.tmp'))).toEqual([]);
});

test('a folder that is not there is said to be so', () => {
  expect(() => buildTools(join(root, 'none'))).toThrow(/no folder of tools/);
});

describe('a package', () => {
  const install = (name: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, 'node_modules', name, path, '..'), { recursive: true });
      writeFileSync(join(root, 'node_modules', name, path), text);
    }
  };
  const importing = (specifier: string): ToolChanges => ({
    files: {
      'handler.js': `import { greet } from '${specifier}';\nexport async function execute() { return greet(); }\n`,
    },
  });
  const description = JSON.stringify({
    name: 'greetings',
    exports: { '.': { require: './no.cjs', import: './main.js' } },
  });

  test('is taken in with all of its modules, and a newer one makes another version', () => {
    install('greetings', {
      'package.json': description,
      'main.js': "export { greet } from './inner/words.js';\n",
      'inner/words.js': 'export const greet = () => ({ ok: true, data: {} });\n',
      'unused.js': 'never',
    });
    writeTool(root, 'a', importing('greetings'));
    const { version } = built();
    expect(Object.keys(registry().tools[0]?.code ?? {}).sort()).toEqual([
      '_packages/greetings.alias.js',
      '_packages/greetings/inner/words.js',
      '_packages/greetings/main.js',
      'handler.js',
    ]);
    expect(built().version).toBe(version);
    install('greetings', { 'inner/words.js': 'export const greet = () => ({ ok: true, data: { n: 2 } });\n' });
    expect(built().version).not.toBe(version);
  });

  test.each([
    ['is not there', {}, 'there is no such package'],
    ['has no modules', { 'package.json': '{"main":"index.js"}' }, 'the package has no such module'],
    [
      'reaches for the system',
      { 'package.json': description, 'main.js': "import 'node:fs';" },
      'it needs "node:fs" in turn',
    ],
    [
      'reaches for another',
      { 'package.json': description, 'main.js': "import x from 'other';" },
      'it needs "other" in turn',
    ],
    [
      'reaches out of itself',
      { 'package.json': description, 'main.js': "import '../../../secret.js';" },
      'from outside of itself',
    ],
    [
      'is too large',
      { 'package.json': description, 'main.js': `//${'x'.repeat(2_000_001)}` },
      'larger than a tool may be',
    ],
    ['is broken', { 'package.json': description }, 'ENOENT'],
  ] as const)('that %s is refused', (_, files, found) => {
    install('greetings', files);
    if (Object.keys(files).length === 0) rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    writeTool(root, 'a', importing('greetings'));
    expect(faults()).toEqual([
      expect.objectContaining({ file: 'a/handler.js', line: 1, found: expect.stringContaining(found) }),
    ]);
  });
});
