/** What the end-to-end tests say they prove must be something that was required. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

import { requirementIds } from '../requirements.ts';

const folder = join(import.meta.dirname, '..');
const RUNNERS = new Set(['describe', 'test', 'it']);
const CITATION = /^[A-Z]\d+(?:\s*,\s*[A-Z]\d+)*(?=[\s:]|$)/;

/** The titles in a test file. Of a template, only the text before its first placeholder. */
function titlesOf(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    if (ts.isCallExpression(node) && first && RUNNERS.has(rootOf(node.expression))) {
      if (ts.isStringLiteralLike(first)) titles.push(first.text);
      else if (ts.isTemplateExpression(first)) titles.push(first.head.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true));
  return titles;
}

function rootOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return rootOf(expression.expression);
  return '';
}

const citedIn = (title: string): string[] =>
  CITATION.exec(title)?.[0]
    .split(',')
    .map((id) => id.trim()) ?? [];
const unknownIn = (source: string): string[] =>
  titlesOf(source).flatMap((title) => citedIn(title).filter((id) => !requirementIds.has(id)));

const files = ['e2e', 'journeys'].flatMap((part) =>
  readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(part, name)),
);

test('finds an unknown id in every form a title takes', () => {
  const source = `
    describe('R99: a group', () => {
      test('R4, Q1: two ids', () => {});
      test.each([1, 2])('W77: a case %i', () => {});
      it(\`O12: \${name}\`, () => {});
      test('R4: a known one', () => {});
      test('Refuses R99 in the middle', () => {});
    });`;
  expect(unknownIn(source)).toEqual(['R99', 'Q1', 'W77', 'O12']);
});

test('finds citations in the end-to-end tests', () => {
  const cited = files.flatMap((name) => titlesOf(readFileSync(join(folder, name), 'utf8')).flatMap(citedIn));
  expect(new Set(cited).size).toBeGreaterThan(5);
});

test.each(files)('%s cites only requirements that exist', (name) => {
  expect(unknownIn(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
});
