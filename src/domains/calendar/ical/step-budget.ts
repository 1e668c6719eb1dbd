/** What may be spent on working rules out. They are other people's text, and may be written to never end. */
import { UnreadableEventError } from './unreadable-event-error.ts';

export interface StepBudget {
  steps: number;
}

/** Thrown when the budget is spent. */
export class StepLimitError extends UnreadableEventError {
  constructor() {
    super('It repeats in a way that takes too long to work out.');
  }
}

export function spend(budget: StepBudget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new StepLimitError();
}
