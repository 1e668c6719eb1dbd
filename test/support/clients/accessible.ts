/** What axe finds wrong with a page by WCAG 2.2 AA, in words. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Found {
  readonly violations: readonly { id: string; help: string; nodes: readonly { html: string; target: unknown }[] }[];
}

export async function barriers(page: Page): Promise<string[]> {
  // By the debugger's own way in: the page's policy lets no script be added.
  await page.evaluate(axe.source);
  const found = await page.evaluate<Found>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  );
  return found.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' | ')})`);
}
