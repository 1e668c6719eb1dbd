/** Setting up in the console: tried on the spot, kept where it works, and ready to be copied into clients. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { startScriptedModel, type ScriptedModel } from '../../src/testing/scripted-model.ts';
import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPicture, keepPictures, openConsole, type OpenedConsole } from '../support/clients/browser.ts';
import { freePort, startRadicale } from '../support/servers/caldav-servers.ts';

let opened: OpenedConsole;
let model: ScriptedModel;
let page: Page;
beforeAll(async () => {
  [opened, model] = await Promise.all([openConsole(), startScriptedModel({ script: () => ({ text: 'I am here.' }) })]);
  page = opened.page;
});
beforeEach(async () => {
  await page.goto(new URL('/setup', opened.http.url).href);
  await page.getByRole('heading', { name: 'Connect a client' }).waitFor();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await model.close();
});
afterEach(() => expectCalm(opened.seen));

const step = (title: string) => page.locator('.step', { has: page.getByRole('heading', { name: title }) });

test('a model is tried, and kept once it has answered', async () => {
  const form = step('A model');
  await form.locator('summary').click();
  await form.getByRole('combobox').selectOption('openai-compatible');
  await form.getByLabel('Model, as').fill('scripted');
  await form.getByLabel('Address').fill('http://127.0.0.1:9/v1');
  await form.getByRole('button', { name: 'Try it' }).click();
  await form.getByRole('alert').waitFor();
  await form.getByLabel('Address').fill(model.url);
  await form.getByLabel('Key').fill('not-a-real-key');
  await form.getByRole('button', { name: 'Try it' }).click();
  await form.getByText('I am here.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, 'setup-model');
  await form.getByRole('button', { name: 'Try and keep it' }).click();
  await form.getByText('Kept.').waitFor();
  await page.getByText('Start the server again').waitFor();
  expect(await form.getByLabel('Key').inputValue()).toBe('');
  expect(await readFile(join(opened.http.data, 'deputize.yaml'), 'utf8')).toContain('openai-compatible');
});

test('a calendar is chosen from those that its server has, and kept', async () => {
  const server = await startRadicale();
  try {
    const form = step('Calendar');
    await form.locator('summary').click();
    await form.getByLabel('Server').fill(server.url);
    await form.getByLabel('User name').fill(server.username);
    await form.getByLabel('Password').fill('not the password');
    await form.getByRole('button', { name: 'Try it' }).click();
    await form.getByRole('alert').waitFor();
    expect(await form.getByLabel('Which calendar').count()).toBe(0);
    await form.getByLabel('Password').fill(server.password);
    await form.getByRole('button', { name: 'Try it' }).click();
    await form.getByLabel('Which calendar').selectOption(server.calendar);
    expect(await barriers(page)).toEqual([]);
    await keepPictures(page, 'setup-calendar');
    await form.getByRole('button', { name: 'Try and keep it' }).click();
    await form.getByText('Kept.').waitFor();
    const kept = await readFile(join(opened.http.data, 'deputize.yaml'), 'utf8');
    expect(kept).toContain(server.calendar);
    expect(kept).not.toContain(server.password);
    expect(await page.textContent('body')).not.toContain(server.password);
  } finally {
    await server.stop();
  }
});

test('a folder and an address for mail are kept once they can be used, and otherwise it is said why not', async () => {
  const folder = step('Folder');
  await folder.locator('summary').click();
  await folder.getByLabel('Its path').fill(join(opened.http.workspace, 'nowhere'));
  await folder.getByRole('button', { name: 'Try and keep it' }).click();
  await folder.getByRole('alert').waitFor();
  await folder.getByLabel('Its path').fill(opened.http.workspace);
  await folder.getByRole('button', { name: 'Try and keep it' }).click();
  await folder.getByText('Kept.').waitFor();
  const mail = step('Mail');
  await mail.locator('summary').click();
  await mail.getByLabel('The one address').fill('assistant@example.com');
  await mail.getByLabel('Port').fill(new URL(opened.http.url).port);
  await mail.getByRole('button', { name: 'Try and keep it' }).click();
  await mail.getByRole('alert').waitFor();
  await mail.getByLabel('Port').fill(String(await freePort()));
  await mail.getByRole('button', { name: 'Try and keep it' }).click();
  await mail.getByText('Kept.').waitFor();
  expect(await readFile(join(opened.http.data, 'deputize.yaml'), 'utf8')).toContain('assistant@example.com');
});

test('R18: nothing that operates the computer is on before it is ticked, and what that means is said', async () => {
  const form = step('What kind of assistant');
  await form.locator('summary').click();
  const box = (name: string) => form.getByRole('checkbox', { name: new RegExp(`^${name}`) });
  expect(await box('workspace').isChecked()).toBe(true);
  expect(await box('desktop').isChecked()).toBe(false);
  await form.getByText('Off until you tick it.').waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPictures(page, 'setup-presets');
  await box('desktop').press('Space');
  await box('organization').press('Space');
  await form.getByRole('button', { name: 'Try and keep it' }).press('Enter');
  await form.getByText('Offered from now on: workspace, personal, desktop.').waitFor();
  expect(await readFile(join(opened.http.data, 'deputize.yaml'), 'utf8')).toContain('desktop');
});

test('a client’s configuration is copied as it works', async () => {
  await opened.seen.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    return page.evaluate<string>('navigator.clipboard.readText()');
  };
  const desktop = JSON.parse(await copied()) as { mcpServers: Record<string, { command: string; args: string[] }> };
  const { command, args } = desktop.mcpServers['deputize-workspace'] ?? { command: '', args: [] };
  expect(command).toBe(process.execPath);
  expect(args).toEqual(expect.arrayContaining(['mcp', '--preset', 'workspace', '--data', opened.http.data]));
  await page.getByRole('combobox', { name: 'Client' }).selectOption('VS Code');
  await page.getByLabel('How').selectOption('server');
  const { servers } = JSON.parse(await copied()) as { servers: Record<string, { url: string }> };
  expect(servers['deputize-workspace']?.url).toBe(`${opened.http.url}/mcp/workspace`);
  await page.getByRole('combobox', { name: 'Client' }).selectOption('Cursor');
  await page.getByText('~/.cursor/mcp.json').waitFor();
  const cursor = JSON.parse(await copied()) as { mcpServers: Record<string, { url: string }> };
  expect(cursor.mcpServers['deputize-workspace']?.url).toBe(`${opened.http.url}/mcp/workspace`);
  await page.getByRole('combobox', { name: 'Client' }).selectOption('Claude Code');
  expect(await copied()).toMatch(/^claude mcp add --transport http /);
});

test('a token is shown once, and gone when it is revoked', async () => {
  await page.getByLabel('What it is for').fill('my laptop');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const token = (await page.getByRole('group', { name: 'It is shown this once' }).textContent()) ?? '';
  expect((await opened.http.request('/api/tools', { token })).status).toBe(200);
  await page.getByRole('button', { name: 'Revoke the token “my laptop”' }).click();
  await page.getByRole('button', { name: 'Revoke the token “my laptop”' }).waitFor({ state: 'detached' });
  expect((await opened.http.request('/api/tools', { token })).status).toBe(401);
  await page.reload();
  await page.getByRole('heading', { name: 'Access tokens' }).waitFor();
  expect(await page.textContent('body')).not.toContain(token);
});

test('the command for a backup is shown', async () => {
  const told = page.getByRole('group', { name: 'Make one, also while the server runs' });
  expect(await told.textContent()).toContain(`deputize backup deputize-backup.tar.gz --data ${opened.http.data}`);
});
