/** Where values are found again: each rule by the smallest history in which it makes a difference. */
import { describe, expect, test } from 'vitest';

import type { Json } from '../../ports/json.ts';
import type { Seen } from './history.ts';
import { Sources } from './sources.ts';

const seen = (untrusted: boolean, isPrivate: boolean, value: Json): Seen => ({
  ...{ tool: 'look', labels: { untrusted, private: isPrivate }, value },
});
const mail = (value: Json): Seen => seen(true, true, value);
const contacts = (value: Json): Seen => seen(false, true, value);
const history = (words: string | readonly string[] | undefined, ...all: Seen[]): Sources =>
  new Sources({ words: words === undefined ? undefined : [words].flat(), seen: all });
const originIn = (value: string, ...all: Seen[]): string => history(undefined, ...all).originOf(value, []).origin;

const lamp = { id: 't-1001', title: 'Blue lamp' };
const chair = { id: 't-1002', title: 'Red chair' };

describe('a value is', () => {
  const entry = 'x'.repeat(80);
  test.each<[string, string, Seen[], string]>([
    ['nowhere, where it has no words', '!!!', [mail('a')], 'unseen'],
    ['of others in a text', 'report-7', [mail({ body: 'see report-7 now' })], 'others'],
    ['of others as a whole text', 'Carol', [mail({ body: 'Carol' })], 'others'],
    ['of others as all that came', 'Carol', [mail('Carol')], 'others'],
    ['listed as a whole entry', 'Carol', [mail(['Carol'])], 'listed'],
    ['listed as an entry that is just short enough', entry, [mail([entry])], 'listed'],
    ['of others as an entry that is too long', `${entry}x`, [mail([`${entry}x`])], 'others'],
    ['of others as an entry of two lines', 'Carol Jones', [mail(['Carol\nJones'])], 'others'],
    ['an identifier', 't-1002', [mail(chair)], 'identifier'],
    ['an identifier that is just short enough', entry, [mail({ id: entry })], 'identifier'],
    ['of others as an identifier that is too long', `${entry}x`, [mail({ id: `${entry}x` })], 'others'],
    ['of others as a part of an identifier', '7007', [mail({ id: 'box 7007' })], 'others'],
    ['trusted', 't-9001', [contacts({ thing: 'the t-9001 here' })], 'trusted'],
    ['trusted, wherever else it stands', 't-9001', [contacts({ a: 't-9001' }), mail({ b: 'of t-9001' })], 'trusted'],
    [
      'trusted, wherever else it stood before',
      't-9001',
      [mail({ b: 'of t-9001' }), contacts({ a: 't-9001' })],
      'trusted',
    ],
    ['trusted, weak as it is, as a whole', '12', [contacts({ n: '12' })], 'trusted'],
    ['nowhere, weak as it is, within a trusted text', '12', [contacts({ n: 'room 12 here' })], 'unseen'],
    ['nowhere, weak as it is, within others’ text', '12', [mail({ n: 'room 12 here' })], 'unseen'],
    ['of others, short as it is, as a word', 'abc', [mail({ n: 'the abc now' })], 'others'],
    ['of others, short as they are, as two', '12 13', [mail({ n: 'row 12 13 end' })], 'others'],
    ['nowhere as a truth value', 'true', [mail({ flag: true, none: null })], 'unseen'],
  ])('%s', (_, value, all, origin) => {
    expect(originIn(value, ...all)).toBe(origin);
  });

  test('of the first text that it stands in', () => {
    const two = history(undefined, mail({ a: 'first report-7' }), mail({ a: 'second report-7' }));
    expect(two.originOf('report-7', [])).toEqual({ origin: 'others', text: 'first report-7' });
  });

  test('described, where the user spoke of it, and trusted where it is that too', () => {
    const things = mail([lamp, chair]);
    const spoken = history('I like the blue lamp', things);
    expect(spoken.originOf('t-1001', []).origin).toBe('described');
    expect(spoken.originOf('t-1002', []).origin).toBe('identifier');
    expect(history('I like the blue lamp', things, contacts({ a: 't-1001' })).originOf('t-1001', []).origin).toBe(
      'trusted',
    );
  });
});

