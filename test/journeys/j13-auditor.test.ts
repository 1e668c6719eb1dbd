/** J13: an auditor exports a quarter, verifies it on another machine, and has one person's data erased; the chain still holds. */
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SET_UP_MS } from './support/packed-product.ts';
import { Person, type McpAgent } from './support/person.ts';

/** What the erased person wrote. It is in no file of Deputize, neither before nor after. */
const WORDS = 'canary-5e1d77';
const REASON = 'canary-reason-20b4';

let person: Person;
let auditor: Person;
let agent: McpAgent;
let folder: string;
let exported: string;
let overwritten: string;

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const period = ['--from', day(-90), '--to', day(1)];
const dataFolder = (): string => join(person.home, '.local', 'share', 'deputize');

function everyByte(from: string): string {
  return readdirSync(from, { recursive: true, encoding: 'utf8' })
    .map((name) => join(from, name))
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

beforeAll(async () => {
  person = Person.create();
  auditor = Person.create();
  folder = person.createProject('books', { 'notes.txt': 'before\n' });
  agent = await person.connect(folder);
}, SET_UP_MS);
afterAll(async () => {
  await auditor[Symbol.asyncDispose]();
  await person[Symbol.asyncDispose]();
});

test('R10: an assistant works, and a person approves one call and denies another', async () => {
  await agent.call('list_directory', { path: '.' });
  const first = await agent.call('write_file', { path: 'notes.txt', content: `${WORDS}\n` });
  const second = await agent.call('write_file', { path: 'notes.txt', content: `${WORDS} again\n` });
  overwritten = first.outcome.callId;
  const approved = await person.json<{ state: string }>(['approvals', 'approve', first.outcome.approval?.id ?? '']);
  expect(approved.state).toBe('ok');
  await person.json(['approvals', 'deny', second.outcome.approval?.id ?? '', '--reason', REASON]);
  await agent.close();
});

test('R10: the quarter is exported, contains no contents, and is verified on another machine', async () => {
  const file = join(person.home, 'quarter.jsonl');
  const made = await person.run(['audit', 'export', ...period, '--out', file]);
  expect(made).toMatchObject({ code: 0 });
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('approval.approved');
  expect(text).not.toContain(WORDS);
  expect(text).not.toContain(REASON);
  exported = join(auditor.home, 'quarter.jsonl');
  copyFileSync(file, exported);
  const verified = await auditor.json<{ ok: boolean }>(['audit', 'verify', '--file', exported]);
  expect(verified).toMatchObject({ ok: true });
  expect(existsSync(join(auditor.home, '.local', 'share', 'deputize', 'deputize.db'))).toBe(false);
});

test('R10: an export that was changed by one letter is refused', async () => {
  const { writeFileSync } = await import('node:fs');
  const changed = join(auditor.home, 'changed.jsonl');
  writeFileSync(changed, readFileSync(exported, 'utf8').replace('"write_file"', '"write_filf"'));
  const verified = await auditor.run(['audit', 'verify', '--file', changed, '--json']);
  expect(verified.code).toBe(1);
  expect(JSON.parse(verified.stdout)).toMatchObject({ ok: false });
});

test('R10: the report names who approved and who denied, and is readable without a manual', async () => {
  const file = join(person.home, 'report.md');
  expect(await person.run(['audit', 'report', ...period, '--out', file])).toMatchObject({ code: 0 });
  const report = readFileSync(file, 'utf8');
  expect(report).toMatch(/write_file/);
  expect(report).toMatch(/approved/i);
  expect(report).toMatch(/denied/i);
  expect(report).not.toContain(WORDS);
});

test('R10: the person’s data is erased: it is gone from every file, and the chain still holds', async () => {
  expect(everyByte(dataFolder())).not.toContain(REASON);
  const asked = await person.run(['erase', 'owner']);
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('--yes');
  const erased = await person.json<{ contents: number }>(['erase', 'owner', '--yes']);
  expect(erased.contents).toBeGreaterThan(5);
  expect(everyByte(dataFolder())).not.toContain(WORDS);
  expect(await person.json(['audit', 'verify'])).toMatchObject({ ok: true });
  const undone = await person.json<{ error: { code: string; message: string } }>(['undo', overwritten]);
  expect(undone.error).toMatchObject({ code: 'NOT_UNDOABLE', message: expect.stringContaining('erased') });
});

test('R10: the quarter of before and a new export both verify on the other machine', async () => {
  expect(await auditor.json(['audit', 'verify', '--file', exported])).toMatchObject({ ok: true });
  const again = join(person.home, 'again.jsonl');
  expect(await person.run(['audit', 'export', ...period, '--out', again])).toMatchObject({ code: 0 });
  expect(readFileSync(again, 'utf8')).toContain('contents.erased');
  copyFileSync(again, join(auditor.home, 'again.jsonl'));
  const verified = await auditor.json(['audit', 'verify', '--file', join(auditor.home, 'again.jsonl')]);
  expect(verified).toMatchObject({ ok: true });
});
