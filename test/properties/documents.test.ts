/** Mails and events as anyone may send them: they are read in bounded time, or counted as unreadable; nothing else happens. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { DeputizeError } from '../../src/core/errors.ts';
import { PortError } from '../../src/ports/port-error.ts';
import { buildAgenda } from '../../src/domains/calendar/agenda.ts';
import { htmlToText } from '../../src/domains/mail/html-text.ts';
import { readMessage } from '../../src/domains/mail/read-message.ts';
import { hold } from './hold.ts';

const odd = fc.string({ unit: 'binary', maxLength: 60 });
const header = fc.oneof(
  fc.constantFrom(
    ...[
      'From: "A" <a@example.com>',
      'To: b@example.com',
      'Subject: =?utf-8?B?4pyT?=',
      'Date: Mon, 1 Jan 2026 00:00:00 +0000',
    ],
    ...['Content-Type: multipart/mixed; boundary=x', 'Content-Type: multipart/mixed; boundary=""', 'MIME-Version: 1.0'],
    ...[
      'Content-Type: text/html; charset=utf-16',
      'Content-Type: text/plain; charset=nothing',
      'Content-Type: message/rfc822',
    ],
    ...[
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Disposition: attachment',
    ],
  ),
  fc.tuple(fc.constantFrom('From', 'Subject', 'Date', 'Content-Type', 'X'), odd).map((pair) => pair.join(': ')),
);
const line = fc.oneof(
  header,
  odd,
  fc.constantFrom('', '--x', '--x--', '--', '<p>a<b', '=?', '=\r', 'begin 644 x', '>> a'),
);
const mail = fc.oneof(
  fc.uint8Array({ maxLength: 3_000 }),
  fc.array(line, { maxLength: 60 }).map((lines) => Buffer.from(lines.join('\r\n'))),
);

test('any mail is read, or kept with its reason', () =>
  hold(mail, async (raw) => {
    const message = await readMessage(raw);
    expect(typeof message.body).toBe('string');
    expect(message.subject).not.toMatch(/[\r\n]/u);
    expect(message.sender).not.toMatch(/[\r\n]/u);
    if (message.date !== undefined) expect(Number.isFinite(message.date)).toBe(true);
  }));

test('any markup becomes text', () =>
  hold(
    fc.array(
      fc.oneof(odd, fc.constantFrom('<', '<script>', '</', '<!--', '<a href="', '">', '&amp', '&#x', '<table>')),
      { maxLength: 80 },
    ),
    (parts) => expect(htmlToText(parts.join(''))).not.toMatch(/<script>/iu),
  ));

const value = fc.oneof(
  fc.constantFrom(
    ...['20260101', '20260101T000000', '20260101T000000Z', '99999999T999999Z', '-P1D', 'PT0S', 'P99999999D', 'P1W', ''],
    ...[
      'FREQ=DAILY',
      'FREQ=SECONDLY;INTERVAL=1',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=MONTHLY;BYDAY=5FR;BYSETPOS=-366',
    ],
    ...[
      'FREQ=DAILY;COUNT=999999999',
      'FREQ=WEEKLY;UNTIL=20990101;BYDAY=MO,TU',
      'FREQ=MINUTELY;BYHOUR=25',
      'FREQ=;INTERVAL=0',
    ],
  ),
  odd,
);
const property = fc
  .tuple(
    fc.constantFrom(
      ...['UID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'SUMMARY', 'TRANSP'],
    ),
    fc.constantFrom('', ';TZID=Europe/Berlin', ';TZID=Nowhere', ';VALUE=DATE', ';X="', ';TZID='),
    value,
  )
  .map(([name, parameter, text]) => `${name}${parameter}:${text}`);
const block = fc.oneof(
  property,
  fc.constantFrom('BEGIN:VALARM', 'END:VALARM', 'BEGIN:VEVENT', 'END:VEVENT', ' folded', 'BEGIN:VTIMEZONE'),
);
const event = fc
  .array(block, { maxLength: 25 })
  .map((lines) =>
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20260101T100000Z',
      ...lines,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  );
const range = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 1, 1), zone: undefined };

test('any event is worked out or counted as unreadable', () =>
  hold(fc.oneof(event, fc.string({ unit: 'binary' })), (data) => {
    try {
      const { entries, unreadable } = buildAgenda({ ...range, data: [data] });
      for (const { start, end } of entries) expect([typeof start, typeof end]).toEqual(['string', 'string']);
      for (const { reason } of unreadable) expect(reason).not.toBe('');
    } catch (error) {
      expect(error instanceof DeputizeError || error instanceof PortError, String(error)).toBe(true);
    }
  }));
