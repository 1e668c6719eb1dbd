/** Holds the user's messages, and answers what they say. */
import { indexOfRun, isAddress, isNumber, isWeak, NUMBER_WORDS, wordsOf, stem, wordsWithin } from '../words.ts';

export interface Message {
  readonly text: string;
  readonly words: readonly string[];
  readonly isQuestion: boolean;
}

export class Said {
  readonly messages: readonly Message[];
  /** The words of all messages, in order. */
  readonly words: readonly string[];
  /** Words with a capital letter, which can be names. */
  readonly names: ReadonlySet<string>;
  readonly #stems: ReadonlySet<string>;

  constructor(texts: readonly string[]) {
    this.messages = texts.map((text) => ({ text, words: wordsOf(text), isQuestion: isQuestion(text) }));
    this.words = this.messages.flatMap(({ words }) => words);
    this.names = wordsWithin(texts.flatMap((text) => text.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []));
    this.#stems = new Set(this.words.map(stem));
  }

  /** Compares stems, so every form of the word counts. */
  says(word: string): boolean {
    return this.#stems.has(stem(word));
  }

  /** Returns the message that contains these words, if any. */
  where(run: readonly string[], near: readonly string[]): Message | undefined {
    return this.messages.find(({ words }) => isSaid(words, run, near) || isSpelled(words, run) || isParted(words, run));
  }

  get numbers(): number[] {
    return this.words.filter(isNumber).map(Number);
  }

  /** Whether the user said this number, in digits or as a word. */
  saysNumber(value: number): boolean {
    const says = (word: string): boolean => word === String(value) || NUMBER_WORDS.get(word) === value;
    return this.words.some(says);
  }
}

/** A weak run, such as a short number, counts only behind a word for its kind: “file 13”. */
function isSaid(words: readonly string[], run: readonly string[], near: readonly string[]): boolean {
  for (let at = indexOfRun(words, run); at >= 0; at = indexOfRun(words, run, at + 1)) {
    if (!isWeak(run)) return true;
    const before = words.slice(Math.max(0, at - 3), at);
    if (before.some((word) => near.includes(word))) return true;
  }
  return false;
}

/** Finds an account or telephone number that is written in groups: `SE00 EXMP 0000`. */
function isSpelled(words: readonly string[], run: readonly string[]): boolean {
  const number = run.join(' ');
  if (!/^(?=.*\d{6})[\p{L}\p{N}]{8,}$/u.test(number)) return false;
  return words.some((_, from) => {
    let spelled = '';
    return words.slice(from, from + MOST_GROUPS).some((word) => (spelled += word) === number);
  });
}

/** Finds `all-members` also as “all members”. */
function isParted(words: readonly string[], [name = '', ...rest]: readonly string[]): boolean {
  const parts = rest.length === 0 && !isAddress(name) ? name.split(/[-_]+/) : [];
  return parts.length > 1 && indexOfRun(words, parts) >= 0;
}

const MOST_GROUPS = 12;

const isQuestion = (text: string): boolean =>
  /\?|^\s*(?:what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|can|could|should)\b/i.test(
    text,
  );
