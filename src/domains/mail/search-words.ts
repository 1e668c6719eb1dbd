/** Turns text into search words: without case and accents, and as bigrams where a script has no spaces. */
import { toBigrams } from '../../lib/split-words.ts';

/** Scripts without spaces between words, more than in `lib/split-words.ts`: stored indexes have words in this form. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORD = new RegExp(String.raw`[[${UNSPACED}]&&[\p{L}\p{N}\p{M}]]+|[[\p{L}\p{N}\p{M}]--[${UNSPACED}]]+`, 'gv');
const STARTS_UNSPACED = new RegExp(String.raw`^[${UNSPACED}]`, 'v');
const ACCENTS = /[\u0300-\u036F]/g;
const PLAIN = /^[\0-\x7F]*$/;
/** Letters with a stroke, and ligatures. They have no accent that normalization could remove. */
const LETTERS = new Map(Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }));
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');
const LONGEST = 64;

export function toSearchWords(text: string): string[] {
  if (PLAIN.test(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(bounded);
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter)
    .normalize('NFC');
  return (folded.match(WORD) ?? []).flatMap((run) =>
    STARTS_UNSPACED.test(run) ? toOverlappingWords(run) : bounded(run),
  );
}

/** The last character also forms a word, so that every character starts some word. */
function toOverlappingWords(run: string): string[] {
  const [last = '', ...more] = Array.from(run).toReversed();
  return more.length === 0 ? [last] : [...toBigrams(run), last];
}

function bounded(word: string): string {
  return word.length > LONGEST ? word.slice(0, LONGEST).toWellFormed() : word;
}

const countCharacters = (text: string): number => Array.from(text).length;

/** A sequence of words. The last one may be a prefix. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** Parses what a person typed into terms that must all occur. The only syntax is quotes and a star at the end of a word. */
export function parseSearchTerms(query: string): SearchTerm[] {
  return [...query.matchAll(/"([^"]*)"?|[^\s"]+/g)].flatMap(([whole, quoted]) => {
    const words = toSearchWords(quoted ?? whole);
    const [before, last] = [words.at(-2), words.at(-1)];
    if (last === undefined) return [];
    const isSingle = STARTS_UNSPACED.test(last) && countCharacters(last) === 1;
    // The last pair already covers the last character. After it the text may continue.
    if (isSingle && before !== undefined && before.endsWith(last) && countCharacters(before) === 2)
      return [{ words: words.slice(0, -1), isPrefix: false }];
    return [{ words, isPrefix: isSingle || (quoted === undefined && whole.endsWith('*')) }];
  });
}

/** The index words of a sender: the whole address, its domain, and every word of name and address. */
export function senderWords(sender: string): string[] {
  const address = extractAddress(sender);
  const domain = address.slice(address.lastIndexOf('@'));
  return [...new Set([address, domain, ...toSearchWords(sender)].filter((word) => word !== ''))];
}

/** Parses a sender to search for: an address, a domain, or words of the address or name. */
export function senderTerms(sender: string): SearchTerm[] {
  const asked = sender.trim().toLowerCase();
  if (/^[^\s@"<>]*@[^\s@"<>]+$/.test(asked)) return [{ words: [token(asked)], isPrefix: false }];
  const address = extractAddress(sender);
  if (address !== '') return [{ words: [address], isPrefix: false }];
  return toSearchWords(sender).map((word) => ({ words: [word], isPrefix: true }));
}

function extractAddress(sender: string): string {
  const found = /<([^<>]*@[^<>]*)>/.exec(sender)?.[1] ?? /[^\s<>"(),;]+@[^\s<>"(),;]+/.exec(sender)?.[0] ?? '';
  return token(found.toLowerCase());
}

/** Replaces characters that are unusual in addresses by `_`, in the index and in search terms. */
function token(text: string): string {
  return text.replace(/[^\p{L}\p{N}@._+-]/gu, '_').slice(0, 320);
}