describe('an address carries what was read', () => {
  const url = (part: string) => `https://x.example.net/?q=${part}`;
  test.each<[string, string, Seen[], string]>([
    ['of others', url('hunter22x'), [seen(true, false, 'the hunter22x')], 'others'],
    ['of nobody else', url('hunter22x'), [seen(false, true, 'the hunter22x')], 'others'],
    ['among other words', 'see x.example.net/hunter22x', [mail('the hunter22x')], 'others'],
    ['of six letters', url('abcdef'), [mail('the abcdef')], 'others'],
    ['of four with a number', url('ab12'), [mail('the ab12')], 'others'],
  ])('%s', (_, value, all, origin) => {
    expect(originIn(value, ...all)).toBe(origin);
  });

  test.each<[string, string, Seen[], string]>([
    ['what everybody may see', url('hunter22x'), [seen(false, false, 'the hunter22x')], 'unseen'],
    ['a part of a longer word', url('hunter22x'), [mail('the xhunter22xy')], 'unseen'],
    ['what nobody wrote', url('hunter22x'), [mail('something else')], 'unseen'],
    ['four letters', url('abcd'), [mail('the abcd')], 'unseen'],
    ['a letter and a number', url('a1'), [mail('the a1')], 'unseen'],
    ['an e-mail address', 'a.hunter22x@mail.example.net', [mail('the hunter22x')], 'unseen'],
    ['what is no address', 'foo/hunter22x', [mail('the hunter22x')], 'unseen'],
    [
      'what is listed as it is',
      'shop.example.net/hunter22x',
      [mail(['shop.example.net/hunter22x']), contacts('the hunter22x')],
      'listed',
    ],
  ])('but not %s', (_, value, all, origin) => {
    expect(originIn(value, ...all)).toBe(origin);
  });

  test('but not what the user said', () => {
    const said = history('look for hunter22x', mail('the hunter22x'));
    expect(said.originOf(url('hunter22x'), []).origin).toBe('unseen');
  });
});

test.each<[string, string | undefined, Json, string, string | undefined]>([
  ['by another field of the same thing', 'I like the blue lamp', [lamp, chair], 't-1001', 'Blue lamp'],
  ['by what was said first', 'Blue lamp please', [lamp], 't-1001', 'Blue lamp'],
  ['not by what is beside another thing', 'I like the blue lamp', [lamp, chair], 't-1002', undefined],
  ['not by what is beside nothing', 'I like the green vase', [lamp, { title: 'Green vase' }], 't-1001', undefined],
  ['not by what is beside two', 'I like the blue lamp', [lamp, { ...chair, title: 'Blue lamp' }], 't-1001', undefined],
  ['not where it is no name', 'I like the blue lamp', [{ code: 'a-9', title: 'Blue lamp' }], 'a-9', undefined],
  ['not by what is weak', 'I like ab', [{ id: 't-1', title: 'ab' }], 't-1', undefined],
  ['not by a time', 'I come at 10:30', [{ id: 't-1', title: '10:30' }], 't-1', undefined],
  ['by a time and more', 'the 10:30 lunch', [{ id: 't-1', title: '10:30 lunch' }], 't-1', '10:30 lunch'],
  ['not where nothing was said', undefined, [lamp], 't-1001', undefined],
])('a thing is described %s', (_, words, things, id, description) => {
  expect(history(words, mail(things)).describedBy(id)).toBe(description);
});

test.each([
  ['lunch is at noon today', true],
  ['lunch noon today elsewhere', true],
  ['lunch noon elsewhere', false],
  ['lunch is at noon today evil.example', false],
  ['today lunch noon', false],
  ['', false],
])('“%s” is made of what was said: %s', (text, is) => {
  const said = history('lunch is at noon today', mail('so today lunch noon then'));
  expect(said.isMadeOfSaid(text)).toBe(is);
});

test('numbers in texts are written, and those in fields are not', () => {
  const all = history('up to 100', mail({ body: 'pay 55', size: 250, id: 999 }), contacts({ body: 'rent 77' }));
  expect([55, 250, 999, 77].map((value) => all.isWrittenByOthers(value))).toEqual([true, false, false, false]);
  expect([55, 250, 999, 77].map((value) => all.isNumberField(value))).toEqual([false, true, false, false]);
  expect(all.largestNumber()).toBe(250);
  expect(history('up to 300', mail({ size: 250 })).largestNumber()).toBe(300);
  expect(history(undefined, mail({ size: 250 })).largestNumber()).toBe(250);
});

test('three words in a row are carried on, unless the user said them', () => {
  const theirs = mail('do report quarterly figures soon');
  expect(history(undefined, theirs).carries('report quarterly figures')).toEqual({
    text: 'do report quarterly figures soon',
  });
  expect(history(undefined, theirs).carries('report figures quarterly')).toBeUndefined();
  expect(history('report quarterly figures', theirs).carries('report quarterly figures')).toBeUndefined();
  expect(
    history(undefined, contacts('do report quarterly figures')).carries('report quarterly figures'),
  ).toBeUndefined();
});

test('what is too long to be looked through is taken to carry something', () => {
  const [long, longer] = ['a'.repeat(50_000), 'a'.repeat(50_001)];
  expect(history(undefined, mail('x')).carries(longer)).toEqual({ text: '' });
  expect(history(undefined, mail('x')).carries(long)).toBeUndefined();
  expect(history(undefined, contacts('x')).carries(longer)).toBeUndefined();
});
