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

test('an id is more than that where the user spoke of what it stands for, in one of their messages', () => {
  const things = mail([lamp, chair]);
  const originOf = (words: string[] | undefined, id: string, to: string[] = []): string =>
    new Sources({ words, seen: [things] }, to).originOf(id, []).origin;
  expect(originOf(['Hello', 'I like the blue lamp'], 't-1001')).toBe('described');
  expect(originOf(['I like the lamp', 'Hello'], 't-1001')).toBe('mentioned');
  expect(originOf(['I like the lamp', 'The blue lamp'], 't-1001')).toBe('described');
  expect(originOf(['I like the lamp'], 't-1002')).toBe('identifier');
  expect(originOf(['I like the lamp'], 't-1001', ['lamp@example.net'])).toBe('identifier');
  expect(originOf(undefined, 't-1001')).toBe('identifier');
});

test('what a call was given and only gives back is not found there', () => {
  const echoing = { ...mail({ to: 'Carol Jones', text: 'For Carol Jones, report-7' }), given: ['Carol Jones'] };
  expect(originIn('Carol Jones', echoing)).toBe('unseen');
  expect(originIn('report-7', echoing)).toBe('others');
  expect(originIn('Carol Jones', mail({ to: 'Carol Jones' }))).toBe('others');
});

test.each<[string, string, boolean]>([
  ['to SE00 EXMP 0000 0470 47 please', 'SE00EXMP0000047047', true],
  ['to SE00EXMP0000047047 please', 'SE00EXMP0000047047', true],
  ['SE00 EXMP 0000 0470', 'SE00EXMP0000047047', false],
  ['SE00 EXMP 0000 0470 47 8', 'SE00EXMP0000047047', true],
  ['SE00 EXMP 0000 0470 478', 'SE00EXMP0000047047', false],
  ['EXMP 0000 0470 47', 'SE00EXMP0000047047', false],
  ['SE00 and EXMP 0000 0470 47', 'SE00EXMP0000047047', false],
  ['call +32 470 00 11 03', '+32470001103', true],
  ['ab cd', 'abcd', false],
  ['pat @example.net', 'pat@example.net', false],
])('“%s” says %s in groups: %s', (words, value, is) => {
  expect(history(words).originOf(value, []).origin).toBe(is ? 'user' : 'unseen');
});

test.each<[string, number, boolean]>([
  ['for 4 of us', 4, true],
  ['for four of us', 4, true],
  ['twelve of them', 12, true],
  ['for fourteen', 4, false],
  ['', 4, false],
])('“%s” says the number %s: %s', (words, value, is) => {
  expect(history(words).saysNumber(value)).toBe(is);
});

test('nobody says a number where nothing is known to be said', () => {
  expect(history(undefined).saysNumber(4)).toBe(false);
});

test.each<[string, string, boolean]>([
  ['move it to ten', '2026-03-16T10:00:00+01:00', true],
  ['move it to 10', '2026-03-16T10:00', true],
  ['move it to 10:30', '10:45', true],
  ['move it to 3pm', '2026-03-16T15:00', true],
  ['move it to 15h', '2026-03-16T15:00', true],
  ['move it to the 16th', '2026-03-16', true],
  ['on the 1st', '2026-03-01', true],
  ['on the 2nd', '2026-03-02', true],
  ['on the 3rd', '2026-03-03', true],
  ['at twelve', '2026-03-16T00:30', true],
  ['at noon, 12:00', '12:00', true],
  ['move it to ten', '2026-05-02T07:00', false],
  ['move it to the 17th', '2026-03-16', false],
  ['in 2026', '2026-03-16', false],
  ['in 3 months', '2026-03-16', false],
  ['later please', '10:00', false],
])('“%s” says something of %s: %s', (words, time, is) => {
  expect(history(words).saysTime(time)).toBe(is);
});

test('nobody says a time where nothing is known to be said', () => {
  expect(history(undefined).saysTime('10:00')).toBe(false);
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
