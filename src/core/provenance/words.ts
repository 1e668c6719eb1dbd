/** Splits text into whole words in a normal form. Nothing is ever matched by a part of a word. */

/** E-mail addresses, web addresses, file names, account numbers and dates stay one word. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}._@:/\\+&=?%#~$€£'’-]*/gu;
const EDGES = /^[._@:/\\+&=?%#~'’-]+|[._@:/\\+&=?#~'’-]+$/gu;
/** Invisible characters. They must neither join nor split words. */
const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/** A sentence that begins without a space after the last one. */
const MISSING_SPACE = /([\p{Ll}\p{N}])\.(?=\p{Lu}\p{Ll})/gu;

/** `98,700`, which the comma would split, but not a list such as `1,2,3`. The lookbehind keeps long inputs fast. */
const THOUSANDS = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g;

export function wordsOf(text: string): string[] {
  const shown = text.normalize('NFKC').replaceAll(UNSEEN, '');
  const plain = shown.replaceAll(MISSING_SPACE, '$1. ').replaceAll(THOUSANDS, (number) => number.replaceAll(',', ''));
  return [...plain.toLowerCase().matchAll(WORD)].map(([word]) => trim(word)).filter((word) => word !== '');
}

function trim(word: string): string {
  const bare = word
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/['’]s$/, '')
    .replaceAll(EDGES, '');
  return canonicalNumber(bare) ?? bare;
}

/** Writes `98.70`, `$98.7` and `98,700` in one form. */
function canonicalNumber(word: string): string | undefined {
  const bare = word.replace(/^[$€£]|[$€£%]$/g, '');
  return /^\d+(\.\d+)?$/.test(bare) && bare.length <= 15 && !/^0\d/.test(bare) ? String(Number(bare)) : undefined;
}

export const isNumber = (word: string): boolean => /^\d+(\.\d+)?$/.test(word) && !/^0\d/.test(word);

/** Returns the position of a run in a list of words, or -1. */
export function indexOfRun(words: readonly string[], run: readonly string[], from = 0): number {
  const [first] = run;
  if (first === undefined) return -1;
  for (let at = words.indexOf(first, from); at >= 0; at = words.indexOf(first, at + 1)) {
    if (run.every((word, index) => words[at + index] === word)) return at;
  }
  return -1;
}

/** Whether a word leads to a place or a person: an address, a host, a long number, a link. */
export function isAddress(word: string): boolean {
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(word)) return true;
  if (/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}([/:?#].*)?$/u.test(word))
    return !/\.(txt|md|csv|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|json|ya?ml|html?|zip|js|ts|py)$/.test(word);
  if (/^\d{1,3}(\.\d{1,3}){3}([/:].*)?$/.test(word)) return true;
  // Account, card and telephone numbers.
  return /^(?=.*\d{6})[\p{L}\p{N}+-]{8,}$/u.test(word) && !/^\d{4}-\d{2}-\d{2}/.test(word);
}

/** Whether a word is a time of day or a date. It says when, not what or to whom. */
export function isTime(word: string): boolean {
  return /^\d{4}-\d{1,2}-\d{1,2}([t:].*)?$/.test(word) || /^\d{1,2}:\d{2}(:\d{2})?([ap]m)?$/.test(word);
}

export const isYear = (word: string): boolean => /^(?:19|20)\d{2}$/.test(word);

/** A short number or one or two letters occur everywhere, so they prove nothing alone. */
export function isWeak(run: readonly string[]): boolean {
  return run.length === 1 && (run[0] ?? '').length < 4 && !/\p{L}{3}/u.test(run[0] ?? '');
}

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, number) => [word, number]),
);
