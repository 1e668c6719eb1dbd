/** P1: mail comes by SMTP to the one address, from real clients and from hostile ones. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { provision } from '../../../scripts/provision.ts';
import { listenForMail, type SmtpListener } from '../../../src/connectors/mail/smtp-listener.ts';
import type { DeliveryReceipt, MailInbox } from '../../../src/ports/forwarded-mailbox.ts';
import { PortError } from '../../../src/ports/port-error.ts';
import { openMailRoom, plainMail, type MailRoom } from '../../support/worlds/mail-room.ts';
import { SmtpLine } from '../../support/clients/smtp-client.ts';

const ADDRESS = 'inbox@example.com';
let room: MailRoom;
let listener: SmtpListener;

const start = async (smtp = '', more = ''): Promise<void> => {
  room = await openMailRoom({ yaml: `mail: { address: ${ADDRESS}, ${more} smtp: { port: 0, ${smtp} } }` });
  const opened = await room.assembly.mail.listen();
  if (!opened) throw new Error('it does not listen');
  listener = opened;
};
const client = (options: object = {}) =>
  createTransport({ host: '127.0.0.1', port: listener.port, secure: false, ignoreTLS: true, ...options });
const send = (mail: object = {}, options = {}) =>
  client(options).sendMail({ from: 'Ann <ann@example.com>', to: ADDRESS, subject: 'By SMTP', text: 'Hello.', ...mail });

afterEach(async () => {
  await listener.close();
  await room[Symbol.asyncDispose]();
});

describe('P1: a real client', () => {
  test('delivers text, HTML and an attachment, and gets 250 only when it is stored', async () => {
    await start();
    const info = await send({
      html: '<p>Hello in <b>HTML</b>.</p>',
      attachments: [{ filename: 'a.bin', content: Buffer.alloc(300_000, 7) }],
    });
    expect(info.response).toMatch(/^250 .*Kept as m/);
    const [found] = await room.search({ query: 'smtp' });
    expect(found).toMatchObject({ sender: 'Ann <ann@example.com>', subject: 'By SMTP', attachments: 1 });
    expect(await room.read(found?.id ?? '')).toMatchObject({
      body: 'Hello.',
      attachments: [{ name: 'a.bin', type: 'application/octet-stream', size: 300_000 }],
    });
  });

  test('delivers many at once, each of them once', async () => {
    await start();
    const pool = client({ pool: true, maxConnections: 4 });
    await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        pool.sendMail({ from: 'ann@example.com', to: ADDRESS, subject: `Number ${at}`, text: `Mail ${at}` }),
      ),
    );
    pool.close();
    expect(await room.search({ limit: 100 })).toHaveLength(60);
  });

  test('dots at the beginning of lines arrive as they were', async () => {
    await start();
    await send({ text: '.\n..\n.hidden\nend' });
    const [found] = await room.search();
    expect((await room.read(found?.id ?? '')).body).toBe('.\n..\n.hidden\nend');
  });
});

describe('P1: only for the one address', () => {
  test.each([
    'someone@example.com',
    'inbox@elsewhere.example',
    'inbox@example.com.evil.example',
    '"inbox@example.com"@evil.example',
    'inbox%evil.example@example.com',
    '',
  ])('mail for "%s" is refused and not passed on', async (to) => {
    await start();
    await using line = await SmtpLine.open(listener.port);
    expect(await line.begin(to)).toMatch(/^5\d\d/);
    expect(await line.say('DATA')).toMatch(/^503/);
    expect(await room.search()).toEqual([]);
  });

  test('the address is known in any case of letters', async () => {
    await start();
    await using line = await SmtpLine.open(listener.port);
    expect(await line.begin('INBOX@Example.COM')).toMatch(/^354/);
  });

  test('login is impossible', async () => {
    await start();
    await using line = await SmtpLine.open(listener.port);
    expect(await line.say('EHLO x')).not.toContain('AUTH');
    expect(await line.say('AUTH PLAIN AGEAYg==')).toMatch(/^5\d\d/);
  });
});

describe('P1: bounds', () => {
  test('a mail beyond the size is refused, announced and unannounced, and the next one is taken', async () => {
    await start('', 'maxBytes: 50000,');
    await using line = await SmtpLine.open(listener.port);
    expect(await line.say('EHLO x')).toContain('SIZE 50000');
    expect(await line.say('MAIL FROM:<a@example.com> SIZE=60000')).toMatch(/^552/);
    expect(await line.begin(ADDRESS)).toMatch(/^354/);
    line.write(`Subject: big\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(2_000)}.\r\n`);
    expect(await line.answer()).toMatch(/^552/);
    expect(await line.begin(ADDRESS)).toMatch(/^354/);
    expect(await line.say(`${plainMail()}.`)).toMatch(/^250/);
    expect(await room.search()).toHaveLength(1);
  });

  test('a client that sends too many in a minute gets 451', async () => {
    await start('perMinute: 3');
    for (let at = 0; at < 3; at += 1) await send({ text: `Mail ${at}` });
    await expect(send({ text: 'One more' })).rejects.toMatchObject({ responseCode: 451 });
    expect(await room.search()).toHaveLength(3);
  });

  test('a connection that breaks off in the middle of a mail leaves no mail', async () => {
    await start();
    for (const part of [
      'Subject: cut\r\n\r\nhalf a',
      `Subject: cut\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(3_000),
      'Subject: cut\r\n\r\nwhole but for the dot\r\n',
    ]) {
      const line = await SmtpLine.open(listener.port);
      expect(await line.begin(ADDRESS)).toMatch(/^354/);
      line.write(part);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await line.breakOff();
    }
    await send({ subject: 'After' });
    expect((await room.search()).map(({ subject }) => subject)).toEqual(['After']);
  });

  test('a line feed alone ends no mail, so nothing can be smuggled in behind one', async () => {
    await start();
    await using line = await SmtpLine.open(listener.port);
    await line.begin(ADDRESS);
    const smuggled = `MAIL FROM:<x@evil.example>\r\nRCPT TO:<${ADDRESS}>\r\nDATA\r\nSubject: smuggled\r\n\r\nx`;
    for (const end of ['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\n'])
      line.write(`Subject: outer\r\n\r\nbody${end}${smuggled}`);
    line.write('\r\n.\r\n');
    expect(await line.answer()).toMatch(/^250/);
    expect((await room.search()).map(({ subject }) => subject)).toEqual(['outer']);
  });
});

describe('P1: when it cannot be kept', () => {
  const failing = async (inbox: MailInbox) => {
    room = await openMailRoom();
    listener = await listenForMail({
      ...{ address: ADDRESS, inbox, host: '127.0.0.1', port: 0, maxBytes: 1_000_000, perMinute: 100 },
      log: () => undefined,
    });
  };

  test('the sender gets a temporary error with its reason', async () => {
    await failing({ deliver: () => Promise.reject(new PortError('STORAGE_FULL', 'full')) });
    await expect(send()).rejects.toMatchObject({ responseCode: 452 });
    await listener.close();
    await room[Symbol.asyncDispose]();
    await failing({ deliver: () => Promise.reject(new Error('secret inside')) });
    await expect(send()).rejects.toMatchObject({
      responseCode: 451,
      response: expect.not.stringContaining('secret') as string,
    });
  });

  test('a ninth delivery at once gets 451', async () => {
    const waiting: ((delivered: DeliveryReceipt) => void)[] = [];
    await failing({ deliver: () => new Promise((resolve) => waiting.push(resolve)) });
    const sent = Array.from({ length: 8 }, () => send());
    while (waiting.length < 8) await new Promise((resolve) => setTimeout(resolve, 10));
    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    for (const finish of waiting)
      finish({ state: 'stored', id: 'm1', sender: '', subject: '', problem: undefined, isConfirmation: false });
    await Promise.all(sent);
  });
});

describe('P1: TLS', () => {
  let keys: string;
  beforeAll(async () => {
    const openssl = (await provision(['openssl'])).get('openssl') ?? '';
    keys = mkdtempSync(join(tmpdir(), 'deputize-keys-'));
    const words =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=example.com -keyout key.pem -out cert.pem';
    execFileSync(openssl, words.split(' '), { cwd: keys, stdio: 'pipe' });
  });
  afterAll(() => rmSync(keys, { recursive: true }));

  test('is offered with the configured certificate, and demanded where that is set', async () => {
    await start(`tls: { key: ${keys}/key.pem, cert: ${keys}/cert.pem, required: true }`);
    await expect(send()).rejects.toMatchObject({ responseCode: 530 });
    await send({}, { ignoreTLS: false, requireTLS: true, tls: { rejectUnauthorized: false } });
    expect(await room.search()).toHaveLength(1);
  });

  test('is not offered without one', async () => {
    await start();
    await using line = await SmtpLine.open(listener.port);
    expect(await line.say('EHLO x')).not.toContain('STARTTLS');
  });

  test('a key that cannot be read stops the start, and the setting is named', async () => {
    await start();
    await using other = await openMailRoom({
      yaml: `mail: { address: ${ADDRESS}, smtp: { port: 0, tls: { key: none.pem, cert: none.pem } } }`,
    });
    await expect(other.assembly.mail.listen()).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      details: { key: 'mail.smtp.tls.key' },
    });
  });
});
