/** What an assistant of the desktop asks for at once, as the console shows it: a plan, approved in part and whole. */
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { serve, type DeputizeServer } from '../../src/app/server/serve.ts';
import { startScriptedModel, type ScriptedModel, type ScriptedTurn } from '../../src/testing/scripted-model.ts';
import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPictures, launchBrowser, visit, type Visit } from '../support/clients/browser.ts';
import { DesktopWorld } from '../support/worlds/desktop-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let model: ScriptedModel;
let world: DesktopWorld;
let server: DeputizeServer;
let browser: Browser;
let seen: Visit;
let script: ScriptedTurn[] = [];
let shellFolder: string;
beforeAll(async () => {
  shellFolder = realpathSync(mkdtempSync(join(tmpdir(), 'shell-')));
  model = await startScriptedModel({ script: () => script.shift() });
  const models = { script: { provider: 'openai-compatible', model: 'scripted', url: model.url } };
  [world, browser] = await Promise.all([
    DesktopWorld.open({ config: { models }, desktop: { shell: { folder: shellFolder } } }),
    launchBrowser(),
  ]);
  server = await serve({ data: world.data, port: 0, log: () => undefined });
  seen = await visit(browser, { server, url: server.url });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await world[Symbol.asyncDispose]();
  await model.close();
  rmSync(shellFolder, { recursive: true, force: true });
});
afterEach(() => expectCalm(seen));

test('D3: a plan is seen whole, and one, then all the rest of it is approved', async () => {
  const { page } = seen;
  const write = (name: string) => ({
    name: 'files__write_text',
    args: { path: join(world.docs, name), content: '<img src=x onerror=alert(1)>\n', overwrite: true },
  });
  writeFileSync(join(world.docs, 'notes.txt'), 'before\n');
  const list = { name: 'files__list_dir', args: { path: world.docs } };
  script = [{ text: 'I would do this.', calls: [write('notes.txt'), write('more.txt'), list] }, { text: 'All told.' }];
  await page.goto(new URL('/chat', server.url).href);
  await page.getByLabel('Write a message').fill('Tidy up.');
  await page.keyboard.press('Enter');
  const plan = page.getByRole('region', { name: 'The plan' });
  await plan.getByText('3 calls, one after the other').waitFor();
  const states = () => plan.locator('.plan-line .badge:last-child').allTextContents();
  await expect.poll(states, { timeout: 20_000 }).toEqual(['waits for you', 'needs you', 'needs nobody']);
  await plan.getByText('What it would do').first().click();
  await plan.getByText('<img src=x onerror=alert(1)>').first().waitFor();
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await keepPictures(page, 'plan');
  await plan.getByRole('checkbox').first().check();
  await plan.getByRole('button', { name: 'Approve the 1 chosen' }).click();
  await expect.poll(states, { timeout: 20_000 }).toEqual(['done', 'waits for you', 'needs nobody']);
  expect(existsSync(join(world.docs, 'more.txt'))).toBe(false);
  await plan.getByRole('button', { name: 'Approve it' }).click();
  await page.locator('.said-answer', { hasText: 'All told.' }).waitFor();
  await expect.poll(states, { timeout: 20_000 }).toEqual(['done', 'done', 'done']);
  expect(existsSync(join(world.docs, 'more.txt'))).toBe(true);
});

test('D3: a plan with a call of high risk is approved by two acts', async () => {
  const { page } = seen;
  const run = (name: string) => ({ name: 'shell__run', args: { command: `touch ${name}` } });
  script = [{ text: 'Two commands.', calls: [run('one'), run('two')] }, { text: 'Both ran.' }];
  await page.goto(new URL('/chat', server.url).href);
  await page.getByLabel('Write a message').fill('Run them.');
  await page.keyboard.press('Enter');
  const plan = page.getByRole('region', { name: 'The plan' });
  await plan.getByRole('button', { name: 'Approve all 2' }).dblclick();
  const confirmation = plan.getByRole('alertdialog');
  await confirmation.waitFor();
  expect(await confirmation.textContent()).toContain('shell.run');
  expect(existsSync(join(shellFolder, 'one'))).toBe(false);
  expect(await barriers(page)).toEqual([]);
  await confirmation.getByRole('button', { name: 'Approve all 2, 2 of high risk' }).click();
  await page.locator('.said-answer', { hasText: 'Both ran.' }).waitFor();
  expect(['one', 'two'].map((name) => existsSync(join(shellFolder, name)))).toEqual([true, true]);
});
