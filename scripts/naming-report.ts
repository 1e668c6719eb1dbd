/** Counts how names, comments and test titles follow the rules, so that the figures can be compared over time and with other projects. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

import { AVOIDED_WORDS, PARTICIPLES, PREPOSITIONS } from './naming-words.ts';

export interface NamingReport {
  readonly exportedTypes: readonly NamedPlace[];
  readonly oneWordTypes: readonly NamedPlace[];
  readonly participleTypes: readonly NamedPlace[];
  readonly sharedTypeNames: readonly string[];
  readonly unimportedTypes: readonly NamedPlace[];
  readonly functions: readonly NamedPlace[];
  readonly prepositionFunctions: readonly NamedPlace[];
  readonly errorBuilders: readonly NamedPlace[];
  readonly unnamedErrorBuilders: readonly NamedPlace[];
  readonly exports: readonly NamedPlace[];
  readonly undocumentedExports: readonly NamedPlace[];
  /** In comments. */
  readonly avoidedWords: readonly NamedPlace[];
  /** In the texts of the program, which people and models read. */
  readonly avoidedWordsInMessages: readonly NamedPlace[];
  readonly avoidedWordsInTitles: readonly NamedPlace[];
}

export interface NamedPlace {
  readonly name: string;
  readonly place: string;
}

/** Reads the names and messages of `src` without its tests, and all comments and test titles of the repository at `root`. */
export function createNamingReport(root: string): NamingReport {
  const texts = readSources(root, ['src', 'web', 'test', 'scripts', 'tools']);
  const tests = texts.filter(({ path }) => TEST_FILE.test(path));
  const files = texts.filter(({ path }) => path.startsWith('src/') && !TEST_FILE.test(path));
  const declarations = files.flatMap(({ path, source }) =>
    source.statements.flatMap((statement) => readStatement(path, source, statement)),
  );
  const types = declarations.filter(({ kind, isExported }) => kind === 'type' && isExported);
  const functions = declarations.filter(({ kind }) => kind === 'function');
  const builders = functions.filter(({ buildsError }) => buildsError);
  const exported = declarations.filter(({ isExported }) => isExported);
  const imported = new Set(files.flatMap(({ source }) => importedNames(source)));
  const names = types.map(({ name }) => name);
  return {
    exportedTypes: types,
    oneWordTypes: types.filter(({ name }) => splitWords(name).length === 1),
    participleTypes: types.filter(({ name }) => isParticiple(splitWords(name).at(-1) ?? '')),
    sharedTypeNames: [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].toSorted(),
    unimportedTypes: types.filter(({ name }) => !imported.has(name)),
    functions,
    prepositionFunctions: functions.filter(({ name }) => PREPOSITIONS.has(splitWords(name).at(-1) ?? '')),
    errorBuilders: builders,
    unnamedErrorBuilders: builders.filter(({ name }) => !name.endsWith('Error')),
    exports: exported,
    undocumentedExports: exported.filter(({ isDocumented }) => !isDocumented),
    avoidedWords: texts.flatMap(({ path, text }) => findAvoidedWords(path, text)),
    avoidedWordsInMessages: files.flatMap(findAvoidedMessages),
    avoidedWordsInTitles: tests.flatMap(findAvoidedTitles),
  };
}

const TEST_FILE = /\.test\.tsx?$/;

interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly source: ts.SourceFile;
}

function readSources(root: string, folders: readonly string[]): SourceText[] {
  return folders
    .flatMap((folder) => globSync(join(root, folder, '**/*.{ts,tsx}')))
    .filter((path) => !/\.d\.ts$|node_modules/.test(path))
    .toSorted()
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      return { path: relative(root, path), text, source };
    });
}

interface Declaration extends NamedPlace {
  readonly kind: 'type' | 'function' | 'value';
  readonly isExported: boolean;
  readonly isDocumented: boolean;
  readonly buildsError: boolean;
}

function readStatement(path: string, source: ts.SourceFile, statement: ts.Statement): Declaration[] {
  const describe = (name: string, kind: Declaration['kind'], buildsError = false): Declaration => ({
    ...{ name, kind, buildsError },
    place: `${path}:${source.getLineAndCharacterOfPosition(statement.getStart()).line + 1}`,
    isExported: (ts.getCombinedModifierFlags(statement as unknown as ts.Declaration) & ts.ModifierFlags.Export) !== 0,
    isDocumented: ts.getJSDocCommentsAndTags(statement).length > 0,
  });
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    return [describe(statement.name.text, 'type')];
  if (ts.isClassDeclaration(statement) && statement.name) return [describe(statement.name.text, 'type')];
  if (ts.isFunctionDeclaration(statement) && statement.name)
    return [describe(statement.name.text, 'function', returnsError(statement))];
  if (!ts.isVariableStatement(statement)) return [];
  const isExported = (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    if (!ts.isIdentifier(name)) return [];
    const isFunction =
      initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
    const found = describe(name.text, isFunction ? 'function' : 'value', isFunction && returnsError(initializer));
    return [{ ...found, isExported }];
  });
}

