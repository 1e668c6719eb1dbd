/** Mails of the project's own: many ordinary ones in the forms that mail programs write, and awkward ones. */
import { seededRandom, pickInteger } from '../support/cases/seeded-random.ts';

export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const WORDS =
  'meeting budget server garden release invoice harbour window planet holiday printer chapter ticket coffee engine river report music bridge winter market letter station camera doctor forest kernel patch mailing list weekly notes question answer morning evening travel school paper yellow silver quick quiet large small open closed early later maybe always never under above between after before'.split(
    ' ',
  );
const PEOPLE = [
  'Ann Ash',
  'Béla Kovács',
  'Chen Wei',
  'Dora O’Neil',
  'Émile Roux',
  'Fatima Zahra',
  'Günther Groß',
  '山田花子',
];

const toBase64 = (text: string): string => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
const encodeWord = (text: string): string =>
  /^[ -~]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const toQuoted = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCodePoint(byte),
    )
    .join('')
    .replaceAll(/[^\r\n]{70}/g, '$&=\r\n');

/** The body of a mail with its headers, in one of six forms. */
const forms: readonly ((text: string) => string)[] = [
  (text) => `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`,
  (text) => `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${toBase64(text)}`,
  (text) =>
    `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${toQuoted(text)}`,
  (text) => `Content-Type: text/html; charset=utf-8\r\n\r\n<html><body><p>${text}</p></body></html>`,
  (text) =>
    `Content-Type: multipart/alternative; boundary="=_b1"\r\n\r\n--=_b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--=_b1\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>${text}</p>\r\n--=_b1--\r\n`,
  (text) =>
    `Content-Type: multipart/mixed; boundary=b2\r\n\r\n--b2\r\n\r\n${text}\r\n--b2\r\nContent-Type: application/octet-stream; name="notes.bin"\r\nContent-Disposition: attachment; filename="notes.bin"\r\nContent-Transfer-Encoding: base64\r\n\r\n${toBase64(`${text}${text}`)}\r\n--b2--\r\n`,
];

/** The same 1,000 mails each time. */
export function ordinaryMails(): MailFile[] {
  return Array.from({ length: 1_000 }, (_, at) => {
    const random = seededRandom(at + 1);
    const some = (count: number): string =>
      Array.from({ length: count }, () => WORDS[pickInteger(random, WORDS.length)]).join(' ');
    const person = PEOPLE[pickInteger(random, PEOPLE.length)] ?? '';
    const paragraphs = Array.from({ length: 1 + pickInteger(random, 5) }, () => `${some(30)}. Grüße, ${person}`);
    const date = new Date(Date.UTC(2018, 0, 1) + pickInteger(random, 2_500) * 86_400_000 + at * 1_000);
    const headers = [
      ...(at % 3 === 0 ? [`Received: from mx.example.net by in.example.com; ${date.toUTCString()}`] : []),
      `From: "${encodeWord(person)}" <sender${pickInteger(random, 200)}@example.${at % 2 === 0 ? 'com' : 'org'}>`.replace(
        /"(=\?.*\?=)"/,
        '$1',
      ),
      'To: inbox@example.com',
      `Subject: ${encodeWord(`${at % 4 === 0 ? 'Re: ' : ''}${some(5)} ${at % 7 === 0 ? 'Übersicht' : ''}`.trim())}`,
      `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${at}@own.example.com>`,
      'MIME-Version: 1.0',
    ];
    const body = forms[at % forms.length]?.(paragraphs.join('\r\n\r\n')) ?? '';
    const text = `${headers.join('\r\n')}\r\n${body}`;
    // Every fifth file has the line ends of Unix.
    return {
      name: `${String(at).padStart(4, '0')}.eml`,
      bytes: new Uint8Array(Buffer.from(at % 5 === 0 ? text.replaceAll('\r\n', '\n') : text)),
    };
  });
}

const head = (subject: string, type: string): string =>
  `From: Odd <odd@example.com>\r\nTo: inbox@example.com\r\nSubject: ${subject}\r\nDate: Mon, 3 Mar 2025 10:00:00 +0000\r\nMIME-Version: 1.0\r\n${type}\r\n\r\n`;
const mixed = (boundary: string): string => `Content-Type: multipart/mixed; boundary="${boundary}"`;

function nest(depth: number): string {
  let inner = 'Content-Type: text/plain\r\n\r\ninnermost';
  for (let at = 0; at < depth; at += 1)
    inner = `Content-Type: multipart/mixed; boundary=n${at}\r\n\r\n--n${at}\r\n${inner}\r\n--n${at}--\r\n`;
  return inner;
}

