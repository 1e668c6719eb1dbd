/** What may be spent on working rules out. They are other people's text, and may be written to never end. */
import { Unreadable } from './unreadable.ts';

export interface Budget {
  steps: number;
}

export function spend(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new Unreadable('It repeats in a way that takes too long to work out.');
}