function returnsError(node: ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression): boolean {
  if (node.type !== undefined) return /^[A-Za-z]*Error$/.test(node.type.getText());
  const { body } = node;
  return body !== undefined && ts.isNewExpression(body) && body.expression.getText().endsWith('Error');
}

function importedNames(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    const named = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : ts.isExportDeclaration(statement)
        ? statement.exportClause
        : undefined;
    if (named === undefined || !(ts.isNamedImports(named) || ts.isNamedExports(named))) return [];
    return named.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
  });
}

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]+/);
}

function isParticiple(word: string): boolean {
  return PARTICIPLES.has(word) || /[a-z]{2}(ed|ing)$/.test(word);
}

function findAvoidedWords(path: string, text: string): NamedPlace[] {
  return text.split('\n').flatMap((line, at) => {
    const comment = /(?:^|\s)(?:\/\/|\/\*\*?|\*)\s?(.*)$/.exec(line)?.[1];
    const word = comment === undefined ? undefined : AVOIDED_WORDS.exec(comment)?.[0];
    return word === undefined ? [] : [{ name: word, place: `${path}:${at + 1}` }];
  });
}

/** A text with a space is a sentence; one without is a name or a value. */
function findAvoidedMessages(file: SourceText): NamedPlace[] {
  return collectNodes(file.source, isTextPart).flatMap((node) =>
    node.text.includes(' ') ? placeWord(file, node) : [],
  );
}

function findAvoidedTitles(file: SourceText): NamedPlace[] {
  const calls = collectNodes(file.source, ts.isCallExpression);
  return calls.flatMap(({ expression, arguments: [title] }) => {
    const isTest = /^(test|it|describe)\b/.test(expression.getText());
    return isTest && title !== undefined && ts.isStringLiteralLike(title) ? placeWord(file, title) : [];
  });
}

type TextPart = ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail;

function isTextPart(node: ts.Node): node is TextPart {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

function placeWord({ path, source }: SourceText, node: TextPart): NamedPlace[] {
  const word = AVOIDED_WORDS.exec(node.text)?.[0];
  const place = `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  return word === undefined ? [] : [{ name: word, place }];
}

function collectNodes<Kind extends ts.Node>(root: ts.Node, isKind: (node: ts.Node) => node is Kind): Kind[] {
  const found: Kind[] = [];
  const visit = (node: ts.Node): void => {
    if (isKind(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function formatReport(report: NamingReport): string {
  const share = (part: readonly unknown[], whole: readonly unknown[]): string =>
    `${part.length} of ${whole.length} (${Math.round((100 * part.length) / Math.max(1, whole.length))}%)`;
  const rows: [string, string][] = [
    ['exported types of one word', share(report.oneWordTypes, report.exportedTypes)],
    ['participles as type names', share(report.participleTypes, report.exportedTypes)],
    ['type names that two files export', String(report.sharedTypeNames.length)],
    ['exported types that no file imports', String(report.unimportedTypes.length)],
    ['functions that end in a preposition', share(report.prepositionFunctions, report.functions)],
    ['functions that build an error without saying so', share(report.unnamedErrorBuilders, report.errorBuilders)],
    [
      'exports with a doc comment',
      share(
        report.exports.filter((each) => !report.undocumentedExports.includes(each)),
        report.exports,
      ),
    ],
    ['comment lines with avoided words', String(report.avoidedWords.length)],
    ['messages with avoided words', String(report.avoidedWordsInMessages.length)],
    ['test titles with avoided words', String(report.avoidedWordsInTitles.length)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(50)} ${value}`).join('\n');
}

const LISTS: Readonly<Record<keyof NamingReport, true>> = {
  exportedTypes: true,
  oneWordTypes: true,
  participleTypes: true,
  sharedTypeNames: true,
  unimportedTypes: true,
  functions: true,
  prepositionFunctions: true,
  errorBuilders: true,
  unnamedErrorBuilders: true,
  exports: true,
  undocumentedExports: true,
  avoidedWords: true,
  avoidedWordsInMessages: true,
  avoidedWordsInTitles: true,
};

const isList = (name: string): name is keyof NamingReport => Object.hasOwn(LISTS, name);

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const [list] = process.argv.slice(2);
  if (list === undefined) process.stdout.write(`${formatReport(createNamingReport(root))}\n`);
  else if (isList(list))
    for (const found of createNamingReport(root)[list])
      process.stdout.write(typeof found === 'string' ? `${found}\n` : `${found.name}  ${found.place}\n`);
  else {
    process.stderr.write(`There is no list "${list}". The lists are: ${Object.keys(LISTS).join(', ')}\n`);
    process.exitCode = 2;
  }
}
