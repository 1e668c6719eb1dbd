/** The check of names finds each kind of fault, in files that have them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findNamingFaults } from '../../scripts/check-naming.ts';
import { createNamingReport } from '../../scripts/naming-report.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'naming-'));
  mkdirSync(join(root, 'src'));
});
afterAll(() => rmSync(root, { recursive: true }));

function faultsOf(files: Readonly<Record<string, string>>): string[] {
  rmSync(join(root, 'src'), { recursive: true });
  mkdirSync(join(root, 'src', 'core', 'provenance'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'src', name), text);
  return findNamingFaults(createNamingReport(root, ['src']));
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
])('finds %s', (_, text, fault) => {
  expect(faultsOf({ 'a.ts': text })).toEqual([expect.stringContaining(fault)]);
});

test('finds a type name that two files export', () => {
  const text = 'export interface MailThread { id: string }';
  expect(faultsOf({ 'a.ts': text, 'b.ts': text })).toHaveLength(2);
});

test('accepts plain names, glossary words and the folder that is not renamed yet', () => {
  const plain = `
/** Reads a thread. */
export interface MailThread { id: string }
export type Grant = string;
export const notFoundError = (): Error => new Error('x');
export function listNames(): void {}`;
  expect(
    faultsOf({ 'a.ts': plain, 'core/provenance/a.ts': 'export type Said = string; function at(): void {}' }),
  ).toEqual([]);
});
