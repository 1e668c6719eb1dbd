/** Recognizes words that distinguish one thing or text from another. Common English words do not. */
import { isAddress, wordsOf } from './words.ts';

/** Removes the plural ending, so that singular and plural are equal. */
export const plain = (word: string): string => word.replace(/s$/, '');

/** Removes the endings of verbs too, so that all tenses are equal. */
export const stem = (word: string): string =>
  plain(word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'))
    // Only for longer words: a shorter one would become another word, such as “note” and “not”.
    .replace(/(?<=\p{L}{4})(?:ed|ing|e)$/u, '')
    .replace(/(?<=\p{L}{4})[iy]$/u, '');

/** Words that are too common to distinguish things. */
const COMMON = new Set(
  [
    'the and for with from that this these those what which who whose where when how why you your yours our ours his her hers their them they she him its has have had was were are is be been will would could should can may not but all any each every some more most other about into onto over under after before again also just only very much please thanks thank hello dear regards hey ciao hallo cheers greetings best kind wishes sincerely sir madam everybody everyone folks good yes here there see',
    'mail email message letter thread reply file document folder page note event meeting appointment calendar list item thing task ticket order booking invoice account user person people team group channel name title number date time day week month year today tomorrow yesterday morning afternoon evening night noon hour minute',
    'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december',
    'new old last next first second one two three four five six seven eight nine ten send read find look get put make take give show tell ask want need like move copy share forward delete remove cancel add create update change',
  ]
    .join(' ')
    .split(' ')
    .map((word) => word.replace(/s$/, '')),
);

export const isTelling = (word: string): boolean =>
  /\p{L}{3}/u.test(word) && !isAddress(word) && !COMMON.has(plain(word));

/** The words in addresses or names. */
export function wordsWithin(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => wordsOf(name.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))).map(plain));
}
