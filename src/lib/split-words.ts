/** Splits text into words for a search index, without case and accents, and as bigrams where a script has no spaces. */

const WORD = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;
/** Scripts without spaces between words. Every two adjacent characters form one word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Removes accents and other marks, and writes compatible characters in one form. */
export function removeMarks(text: string): string {
  return text.normalize('NFKD').replaceAll(MARKS, '');
}

/** `convert` gets each word of a script with spaces. It returns what the index has of the word, or undefined for nothing. */
export function splitWords(text: string, convert: (word: string) => string | undefined): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => (UNSPACED.test(word) ? toBigrams(word) : (convert(word) ?? [])));
}

/** Every two adjacent characters. A single character is returned as it is. */
export function toBigrams(text: string): string[] {
  const characters = Array.from(text);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
