/** Mail, calendar and files of the personal preset in the console: read, found, added, and each a call in the record. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { barriers } from '../support/clients/accessible.ts';
import { expectCalm, keepPicture, openConsole, type OpenedConsole } from '../support/clients/browser.ts';

const MAIL = `From: Ann <ann@example.com>\r\nTo: me@example.com\r\nDate: Wed, 4 Mar 2026 10:00:00 +0000\r\nMessage-ID: <1@example.com>\r\nSubject: Lunch on Friday\r\n\r\nShall we meet at noon? <script>alert(1)</script> \u200Bhere\r\n`;
const OTHER = `From: Bob <bob@example.com>\r\nTo: me@example.com\r\nDate: Wed, 4 Mar 2026 11:00:00 +0000\r\nMessage-ID: <2@example.com>\r\nSubject: The invoice\r\n\r\nIt is attached.\r\n`;

let opened: OpenedConsole;
let page: Page;
beforeAll(async () => {
  opened = await openConsole();
  page = opened.page;
  for (const text of [MAIL, OTHER])
    await opened.http.server.assembly.mail.inbox.deliver(new TextEncoder().encode(text), { via: 'file' });
});
afterAll(() => opened[Symbol.asyncDispose]());
afterEach(() => expectCalm(opened.seen));

const open = async (path: string): Promise<void> => void (await page.goto(new URL(path, opened.http.url).href));

test('mail is found and read, and its content is shown as text', async () => {
  await open('/mail');
  const titles = page.locator('.row-title');
  await expect.poll(() => titles.allTextContents()).toEqual(['The invoice', 'Lunch on Friday']);
  await page.getByLabel('Find mail').fill('lunch');
  await expect.poll(() => titles.allTextContents()).toEqual(['Lunch on Friday']);
  await page.locator('.row-link').click();
  const body = page.locator('.mail-body');
  await body.waitFor();
  expect(await body.textContent()).toContain('<script>alert(1)</script>');
  expect(await body.textContent()).toContain('U+200B');
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, 'mail');
  const { body: calls } = await opened.http.json<{ calls: { tool: string; actor: string }[] }>('/api/calls');
  expect(calls.calls.find(({ tool }) => tool === 'read_email')?.actor).toMatch(/^person/);
});

test('a calendar says when it is taken, and what with once that is let out', async () => {
  const day = new Date();
  const date = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
  const args = { title: 'Dentist', start: `${date}T09:00:00`, end: `${date}T10:00:00` };
  const { body } = await opened.http.call('create_event', args, { preset: 'personal' });
  if (body.state !== 'pending') throw new Error(JSON.stringify(body));
  await opened.http.json(`/api/approvals/${body.approval.id}`, { json: { decision: 'approve' } });
  await open('/calendar');
  await page.locator('.day-event', { hasText: 'taken' }).waitFor();
  expect(await page.getByText('Dentist').count()).toBe(0);
  await page.getByRole('button', { name: 'Show what it is' }).click();
  await page.locator('.day-event', { hasText: 'Dentist' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, 'calendar');
  await page.getByRole('button', { name: 'Day', exact: true }).click();
  await expect.poll(() => page.locator('.day').count()).toBe(1);
});

test('a pending event is shown on its day, with the events that it overlaps', async () => {
  const day = new Date(Date.now() + 86_400_000);
  const date = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
  const create = (title: string, start: string, end: string) =>
    opened.http.call(
      'create_event',
      { title, start: `${date}T${start}`, end: `${date}T${end}` },
      { preset: 'personal' },
    );
  const first = (await create('Workshop', '13:00:00', '15:00:00')).body;
  if (first.state !== 'pending') throw new Error(first.state);
  await open(`/waiting/${first.approval.id}`);
  await page.getByText('Nothing else is then.').waitFor();
  await opened.http.json(`/api/approvals/${first.approval.id}`, { json: { decision: 'approve' } });
  const second = (await create('Call', '14:00:00', '14:30:00')).body;
  if (second.state !== 'pending') throw new Error(second.state);
  await open(`/waiting/${second.approval.id}`);
  await page.getByText('1 other event is at the same time.').waitFor();
  expect(await page.locator('.day-event.tone-conflict').count()).toBe(1);
  expect(await page.locator('.day-event.tone-new').textContent()).toContain('Call');
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, 'approval-event');
  const plain = await opened.http.request(`/approvals/${second.approval.id}`);
  expect(await plain.text()).toContain('At the same time');
});

test('files are added with progress, read and taken', async () => {
  await open('/files');
  await page.getByText('No files.').waitFor();
  await page.getByLabel('Files to add').setInputFiles([
    { name: 'my notes.txt', mimeType: 'text/plain', buffer: Buffer.from('line\n') },
    { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(300_000, 7) },
  ]);
  await expect.poll(() => page.locator('.upload .badge').count(), { timeout: 20_000 }).toBe(2);
  await page.getByRole('button', { name: 'my-notes.txt', exact: true }).click();
  await page.getByRole('group', { name: 'my-notes.txt' }).getByText('line').waitFor();
  expect(await barriers(page)).toEqual([]);
  await keepPicture(page, 'files');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download large.bin' }).click(),
  ]);
  expect(await readFile(await download.path())).toEqual(Buffer.alloc(300_000, 7));
});

test('a list of files beyond the output budget is shown whole', { timeout: 120_000 }, async () => {
  const names = Array.from({ length: 600 }, (_, at) => `${'long-name-'.repeat(8)}${at}.txt`);
  for (const key of names) {
    const { body } = await opened.http.call('write_file', { key, content: 'x' }, { preset: 'personal' });
    expect(body.state).toMatch(/ok|reported/);
  }
  const { body } = await opened.http.call('list_files', { limit: 1_000 }, { preset: 'personal' });
  expect(body).toMatchObject({ state: 'failed', error: { code: 'TOO_LARGE' } });
  await open('/files');
  await expect.poll(() => page.locator('.file-row', { hasText: 'long-name-' }).count()).toBe(names.length);
});
