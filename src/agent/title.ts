/** The default title of a conversation: the first line of its first message. A user can rename it. */
const TITLE_LENGTH = 80;

export function toTitle(words: string): string {
  const line = words.trim().split('\n', 1)[0] ?? '';
  return line.length <= TITLE_LENGTH ? line : `${line.slice(0, TITLE_LENGTH - 1)}…`;
}
