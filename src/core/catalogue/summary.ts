/** The one line that a prompt holds of a tool. Foreign servers write it, so it is one line, bounded and without hidden characters. */
const MAX = 250;
/** Longer than any sentence that is worth reading. */
const MAX_LOOKED_AT = 5_000;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const BREAKS = /[\s\p{Zl}\p{Zp}\u0085]+/gu;
/** The end of a sentence: not the dot of "e.g.", of a number or of a name. */
const FIRST_SENTENCE = /^.*?[^\s.]{2}[.!?。！？](?=\s|$)/su;

export function summarizeTool(tool: { readonly summary: string }): string {
  return oneLine(tool.summary, MAX);
}

/** What stands for a tool whose author wrote no summary. */
export function firstSentence(description: string): string {
  const start = description.slice(0, MAX_LOOKED_AT).trim();
  return FIRST_SENTENCE.exec(start)?.[0] ?? start;
}

/** Text of others on one line: nothing hidden, nothing that looks like a new line, at most `max` characters. */
export function oneLine(text: string, max: number): string {
  // Only the beginning is looked at: what is hidden may be long.
  const line = text
    .slice(0, MAX_LOOKED_AT)
    .toWellFormed()
    .replaceAll(BREAKS, ' ')
    .replaceAll(HIDDEN, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  if (line.length <= max) return line;
  const cut = line
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const end = cut.lastIndexOf(' ');
  return `${end > max / 2 ? cut.slice(0, end) : cut}…`;
}
