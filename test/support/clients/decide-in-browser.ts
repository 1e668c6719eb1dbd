/** Decisions in the console as a person makes them: wait until the item accepts input, then act once or twice. */
import type { Locator, Page } from 'playwright-core';

const HIGH_RISK = 'Approve this high-risk call';

/** Waits until the decision buttons of the item accept input. */
export async function waitForDecisions(scope: Page | Locator): Promise<void> {
  const button = scope.locator('.actions .button.primary:not([aria-disabled=true]):not(:disabled)').first();
  await button.waitFor();
  await button.evaluate(waitUntilAtRest);
}

/** Clicks a button once it is enabled and no longer moves. */
export async function pressAtRest(button: Locator): Promise<void> {
  await button.evaluate(waitUntilAtRest);
  await button.click();
}

/** What is used of an element here, where the types of the browser are not loaded. */
interface PageElement {
  getBoundingClientRect(): { readonly left: number; readonly top: number };
  matches(selector: string): boolean;
}

/** Runs in the page. Content that loads late moves the button, which disables it again. */
function waitUntilAtRest(button: PageElement): Promise<void> {
  return new Promise((resolve) => {
    let [place, since] = ['', 0];
    const look = (now: number): void => {
      const { left, top } = button.getBoundingClientRect();
      const seen = `${left} ${top} ${button.matches(':disabled, [aria-disabled=true]')}`;
      if (seen !== place) [place, since] = [seen, now];
      if (now - since > 300 && seen.endsWith('false')) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
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
