/** A company in the console: who is there, what colleagues tell each other, and mail accounts. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPicture, keepPictures, launchBrowser, visit, type Visit } from '../support/clients/browser.ts';
import { startCompany, type Company } from '../support/worlds/mail-company.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let company: Company;
let browser: Browser;
let ann: Visit;
let cleo: string;
const at = (path: string): string => new URL(path, company.server.url).href;
const asked = async (userId: string, kind: 'agent' | 'person', path: string, init: RequestInit = {}) => {
  const { credentials } = company.server.server.assembly.runtime;
  const { token } = await credentials.createToken(await company.principal(userId), { scope: kind, name: 'test' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(at(path), { ...init, headers });
};

beforeAll(async () => {
  [company, browser] = await Promise.all([startCompany(), launchBrowser()]);
  const { people } = company.server.server.assembly.runtime;
  const boss = await company.principal('boss');
  const given = { name: 'Cleo', email: 'cleo@example.com', departmentIds: ['sales'] };
  cleo = (await people.createUser(boss, given)).id;
  ann = await visit(browser, company.server, {}, 'ann');
});
afterAll(async () => {
  await browser.close();
  await company[Symbol.asyncDispose]();
});
afterEach(() => expectCalm(ann));

test('O5: colleagues are shown with their presence, and users of another department are not', async () => {
  const { page } = ann;
  await page.goto(at('/team'));
  const member = (name: string) => page.locator('.member', { hasText: name });
  await member('ann').getByText('here now').waitFor();
  await member('Cleo').getByText('away').waitFor();
  expect(await member('bob').count()).toBe(0);
  const other = await visit(browser, company.server, {}, cleo);
  await member('Cleo').getByText('here now').waitFor();
  await other.context.close();
  await member('Cleo').getByText('away').waitFor();
  expect(await page.getByText('where they are signed in').count()).toBe(0);
});

test('O5: a message says whether it has arrived, and is counted until it is read', async () => {
  const { page } = ann;
  await page.getByRole('button', { name: 'Write to Cleo' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('<img src=x onerror=alert(1)> at three\u200B?');
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  const sent = page.locator('.note', { hasText: 'To Cleo' });
  await sent.getByText('not delivered yet').waitFor();
  const other = await visit(browser, company.server, {}, cleo);
  await other.page.locator('.nav .count').getByText('1').waitFor();
  await expect.poll(() => sent.textContent(), { timeout: 10_000 }).toMatch(/delivered \d/);
  await other.page.goto(at('/team'));
  const note = other.page.locator('.note[data-unread="true"]');
  await note.getByText('<img src=x onerror=alert(1)> at three').waitFor();
  expect(await note.textContent()).toContain('U+200B');
  expect(await other.page.locator('main img').count()).toBe(0);
  await keepPictures(other.page, 'team');
  await note.getByRole('button', { name: 'Mark as read' }).click();
  await other.page.locator('.nav .count').waitFor({ state: 'detached' });
  expectCalm(other);
  await other.context.close();
});

test('O1: an account of one’s own is connected, read and removed', async () => {
  const { page } = ann;
  await page.goto(at('/team'));
  await page.getByText('No mail account is connected.').waitFor();
  await page.locator('summary', { hasText: 'Connect an account' }).click();
  await page.getByLabel('Address', { exact: true }).fill('ann@example.com');
  await page.getByLabel('Password').fill(company.imap.password);
  await page.getByLabel('IMAP server').fill('mail.internal.example');
  await page.getByLabel('IMAP port').fill(String(company.imap.port));
  await page.getByLabel('Encryption').selectOption('none');
  const connect = page.getByRole('button', { name: 'Connect an account' });
  await connect.click();
  await page.getByText('An administrator has to allow the mail server "mail.internal.example" first').waitFor();
  await page.getByLabel('IMAP server').fill('127.0.0.1');
  await connect.click();
  await page.getByText('ann@example.com is connected').waitFor();
  await page.locator('.card', { hasText: 'ann@example.com' }).getByText('up to date').waitFor({ timeout: 20_000 });
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  expect(await barriers(page)).toEqual([]);
  await keepPictures(page, 'team-mail');
  await page.getByRole('button', { name: 'Remove ann@example.com' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('No mail account is connected.').waitFor();
});

test('O7: an account of another department is neither seen nor removed, and an agent sees none of it', async () => {
  const { id } = await company.account('boss', 'support@example.com', { departmentId: 'support' });
  const list = async (userId: string) => {
    const answer = await asked(userId, 'person', '/api/mail-accounts');
    return ((await answer.json()) as { accounts: { id: string }[] }).accounts.map((account) => account.id);
  };
  expect(await list('ann')).toEqual([]);
  expect(await list('bob')).toEqual([id]);
  for (const userId of ['ann', 'bob'])
    expect((await asked(userId, 'person', `/api/mail-accounts/${id}`, { method: 'DELETE' })).status).toBe(404);
  for (const path of ['/api/team', '/api/notifications/sent', '/api/mail-accounts'])
    expect((await asked('boss', 'agent', path)).status).toBe(403);
  expect(await list('bob')).toEqual([id]);
});

test('O6, R18: an administrator sees where users are signed in, and ends it', async () => {
  const { credentials } = company.server.server.assembly.runtime;
  const hostile = '<img src=x onerror=alert(1)>\u202Elaptop';
  const { token } = await credentials.createToken(await company.principal(cleo), { scope: 'agent', name: hostile });
  const other = await visit(browser, company.server, {}, cleo);
  await other.page.goto(at('/team'));
  await other.page.getByRole('heading', { name: 'Team' }).waitFor();
  const boss = await visit(browser, company.server, {}, 'boss');
  const { page } = boss;
  await page.goto(at('/team'));
  await page.getByText('You are in no department yet').waitFor();
  await page.getByText('People, and where they are signed in').click();
  await page.getByText('Choose somebody').waitFor();
  await page.locator('.row', { hasText: 'Cleo' }).getByRole('link').press('Enter');
  const card = page.locator('.card', { hasText: 'laptop' });
  await card.getByText('never used').waitFor();
  expect(await card.textContent()).toContain('U+202E');
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.content()).not.toContain(token);
  const session = page.locator('.card', { hasText: 'Chrome on Linux' });
  await session
    .first()
    .getByText(/last seen \d/)
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPictures(page, 'people');
  // Cleo has come in several times by now; all of it ends, and her open page says so by itself.
  await page.getByRole('button', { name: /^End all \d+ sessions$/ }).click();
  await page.getByText('signed out at once').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^End all/ })
    .click();
  await page.getByText('They are signed in nowhere.').waitFor();
  await other.page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await keepPicture(other.page, 'signed-out');
  await page
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .press('Enter');
  await card.waitFor({ state: 'detached' });
  await page.getByText('Departments, roles and invitations').click();
  await page.getByRole('heading', { name: 'Acme' }).waitFor();
  expectCalm(boss);
  await Promise.all([boss.context.close(), other.context.close()]);
});

test('R18: a department and a user are removed only after their name is typed', async () => {
  const { people } = company.server.server.assembly.runtime;
  const by = await company.principal('boss');
  await people.createDepartment(by, 'Archive <b>');
  await people.createUser(by, { name: 'Dora', email: 'dora@example.com' });
  const boss = await visit(browser, company.server, {}, 'boss');
  const { page } = boss;
  for (const [kind, name] of [
    ['department', 'Archive <b>'],
    ['user', 'Dora'],
  ] as const) {
    await page.goto(at('/people'));
    const card = page.locator('form.card', { has: page.locator(`input[name=name][value="${name}"]`) });
    await card.getByRole('button', { name: 'Remove' }).click();
    const button = page.getByRole('button', { name: 'Remove' });
    const typed = page.getByLabel(`Type “${name}” to confirm`);
    await typed.waitFor();
    expect(await button.isDisabled(), kind).toBe(true);
    await typed.fill(name.toLowerCase());
    expect(await button.isDisabled(), kind).toBe(true);
    await typed.press('Enter');
    expect(await barriers(page)).toEqual([]);
    await typed.fill(name);
    await keepPicture(page, `remove-${kind}`);
    await button.click();
    await page.getByRole('status').getByText('Removed.').waitFor();
  }
  expect((await people.departments(by)).map(({ name }) => name)).not.toContain('Archive <b>');
  expect((await people.users(by)).find(({ name }) => name === 'Dora')?.disabledAt).toEqual(expect.any(String));
  expectCalm(boss);
  await boss.context.close();
});

test('O7: a user who is not an administrator cannot list users', async () => {
  const { page } = ann;
  await page.goto(at('/team'));
  await page.getByRole('heading', { name: 'Team' }).waitFor();
  expect(await page.getByText('where they are signed in').count()).toBe(0);
  await page.goto(at('/team/people'));
  await page.getByText('Only an administrator can list users.').waitFor();
});
