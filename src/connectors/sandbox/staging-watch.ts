/** Measures what a staged run has created while it runs, since no limit of the kernel counts files. */
import type { SandboxLimit, SandboxLimits } from '../../ports/command-sandbox.ts';
import type { StagingFolder } from './staging-folder.ts';

const FIRST_MS = 250;
/** A large tree takes long to measure, so the pause grows with it. */
const REST_FACTOR = 5;

export class StagingWatch {
  readonly #staging: StagingFolder;
  readonly #limits: SandboxLimits;
  #timer: NodeJS.Timeout | undefined;
  /** The limit that the run has reached. */
  reached: SandboxLimit | undefined;

  constructor(staging: StagingFolder, limits: SandboxLimits) {
    this.#staging = staging;
    this.#limits = limits;
    staging.setRunning(true);
    this.#schedule(FIRST_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Measures the whole result of a run that has ended by itself. */
  async end(): Promise<SandboxLimit | undefined> {
    this.stop();
    await this.#measure();
    this.#staging.setRunning(false);
    return this.reached;
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      const began = performance.now();
      void this.#measure().then(() => {
        if (this.#timer !== undefined && this.reached === undefined)
          this.#schedule(Math.max(FIRST_MS, REST_FACTOR * (performance.now() - began)));
      });
    }, ms);
  }

  async #measure(): Promise<void> {
    const { entries, bytes } = await this.#staging.measure();
    if (entries > this.#limits.createdFiles || bytes > this.#limits.writtenBytes) this.reached ??= 'disk';
    else if (this.#staging.isOverBudget()) this.reached ??= 'total';
  }
}
