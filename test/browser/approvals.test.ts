/** Decisions in the console: seen at once, understood, changed, made, and made only once. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { ApprovalMessage, GrantMessage } from '../../src/wire/messages.ts';
import { expectCalm, openConsole, visit, type OpenedConsole, type Visit } from '../support/clients/browser.ts';
import { confirmHighRisk, pressAtRest, waitForDecisions } from '../support/clients/decide-in-browser.ts';
import type { TestServer } from '../support/servers/test-server.ts';

let opened: OpenedConsole;
let http: TestServer;
let browser: Browser;
let seen: Visit;
let page: Page;
beforeAll(async () => {
  opened = await openConsole();
  ({ http, browser, seen, page } = opened);
});
afterAll(() => opened[Symbol.asyncDispose]());
beforeEach(async () => {
  const { approvals } = (await http.json<{ approvals: { id: string }[] }>('/api/approvals')).body;
  const ids = approvals.map(({ id }) => id);
  if (ids.length > 0) await http.json('/api/approvals', { json: { ids, decision: 'deny' } });
  await writeFile(join(http.workspace, 'a.txt'), 'old line\n');
  await page.goto(http.url);
  await page.getByText('Live').waitFor();
});
afterEach(() => expectCalm(seen));

const text = (name = 'a.txt') => readFile(join(http.workspace, name), 'utf8');
const exists = (name: string) =>
  stat(join(http.workspace, name)).then(
    () => true,
    () => false,
  );
const approvalOf = async (id: string) => (await http.json<ApprovalMessage>(`/api/approvals/${id}`)).body;
async function overwrite(content: string, path = 'a.txt'): Promise<string> {
  const { body } = await http.call('write_file', { path, content });
  if (body.state !== 'pending') throw new Error(body.state);
  return body.approval.id;
}
async function open(id: string): Promise<void> {
  await page.goto(new URL(`/waiting/${id}`, http.url).href);
  await page.locator('.actions').waitFor();
}
const press = (name: string) => pressAtRest(page.getByRole('button', { name, exact: true }));

describe('R5: a call that waits', () => {
  test('appears on the open page, with all that one needs to decide', async () => {
    await page.getByText('All quiet.').waitFor();
    await overwrite('new line\n');
    await page.getByRole('heading', { name: 'Overwrite "a.txt"' }).waitFor();
    const item = (await page.locator('.item').textContent()) ?? '';
    for (const shown of [
      'Low risk',
      'write_file',
      'workspace',
      'for owner',
      'rule destructive-asks',
      'left',
      '"path": "a.txt"',
    ])
      expect(item).toContain(shown);
    expect(await page.locator('.diff-remove .diff-text').textContent()).toBe('old line');
    expect(await page.locator('.diff-add .diff-text').textContent()).toBe('new line');
    expect(await page.title()).toContain('(1)');
    await press('Side by side');
    expect(await page.locator('.diff-table.side-by-side tr', { hasText: 'old line' }).textContent()).toContain(
      'new line',
    );
    await press('Unified');
  });

  test('is approved by a click, and what became of it is said', async () => {
    const id = await overwrite('clicked\n');
    await open(id);
    await press('Approve');
    await page.getByText('You approved this.').waitFor();
    expect(await text()).toBe('clicked\n');
    expect(await approvalOf(id)).toMatchObject({ decision: 'approved', decidedVia: 'http' });
  });

  test('is denied with a reason', async () => {
    const id = await overwrite('unwanted\n');
    await open(id);
    await press('Deny');
    await page.getByLabel('A reason, which the assistant is told').fill('not <b>today</b>');
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await page.getByText('“not <b>today</b>”').waitFor();
    expect(await text()).toBe('old line\n');
    expect(await approvalOf(id)).toMatchObject({ decision: 'denied', note: 'not <b>today</b>' });
  });

  test('expires without a decision', async () => {
    await overwrite('late\n');
    const late = await visit(browser, http);
    await late.page.clock.install();
    await late.page.goto(http.url);
    await late.page.locator('.item').waitFor();
    await late.page.clock.fastForward('02:00:00');
    await late.page.locator('.item').getByText('Time is over').waitFor();
    expect(await late.page.locator('.row').textContent()).toContain('Time is over');
    await late.context.close();
  });
});

describe('arguments', () => {
  test('are changed in a form, and what that means is shown before it is approved', async () => {
    const id = await overwrite('proposed\n');
    await open(id);
    await press('Edit');
    await page.getByLabel('content').fill('changed by hand\n');
    await page.getByText('With these arguments it asks for a person').waitFor();
    expect(await page.locator('.diff-add .diff-text').textContent()).toBe('changed by hand');
    await press('Approve as changed');
    await page.getByText('You approved this.').waitFor();
    expect(await text()).toBe('changed by hand\n');
    expect(await approvalOf(id)).toMatchObject({ approvedArgs: { content: 'changed by hand\n' } });
  });

  test('that are not allowed cannot be approved', async () => {
    await open(await overwrite('proposed\n'));
    await press('Edit');
    await page.getByLabel('path').fill('../outside.txt');
    await page.locator('.edit .notice.tone-bad').waitFor();
    expect(await page.getByRole('button', { name: 'Approve as changed' }).isDisabled()).toBe(true);
    await page.getByLabel('path').fill('other.txt');
    await page.getByText('With these arguments it would need no person').waitFor();
    await press('Approve as changed');
    await page.getByText('You approved this.').waitFor();
    expect(await text('other.txt')).toBe('proposed\n');
    expect(await text()).toBe('old line\n');
  });

  test('as they were proposed stay what is approved when the form is closed again', async () => {
    await open(await overwrite('as proposed\n'));
    await press('Edit');
    await page.getByLabel('content').fill('second thoughts\n');
    await press('Keep as proposed');
    await press('Approve');
    await page.getByText('You approved this.').waitFor();
    expect(await text()).toBe('as proposed\n');
  });
});

describe('R8: a decision', () => {
  const grants = async () => (await http.json<{ grants: GrantMessage[] }>('/api/grants')).body.grants;
  const revokeAll = async () => {
    for (const { id } of await grants()) await http.request(`/api/grants/${id}`, { method: 'DELETE' });
  };
  afterEach(revokeAll);

  test('can hold for an hour', async () => {
    await open(await overwrite('remembered\n'));
    await page.getByLabel('Remember').selectOption('1h');
    await press('Approve');
    await page.getByText('You approved this.').waitFor();
    expect(await grants()).toMatchObject([
      { tool: 'write_file', match: { kind: 'exact' }, expiresAt: expect.any(String) },
    ]);
  });

  test('can hold for a pattern', async () => {
    await open(await overwrite('fitting\n'));
    await page.getByLabel('Remember').selectOption('pattern');
    await page.getByLabel('/path').fill('*.txt');
    await page.getByLabel('/encoding').fill('');
    await press('Approve');
    await page.getByText('You approved this.').waitFor();
    expect(await grants()).toMatchObject([
      { match: { kind: 'pattern', values: { '/path': '*.txt' } }, expiresAt: null },
    ]);
    expect((await http.call('write_file', { path: 'a.txt', content: 'next\n' })).body.state).toBe('reported');
  });

  test('can be a lasting no', async () => {
    await open(await overwrite('never\n'));
    await press('Deny');
    await page.getByLabel('Deny exactly this from now on').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await page.getByText('You denied this.').waitFor();
    expect((await http.call('write_file', { path: 'a.txt', content: 'never\n' })).body.state).toBe('refused');
  });
});

describe('by keys alone', () => {
  test('one goes through the list, approves, denies and edits', async () => {
    for (const name of ['1.txt', '2.txt', '3.txt']) {
      await writeFile(join(http.workspace, name), 'x');
      await http.waiting(name);
    }
    const title = (name: string) => page.getByRole('heading', { name: `Delete "${name}"` });
    await page.getByText('3 waiting').waitFor();
    await title('1.txt').waitFor();
    await page.keyboard.press('j');
    await title('2.txt').waitFor();
    await page.keyboard.press('j');
    await title('3.txt').waitFor();
    await page.keyboard.press('k');
    await title('2.txt').waitFor();
    await waitForDecisions(page);
    await page.keyboard.press('a');
    await confirmHighRisk(page);
    await page.getByText('You approved this.').waitFor();
    // A second key press must not decide on a call that the user has not seen yet.
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    await title('1.txt').waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('path').press('a');
    await page.getByRole('button', { name: 'Keep as proposed' }).click();
    await waitForDecisions(page);
    await page.keyboard.press('d');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('by keys');
    await page.keyboard.press('Enter');
    await page.getByText('You denied this.').waitFor();
    expect(await Promise.all(['1.txt', '2.txt', '3.txt'].map(exists))).toEqual([true, false, true]);
  });

  test('several are selected, and decided after they were named again', async () => {
    for (const name of ['4.txt', '5.txt', '6.txt']) {
      await writeFile(join(http.workspace, name), 'x');
      await http.waiting(name);
    }
    await page.getByText('3 waiting').waitFor();
    await page.getByRole('heading', { name: 'Delete "4.txt"' }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Delete "5.txt"' }).waitFor();
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await press('Approve …');
    const named = (await page.getByRole('dialog').textContent()) ?? '';
    expect(named).toContain('Delete "4.txt"');
    expect(named).toContain('Delete "5.txt"');
    expect(named).not.toContain('Delete "6.txt"');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText('1 waiting').waitFor();
    await expect.poll(() => Promise.all(['4.txt', '5.txt', '6.txt'].map(exists))).toEqual([false, false, true]);
  });
});

describe('R7: of two who decide the same', () => {
  test('the second sees the decision at once, without a request', async () => {
    const id = await overwrite('once\n');
    const other = await visit(browser, http);
    await open(id);
    await other.page.goto(new URL(`/waiting/${id}`, http.url).href);
    await other.page.locator('.actions').waitFor();
    await other.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Already approved by Owner, through http.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    await expect.poll(() => text()).toBe('once\n');
    await other.context.close();
  });

  test('one wins, and the other sees who decided', async () => {
    const id = await overwrite('raced\n');
    await open(id);
    // What the other does is heard only after this page has decided for itself.
    await page.route('**/api/approvals/*', async (route) => {
      if (route.request().method() === 'POST') await http.json(`/api/approvals/${id}`, { json: { decision: 'deny' } });
      await route.continue();
    });
    await press('Approve');
    await page.getByText('Already denied by Owner, through http.').waitFor();
    expect(await text()).toBe('old line\n');
    await page.unrouteAll();
  });
});

describe('untrusted content', () => {
  const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>';

  test('is shown as text only, in every place', async () => {
    const name = '<img src=x onerror=alert(1)>.txt';
    await writeFile(join(http.workspace, name), 'x\n');
    await open(await overwrite(`${HOSTILE}\n"><svg onload=alert(3)>\njavascript:alert(4)\n`, name));
    await page.getByText(HOSTILE).first().waitFor();
    await press('Edit');
    await page.getByLabel('content').fill(`${HOSTILE} again`);
    await page.getByText('With these arguments it asks').waitFor();
    expect(await page.locator('.item img, .item script, .item svg, .item iframe').count()).toBe(0);
    await http.call(HOSTILE, { [HOSTILE]: HOSTILE });
    await page.goto(new URL('/activity', http.url).href);
    await page.locator('.row-link', { hasText: '<img' }).first().click();
    await page.locator('.timeline').waitFor();
    expect(await page.locator('main img, main script, main iframe').count()).toBe(0);
  });

  test('hides nothing', async () => {
    await open(await overwrite(`pay \u202Eevil\u202C to \u200Bme${' '.repeat(80)}now at pаypal.example\n`));
    const marks = await page.locator('.diff-add .hidden-mark').allTextContents();
    expect(marks).toEqual(['U+202E', 'U+202C', 'U+200B', '80 spaces', 'pаypal']);
    expect(await page.locator('.item').textContent()).not.toMatch(/[\u202E\u202C\u200B]/);
  });

  test('cannot pass for the difference’s own lines', async () => {
    await writeFile(join(http.workspace, 'a.txt'), 'keep\n');
    await open(await overwrite('keep\n@@ -1,1 +1,1 @@\n-- gone\n'));
    const added = await page.locator('.diff-add .diff-text').allTextContents();
    expect(added).toEqual(['@@ -1,1 +1,1 @@', '-- gone']);
  });
});
