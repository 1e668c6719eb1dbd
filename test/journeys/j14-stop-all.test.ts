/** J14: a cautious person stops everything from the phone while a call runs, sees it said everywhere, and lifts the stop. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SET_UP_MS } from './support/packed-product.ts';
import { Person, type McpAgent, type McpAnswer, type StartedServer } from './support/person.ts';

/** Writes one file, then works far longer than this test waits. */
const LONG_WORK = 'open("begun.txt", "w").write("x"); import time; time.sleep(300); open("ended.txt", "w").write("x")';

let person: Person;
let server: StartedServer;
let folder: string;
let agent: McpAgent;
let phone: Page;
let running: Promise<McpAnswer>;

beforeAll(async () => {
  person = Person.create();
  folder = person.createProject('alpha', { 'notes.txt': 'before\n' });
  server = await person.start();
  agent = await person.connect(folder);
  phone = await person.openBrowser(server.signInUrl, 'phone');
}, SET_UP_MS);
afterAll(() => person[Symbol.asyncDispose]());

test('R21: a long call runs, and another waits for approval', async () => {
  running = agent.call('run_code', { language: 'python', code: LONG_WORK, timeout: 300 });
  // What it writes is not in the folder before it has ended, so the audit says that it runs.
  const readAudit = async () => (await person.run(['audit', 'export', '--format', 'jsonl'])).stdout;
  await expect.poll(readAudit, { timeout: 30_000 }).toContain('"call.started"');
  const waiting = await agent.call('write_file', { path: 'notes.txt', content: 'after\n' });
  expect(waiting.outcome.state).toBe('pending');
});

test('R18: Stop all on the phone ends the running call, which left nothing behind and says nothing else', async () => {
  await phone.goto(server.url);
  await phone.getByRole('button', { name: 'Stop all' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Stop all' }).click();
  const answer = await running;
  expect(answer.isError).toBe(true);
  expect(answer.outcome).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
  expect(answer.text).not.toContain('A part of it may have taken effect.');
  expect(answer.outcome.error).toMatchObject({ partialSideEffects: false });
  expect(['begun.txt', 'ended.txt'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
});

test('R18: the stop is said everywhere: on the phone, in a second browser, on the command line and over MCP', async () => {
  await phone.getByText('Everything is stopped').waitFor();
  const desk = await person.openBrowser(await person.signInLink());
  await desk.getByText('Everything is stopped').waitFor();
  const call = await person.json<{ state: string; error: { code: string } }>(
    ['call', 'list_directory', '{"path":"."}', '--preset', 'workspace'],
    folder,
  );
  expect(call).toMatchObject({ state: 'refused', error: { code: 'STOPPED' } });
  const overMcp = await agent.call('list_directory', { path: '.' });
  expect(overMcp.outcome).toMatchObject({ state: 'refused', error: { code: 'STOPPED' } });
  expect(overMcp.text).toMatch(/stopped/i);
});

test('R7: what waited is refused and stays undone', async () => {
  const { approvals } = await person.json<{ approvals: unknown[] }>(['approvals', 'list']);
  expect(approvals).toEqual([]);
  const collected = await agent.call('write_file', { path: 'notes.txt', content: 'after\n' });
  expect(collected.outcome.state).toBe('refused');
});

test('R18: lifting the stop on the phone lets work go on, and nothing begins again by itself', async () => {
  await phone.getByRole('button', { name: 'Lift the stop' }).click();
  await phone.getByText('Everything is stopped').waitFor({ state: 'detached' });
  // The other process sees the change a moment later.
  const list = async () => (await agent.call('list_directory', { path: '.' })).outcome.state;
  await expect.poll(list).toBe('ok');
  expect(existsSync(join(folder, 'ended.txt'))).toBe(false);
});

test('R10: every step is in the audit, and the audit holds', async () => {
  expect((await person.run(['audit', 'verify'])).code).toBe(0);
  const { stdout } = await person.run(['audit', 'export', '--format', 'jsonl']);
  const kinds = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds).toEqual(expect.arrayContaining(['runtime.stopped', 'runtime.stop-lifted', 'approval.denied']));
});
