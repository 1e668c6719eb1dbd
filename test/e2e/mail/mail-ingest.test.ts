/** P3: mail from files by command, killed in the middle, on a full disk, and in every form that mail is kept in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { deputize, startProcess } from '../../support/processes/command-line.ts';
import { openMailRoom, plainMail } from '../../support/worlds/mail-room.ts';
import { writeMailFolder } from '../../support/cases/material.ts';
import { SmallDisk } from '../../support/crash/small-disk.ts';

vi.setConfig({ testTimeout: 180_000 });

let base: string;
let data: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'deputize-ingest-'));
  data = join(base, 'data');
});
afterEach(() => rm(base, { recursive: true, force: true }));

const run = (...words: string[]) => deputize([...words, '--data', data]);
const write = async (name: string, content: string): Promise<string> => {
  const path = join(base, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
};
const numbered = (at: number, body = `Mail ${at}`): string =>
  plainMail({ Subject: `Number ${at}`, 'Message-ID': `<${at}@example.com>` }, body);
const subjects = async (): Promise<string[]> => {
  const { json } = await run('call', 'search_emails', '{"limit":100}', '--preset', 'personal');
  return (json as { value: { emails: { subject: string }[] } }).value.emails.map(({ subject }) => subject).toSorted();
};

/** Counts the mails while another process writes them; 0 before the table exists. */
function mailsIn(folder: string): number {
  try {
    const database = new DatabaseSync(join(folder, 'deputize.db'), { readOnly: true });
    try {
      return (database.prepare('select count(*) as n from mails').get() as { n: number }).n;
    } finally {
      database.close();
    }
  } catch {
    return 0;
  }
}

describe('P3: deputize ingest', () => {
  test('takes a thousand mails from a folder, once, however often it runs', async () => {
    const folder = join(base, 'mails');
    const count = await writeMailFolder(folder);
    expect(count).toBeGreaterThanOrEqual(1_000);
    const first = await run('ingest', folder);
    expect(first.json).toEqual({ stored: count, known: 0, refused: [], problems: [] });
    expect(first.err).toBe('');
    expect((await run('ingest', folder)).json).toMatchObject({
      stored: 0,
      known: count,
      refused: [],
    });
    expect((await run('audit', 'verify')).json).toMatchObject({ ok: true });
  });

  test('killed at any moment it leaves whole mails only, and the next run takes the rest', async () => {
    const program = join(import.meta.dirname, '../../../bin/deputize.mjs');
    const folder = join(base, 'mails');
    const total = await writeMailFolder(folder);
    let killed = 0;
    for (const mailsBefore of [1, 150, 400, 700]) {
      const words = [program, 'ingest', folder, '--data', data, '--json'];
      const child = spawn(process.execPath, words, { stdio: 'ignore' });
      const ended = once(child, 'exit');
      const watching = setInterval(() => mailsIn(data) >= mailsBefore && child.kill('SIGKILL'), 5);
      const [code] = (await ended) as [number | null];
      clearInterval(watching);
      if (code === null) killed += 1;
    }
    expect(killed).toBeGreaterThan(1);
    const { json } = await run('ingest', folder);
    expect(json).toMatchObject({ refused: [] });
    const { stored, known } = json as { stored: number; known: number };
    expect(stored + known).toBe(total);
    const database = new DatabaseSync(join(data, 'deputize.db'), { readOnly: true });
    const count = (sql: string) => (database.prepare(sql).get() as { n: number }).n;
    expect(count('select count(*) as n from mails')).toBe(total);
    expect(count(`select count(*) as n from audit where kind = 'mail.received'`)).toBe(total);
    expect(count('select count(*) as n from mail_search_docsize')).toBe(total);
    // Every object that a mail names is there.
    const objects = new DatabaseSync(join(data, 'objects', 'small.db'), { readOnly: true });
    const isThere = objects.prepare('select 1 from objects where hash = ?');
    for (const row of database.prepare('select hash, content_hash, size from mails').all() as {
      hash: string;
      content_hash: string;
      size: number;
    }[])
      for (const hash of [row.hash, row.content_hash]) {
        const large = join(data, 'objects', hash.slice(0, 2), hash.slice(2, 4), hash);
        if (!isThere.get(Buffer.from(hash, 'hex'))) expect((await readFile(large)).length).toBeGreaterThan(0);
      }
    objects.close();
    database.close();
    expect((await run('audit', 'verify')).json).toMatchObject({ ok: true });
  });

  test('reads messages, mboxes and a Maildir', async () => {
    const from = 'From ann@example.com Mon Mar  3 14:05:00 2025\n';
    const unix = (at: number, body?: string) => numbered(at, body).replaceAll('\r\n', '\n');
    const tricky = 'first\n\nFrom here on it is a sentence.\n>From the quoted side\n';
    const mbox = await write('all.mbox', `${from}${unix(1)}\n${from}${unix(2, tricky)}\n${from}${unix(3)}`);
    const eml = await write('one.eml', numbered(4));
    const withLine = await write('five.eml', `${from}${unix(5)}`);
    for (const part of ['cur', 'new', 'tmp']) await mkdir(join(base, 'maildir', part), { recursive: true });
    await write('maildir/cur/1.host:2,S', numbered(6));
    await write('maildir/new/2.host', numbered(7));
    await write('maildir/tmp/3.host', numbered(8));
    await write('maildir/cur/.hidden', 'Subject: no\r\n\r\n');
    const { code, json } = await run('ingest', mbox, eml, withLine, join(base, 'maildir'));
    expect(json).toMatchObject({ refused: [] });
    expect(code).toBe(0);
    expect(await subjects()).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `Number ${at}`));
    const { json: found } = await run('call', 'search_emails', '{"query":"number 2"}', '--preset', 'personal');
    const [second] = (found as { value: { emails: { id: string }[] } }).value.emails;
    const read = await run('call', 'read_email', JSON.stringify({ id: second?.id }), '--preset', 'personal');
    expect(read.json).toMatchObject({
      value: { body: 'first\n\nFrom here on it is a sentence.\nFrom the quoted side' },
    });
  });

  test('says of what it does not take why, and takes the rest', async () => {
    const folder = join(base, 'mixed');
    await write('mixed/a.eml', numbered(1));
    await write('mixed/empty.eml', '');
    await write('mixed/notes.txt', 'just some notes\n');
    await write('mixed/item.msg', '\u00D0\u00CF\u0011\u00E0');
    await writeFile(join(folder, 'item.msg'), Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    const { code, json } = await run('ingest', folder);
    expect(code).toBe(1);
    expect(json).toMatchObject({ stored: 1, known: 0 });
    const { refused } = json as { refused: { place: string; reason: string }[] };
    const told = refused.map(({ place, reason }) => [place.split('/').at(-1) ?? '', reason]);
    expect(told.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
      ['empty.eml', 'The file is empty.'],
      ['item.msg', expect.stringContaining('Outlook')],
      ['notes.txt', expect.stringContaining('does not begin')],
    ]);
    expect(await run('ingest', join(base, 'nothing'))).toMatchObject({
      code: 1,
      json: { error: { code: 'FILE_NOT_FOUND' } },
    });
    expect((await run('ingest')).code).toBe(2);
  });

  test('an mbox of one message beyond the size gives up that one only', async () => {
    await mkdir(data);
    await writeFile(join(data, 'deputize.yaml'), 'mail: { address: inbox@example.com, maxBytes: 50000 }');
    const from = 'From ann@example.com Mon Mar  3 14:05:00 2025\n';
    const mbox = await write(
      'all.mbox',
      `${from}${numbered(1)}\n${from}${numbered(2, 'x'.repeat(3_000_000))}\n\n${from}${numbered(3)}`,
    );
    const { json } = await run('ingest', mbox);
    expect(json).toMatchObject({
      stored: 2,
      refused: [{ place: `${mbox}#2`, reason: expect.stringContaining('50000') as string }],
    });
  });
});

