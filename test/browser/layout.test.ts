/** Where things are drawn: a difference takes the width that there is, and nothing lies above a dialog. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { expectCalm, keepPicture, openConsole, type OpenedConsole } from '../support/clients/browser.ts';

let opened: OpenedConsole;
let page: Page;
beforeAll(async () => {
  opened = await openConsole();
  ({ page } = opened);
});
afterAll(() => opened[Symbol.asyncDispose]());
afterEach(() => expectCalm(opened.seen));

test('the difference side by side has two equal halves over its full width', async () => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await writeFile(join(opened.http.workspace, 'a.txt'), 'an old line\nkept\n');
  await opened.http.call('write_file', { path: 'a.txt', content: 'a new line\nkept\n' });
  await page.getByRole('button', { name: 'Side by side' }).click();
  const row = page.locator('.diff-body tr', { hasText: 'an old line' });
  await row.waitFor();
  const widthOf = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width ?? 0;
  const room = await widthOf('.diff-body');
  expect(room).toBeGreaterThan(700);
  expect(await widthOf('.diff-table')).toBeGreaterThan(room - 4);
  expect((await row.boundingBox())?.width).toBeGreaterThan(room - 4);
  const [left, right] = await row
    .locator('.diff-text')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.offsetWidth)));
  expect(Math.abs((left ?? 0) - (right ?? 0))).toBeLessThan(4);
  expect((left ?? 0) + (right ?? 0)).toBeGreaterThan(room - 120);
  await keepPicture(page, 'diff-side-by-side-1440');
  await page.getByRole('button', { name: 'Unified' }).click();
});

test('the selection bar lies below an open dialog', async () => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(opened.http.url);
  await page.getByRole('checkbox').first().check();
  const box = await page.locator('.selection').boundingBox();
  if (!box) throw new Error('there is no selection bar');
  await page.getByRole('button', { name: 'Approve …' }).click();
  await page.getByRole('dialog').waitFor();
  const covering = async () =>
    page.evaluate<string>(
      `document.elementFromPoint(${box.x + box.width / 2}, ${box.y + box.height / 2})?.closest('.selection, .backdrop, .dialog')?.className ?? 'nothing'`,
    );
  expect(await covering()).not.toContain('selection');
  // The same where the dialog itself reaches the bar.
  await page.evaluate(`document.querySelector('.dialog').style.top = '${box.y + 20}px'`);
  expect(await covering()).toContain('dialog');
  await keepPicture(page, 'selection-below-dialog');
});
