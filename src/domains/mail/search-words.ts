/** How text becomes the words that are looked for: without case and accents, and by pairs where a script has no spaces. */

/** Scripts that do not part words by spaces. Pairs of their characters are words here. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORD = new RegExp(String.raw`[[${UNSPACED}]&&[\p{L}\p{N}\p{M}]]+|[[\p{L}\p{N}\p{M}]--[${UNSPACED}]]+`, 'gv');
const STARTS_UNSPACED = new RegExp(String.raw`^[${UNSPACED}]`, 'v');
const ACCENTS = /[\u0300-\u036F]/g;
const PLAIN = /^[\0-\x7F]*$/;
/** Letters with a stroke or joined ones, which have no accent that could be taken off. */
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
  return (folded.match(WORD) ?? []).flatMap((run) => (STARTS_UNSPACED.test(run) ? toBigrams(run) : bounded(run)));
}

/** The last character stands alone as well, so that every character begins some word. */
function toBigrams(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
}

function bounded(word: string): string {
  return word.length > LONGEST ? word.slice(0, LONGEST).toWellFormed() : word;
}

const countCharacters = (text: string): number => Array.from(text).length;

/** Words in a row, of which the last may be only a beginning. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

/** What a person typed, as terms that must all occur. Nothing in it is syntax but quotes and a star at a word's end. */
export function parseSearchTerms(query: string): SearchTerm[] {
  return [...query.matchAll(/"([^"]*)"?|[^\s"]+/g)].flatMap(([whole, quoted]) => {
    const words = toSearchWords(quoted ?? whole);
    const [before, last] = [words.at(-2), words.at(-1)];
    if (last === undefined) return [];
    const standsAlone = STARTS_UNSPACED.test(last) && countCharacters(last) === 1;
    // The end of a run is asked for by its last pair; behind it the text may go on.
    if (standsAlone && before !== undefined && before.endsWith(last) && countCharacters(before) === 2)
      return [{ words: words.slice(0, -1), isPrefix: false }];
    return [{ words, isPrefix: standsAlone || (quoted === undefined && whole.endsWith('*')) }];
  });
}

/** What a sender is found by: the whole address, its domain, and every word of name and address. */
export function senderWords(sender: string): string[] {
  const address = extractAddress(sender);
  const domain = address.slice(address.lastIndexOf('@'));
  return [...new Set([address, domain, ...toSearchWords(sender)].filter((word) => word !== ''))];
}

/** A sender as it is asked for: an address, a domain, or words of either or of the name. */
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

/** What is not a letter or digit and has no place in most addresses stands as `_`, in the index and in what is asked for. */
function token(text: string): string {
  return text.replace(/[^\p{L}\p{N}@._+-]/gu, '_').slice(0, 320);
}
