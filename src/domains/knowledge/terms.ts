/** Turns a text into index terms: words and numbers without case, accents and endings. */
import { stemWord } from '../../core/catalogue/words.ts';

const WORD = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}+/gu;
/** Scripts without spaces between words. Every two adjacent characters form one term. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
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
  const plain = text.toWellFormed().normalize('NFKD').replaceAll(MARKS, '').toLowerCase();
  return (plain.match(WORD) ?? []).flatMap((word) => {
    if (EMPTY_WORDS.has(word)) return [];
    return UNSPACED.test(word) ? toBigrams(word) : [stemWord(word).slice(0, LONGEST).toWellFormed()];
  });
}

function toBigrams(run: string): string[] {
  const letters = Array.from(run);
  return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
