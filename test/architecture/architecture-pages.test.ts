/** The architecture pages stay short, and every file, function and link in them exists. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const repository = join(import.meta.dirname, '../..');
const OVERVIEW = 'ARCHITECTURE.md';
const PAGES = ['call', 'undo', 'conversation', 'mail', 'calendar', 'voice', 'automation', 'storage', 'nodes'].map(
  (name) => `docs/architecture/${name}.md`,
);
const MOST_WORDS = { overview: 900, page: 600 };
const LEAST_STEPS = 5;

const readPage = (page: string): string => readFileSync(join(repository, page), 'utf8');
const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** The lines of the numbered list below the heading "Trace". */
function listTraceLines(text: string): string[] {
  const lines = text.split('\n');
  const start = lines.indexOf('## Trace');
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  return rest.slice(0, end === -1 ? undefined : end).filter((line) => /^\d+\. /.test(line));
}

const STEP = /^\d+\. `(?<file>src\/[\w./-]+\.ts)` → `(?<name>#?\w+)` \S/;

/** What is wrong with the steps of a page; empty where nothing is. */
function findTraceFaults(text: string): string[] {
  return listTraceLines(text).flatMap((line) => {
    const { file, name } = STEP.exec(line)?.groups ?? {};
    if (file === undefined || name === undefined) return [`not a step: ${line}`];
    if (!existsSync(join(repository, file))) return [`no such file: ${file}`];
    return listDeclarations(file).has(name) ? [] : [`${file} declares no ${name}`];
  });
}

const declarations = new Map<string, ReadonlySet<string>>();

/** The functions, methods and classes that a file declares with a body. */
function listDeclarations(file: string): ReadonlySet<string> {
  const known = declarations.get(file);
  if (known) return known;
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = isCallable(node) ? node.name : undefined;
    if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) names.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readPage(file), ts.ScriptTarget.Latest, true));
  declarations.set(file, names);
  return names;
}

function isCallable(node: ts.Node): node is ts.NamedDeclaration & { readonly name?: ts.Node } {
  if (ts.isClassDeclaration(node)) return true;
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.body !== undefined;
  const hasValue = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node);
  const value = hasValue ? node.initializer : undefined;
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value));
}

/** The relative links of a page that lead to no file or folder. */
function findDeadLinks(page: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\((?<target>[^)\s]+)\)/g)].map(({ groups }) => groups?.['target'] ?? '');
  const local = targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => target.replace(/#.*$/, ''));
  return local.filter((target) => target !== '' && !existsSync(join(repository, dirname(page), target)));
}

describe('a made-up page', () => {
  const step = (file: string, name: string): string => `1. \`${file}\` → \`${name}\` does something.`;
  const page = (...steps: string[]): string => ['# A page', '', '## Trace', '', ...steps, ''].join('\n');
  const file = 'src/core/executor/call-executor.ts';

  test('has no faults with a class, a method, a private method and a function', () => {
    const names = ['CallExecutor', 'commitAndRun', '#finish', 'isReadOnly'];
    expect(findTraceFaults(page(...names.map((name) => step(file, name))))).toEqual([]);
  });

  test('fails with a function that the file only imports, calls or mentions', () => {
    // The first is imported there, the second is a type, the third is a word of a comment.
    for (const name of ['evaluateCall', 'Authorization', 'effect'])
      expect(findTraceFaults(page(step(file, name)))).toEqual([`${file} declares no ${name}`]);
  });

  test('fails with a file that does not exist', () => {
    expect(findTraceFaults(page(step('src/core/nothing.ts', 'call')))).toEqual(['no such file: src/core/nothing.ts']);
  });

  test('fails with a step in another form', () => {
    const lines = [`1. \`${file}\` -> \`call\` does something.`, `2. \`${file}\` → \`call\``, '3. Then it ends.'];
    expect(findTraceFaults(page(...lines))).toEqual(lines.map((line) => `not a step: ${line}`));
  });

  test('fails with a link to a file that does not exist', () => {
    const text = '[here](call.md#trace) [there](missing.md) [out](https://example.com/missing.md)';
    expect(findDeadLinks('docs/architecture/made-up.md', text)).toEqual(['missing.md']);
  });
});

describe.each(PAGES)('%s', (page) => {
  test(`has at most ${MOST_WORDS.page} words`, () => {
    expect(countWords(readPage(page))).toBeLessThanOrEqual(MOST_WORDS.page);
  });

  test(`has a trace of at least ${LEAST_STEPS} steps, each in a function that exists`, () => {
    const text = readPage(page);
    expect(listTraceLines(text).length).toBeGreaterThanOrEqual(LEAST_STEPS);
    expect(findTraceFaults(text)).toEqual([]);
  });

  test('links only to files that exist', () => {
    expect(findDeadLinks(page, readPage(page))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  test(`has at most ${MOST_WORDS.overview} words`, () => {
    expect(countWords(readPage(OVERVIEW))).toBeLessThanOrEqual(MOST_WORDS.overview);
  });

  test('links to every page, and only to files that exist', () => {
    const text = readPage(OVERVIEW);
    expect(PAGES.filter((page) => !text.includes(`](${page})`))).toEqual([]);
    expect(findDeadLinks(OVERVIEW, text)).toEqual([]);
  });
});
