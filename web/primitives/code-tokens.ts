/** Colours for code, roughly: comments, strings, numbers and the commonest words of a few languages. Every character stays. */
export interface CodeToken {
  readonly kind: 'plain' | 'comment' | 'string' | 'number' | 'word';
  readonly text: string;
}

const WORDS =
  'and as async await break case catch class const continue def del do done echo elif else except export extends false fi finally for from function if import in is lambda let new None not null or pass raise return static super switch then this throw True False true try typeof undefined var void while with yield';
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>#[^\n]*|//[^\n]*|/\*[\s\S]*?\*/)`,
    String.raw`(?<string>"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})`,
    String.raw`(?<number>\b\d[\d_.]*\b)`,
    String.raw`(?<word>\b(?:${WORDS.replaceAll(' ', '|')})\b)`,
  ].join('|'),
  'g',
);
/** Beyond this, colours cost more than they help. */
const MAX_LENGTH = 60_000;

export function codeTokens(code: string): readonly CodeToken[] {
  if (code.length > MAX_LENGTH) return [{ kind: 'plain', text: code }];
  const tokens: CodeToken[] = [];
  let from = 0;
  for (const found of code.matchAll(TOKEN)) {
    if (found.index > from) tokens.push({ kind: 'plain', text: code.slice(from, found.index) });
    tokens.push({ kind: kindOf(found.groups ?? {}), text: found[0] });
    from = found.index + found[0].length;
  }
  if (from < code.length) tokens.push({ kind: 'plain', text: code.slice(from) });
  return tokens;
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): CodeToken['kind'] {
  if (groups['comment'] !== undefined) return 'comment';
  if (groups['string'] !== undefined) return 'string';
  return groups['number'] === undefined ? 'word' : 'number';
}
