/** P3: whatever comes is stored or refused with a reason; nothing is lost and nothing hangs. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openMailRoom, plainMail, type MailRoom } from '../../support/worlds/mail-room.ts';

let room: MailRoom;
beforeEach(async () => {
  room = await openMailRoom();
});
afterEach(() => room[Symbol.asyncDispose]());

const keptWhole = async (mail: string | Uint8Array) => {
  const delivered = await room.deliver(mail);
  expect(delivered.state).toBe('stored');
  // Nothing is lost: what came in is kept byte for byte, so the same again is known.
  expect(await room.deliver(mail)).toMatchObject({ state: 'known', id: delivered.id });
  return room.read(delivered.id);
};

const nested = (depth: number): string => {
  const lines = ['From: ann@example.com', 'Subject: Deep'];
  for (let at = 0; at < depth; at += 1) lines.push(`Content-Type: multipart/mixed; boundary=b${at}`, '', `--b${at}`);
  return [...lines, 'Content-Type: text/plain', '', 'the bottom'].join('\r\n');
};

describe('P3: malformed mail is kept', () => {
  test('ten thousand nested parts, with what can be read and why not more', async () => {
    const mail = await keptWhole(nested(10_000));
    expect(mail).toMatchObject({ subject: 'Deep', sender: 'ann@example.com' });
    expect(mail['problem']).toContain('could not be separated');
    expect(mail.body).toContain('the bottom');
  });

  test('ten thousand parts side by side', async () => {
    const parts = Array.from(
      { length: 10_000 },
      (_, at) => `--b\r\nContent-Type: image/png; name=${at}.png\r\n\r\nx\r\n`,
    );
    const mail = await keptWhole(
      `Subject: Wide\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`,
    );
    expect(mail.attachments).toHaveLength(500);
    expect(mail['problem']).toContain('10000 parts');
  });

  test('a mail that breaks off in every place', async () => {
    const whole = plainMail(
      { 'Content-Type': 'multipart/mixed; boundary="=_b"', Subject: '=?utf-8?q?Caf=C3=A9?=' },
      '--=_b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nCaf=C3=A9\r\n--=_b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--=_b--',
    );
    for (let end = 1; end < whole.length; end += 13) await room.deliver(whole.slice(0, end));
    expect((await room.search({ limit: 100 })).length).toBeGreaterThan(30);
  });

  test.each([
    ['a charset that there is not', 'text/plain; charset=klingon', Buffer.from('kapla')],
    ['a charset that is wrong', 'text/plain; charset=utf-8', Buffer.from([0x63, 0x61, 0x66, 0xe9])],
    ['no charset', 'text/plain', Buffer.from('café')],
    ['a charset that is none', 'text/plain; charset="\u0001"', Buffer.from('x y')],
  ])('%s', async (_, type, body) => {
    const head = Buffer.from(plainMail({ 'Content-Type': type }, ''));
    expect((await keptWhole(new Uint8Array(Buffer.concat([head, body])))).body).not.toBe('');
  });

  test('no From, no Subject, no Date, no header at all', async () => {
    expect(await keptWhole('Subject: x\r\n\r\nbody')).toMatchObject({ sender: '', subject: 'x', body: 'body' });
    expect(await keptWhole('\r\nonly a body')).toMatchObject({ sender: '', subject: '', body: 'only a body' });
    expect(await keptWhole('From: a@example.com')).toMatchObject({ sender: 'a@example.com', body: '' });
    await keptWhole('\0');
    await keptWhole(new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')));
  });

  test('NULs and controls, which no field of a result holds afterwards', async () => {
    const mail = await keptWhole(
      plainMail({ Subject: 'a\0b\u0007c', From: 'X\0 <x@example.com>' }, 'one\0two\u001B[2J'),
    );
    expect(JSON.stringify(mail)).not.toMatch(/\\u0000|\\u0007|\\u001b/i);
    expect(mail.body).toBe('onetwo[2J');
  });

  test('headers that try to smuggle in others', async () => {
    const subject = `=?utf-8?q?Hello=0D=0ABcc:_evil@example.com=0D=0A=0D=0Abody?=`;
    const mail = await keptWhole(
      plainMail({ Subject: subject, From: '=?utf-8?q?Ann=0AFrom:_boss=40example.com?= <ann@example.com>' }),
    );
    expect(mail.subject).toBe('Hello Bcc: evil@example.com body');
    expect(mail.sender).not.toContain('\n');
    expect(mail.sender).toMatch(/<ann@example\.com>$|^.*ann@example\.com/);
    const hidden = await keptWhole(plainMail({ Subject: '=?utf-8?b?4oCuZ3BqLmV4ZQ==?=', 'Message-ID': '<h@x>' }));
    expect(hidden.subject).toBe('gpj.exe');
  });

  test.each([
    ['Thu, 01 Jan 1970 00:00:00 +0000', '1970-01-01T00:00:00.000Z'],
    ['Wed, 31 Dec 1969 23:59:59 +0000', '1970-01-01T00:00:00.000Z'],
    ['Sat, 1 Jan 2000 00:00:00 +0000', '2000-01-01T00:00:00.000Z'],
  ])('the date %s', async (date, kept) => {
    expect((await keptWhole(plainMail({ Date: date }))).date).toBe(kept);
  });

  test.each(['Sun, 1 Jan 2090 00:00:00 +0000', 'Tue, 1 Jan 99999 00:00:00 +0000', 'yesterday', ''])(
    'the date "%s" is not believed: the mail is dated by its arrival',
    async (date) => {
      const before = Date.now();
      const { date: kept } = await keptWhole(plainMail({ Date: date }));
      expect(Date.parse(kept)).toBeGreaterThanOrEqual(before - 1);
      expect(Date.parse(kept)).toBeLessThanOrEqual(Date.now());
    },
  );

  test('fifty megabytes attached, listed and not opened', async () => {
    const head = plainMail(
      { 'Content-Type': 'multipart/mixed; boundary=b' },
      '--b\r\n\r\nsee attached\r\n--b',
    ).trimEnd();
    const part = '\r\nContent-Type: application/zip; name=big.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    const line = `${'A'.repeat(76)}\r\n`;
    const mail = await keptWhole(`${head}${part}${line.repeat(Math.ceil(50_000_000 / 57))}--b--\r\n`);
    expect(mail).toMatchObject({ body: 'see attached', attachments: [{ name: 'big.zip', type: 'application/zip' }] });
    expect(mail.attachments[0]?.size).toBeGreaterThan(50_000_000);
  }, 120_000);

  test('text that is all one line, and HTML that is all tags', async () => {
    const line = await keptWhole(plainMail({ Subject: 'Line' }, `${'> '.repeat(500_000)}${'From: '.repeat(100_000)}`));
    expect(line.subject).toBe('Line');
    const tags = await keptWhole(
      plainMail({ Subject: 'Tags', 'Content-Type': 'text/html' }, '<div><a href="x">'.repeat(200_000)),
    );
    expect(tags.subject).toBe('Tags');
  }, 120_000);
});

describe('P3: what is refused is refused with a reason', () => {
  test('nothing at all', async () => {
    await expect(room.deliver('')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('more than the configured size, as bytes and as a stream', async () => {
    await using small = await openMailRoom({ yaml: 'mail: { address: inbox@example.com, maxBytes: 20000 }' });
    await expect(small.deliver('x'.repeat(20_001))).rejects.toMatchObject({ code: 'TOO_LARGE' });
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(64_000).fill(97);
    }
    await expect(small.assembly.mail.inbox.deliver(endless(), { via: 'smtp' })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(await small.search()).toEqual([]);
  });
});
