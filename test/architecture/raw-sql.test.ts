/** SQL is written with Kysely. A raw statement outside migrations has a comment with its reason: `Raw SQL: …`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const STATEMENT =
  String.raw`\s*\(?(?:select\s|insert\s+(?:or\s+\w+\s+)?into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(?:recursive|\w+\s+as)\s` +
  String.raw`|pragma\s|vacuum\s|begin\s+(?:immediate|exclusive|isolation|read)\b|listen\s+\$|declare\s+\w+\s|do\s+\$\$)`;
const IS_STATEMENT = new RegExp(`^${STATEMENT}`, 'i');
const MAY_HOLD_STATEMENT = new RegExp(`['"\`]${STATEMENT}`, 'i');
const REASON = /Raw SQL: \S/;

/** The lines of raw statements without a reason. Fragments of Kysely (`sql` with a template) do not count. */
function findUnexplainedSql(text: string): number[] {
  if (!MAY_HOLD_STATEMENT.test(text)) return [];
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  if (REASON.test(/^\/\*\*.*?\*\//s.exec(text)?.[0] ?? '')) return [];
  const lines: number[] = [];
  const visit = (node: ts.Node, scope: ts.Node): void => {
    const isText =
      ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
    const isFragment = ts.isTaggedTemplateExpression(node.parent ?? node);
    if (isText && !isFragment && IS_STATEMENT.test(node.getText().slice(1)) && !isInMigration(node)) {
      const before = text.slice(scope.getFullStart(), node.getStart());
      if (!REASON.test(before)) lines.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    }
    const isScope = ts.isFunctionDeclaration(node) || ts.isClassElement(node) || node.parent === source;
    ts.forEachChild(node, (child) => visit(child, isScope ? node : scope));
  };
  visit(source, source);
  return lines;
}

function isInMigration(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'statements') return true;
  return node.parent !== undefined && isInMigration(node.parent);
}

test.each([
  ['a statement', "const q = { sql: 'select name from users', parameters: [] };", [1]],
  ['a statement on a later line', 'function read() {\n  return run(`delete from ${table}`);\n}', [2]],
  ['the comment of another function', "// Raw SQL: a pragma.\nconst a = 1;\nconst b = 'pragma user_version';", [3]],
  ['a reason', "// Raw SQL: a pragma.\nconst b = 'pragma user_version';", []],
  [
    'a reason for the whole file',
    "/** Opens it. Raw SQL: migrations. */\nrun('insert into migrations values (1)');",
    [],
  ],
  ['a migration', "const m = { name: 'a', statements: ['update users set name = 1'] };", []],
  ['a fragment of the query builder', 'q.where(raw`(select 1)`);', []],
  ['other text', "say('Updates are set aside.'); say('choose or select one');", []],
] as const)('the check judges %s', (_, text, lines) => {
  expect(findUnexplainedSql(text)).toEqual(lines);
});

test('every raw statement in src says why it is raw', () => {
  const unexplained = globSync('src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => findUnexplainedSql(readFileSync(join(ROOT, path), 'utf8')).map((line) => `${path}:${line}`));
  expect(unexplained).toEqual([]);
});
