/** Decisions in the console as a person makes them: wait until the item accepts input, then act once or twice. */
import type { Locator, Page } from 'playwright-core';

const HIGH_RISK = 'Approve this high-risk call';

/** Waits until the decision buttons of the item accept input. */
export async function waitForDecisions(scope: Page | Locator): Promise<void> {
  await scope.locator('.actions .button.primary:not([aria-disabled=true]):not(:disabled)').first().waitFor();
}

/** Approves a high-risk call by its two acts: the button, then the confirmation. */
export async function approveHighRisk(scope: Page | Locator): Promise<void> {
  await scope.getByRole('button', { name: 'Approve', exact: true }).click();
  await confirmHighRisk(scope);
}

/** The second act alone, for what was begun by a key. */
export async function confirmHighRisk(scope: Page | Locator): Promise<void> {
  await scope.getByRole('button', { name: HIGH_RISK }).click();
}
