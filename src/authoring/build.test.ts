import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import {
  goodDocument,
  goodSchema,
  handlerWith,
  harmlessModules,
  writeTool,
  type ToolChanges,
} from '../../test/support/worlds/tool-folder.ts';
import { ToolRoom } from '../../test/support/worlds/tool-room.ts';
import { buildTools } from './build.ts';

const room = new ToolRoom();

describe('a good folder', () => {
  test('becomes a registry with everything that providers and servers need', () => {
    writeTool(room.root, 'say-hello');
    expect(room.built().tools).toEqual(['say_hello']);
    const { tools, version, gitCommit, shared } = room.registry();
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
    writeTool(room.root, 'typed', {
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
    mkdirSync(join(room.root, '_words'));
    writeFileSync(join(room.root, '_words', 'word.js'), 'export const word = "w";\n');
    room.built();
    expect(Object.keys(room.registry().tools[0]?.code ?? {})).toEqual(['handler.ts', 'lib/number.ts']);
    expect(Object.keys(room.registry().shared)).toEqual(['_core/error-types.js', '_words/word.js']);
  });

  test('may import every module that only computes', () => {
    const imports = harmlessModules.map((name) => `import 'node:${name}';\nimport '${name}';\n`).join('');
    writeTool(room.root, 'a', { files: { 'handler.js': `${imports}export const execute = 1;\n` } });
    expect(room.built().tools).toEqual(['a']);
  });

  test('names the commit that it was built from', () => {
    writeTool(room.root, 'a');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', room.root, '-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args]);
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'x');
    expect(room.built().gitCommit).toBe(git('rev-parse', 'HEAD').toString().trim());
  });
});

describe('the version', () => {
  const versionOf = () => room.built().version;

  test('depends on the content alone: not on order, place, line ends or commits', () => {
    writeTool(room.root, 'b-tool');
    writeTool(room.root, 'a-tool');
    const first = versionOf();
    const bytes = readFileSync(room.file(), 'utf8');
    const other = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    for (const name of ['a-tool', 'b-tool']) {
      mkdirSync(join(other, name));
      for (const inner of readdirSync(join(room.root, name)).toReversed())
        writeFileSync(
          join(other, name, inner),
          readFileSync(join(room.root, name, inner), 'utf8').replaceAll('\n', '\r\n'),
        );
    }
    expect(buildTools(other)).toMatchObject({ ok: true, built: { version: first } });
    expect(readFileSync(join(other, 'tool_registry.json'), 'utf8')).toBe(bytes);
    rmSync(other, { recursive: true });
  });

  test.each([
    ['a word of the documentation', (at: string) => writeFileSync(join(at, 'doc.md'), `${goodDocument}more\n`)],
    ['the summary', (at: string) => writeFileSync(join(at, 'doc_summary.md'), 'Another.')],
    ['the code', (at: string) => writeFileSync(join(at, 'handler.js'), handlerWith('return { ok: true };'))],
    ['a field', () => writeTool(room.root, 'a', { schema: { latencyBudgetMs: 1 } })],
  ])('changes with %s', (_, change) => {
    writeTool(room.root, 'a');
    const before = versionOf();
    change(join(room.root, 'a'));
    expect(versionOf()).not.toBe(before);
  });

  test('does not change with a test, and comes back when a change is taken back', () => {
    writeTool(room.root, 'a');
    const before = versionOf();
    writeFileSync(join(room.root, 'a', 'handler.test.js'), '1');
    expect(versionOf()).toBe(before);
    writeTool(room.root, 'a', { schema: { version: '1.0.1' } });
    expect(versionOf()).not.toBe(before);
    writeTool(room.root, 'a');
    expect(versionOf()).toBe(before);
  });

  test('a build after a change is the same as one from nothing', () => {
    for (const name of ['a', 'b', 'c']) writeTool(room.root, name);
    room.built();
    writeTool(room.root, 'b', { schema: { description: 'Changed.' } });
    expect(room.built().unchanged).toBe(2);
    const bytes = readFileSync(room.file(), 'utf8');
    expect(buildTools(room.root, { fresh: true })).toMatchObject({ ok: true, built: { unchanged: 0 } });
    expect(readFileSync(room.file(), 'utf8')).toBe(bytes);
  });

  test('a renamed folder is not taken for the unchanged tool', () => {
    writeTool(room.root, 'a');
    room.built();
    renameSync(join(room.root, 'a'), join(room.root, 'b'));
    const result = buildTools(room.root);
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
    writeTool(room.root, 'a', changes);
    const all = room.faults();
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
    symlinkSync(join(elsewhere, 'linked'), join(room.root, 'linked'));
    writeTool(room.root, 'a', { files: { 'doc.md': undefined } });
    symlinkSync(join(elsewhere, 'linked', 'doc.md'), join(room.root, 'a', 'doc.md'));
    expect(room.faults().map((fault) => `${fault.file} ${fault.found}`)).toEqual(
      expect.arrayContaining(['linked the folder is a symbolic link', 'a/doc.md a symbolic link']),
    );
    rmSync(elsewhere, { recursive: true });
  });

  test('a pipe in the place of a file is not waited for', () => {
    writeTool(room.root, 'a', { files: { 'doc.md': undefined } });
    execFileSync('mkfifo', [join(room.root, 'a', 'doc.md')]);
    expect(room.faults().map(({ found }) => found)).toContain('not a plain file');
  });

  test('bytes that are not UTF-8', () => {
    writeTool(room.root, 'a');
    writeFileSync(join(room.root, 'a', 'doc_summary.md'), Buffer.from([0x61, 0xff, 0x62]));
    expect(room.faults().map(({ found }) => found)).toContain('bytes that are not UTF-8');
  });

  test('two folders with one toolId', () => {
    writeTool(room.root, 'a-b');
    cpSync(join(room.root, 'a-b'), join(room.root, 'a_b'), { recursive: true });
    expect(room.faults()).toEqual([
      expect.objectContaining({ file: 'a_b/schema.json', found: 'the toolId "a_b", which the folder "a-b" has too' }),
    ]);
  });

  test('all of them at once, of all tools', () => {
    writeTool(room.root, 'a', {
      schema: { version: 'x', category: 'y', parameters: { type: 'object' } },
      files: { 'doc_summary.md': '' },
    });
    writeTool(room.root, 'b', {
      ...parameters({ p: { pattern: '(a+)+' }, q: { format: 'z' } }),
      files: { 'handler.js': '(' },
    });
    const found = room.faults().map((fault) => `${fault.file} ${fault.found.slice(0, 12)}`);
    expect(found).toHaveLength(7);
    expect(new Set(found.map((text) => text.split(' ')[0]))).toEqual(
      new Set(['a/schema.json', 'a/doc_summary.md', 'b/schema.json', 'b/handler.js']),
    );
  });
});

test('a build with a fault leaves the last registry as it was', () => {
  writeTool(room.root, 'a');
  room.built();
  const before = readFileSync(room.file(), 'utf8');
  writeTool(room.root, 'a', { schema: { version: 'broken' } });
  expect(buildTools(room.root).ok).toBe(false);
  expect(readFileSync(room.file(), 'utf8')).toBe(before);
  expect(readdirSync(room.root).filter((name) => name.includes('.tmp'))).toEqual([]);
});

test('a folder that is not there is said to be so', () => {
  expect(() => buildTools(join(room.root, 'none'))).toThrow(/no folder of tools/);
});