describe('P1: deputize start', () => {
  test('receives mail beside a command that reads it, and says where', async () => {
    await mkdir(data);
    await writeFile(join(data, 'deputize.yaml'), 'mail: { address: inbox@example.com, smtp: { port: 0 } }');
    await using server = await startProcess(['--data', data]);
    const { smtpPort } = server as unknown as { smtpPort: number };
    const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
    await transport.sendMail({ from: 'a@example.com', to: 'inbox@example.com', subject: 'Started', text: 'Hello.' });
    await run('ingest', await write('b.eml', numbered(1)));
    expect(await subjects()).toEqual(['Number 1', 'Started']);
  });
});

describe('P3: a full disk', () => {
  test('is answered with "later", nothing acknowledged is lost, and with room it goes on', async () => {
    using disk = new SmallDisk(12);
    const room = await openMailRoom({
      under: disk.path,
      yaml: 'mail: { address: inbox@example.com, smtp: { port: 0, perMinute: 10000 } }',
    });
    const listener = await room.assembly.mail.listen();
    try {
      const transport = createTransport({ host: '127.0.0.1', port: listener?.port ?? 0, ignoreTLS: true });
      const send = (at: number) =>
        transport
          .sendMail({
            from: 'a@example.com',
            to: 'inbox@example.com',
            subject: `Number ${at}`,
            text: `${at} `.repeat(5_000),
          })
          .then(
            () => true,
            (error: { responseCode?: number }) => {
              expect([451, 452]).toContain(error.responseCode);
              return false;
            },
          );
      const taken: number[] = [];
      for (let at = 0; at < 5; at += 1) if (await send(at)) taken.push(at);
      expect(taken).toHaveLength(5);
      disk.fill();
      let refused = 0;
      for (let at = 5; at < 60; at += 1) {
        if (await send(at)) taken.push(at);
        else refused += 1;
      }
      expect(refused).toBeGreaterThan(0);
      disk.empty();
      disk.grow(64);
      expect(await send(1_000)).toBe(true);
      taken.push(1_000);
      const found = (await room.search({ limit: 100 })).map(({ subject }) => subject);
      expect(found.toSorted()).toEqual(taken.map((at) => `Number ${at}`).toSorted());
    } finally {
      await listener?.close();
      await room[Symbol.asyncDispose]();
    }
  });
});
