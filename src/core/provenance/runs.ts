/** Words that stand in a row in one text, to be found in others: megabytes of those are gone through once, and nothing of them is kept. */

/** A run of this many words is no chance. */
const RUN = 3;
/** Common words stand in a row anywhere, but not so many of them. */
export const LONG_RUN = 5;

export class Runs {
  readonly #firsts = new Set<string>();
  readonly #runs = new Set<string>();

  /** Those of a text that tell something. */
  constructor(words: readonly string[], isTelling: (run: readonly string[]) => boolean) {
    for (const [at, word] of words.entries())
      for (const length of [RUN, LONG_RUN]) {
        const run = words.slice(at, at + length);
        if (run.length < length || !isTelling(run)) continue;
        this.#firsts.add(word);
        this.#runs.add(run.join(' '));
      }
  }

  areIn(words: readonly string[]): boolean {
    const isRunAt = (at: number): boolean =>
      [RUN, LONG_RUN].some((length) => this.#runs.has(words.slice(at, at + length).join(' ')));
    return words.some((word, at) => this.#firsts.has(word) && isRunAt(at));
  }
}
