/** A token bucket: so much at once, and then so much a second. `client-rate-limiter.ts` counts per client and period instead. */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #most: number;
  #left: number;
  #at = performance.now();

  constructor(perSecond: number, most: number) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#left = most;
  }

  /** Takes the amount if there is room for it, and returns whether there was. */
  take(amount: number): boolean {
    const now = performance.now();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1_000) * this.#perSecond);
    this.#at = now;
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }
}