const awkward: Readonly<Record<string, string>> = {
  'no-headers': '\r\nOnly a body.\r\n',
  'no-body': 'From: a@example.com\r\nSubject: Nothing follows\r\n',
  'header-without-colon': 'From: a@example.com\r\nThis is no header\r\nSubject: Late\r\n\r\nText',
  'bare-cr': 'From: a@example.com\rSubject: Bare\r\rText\r',
  'mixed-line-ends': 'From: a@example.com\nSubject: Mixed\r\nTo: b@example.com\n\r\nText\nmore\r\n',
  'folded-subject': 'From: a@example.com\r\nSubject: First\r\n\tsecond\r\n  third\r\n\r\nText',
  'empty-subject': 'From: a@example.com\r\nSubject:\r\n\r\nText',
  'two-subjects': 'From: a@example.com\r\nSubject: One\r\nSubject: Two\r\n\r\nText',
  'no-date': 'From: a@example.com\r\nSubject: Undated\r\n\r\nText',
  'bad-date': 'From: a@example.com\r\nSubject: Odd date\r\nDate: Someday, 99 Foo 20x5\r\n\r\nText',
  'many-senders': 'From: a@example.com, "B, C" <b@example.com>, group: d@example.com;\r\nSubject: Many\r\n\r\nText',
  'no-sender': 'To: a@example.com\r\nSubject: Nameless\r\n\r\nText',
  'encoded-words': `${head('=?utf-8?Q?Gr=C3=BC=C3=9Fe?= =?iso-8859-1?B?5PbE?= =?x-unknown?Q?abc?=', 'Content-Type: text/plain')}Text`,
  'broken-encoded-word': `${head('=?utf-8?B?not*base64?= =?utf-8?Q?open', 'Content-Type: text/plain')}Text`,
  'unknown-charset': `${head('Charset', 'Content-Type: text/plain; charset=klingon')}Text`,
  'unknown-encoding': `${head('Encoding', 'Content-Type: text/plain\r\nContent-Transfer-Encoding: rot13')}Grkg`,
  'broken-base64': `${head('Base64', 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64')}SGVsbG8*=\r\n!!!!`,
  'broken-quoted': `${head('Quoted', 'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable')}=ZZ =4 =`,
  'boundary-missing': `${head('No boundary', 'Content-Type: multipart/mixed')}--x\r\n\r\nText\r\n--x--`,
  'boundary-never-seen': `${head('Other boundary', mixed('x'))}--y\r\n\r\nText\r\n--y--`,
  'boundary-not-closed': `${head('Open end', mixed('x'))}--x\r\n\r\nText`,
  'boundary-prefix': `${head('Prefix', mixed('x'))}--xy\r\n\r\nno part\r\n--x\r\n\r\nText\r\n--x--`,
  'same-boundary-twice': `${head('Twice', mixed('x'))}--x\r\n${mixed('x')}\r\n\r\n--x\r\n\r\nText\r\n--x--\r\n--x--`,
  'empty-parts': `${head('Empty parts', mixed('x'))}--x\r\n--x\r\n\r\n--x--`,
  preamble: `${head('Preamble', mixed('x'))}Before.\r\n--x\r\n\r\nText\r\n--x--\r\nAfter.`,
  'deep-nesting': `From: a@example.com\r\nSubject: Deep\r\n${nest(40)}`,
  'message-in-message': `${head('Outer', mixed('x'))}--x\r\nContent-Type: message/rfc822\r\n\r\n${head('Inner', 'Content-Type: text/plain')}Inner text\r\n--x--`,
  'file-name-2231': `${head('Name', mixed('x'))}--x\r\nContent-Disposition: attachment; filename*0*=utf-8''%e2%82%ac%20; filename*1="rates.txt"\r\n\r\nx\r\n--x--`,
  'file-name-path': `${head('Path', mixed('x'))}--x\r\nContent-Disposition: attachment; filename="../../etc/passwd"\r\n\r\nx\r\n--x--`,
  'nul-bytes': `${head('Nul', 'Content-Type: text/plain')}a\0b\0c`,
  'long-line': `${head('Long', 'Content-Type: text/plain')}${'x'.repeat(200_000)}`,
  'many-headers': `From: a@example.com\r\n${'X-Filler: y\r\n'.repeat(2_000)}Subject: Late subject\r\n\r\nText`,
  'html-only-script': `${head('Script', 'Content-Type: text/html')}<script>alert(1)</script><p>Visible</p><!-- open`,
  'type-with-comment': `${head('Comment', 'Content-Type: text/plain (a comment); charset="us-ascii"; format=flowed')}a \r\nb`,
};

export function awkwardMails(): MailFile[] {
  const texts = Object.entries(awkward).map(([name, text]) => ({
    name: `${name}.eml`,
    bytes: new Uint8Array(Buffer.from(text)),
  }));
  const eightBit = Buffer.from(
    'From: J\u00FCrgen <j@example.com>\r\nSubject: Caf\u00E9\r\n\r\n\u00E4\u00F6\u00FC\r\n',
    'latin1',
  );
  return [...texts, { name: 'raw-latin1.eml', bytes: new Uint8Array(eightBit) }];
}
