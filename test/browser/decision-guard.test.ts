/** Stray keys and clicks decide nothing: a moment of rest after every change, two acts for high risk, and keys that can be off. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { ApprovalMessage } from '../../src/wire/messages.ts';
import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPicture, openConsole, visit, type OpenedConsole } from '../support/clients/browser.ts';
import { approveHighRisk, confirmHighRisk, waitForDecisions } from '../support/clients/decide-in-browser.ts';

let opened: OpenedConsole;
let page: Page;
beforeAll(async () => {
  opened = await openConsole();
  ({ page } = opened);
});
afterAll(() => opened[Symbol.asyncDispose]());
afterEach(() => expectCalm(opened.seen));
beforeEach(async () => {
  const { approvals } = (await opened.http.json<{ approvals: { id: string }[] }>('/api/approvals')).body;
  const ids = approvals.map(({ id }) => id);
  if (ids.length > 0) await opened.http.json('/api/approvals', { json: { ids, decision: 'deny' } });
  await writeFile(join(opened.http.workspace, 'a.txt'), 'old line\n');
  await page.goto(opened.http.url);
  await page.getByText('Live').waitFor();
  await page.getByText('All quiet.').waitFor();
});

const text = () => readFile(join(opened.http.workspace, 'a.txt'), 'utf8');
const exists = (name: string) =>
  stat(join(opened.http.workspace, name)).then(
    () => true,
    () => false,
  );
const stateOf = async (id: string) => (await opened.http.json<ApprovalMessage>(`/api/approvals/${id}`)).body.state;
async function overwrite(content: string): Promise<string> {
  const { body } = await opened.http.call('write_file', { path: 'a.txt', content });
  if (body.state !== 'pending') throw new Error(body.state);
  return body.approval.id;
}
async function makeWaiting(name: string): Promise<string> {
  await writeFile(join(opened.http.workspace, name), 'x');
  return (await opened.http.waiting(name)).id;
}
const confirmation = (on: Page = page) => on.getByRole('alertdialog');

/** Acts in the page for half a second from the moment that the selector matches. */
async function actWhenShown(selector: string, act: 'key' | 'click'): Promise<void> {
  await page.evaluate(`
    window.acted = new Promise((resolve) => {
      let last;
      const tick = () => {
        const target = document.querySelector(${JSON.stringify(selector)});
        if (target) {
          last ??= performance.now() + 500;
          if (${JSON.stringify(act)} === 'click') target.click();
          else document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
        }
        if (last === undefined || performance.now() < last) requestAnimationFrame(tick);
        else resolve(true);
      };
      tick();
    });
    true;
  `);
}
const acted = () => page.evaluate('window.acted');

describe('R5: what has just appeared or moved', () => {
  test.each(['key', 'click'] as const)('takes no decision by a %s for a moment', async (act) => {
    await actWhenShown('.actions .button.primary', act);
    const id = await overwrite(`stray ${act}\n`);
    await acted();
    expect(await stateOf(id)).toBe('awaiting_approval');
    expect(await text()).toBe('old line\n');
    await waitForDecisions(page);
    await page.keyboard.press('a');
    await page.getByText('You approved this.').waitFor();
  });

  test('takes no decision for a moment when its place in the list changes', async () => {
    const first = await makeWaiting('first.txt');
    const id = await overwrite('shifted\n');
    await page.goto(new URL(`/waiting/${id}`, opened.http.url).href);
    await page.getByText('2 waiting').waitFor();
    await waitForDecisions(page);
    await actWhenShown('.rows .row:only-child', 'key');
    await opened.http.json(`/api/approvals/${first}`, { json: { decision: 'deny' } });
    await acted();
    expect(await stateOf(id)).toBe('awaiting_approval');
  });

  test('is not decided among several when one of them goes', async () => {
    const ids = [await makeWaiting('1.txt'), await makeWaiting('2.txt'), await makeWaiting('3.txt')];
    await page.getByText('3 waiting').waitFor();
    for (const row of await page.locator('.rows .row').all()) await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve …' }).click();
    const dialog = page.getByRole('dialog');
    const approve = dialog.getByRole('button', { name: 'Approve 3 calls, 3 of high risk' });
    await approve.click({ trial: true });
    await actWhenShown('[role=dialog] .named:not(:has(li:nth-child(3))) ~ .buttons .button.primary', 'click');
    await opened.http.json(`/api/approvals/${ids[0]}`, { json: { decision: 'deny' } });
    await acted();
    expect(await stateOf(ids[1] ?? '')).toBe('awaiting_approval');
    await dialog.getByRole('button', { name: 'Approve 2 calls, 2 of high risk' }).click();
    await expect.poll(() => Promise.all(['1.txt', '2.txt', '3.txt'].map(exists))).toEqual([true, false, false]);
  });
});

