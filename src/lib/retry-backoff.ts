/** How long to wait before trying again: longer each time up to a limit, and scattered, so that many clients do not return at once. */
interface BackoffOptions {
  readonly firstMs: number;
  /** Infinity by default. */
  readonly longestMs?: number;
  /** How much longer each wait is than the one before. By default 2. */
  readonly factor?: number;
  /** The least and the most part of the time that is waited. By default three quarters and five quarters. */
  readonly spread?: readonly [least: number, most: number];
}

const SPREAD = [0.75, 1.25] as const;
/** The wait grows no further: the numbers would leave the safe range. */
const MOST_RETRIES = 30;

/** The wait before the retry with this number; the first is 0. */
export function computeBackoff(retry: number, options: BackoffOptions): number {
  const { firstMs, longestMs = Infinity, factor = 2, spread: [least, most] = SPREAD } = options;
  const wait = Math.min(firstMs * factor ** Math.min(retry, MOST_RETRIES), longestMs);
  return wait * (least + Math.random() * (most - least));
}

/** Counts the retries itself, and begins again after a quiet time of twice the longest wait. */
export class RetryBackoff {
  readonly #options: BackoffOptions & { readonly longestMs: number };
  #retry = 0;
  #last = -Infinity;

  constructor(options: BackoffOptions & { readonly longestMs: number }) {
    this.#options = options;
  }

  next(now = performance.now()): number {
    const isQuiet = now - this.#last > 2 * this.#options.longestMs;
    this.#retry = isQuiet ? 0 : this.#retry + 1;
    this.#last = now;
    return computeBackoff(this.#retry, this.#options);
  }
}
