/** How long to wait: longer each time something goes wrong again, never twice the same, and soon again after a quiet while. */
export interface BackoffOptions {
  readonly firstMs: number;
  readonly longestMs: number;
}

export class RetryBackoff {
  readonly #pace: BackoffOptions;
  #times = 0;
  #last = -Infinity;

  constructor(pace: BackoffOptions) {
    this.#pace = pace;
  }

  next(now = performance.now()): number {
    const { firstMs, longestMs } = this.#pace;
    const isQuiet = now - this.#last > 2 * longestMs;
    this.#times = isQuiet ? 1 : this.#times + 1;
    this.#last = now;
    const wait = Math.min(firstMs * 2 ** Math.min(this.#times - 1, 30), longestMs);
    return wait * (0.75 + Math.random() / 2);
  }
}
