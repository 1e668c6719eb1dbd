/** The check of names finds each kind of fault, in files that have them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { findNamingFaults } from '../../scripts/check-naming.ts';
import { createNamingReport } from '../../scripts/naming-report.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/naming-report.ts');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'naming-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function faultsOf(files: Readonly<Record<string, string>>): string[] {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return findNamingFaults(createNamingReport(root));
}

test.each([
  ['a type of one word', 'export interface Kept { a: 1 }', 'src/a.ts:1 Kept: an exported type'],
  [
    'an error builder',
    'export const missing = (): Error => new Error("x");',
    'src/a.ts:1 missing: what builds an error',
  ],
  ['an error builder without a type', 'const missing = () => new TypeError("x");', 'src/a.ts:1 missing: what builds'],
  ['a function with a preposition', 'function namesOf(): void {}', 'src/a.ts:1 namesOf: a function name'],
  ['a word to avoid', '// What nobody knows.\nexport {};', 'src/a.ts:1 nobody: the glossary'],
  ['a word to avoid in a message', 'throw new Error("Nobody knows.");', 'src/a.ts:1 Nobody: the glossary'],
  ['a word to avoid in a template', 'const a = `${1} stands here ${2}`;', 'src/a.ts:1 stands: the glossary'],
])('finds %s', (_, text, fault) => {
  expect(faultsOf({ 'src/a.ts': text })).toEqual([expect.stringContaining(fault)]);
});

test('refuses the name of a list that there is not, with the names that there are', () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, '--help'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain('oneWordTypes, participleTypes');
});

test('finds a word to avoid in the title of a test', () => {
  const text = "test.each([1])('%s is told', () => undefined);";
  expect(faultsOf({ 'src/a.test.ts': text })).toEqual([expect.stringContaining('src/a.test.ts:1 told: the glossary')]);
});

test.each(['src/a.test.ts', 'web/a.tsx', 'test/e2e/a.ts', 'scripts/a.ts', 'tools/a/handler.ts'])(
  'finds a word to avoid in a comment of %s',
  (path) => {
    const text = '/** What nobody knows. */\nexport {};';
    expect(faultsOf({ [path]: text })).toEqual([expect.stringContaining(`${path}:1 nobody: the glossary`)]);
  },
);

test.each(['src/core/a.ts', 'src/ports/a.ts', 'src/lib/node/a.ts'])(
  'finds an export without a doc comment in %s',
  (path) => {
    const fault = 'listNames: an export of core, ports or lib has a doc comment';
    expect(faultsOf({ [path]: 'export function listNames(): void {}' })).toEqual([`${path}:1 ${fault}`]);
    expect(faultsOf({ [path]: '/** Lists the names. */\nexport function listNames(): void {}' })).toEqual([]);
  },
);

test('accepts a word to avoid as a value', () => {
  expect(faultsOf({ 'src/a.ts': 'const user = "nobody";' })).toEqual([]);
});

test('finds a type name that two files export', () => {
  const text = 'export interface MailThread { id: string }';
  expect(faultsOf({ 'src/a.ts': text, 'src/b.ts': text })).toHaveLength(2);
});

test('accepts plain names, glossary words and the folder that is not renamed yet', () => {
  const plain = `
/** Reads a thread. */
export interface MailThread { id: string }
export type Grant = string;
export const notFoundError = (): Error => new Error('x');
export function listNames(): void {}`;
  expect(
    faultsOf({ 'src/a.ts': plain, 'src/core/provenance/a.ts': 'export type Said = string; function at(): void {}' }),
  ).toEqual([]);
});
