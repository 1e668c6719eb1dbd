/** Turns a text into index terms: words and numbers without case, accents and endings. */
import { stemWord } from '../../core/catalogue/words.ts';
import { removeMarks, splitWords } from '../../lib/split-words.ts';

const LONGEST = 40;
/** Stop words: they occur in nearly every text and say nothing about it. */
const EMPTY_WORDS = new Set(
  (
    'a about all also am an and any are as at be been but by can could did do does for from had has have he her him his how i if in ' +
    'into is it its may me more my no not of on one or our she should so some such than that the their them then there these they ' +
    'this those to us was we were what when where which while who why will with would you your find get give many much need please show tell want'
  ).split(' '),
);

export function toIndexTerms(text: string): string[] {
  const plain = removeMarks(text.toWellFormed()).toLowerCase();
  return splitWords(plain, (word) =>
    EMPTY_WORDS.has(word) ? undefined : stemWord(word).slice(0, LONGEST).toWellFormed(),
  );
}
