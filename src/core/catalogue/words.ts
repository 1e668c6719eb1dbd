/** Splits text into words for the search: splits names, and removes accents and endings. */
import { removeMarks, splitWords } from '../../lib/split-words.ts';

const ENDINGS = [
  ...['isations', 'izations', 'isation', 'ization', 'ations', 'ation', 'ators', 'ator', 'ating', 'ated', 'ates', 'ate'],
  ...['ments', 'ment', 'ances', 'ance', 'ences', 'ence', 'ities', 'ity', 'ness', 'ional', 'ions', 'ion', 'ings', 'ing'],
  ...['ively', 'ives', 'ive', 'able', 'ible', 'ally', 'als', 'al', 'ers', 'er', 'ors', 'or', 'ies', 'ied', 'ed'],
  ...['ly', 'es', 's', 'y', 'e'],
];

/** A stem keeps at least three letters. */
const ENDING = new RegExp(`(?<=^[a-z]{3,})(?:${ENDINGS.join('|')})$`);

const STOP_WORDS = new Set(
  (
    'a an and any are as at be been but by can could did do does for from get give had has have he her him his how i if in into ' +
    'is it its just let like may me more my need no not now of off on one or our out please say she should so some such than that ' +
    'the their them then there these they thing this those to up us want was we were what which while will with would you your ' +
    'am also based being between given using used use via specific specified certain'
  ).split(' '),
);

const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** Returns the words of a text in lower case, without stop words, numbers and single letters. */
export function tokenizeWords(text: string): string[] {
  const plain = removeMarks(text).replaceAll(CAMEL, ' ').toLowerCase();
  return splitWords(plain, (word) => (isSignificant(word) ? word : undefined));
}

/** Removes the ending of an English word. Other words stay as they are. */
export function stemWord(given: string): string {
  if (!/^[a-z]+$/.test(given)) return given;
  const word = american(given);
  const ending = ENDING.exec(word)?.[0];
  if (ending === undefined || word.endsWith('ss')) return word;
  const stem = word.slice(0, -ending.length);
  // "planned" and "plan", "shipping" and "ship".
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}

/** One spelling for "metre" and "meter", "colour" and "color", "analyse" and "analyze". */
function american(word: string): string {
  return word
    .replace(/(?<=[^aeiou])re(s?)$/, 'er$1')
    .replace(/(?<=[a-z]{2})our(?=s?$|ed$|ing$|ful$|ite$)/, 'or')
    .replace(/(?<=[a-z]{2}[iy])s(?=(?:e|es|ed|er|ing|ation|ations)$)/, 'z');
}

function isSignificant(word: string): boolean {
  return word.length > 1 && !/^\p{N}+$/u.test(word) && !STOP_WORDS.has(word);
}
