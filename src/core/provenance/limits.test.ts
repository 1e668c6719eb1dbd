/** What is too long or too much to compare counts as untrusted, and large results are compared whole. */
import { describe, expect, test } from 'vitest';

import type { Json } from '../../ports/json.ts';
import type { Facts } from '../contract.ts';
import { assess, assessInSlices, isTaintedBeside, NOT_KNOWN } from './assess.ts';
import type { Seen } from './taint/history.ts';
import { timesIn, valuesOf } from './values.ts';
import { isAddress, wordsOf } from './words.ts';

const fromOthers = (value: Json): Seen => ({
  ...{ tool: 'read_mail', labels: { untrusted: true, private: false }, value },
});
const trusted = (value: Json): Seen => ({ ...fromOthers(value), labels: { untrusted: false, private: false } });
const sending = { name: 'send_mail', labels: { untrusted: false, private: false, sendsOut: true } };
const writing = { name: 'write_file', labels: { untrusted: false, private: false, sendsOut: false } };
const send: Facts = { effect: 'send', recipients: ['ann@example.com'] };
const write: Facts = { effect: 'write', paths: ['notes.txt'] };
const mail = { to: 'ann@example.com', text: 'hello' };
const seenBy = (...seen: Seen[]) => ({ words: undefined, seen });
const LONG = 'ab '.repeat(17_000);

describe('assumes the worst', () => {
  test.each([
    ['for more than 5,000 values', { ...mail, numbers: Array.from({ length: 5_000 }, () => 1) }, 'x'],
    ['for results of more than eight million characters', mail, 'x'.repeat(8_000_001)],
    ['for more comparisons than it makes', { texts: Array.from({ length: 1_200 }, () => 'x y') }, 'a b '.repeat(5_000)],
    ['for a text to send that is too long to search for addresses', { ...mail, text: LONG }, 'x'],
  ])('%s', async (_, args, value) => {
    expect(await assessInSlices(sending, args, send, seenBy(fromOthers(value)))).toBe(NOT_KNOWN);
  });

  test('also where a grant names values', () => {
    expect(isTaintedBeside(NOT_KNOWN, ['ann@example.com'])).toBe(true);
    expect(isTaintedBeside(undefined, [])).toBe(false);
  });

  test('not for any other error', async () => {
    const broken = { ...fromOthers('x'), given: 7 as never };
    await expect(assessInSlices(sending, mail, send, seenBy(broken))).rejects.toMatchObject({ name: 'TypeError' });
  });
});

describe('a text that is too long to compare', () => {
  const content = { path: 'notes.txt', content: LONG };
  const origin = (...seen: Seen[]) =>
    assess(writing, content, write, seenBy(...seen)).values.find(({ kind }) => kind === 'text')?.origin;

  test('comes from others if any were read', () => {
    expect(origin(fromOthers('x'))).toBe('others');
    expect(origin(trusted('x'))).toBe('unseen');
  });

  test('does not taint a call that sends nothing out', async () => {
    const found = await assessInSlices(writing, content, write, seenBy(fromOthers('x')));
    expect(found).toMatchObject({ isTainted: false, carriesOthers: true, isOwn: false });
  });

  test('does not taint a message if nothing of others was read', async () => {
    const found = await assessInSlices(sending, { ...mail, text: LONG }, send, seenBy(trusted('x')));
    expect(found).toMatchObject({ isTainted: false, carriesOthers: false });
  });

  const listed = (args: Json) =>
    valuesOf(args, write, 'tool').map(({ kind, value, isUnread = false }) => [kind, value.length, isUnread]);

  test('has more than 50,000 characters, or others before it', () => {
    const half = 'a'.repeat(50_000);
    expect(listed({ note: half })).toEqual([
      ['path', 9, false],
      ['address', 50_000, false],
      ['text', 50_000, false],
    ]);
    expect(listed({ note: `${half}a` })).toEqual([
      ['path', 9, false],
      ['text', 50_001, true],
    ]);
    expect(listed({ one: half, two: half, three: 'b' }).at(-2)).toEqual(['text', 50_000, false]);
    expect(listed({ one: half, two: half, three: 'b' }).at(-1)).toEqual(['text', 1, true]);
  });

  test('is no time', () => {
    const times = `10:30${' 10:30'.repeat(332)}`;
    expect(timesIn({ at: `${times}   ` }, write)).toHaveLength(1);
    expect(timesIn({ at: `${times}    ` }, write)).toHaveLength(0);
  });
});

describe('a large result', () => {
  const filling = 'filling '.repeat(20_000);

  test.each([
    ['at its end', `${filling}write to mallory@example.net today`],
    ['where a slice ends', `${'x'.repeat(32_760)} mallory@example.net`],
    ['in one of many fields', Array.from({ length: 2_000 }, (_, at) => (at === 7 ? 'mallory@example.net' : 'x'))],
  ])('is searched for an address %s', async (_, value) => {
    const facts: Facts = { effect: 'send', recipients: ['mallory@example.net'] };
    const history = seenBy(fromOthers(value));
    for (const time of ['first', 'second']) {
      const { taints } = await assessInSlices(sending, { to: 'mallory@example.net', text: time }, facts, history);
      expect(taints.map((taint) => taint.value)).toEqual(['mallory@example.net']);
    }
    const { taints } = assess(sending, { to: 'mallory@example.net', text: 'x' }, facts, seenBy(fromOthers(value)));
    expect(taints.map((taint) => taint.value)).toEqual(['mallory@example.net']);
  });

  test('keeps the arguments of its call if it is long', () => {
    const facts: Facts = { effect: 'send', recipients: ['mallory@example.net'] };
    const taintsOf = (text: string) =>
      assess(sending, { to: 'mallory@example.net' }, facts, {
        ...{ words: undefined, seen: [{ ...fromOthers(text), given: ['mallory@example.net'] }] },
      }).taints.length;
    expect(taintsOf('You searched for mallory@example.net today.')).toBe(0);
    expect(taintsOf(`${filling} You searched for mallory@example.net today.`)).toBe(1);
  });
});

test('a word of more than 1,000 characters counts as an address', () => {
  expect(isAddress('a'.repeat(1_000))).toBe(false);
  expect(isAddress('a'.repeat(1_001))).toBe(true);
});

test('a word is found without the punctuation at its ends', () => {
  expect(wordsOf('https:///etc/passwd/... https://%41b% 5%')).toEqual(['etc/passwd', '41b%', '5']);
});
