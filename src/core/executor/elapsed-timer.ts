/** Adds up the time between starts and stops. */
export class ElapsedTimer {
  ms = 0;
  #since: number | undefined;

  start(): void {
    this.#since ??= performance.now();
  }

  stop(): void {
    if (this.#since !== undefined) this.ms += performance.now() - this.#since;
    this.#since = undefined;
  }
}
