/** Takes text apart into the words that a search compares: names split, accents and endings taken off. */

// The order counts: of two endings that fit, the longer one is taken off.
const ENDINGS = [
  ...['isations', 'izations', 'isation', 'ization', 'ations', 'ation', 'ators', 'ator', 'ating', 'ated', 'ates', 'ate'],
  ...['ments', 'ment', 'ances', 'ance', 'ences', 'ence', 'ities', 'ity', 'ness', 'ional', 'ions', 'ion', 'ings', 'ing'],
  ...['ively', 'ives', 'ive', 'able', 'ible', 'ally', 'als', 'al', 'ers', 'er', 'ors', 'or', 'ies', 'ied', 'ed'],
  ...['ly', 'es', 's', 'y', 'e'],
];

/** What is left of a word must still say something. */
const SHORTEST_STEM = 3;

const STOP_WORDS = new Set(
  (
    'a an and any are as at be been but by can could did do does for from get give had has have he her him his how i if in into ' +
    'is it its just let like may me more my need no not now of off on one or our out please say she should so some such than that ' +
    'the their them then there these they thing this those to up us want was we were what which while will with would you your ' +
    'am also based being between given using used use via specific specified certain'
  ).split(' '),
);

const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;
/** Scripts that put no spaces between words: every two neighbours count as one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** The words of a text as they stand in it, in lower case; numbers and single letters say nothing about a tool. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(MARKS, '').replace(CAMEL, ' ').toLowerCase();
  return (plain.match(WORD) ?? []).flatMap((word) =>
    UNSPACED.test(word) ? pairsOf(word) : isTelling(word) ? word : [],
  );
}

export function stemOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= SHORTEST_STEM);
  if (ending === undefined || word.endsWith('ss')) return word;
  const stem = word.slice(0, -ending.length);
  // "planned" and "plan", "shipping" and "ship".
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

function isTelling(word: string): boolean {
  return word.length > 1 && !/^\p{N}+$/u.test(word) && !STOP_WORDS.has(word);
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
