/** Collects the changes that arrive while one group is being committed, so that the next commit contains them all. */
import type { DatabaseChange, ChangeResult } from '../../ports/database.ts';
import { PortError } from '../../ports/port-error.ts';

export type ChangeOutcome = { readonly result: ChangeResult } | { readonly error: unknown };

export const done: ChangeOutcome = { result: 'done' };
export const lost: ChangeOutcome = { result: 'lost' };

interface ChangeQueueOptions {
  /** Commits a group and returns one outcome per change, in order. If it rejects, every change of the group is rejected. */
  run(group: readonly DatabaseChange[]): Promise<readonly ChangeOutcome[]>;
  /** How much of the limit one change takes. A single change above the limit is run alone. */
  weigh(change: DatabaseChange): number;
  readonly limit: number;
  /** How many groups may be committed at the same time, where they do not conflict. */
  readonly lanes?: number;
}

interface Waiting {
  readonly change: DatabaseChange;
  readonly settle: (outcome: ChangeOutcome) => void;
}

export class ChangeQueue {
  readonly #options: ChangeQueueOptions;
  #waiting: Waiting[] = [];
  readonly #lanes = new Set<Promise<void>>();
  #closed = false;

  constructor(options: ChangeQueueOptions) {
    this.#options = options;
  }

  push(change: DatabaseChange): Promise<ChangeResult> {
    if (this.#closed) return Promise.reject(new PortError('NOT_AVAILABLE', 'The database is closed.'));
    return new Promise((resolve, reject) => {
      const settle = (outcome: ChangeOutcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.result));
      this.#waiting.push({ change, settle });
      if (this.#lanes.size < (this.#options.lanes ?? 1)) this.#open();
    });
  }

  /** Takes no more changes, and resolves once those already taken are settled. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  #open(): void {
    const lane = this.#runAll().finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #runAll(): Promise<void> {
    // One turn of the event loop's microtasks: changes made together start together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      const outcomes = await this.#options.run(group.map(({ change }) => change)).catch((error: unknown) => {
        return group.map((): ChangeOutcome => ({ error }));
      });
      for (const [index, { settle }] of group.entries()) {
        settle(outcomes[index] ?? { error: new PortError('INTERNAL', 'The change was left without an outcome.') });
      }
    }
  }

  #takeGroup(): Waiting[] {
    let weight = 0;
    const end = this.#waiting.findIndex(({ change }, index) => {
      weight += this.#options.weigh(change);
      return index > 0 && weight > this.#options.limit;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}

/** Runs both halves of a group that failed as a whole, so that in the end only the change at fault fails. */
export async function runInHalves(
  group: readonly DatabaseChange[],
  run: (half: readonly DatabaseChange[]) => Promise<readonly ChangeOutcome[]>,
): Promise<readonly ChangeOutcome[]> {
  const middle = Math.ceil(group.length / 2);
  const outcomes: ChangeOutcome[] = [];
  for (const half of [group.slice(0, middle), group.slice(middle)]) {
    // An error of one half must not become the outcome of the other half, which may have been committed.
    outcomes.push(...(await run(half).catch((error: unknown) => half.map((): ChangeOutcome => ({ error })))));
  }
  return outcomes;
}
