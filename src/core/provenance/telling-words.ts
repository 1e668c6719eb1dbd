/** Words that tell one thing or text from another. The common ones of English do not. */
import { isAddress, wordsOf } from './words.ts';

/** One of a thing and several of it are told alike. */
export const plain = (word: string): string => word.replace(/s$/, '');

/** So are what somebody did, does and is doing. */
export const stem = (word: string): string =>
  plain(word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'))
    // Shorter ones would become other words: a note is no “not”.
    .replace(/(?<=\p{L}{4})(?:ed|ing|e)$/u, '')
    .replace(/(?<=\p{L}{4})[iy]$/u, '');

/** Says nothing of one thing more than of another. */
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

/** The words that an address or a name is made of. */
export function wordsWithin(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => wordsOf(name.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))).map(plain));
}
