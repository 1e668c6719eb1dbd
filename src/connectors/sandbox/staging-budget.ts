/** Limits what all staged runs in progress create together, since each may use the disk up to its own limit. */
import { PortError } from '../../ports/port-error.ts';
import type { TreeSize } from './measure-tree.ts';

/** The share of one run. It exists until the changes of the run are applied or discarded. */
export class BudgetShare {
  readonly #budget: StagingBudget;
  size: TreeSize = { entries: 0, bytes: 0 };
  isRunning = true;

  constructor(budget: StagingBudget) {
    this.#budget = budget;
  }

  /** Whether this run has to end: all runs together are over the budget, and no running one has a larger share. */
  isOver(size: TreeSize): boolean {
    this.size = size;
    return this.#budget.isOver(this);
  }

  release(): void {
    this.#budget.remove(this);
  }
}

export class StagingBudget {
  readonly #most: TreeSize;
  readonly #shares = new Set<BudgetShare>();

  constructor(most: TreeSize) {
    this.#most = most;
  }

  /** The share of a new run. Fails with LIMIT_REACHED if nothing is left. */
  open(): BudgetShare {
    if (this.#isFull('reached')) throw budgetError();
    const share = new BudgetShare(this);
    this.#shares.add(share);
    return share;
  }

  isOver(share: BudgetShare): boolean {
    if (!this.#isFull('exceeded')) return false;
    const running = [...this.#shares].filter((one) => one.isRunning && one !== share);
    const isLargest = (of: keyof TreeSize): boolean => running.every(({ size }) => size[of] <= share.size[of]);
    return this.#sum('bytes') > this.#most.bytes ? isLargest('bytes') : isLargest('entries');
  }

  remove(share: BudgetShare): void {
    this.#shares.delete(share);
  }

  #isFull(how: 'reached' | 'exceeded'): boolean {
    const isFull = (of: keyof TreeSize): boolean =>
      how === 'reached' ? this.#sum(of) >= this.#most[of] : this.#sum(of) > this.#most[of];
    return isFull('bytes') || isFull('entries');
  }

  #sum(of: keyof TreeSize): number {
    return [...this.#shares].reduce((sum, { size }) => sum + size[of], 0);
  }
}

/** Builds the error of a run that does not begin. */
export function budgetError(): PortError {
  return new PortError(
    'LIMIT_REACHED',
    'The runs in progress use all the space that they may use together. Nothing was run; try again when one has ended.',
    { limit: 'total' },
  );
}
