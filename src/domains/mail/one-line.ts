/** Names, subjects and the like as one line: what a header can smuggle in (lines, controls, hidden direction changes) is taken out. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

export function oneLine(text: string, longest: number): string {
  const clean = text.toWellFormed().replace(UNWANTED, ' ').replace(/ {2,}/g, ' ').trim();
  return clean.length > longest ? `${clean.slice(0, longest - 1).toWellFormed()}…` : clean;
}

/** Text of several lines, without what no database or terminal can take. */
export function manyLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}
