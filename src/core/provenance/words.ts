/** Splits text into whole words in a normal form, and finds words and runs of words in other texts. Nothing is matched by a part of a word. */

/** E-mail addresses, web addresses, file names, account numbers and dates stay one word. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}._@:/\\+&=?%#~$€£'’-]*/gu;
const EDGES = new Set("._@:/\\+&=?#~'’-");
const START_EDGES = new Set([...EDGES, '%']);
/** Long runs of accents, whose sorting takes quadratic time. No language stacks more of them on one letter. */
const MANY_ACCENTS = /(\p{M}{16})\p{M}+/gu;
/** Invisible characters. They must neither join nor split words. */
const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;

/** A sentence that begins without a space after the last one. */
const MISSING_SPACE = /([\p{Ll}\p{N}])\.(?=\p{Lu}\p{Ll})/gu;

/** `98,700`, which the comma would split, but not a list such as `1,2,3`. The lookbehind keeps long inputs fast. */
const THOUSANDS = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g;

export const limitAccents = (text: string): string => text.replaceAll(MANY_ACCENTS, '$1');

export function wordsOf(text: string): string[] {
  const shown = limitAccents(text).normalize('NFKC').replaceAll(UNSEEN, '');
  const plain = shown.replaceAll(MISSING_SPACE, '$1. ').replaceAll(THOUSANDS, (number) => number.replaceAll(',', ''));
  return [...plain.toLowerCase().matchAll(WORD)].map(([word]) => trim(word)).filter((word) => word !== '');
}

function trim(word: string): string {
  const bare = trimEdges(word.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').replace(/['’]s$/, ''));
  return canonicalNumber(bare) ?? bare;
}

/** Removes punctuation at both ends. A regular expression would try every position, in quadratic time. */
function trimEdges(word: string): string {
  let [start, end] = [0, word.length];
  for (; START_EDGES.has(word.charAt(start)); start += 1);
  for (; EDGES.has(word.charAt(end - 1)); end -= 1);
  return word.slice(start, end);
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

/** A longer word counts as an address without a look at its form: no language has it, and it can carry data. */
const LONGEST_WORD = 1_000;

/** Whether a word leads to a place or a person: an address, a host, a long number, a link. */
export function isAddress(word: string): boolean {
  if (word.length > LONGEST_WORD) return true;
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
    'the and for with from that this these those what which who whose where when how why you your yours our ours his her hers their them they she him its has have had was were are is be been will would could should can may not but all any each every some more most other about into onto over under after before again also just only very much please thanks thank hello dear regards hey ciao hallo cheers greetings best kind',
    'wishes',
    'sincerely sir madam everybody everyone folks good yes here there see',
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

/** An equal run of this many words is not a coincidence. */
const RUN = 3;
/** Common words form short runs everywhere, but not runs of this length. */
export const LONG_RUN = 5;

const LENGTHS = [1, 2, RUN, LONG_RUN];

/** A number that two texts do not share by coincidence, in one or two parts: `482 915`. Times and years do not count. */
function isCode(run: readonly string[]): boolean {
  const digits = run.join('').replaceAll(/\D/g, '');
  return digits.length > 3 && run.every((word) => /\d/.test(word) && !isTime(word) && !isYear(word));
}

/** Finds runs of consecutive words of one text in other texts. It reads megabytes once and stores nothing of them. */
export class Runs {
  readonly #firsts = new Set<string>();
  readonly #runs = new Set<string>();

  /** Collects the runs of a text that `isTelling` accepts. */
  constructor(words: readonly string[], isTelling: (run: readonly string[]) => boolean) {
    for (const [at, word] of words.entries())
      for (const length of LENGTHS) {
        const run = words.slice(at, at + length);
        if (run.length < length || (length < RUN && !isCode(run)) || !isTelling(run)) continue;
        this.#firsts.add(word);
        this.#runs.add(run.join(' '));
      }
  }

  areIn(words: readonly string[]): boolean {
    const isRunAt = (at: number): boolean =>
      LENGTHS.some((length) => this.#runs.has(words.slice(at, at + length).join(' ')));
    return words.some((word, at) => this.#firsts.has(word) && isRunAt(at));
  }
}

/** Shorter texts occur everywhere, and longer texts are content. */
const [SHORTEST_ECHO, LONGEST_ECHO] = [4, 2_000];
const MOST_ECHOES = 50;

const escaped = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Characters that make a text part of a longer word: a longer address is another address. */
const JOINED = '[\\p{L}\\p{N}_@:/?#&=%+-]';

/** Returns a function that removes the given texts from a text. It returns an empty text if nothing else is left. */
export function withoutEchoes(given: readonly string[]): (text: string) => string {
  const texts = new Set(given);
  const echoes = [...texts]
    .filter(({ length }) => length >= SHORTEST_ECHO && length <= LONGEST_ECHO)
    // Texts beyond these stay in the results, and count as their content.
    .slice(0, MOST_ECHOES)
    .flatMap((text) => (URL.canParse(text) ? [text, new URL(text).href] : [text]))
    .map((text) => new RegExp(`(?<!${JOINED})${escaped(text)}(?!${JOINED}|\\.[\\p{L}\\p{N}])`, 'gu'));
  return (text) => (texts.has(text) ? '' : echoes.reduce((left, echo) => left.replaceAll(echo, ' '), text));
}
