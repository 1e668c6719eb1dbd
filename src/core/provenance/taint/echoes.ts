/** Removes arguments of a call from its result. The server only repeats them, so their origin is where they came from. */

/** Shorter texts occur everywhere, and longer texts are content. */
const [SHORTEST_ECHO, LONGEST_ECHO] = [4, 2_000];

const escaped = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Characters that make a text part of a longer word: a longer address is another address. */
const JOINED = '[\\p{L}\\p{N}_@:/?#&=%+-]';

/** Returns a function that removes the given texts from a text. It returns an empty text if nothing else is left. */
export function withoutEchoes(given: readonly string[]): (text: string) => string {
  const echoes = given
    .filter(({ length }) => length >= SHORTEST_ECHO && length <= LONGEST_ECHO)
    .flatMap((text) => (URL.canParse(text) ? [text, new URL(text).href] : [text]))
    .map((text) => new RegExp(`(?<!${JOINED})${escaped(text)}(?!${JOINED}|\\.[\\p{L}\\p{N}])`, 'gu'));
  return (text) => (given.includes(text) ? '' : echoes.reduce((left, echo) => left.replaceAll(echo, ' '), text));
}
