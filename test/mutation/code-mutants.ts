/** Every small mistake that could be made in a piece of code: each is the file's text with one thing changed. */
import ts from 'typescript';

export interface CodeMutant {
  readonly line: number;
  /** Where, how, and what was changed: `isDead: && is || (a && b)`. */
  readonly change: string;
  readonly text: string;
}

const OTHER_OPERATOR: Readonly<Record<string, readonly string[]>> = {
  '&&': ['||'],
  '||': ['&&'],
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
};
const OTHER_METHOD: Readonly<Record<string, string>> = { every: 'some', some: 'every' };
const ONE_SIDE_ALONE = new Set(['&&', '||', '??']);

/** `words` are lists of words that decide, of which each could be mistaken for another. */
export function codeMutants(source: string, words: readonly (readonly string[])[]): CodeMutant[] {
  const file = ts.createSourceFile('code.ts', source, ts.ScriptTarget.Latest, true);
  const found: CodeMutant[] = [];
  const add = (node: ts.Node, change: string, replacement: string): void => {
    const start = node.getStart(file);
    const { line } = file.getLineAndCharacterOfPosition(start);
    const text = source.slice(0, start) + replacement + source.slice(node.getEnd());
    const what = node.getText(file).replaceAll(/\s+/g, ' ').slice(0, 200);
    found.push({ line: line + 1, change: `${whereOf(node)}${change} (${what})`, text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isImportDeclaration(node)) return;
    changesOf(node, file, words, (change, replacement) => add(node, change, replacement));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The enclosing function, so that equal code in another function is a different mutant. */
function whereOf(node: ts.Node): string {
  for (let at: ts.Node = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at) || ts.isVariableDeclaration(at))
      return `${at.name?.getText() ?? ''}: `;
  }
  return '';
}

type Add = (change: string, replacement: string) => void;

function changesOf(node: ts.Node, file: ts.SourceFile, words: readonly (readonly string[])[], add: Add): void {
  const text = (part: ts.Node): string => part.getText(file);
  if (ts.isBinaryExpression(node)) {
    const operator = text(node.operatorToken);
    const [left, right] = [text(node.left), text(node.right)];
    for (const other of OTHER_OPERATOR[operator] ?? [])
      add(`${operator} is ${other}`, `((${left}) ${other} (${right}))`);
    if (ONE_SIDE_ALONE.has(operator)) {
      add(`left of ${operator} alone`, `(${left})`);
      add(`right of ${operator} alone`, `(${right})`);
    }
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    add('no longer negated', `(${text(node.operand)})`);
  if (ts.isConditionalExpression(node)) {
    add('always the first', `(${text(node.whenTrue)})`);
    add('always the second', `(${text(node.whenFalse)})`);
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) add('true is false', 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) add('false is true', 'true');
  if (ts.isIfStatement(node)) ifChanges(node, text, add);
  if (ts.isExpressionStatement(node) || ts.isContinueStatement(node)) add('left out', ';');
  if (ts.isStringLiteral(node)) for (const word of others(node.text, words)) add(`is "${word}"`, `'${word}'`);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [method, owner] = [node.expression.name.text, text(node.expression.expression)];
    const given = node.arguments.map(text).join(', ');
    const other = OTHER_METHOD[method];
    if (other !== undefined) add(`${method} is ${other}`, `${owner}.${other}(${given})`);
    if (method === 'filter') add('not filtered', owner);
    if (method === 'where' || method === 'limit') add(`${method} left out (${given})`, owner);
  }
}

function ifChanges(node: ts.IfStatement, text: (part: ts.Node) => string, add: Add): void {
  const [then, otherwise] = [text(node.thenStatement), node.elseStatement ? ` else ${text(node.elseStatement)}` : ''];
  add('never', node.elseStatement ? text(node.elseStatement) : ';');
  add('always', `if (Boolean(1)) ${then}${otherwise}`);
}

function others(word: string, words: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(words.filter((list) => list.includes(word)).flat())].filter((other) => other !== word);
}
