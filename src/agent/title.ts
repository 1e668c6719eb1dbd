/** A conversation's title, until somebody gives it another: how it began. */
const TITLE_LENGTH = 80;

export function toTitle(words: string): string {
  const line = words.trim().split('\n', 1)[0] ?? '';
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1)}…`;
}
