/** Finds runs of consecutive words of one text in other texts. It reads megabytes once and stores nothing of them. */

import { isTime, isYear } from '../words.ts';

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
