/** Takes a text apart into what can be seen and what hides in it: the same that the core makes visible everywhere else. */
export interface TextPart {
  readonly text: string;
  /** What stands in its place, where the text itself would not be seen. */
  readonly mark?: string;
  readonly kind: 'plain' | 'character' | 'spaces' | 'mixed';
}

const HIDDEN =
  /(?<character>[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\n\t]])|(?<spaces>[ \t\u00A0\u2000-\u200A\u3000]{40,})|(?<word>[[\p{L}\p{M}\d]--\p{Default_Ignorable_Code_Point}]+)/gv;
const LATIN = /\p{Script=Latin}/u;
const ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

export function hiddenParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(HIDDEN)) {
    const part = partOf(found);
    if (!part) continue;
    if (found.index > from) parts.push({ kind: 'plain', text: text.slice(from, found.index) });
    parts.push(part);
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}

function partOf({ 0: text, groups = {} }: RegExpExecArray): TextPart | undefined {
  if (groups['character'] !== undefined) {
    const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return { kind: 'character', text, mark: `U+${code}` };
  }
  if (groups['spaces'] !== undefined) return { kind: 'spaces', text, mark: `${text.length} spaces` };
  return LATIN.test(text) && ALIKE.test(text) ? { kind: 'mixed', text } : undefined;
}

export const hidesSomething = (text: string): boolean => hiddenParts(text).some(({ kind }) => kind !== 'plain');
