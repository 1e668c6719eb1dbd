/** Inputs that are made to keep a parser busy: mails, events, calendar answers, pages, JSON and documents. */

/** A name, and what builds the input when it is needed. */
export type HostileInput<T> = readonly [name: string, build: () => T];

const HEAD =
  'From: stranger@example.net\r\nTo: ann@example.com\r\nSubject: Offer\r\nDate: Mon, 02 Nov 2026 10:00:00 +0000\r\n';

export const buildMail = (headers: string, body: string): Uint8Array => Buffer.from(`${HEAD}${headers}\r\n${body}`);

const parts = (count: number): string => `${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(count)}--b--\r\n`;
const MIXED = 'Content-Type: multipart/mixed; boundary=b\r\n';
const NESTED = '--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
const HTML = 'Content-Type: text/html\r\n';

export const hostileMails: readonly HostileInput<Uint8Array>[] = [
  [
    'three megabytes of soft line breaks',
    () => buildMail('Content-Transfer-Encoding: quoted-printable\r\n', '=\r\n'.repeat(1_000_000)),
  ],
  ['100,000 parts', () => buildMail(MIXED, parts(100_000))],
  ['thirty megabytes of plain text', () => buildMail('', `${'word '.repeat(14)}\r\n`.repeat(420_000))],
  ['nested parts', () => buildMail(MIXED, NESTED.repeat(20_000))],
  ['a deep page', () => buildMail(HTML, '<div>'.repeat(300_000))],
  ['a page of open tags', () => buildMail(HTML, '<a <b '.repeat(300_000))],
  ['a page of entities', () => buildMail(HTML, '&amp'.repeat(500_000))],
  ['quotation marks of a history', () => buildMail('', '> '.repeat(1_000_000))],
  ['many addresses', () => buildMail(`Cc: ${'a@example.com, '.repeat(60_000)}a@example.com\r\n`, 'x')],
  ['a long header', () => buildMail(`X-Long: ${'x '.repeat(400_000)}\r\n`, 'x')],
  ['an encoded word after the other', () => buildMail(`X-Words: ${'=?utf-8?q?a?= '.repeat(60_000)}\r\n`, 'x')],
];

/** Mails of a given size, of which the largest that are read at once may have. */
export const hostileSmallMails = (bytes: number): readonly HostileInput<Uint8Array>[] => {
  const fill = (unit: string): string => unit.repeat(Math.floor((bytes - 600) / unit.length));
  const part = '--b\r\n\r\n';
  return [
    ['soft line breaks', () => buildMail('Content-Transfer-Encoding: quoted-printable\r\n', fill('=\r\n'))],
    ['parts', () => buildMail(MIXED, `${fill('--b\r\n\r\n\r\n')}--b--\r\n`)],
    ['nested parts', () => buildMail(MIXED, fill(NESTED))],
    ['parts without an end', () => buildMail(MIXED, fill(part))],
    ['open elements', () => buildMail(HTML, fill('<b>'))],
    ['formatting that is adopted', () => buildMail(HTML, fill('<a><p>'))],
    ['tables in tables', () => buildMail(HTML, fill('<table><td>'))],
    ['attributes', () => buildMail(HTML, `<p ${fill('a1 ')}>`)],
    ['hidden elements', () => buildMail(HTML, fill('<p style=display:none>x'))],
    ['addresses', () => buildMail(`Cc: ${fill('a@b.c,')}\r\n`, 'x')],
    ['brackets of addresses', () => buildMail(`Cc: ${fill('<"(')}\r\n`, 'x')],
    ['encoded words', () => buildMail(`Subject: ${fill('=?utf-8?q?a?= ')}\r\n`, 'x')],
    ['quotation marks', () => buildMail('', fill('> '))],
    ['headings of forwarded mails', () => buildMail('', fill('From: a@b.c\r\n'))],
    ['lines of a history', () => buildMail('', fill('On Monday wrote:\r\n'))],
    ['parameters', () => buildMail(`Content-Type: text/plain; ${fill('a*0=b; ')}\r\n`, 'x')],
    ['dots', () => buildMail('', fill('.'))],
    ['spaces', () => buildMail('', `${fill(' ')}x`)],
  ];
};

/** One calendar of one event, or of several with the same lines. */
export const buildEvent = (lines: string, count = 1): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${`BEGIN:VEVENT\r\nUID:hostile\r\nDTSTART:20261102T100000Z\r\n${lines}END:VEVENT\r\n`.repeat(count)}END:VCALENDAR\r\n`;

const DAY_MS = 86_400_000;
const dates = (count: number, step: number): string =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(1900, 0, 1) + at * step).toISOString().slice(0, 19).replaceAll(/[:-]/g, ''),
  ).join(',');

export const hostileEvents: readonly HostileInput<readonly string[]>[] = [
  ['an event of 270,000 lines', () => [buildEvent('X-A:b\r\n'.repeat(270_000))]],
  ['an event of 600,000 folds', () => [buildEvent(`DESCRIPTION:${'\r\n '.repeat(600_000)}x\r\n`)]],
  ['100,000 dates in a time zone', () => [buildEvent(`RDATE;TZID=Europe/Berlin:${dates(100_000, 2 * DAY_MS)}\r\n`)]],
  [
    'an event with 100,000 exceptions',
    () => [buildEvent(`RRULE:FREQ=DAILY\r\nEXDATE:${'20261103T100000Z,'.repeat(100_000)}20261103T100000Z\r\n`)],
  ],
  ['5,000 moved occurrences', () => [buildEvent('RECURRENCE-ID:20261103T100000Z\r\n', 5_000)]],
  ['25,000 rules', () => [buildEvent('RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5,6\r\n'.repeat(25_000))]],
  ['a parameter of a megabyte', () => [buildEvent(`X-A;A=${','.repeat(1_500_000)}\r\n`)]],
  ['a title of escapes', () => [buildEvent(`SUMMARY:${'\\n '.repeat(600_000)}\r\n`)]],
  ['5,000 events of every second', () => Array.from({ length: 5_000 }, () => buildEvent('RRULE:FREQ=SECONDLY\r\n'))],
  [
    'a rule that a local time zone makes slow',
    () =>
      Array.from({ length: 20 }, () =>
        buildEvent('DTSTART;TZID=Asia/Tehran:19000101T000000\r\nRRULE:FREQ=HOURLY\r\n').replace(
          'DTSTART:20261102T100000Z\r\n',
          '',
        ),
      ),
  ],
];

const MULTISTATUS = '<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">';
const wrap = (inner: string): string => `<?xml version="1.0"?>${MULTISTATUS}${inner}</d:multistatus>`;

export const hostileMultistatus: readonly HostileInput<string>[] = [
  ['1,500,000 empty responses', () => wrap('<d:response/>'.repeat(1_500_000))],
  ['an element of 3,000,000 attributes', () => wrap(`<d:response ${'a="b" '.repeat(3_000_000)}/>`)],
  ['4,000,000 entities', () => wrap(`<d:response><d:href>${'&amp;'.repeat(4_000_000)}</d:href></d:response>`)],
];
