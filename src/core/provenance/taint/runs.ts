/** Words that stand in a row in one text, to be found in others: megabytes of those are gone through once, and nothing of them is kept. */

import { isTime, isYear } from '../words.ts';

/** A run of this many words is no chance. */
const RUN = 3;
/** Common words stand in a row anywhere, but not so many of them. */
export const LONG_RUN = 5;

const LENGTHS = [1, 2, RUN, LONG_RUN];

/** A number that nobody has by chance, in one piece or two: `482 915`. Times and years are none. */
function isCode(run: readonly string[]): boolean {
  const digits = run.join('').replaceAll(/\D/g, '');
  return digits.length > 3 && run.every((word) => /\d/.test(word) && !isTime(word) && !isYear(word));
}

export class Runs {
  readonly #firsts = new Set<string>();
  readonly #runs = new Set<string>();

  /** Those of a text that tell something. */
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
