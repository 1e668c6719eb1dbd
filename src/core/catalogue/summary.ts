/** Makes the one line about a tool for a prompt. Foreign servers write it, so it is bounded and holds no hidden characters. */
const MAX = 250;
/** Longer than any useful sentence. It bounds the work on long texts. */
const MAX_LOOKED_AT = 5_000;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const BREAKS = /[\s\p{Zl}\p{Zp}\u0085]+/gu;
/** The end of a sentence: not the dot of "e.g.", of a number or of a name. */
const FIRST_SENTENCE = /^.*?[^\s.]{2}[.!?。！？](?=\s|$)/su;

/** Returns the summary of the tool on one line, cut to 250 characters. */
export function summarizeTool(tool: { readonly summary: string }): string {
  return oneLine(tool.summary, MAX);
}

/** The summary of a tool whose author wrote none. */
export function firstSentence(description: string): string {
  const start = description.slice(0, MAX_LOOKED_AT).trim();
  return FIRST_SENTENCE.exec(start)?.[0] ?? start;
}

/** Puts untrusted content on one line: no hidden characters, no line breaks, at most `max` characters. */
export function oneLine(text: string, max: number): string {
  // Only the beginning is read, because hidden text can be very long.
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