describe('R5: a high-risk call', () => {
  test('is confirmed by Enter after the key, and not by the key again', async () => {
    const id = await makeWaiting('keys.txt');
    await waitForDecisions(page);
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    const shown = (await confirmation().textContent()) ?? '';
    for (const named of ['delete_file', 'Delete "keys.txt"']) expect(shown).toContain(named);
    expect(await barriers(page)).toEqual([]);
    await keepPicture(page, 'confirm-high-risk');
    await page.waitForTimeout(800);
    await page.keyboard.press('a');
    expect(await stateOf(id)).toBe('awaiting_approval');
    await page.keyboard.press('Escape');
    await confirmation().waitFor({ state: 'detached' });
    await waitForDecisions(page);
    await page.keyboard.press('a');
    await confirmation().getByRole('button', { name: 'Approve this high-risk call' }).click({ trial: true });
    await page.keyboard.press('Enter');
    await page.getByText('You approved this.').waitFor();
    expect(await exists('keys.txt')).toBe(false);
  });

  test('is not approved by a double click', async () => {
    const id = await makeWaiting('double.txt');
    await page.getByRole('button', { name: 'Approve', exact: true }).dblclick();
    await confirmation().waitFor();
    expect(await stateOf(id)).toBe('awaiting_approval');
    await confirmHighRisk(page);
    await page.getByText('You approved this.').waitFor();
  });

  test.each(['Enter', 'Space', 'a'])('is not approved by holding %s', async (key) => {
    const id = await makeWaiting('held.txt');
    await waitForDecisions(page);
    if (key !== 'a') await page.getByRole('button', { name: 'Approve', exact: true }).focus();
    for (let at = 0; at < 30; at++) {
      await page.keyboard.down(key);
      await page.waitForTimeout(50);
    }
    await page.keyboard.up(key);
    expect(await stateOf(id)).toBe('awaiting_approval');
    // Held down on the confirmation itself, after it accepts input.
    if ((await confirmation().count()) === 0) await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await confirmation().getByRole('button', { name: 'Approve this high-risk call' }).click({ trial: true });
    expect(await stateOf(id)).toBe('awaiting_approval');
  });

  test('takes two acts on a phone', async () => {
    const { http, browser } = opened;
    const phone = await visit(browser, http, { viewport: { width: 390, height: 780 }, hasTouch: true });
    const id = await makeWaiting('phone.txt');
    await phone.page.goto(new URL(`/waiting/${id}`, http.url).href);
    await phone.page.getByRole('button', { name: 'Approve', exact: true }).tap();
    await confirmation(phone.page).waitFor();
    expect(await stateOf(id)).toBe('awaiting_approval');
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await barriers(phone.page)).toEqual([]);
    await keepPicture(phone.page, 'confirm-high-risk-phone');
    await confirmation(phone.page).getByRole('button', { name: 'Approve this high-risk call' }).tap();
    await phone.page.getByText('You approved this.').waitFor();
    expectCalm(phone);
    await phone.context.close();
  });
});

test('single-key shortcuts can be switched off, and stay off in this browser', async () => {
  const { http, browser } = opened;
  const other = await visit(browser, http);
  await other.page.getByText('Live').waitFor();
  await other.page.keyboard.press('?');
  await other.page.getByRole('dialog').getByLabel('Single-key shortcuts').uncheck();
  await other.page.getByRole('button', { name: 'Close' }).click();
  const id = await makeWaiting('quiet.txt');
  await other.page.goto(new URL(`/waiting/${id}`, http.url).href);
  await waitForDecisions(other.page);
  for (const key of ['a', 'd', '?', 'x']) await other.page.keyboard.press(key);
  expect(await other.page.locator('[role=dialog], [role=alertdialog], .selection').count()).toBe(0);
  await other.page.getByRole('button', { name: 'Keys' }).click();
  await other.page.getByRole('dialog').getByLabel('Single-key shortcuts').check();
  await other.page.getByRole('button', { name: 'Close' }).click();
  await waitForDecisions(other.page);
  await other.page.keyboard.press('a');
  await other.page.getByRole('alertdialog').waitFor();
  expectCalm(other);
  await other.context.close();
});

test('the helper approves by two acts', async () => {
  await makeWaiting('helper.txt');
  await approveHighRisk(page);
  await page.getByText('You approved this.').waitFor();
  expect(await exists('helper.txt')).toBe(false);
});
