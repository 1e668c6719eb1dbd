/** What a call was given and only gives back was not written by whoever answered. Where it came from, it still stands. */

/** Shorter ones are found everywhere, and longer ones are writing. */
const [SHORTEST_ECHO, LONGEST_ECHO] = [4, 2_000];

const escaped = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Before or behind which a text is part of a longer word: a longer address is another one. */
const JOINED = '[\\p{L}\\p{N}_@:/?#&=%+-]';

/** Tells what is left of a text without what was given: nothing, where it is that. */
export function withoutEchoes(given: readonly string[]): (text: string) => string {
  const echoes = given
    .filter(({ length }) => length >= SHORTEST_ECHO && length <= LONGEST_ECHO)
    .flatMap((text) => (URL.canParse(text) ? [text, new URL(text).href] : [text]))
    .map((text) => new RegExp(`(?<!${JOINED})${escaped(text)}(?!${JOINED}|\\.[\\p{L}\\p{N}])`, 'gu'));
  return (text) => (given.includes(text) ? '' : echoes.reduce((left, echo) => left.replaceAll(echo, ' '), text));
}
