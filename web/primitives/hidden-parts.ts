/** Takes a text apart into what can be seen and what hides in it: the same that the core makes visible everywhere else. */
export interface TextPart {
  readonly text: string;
  /** What is shown instead of text that would not be visible. */
  readonly mark?: string;
  readonly kind: 'plain' | 'character' | 'spaces' | 'lines' | 'mixed' | 'alike';
}

const HIDDEN =
  /(?<character>[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\n\t]])|(?<spaces>[ \t\u00A0\u2000-\u200A\u3000]{40,})|(?<lines>\n(?:[ \t]*\n){9,})|(?<word>[[\p{L}\p{M}\d]--\p{Default_Ignorable_Code_Point}]+)/gv;
const LATIN = /\p{Script=Latin}/u;
/** Letters that are drawn as Latin ones are: a word of nothing else can be taken for another. */
const TWINS = /^[авеікмнорсстухѕјԁӏһԛԝοανρτυικγηωχ\d]+$/iu;
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** The prefix of encoded international domain names. The reader does not see the real name. */
const ENCODED = /^xn$/i;
const ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

export function hiddenParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(HIDDEN)) {
    const part = partOf(found, text);
    if (!part) continue;
    if (found.index > from) parts.push({ kind: 'plain', text: text.slice(from, found.index) });
    parts.push(part);
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}

function partOf({ 0: text, index, groups = {} }: RegExpExecArray, whole: string): TextPart | undefined {
  if (groups['character'] !== undefined) {
    const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return { kind: 'character', text, mark: `U+${code}` };
  }
  if (groups['spaces'] !== undefined) return { kind: 'spaces', text, mark: `${text.length} spaces` };
  if (groups['lines'] !== undefined) {
    const count = text.split('\n').length - 2;
    return { kind: 'lines', text, mark: `\n${count} empty lines\n` };
  }
  if (LATIN.test(text) && ALIKE.test(text)) return { kind: 'mixed', text };
  const [before, after] = [whole[index - 1] ?? '', whole.slice(index + text.length, index + text.length + 2)];
  const isInName = /[.@/]/.test(before) || /^[.@-]\S/.test(after);
  if (isInName && FOREIGN.test(text) && TWINS.test(text)) return { kind: 'alike', text };
  return ENCODED.test(text) && after === '--' ? { kind: 'alike', text } : undefined;
}

export const hidesSomething = (text: string): boolean => hiddenParts(text).some(({ kind }) => kind !== 'plain');
