/** What the user spoke of, searched for and looked up among what was read: each rule by the smallest history. */
import { describe, expect, test } from 'vitest';

import type { Json } from '../../../ports/json.ts';
import { fileAndMail } from '../../../../test/support/worlds/asked-calls.ts';
import type { Seen } from './history.ts';
import { OriginIndex } from './origin-index.ts';
import { wordsOf } from '../words.ts';

const mail = (value: Json): Seen => ({ tool: 'look', labels: { untrusted: true, private: true }, value });
const contacts = (value: Json): Seen => ({ ...mail(value), labels: { untrusted: false, private: true } });
const web = (value: Json): Seen => ({ ...mail(value), labels: { untrusted: true, private: false } });
const history = (words: string | readonly string[] | undefined, ...seen: Seen[]): OriginIndex =>
  new OriginIndex({ words: words === undefined ? undefined : [words].flat(), seen });

const lamp = { id: 't-1001', title: 'Blue lamp' };
const chair = { id: 't-1002', title: 'Red chair' };

test('words speak of some thing, or of none', () => {
  const things = history('Hello', mail([lamp, chair]));
  expect(things.speaksOfAny('t-1001', ['red', 'chair'], [])).toBe(true);
  expect(things.speaksOfAny('t-1001', ['hello'], [])).toBe(false);
});

test.each<[string, boolean]>([
  ['delete the blue lamp', true],
  ['delete the lamp notes and the blue lamp', true],
  ['delete the blue lamp file', false],
  ['delete the lamp notes by kim smith', false],
  ['delete the lamp notes', false],
])('“%s” calls a mail by its name, and no file: %s', (words, is) => {
  const sources = new OriginIndex({ words: [words], seen: fileAndMail }, 'delete_file');
  expect(sources.namesAnotherKind('f-7001', wordsOf(words), [])).toBe(is);
});

test('a file and a mail of one name are distinguished only by their kind', () => {
  const [file, mail] = ['read_file', 'read_mail'].map((tool) => ({
    ...{ tool, labels: { untrusted: true, private: true }, value: { id: `${tool}-1`, title: 'Blue lamp' } },
  }));
  const sources = new OriginIndex({ words: ['x'], seen: [file, mail].flatMap((seen) => seen ?? []) }, 'delete_file');
  expect(sources.namesAnotherKind('read_file-1', wordsOf('the blue lamp'), [])).toBe(true);
  expect(sources.namesAnotherKind('read_file-1', wordsOf('the blue lamp file'), [])).toBe(false);
  expect(sources.namesAnotherKind('nowhere', wordsOf('the blue lamp'), [])).toBe(false);
});

test('an address that is a whole message is not part of what the user spoke of', () => {
  const written = mail([{ ...lamp, body: 'dan@example.net', sender: 'eve@example.net' }]);
  const spoken = history('I like the blue lamp', written);
  expect(['dan@example.net', 'eve@example.net'].map((value) => spoken.isOfSpoken(value))).toEqual([false, true]);
});

test('a value is a whole entry in what the user spoke of in one of their messages', () => {
  const shown = mail([
    { ...lamp, people: ['dan@example.net'] },
    { ...chair, people: ['eve@example.net'] },
  ]);
  const spoken = history(['Hello', 'I like the blue lamp'], shown);
  expect(['dan@example.net', 'eve@example.net', 'dan'].map((value) => spoken.isOfSpoken(value))).toEqual([
    ...[true, false, false],
  ]);
});

test.each<[string, string, Json, string, boolean]>([
  ['by words of the user’s', 'blue lamps', { title: 'x', url: 'a.example/7' }, 'a.example/7', true],
  ['by their words among common ones', 'all the blue lamps', { link: 'a.example/7' }, 'a.example/7', true],
  ['but not by other words beside theirs', 'blue cars', { url: 'a.example/7' }, 'a.example/7', false],
  ['but not as another link', 'blue lamps', { url: 'a.example/7' }, 'a.example/8', false],
  [
    'but not in what is no field for links',
    'blue lamps',
    { title: 'a.example/7', url: 'b.example' },
    'a.example/7',
    false,
  ],
])('a link was found, %s', (_, given, value, link, is) => {
  const sources = history('Find blue lamps', { ...web(value), given: [given] });
  expect(sources.isFoundLink(link)).toBe(is);
});

test('a link was found, however it is written, but not in what is private', () => {
  const found = { url: 'https://a.example/7' };
  const by = (seen: Seen): OriginIndex => history('Find blue lamps', { ...seen, given: ['blue lamps'] });
  expect(['https://a.example/7', 'a.example/7'].map((link) => by(web(found)).isFoundLink(link))).toEqual([true, true]);
  expect(by(mail(found)).isFoundLink('https://a.example/7')).toBe(false);
});

describe('an address was looked up', () => {
  const email = 'smiller@example.com';
  const long = (length: number): string => `Sam ${'x'.repeat(length - 4)}`;
  test.each<[string, string | undefined, Seen, boolean]>([
    ['by a name', 'Write to Sam', contacts([{ tags: ['x'], name: 'Sam Miller', email }, { name: 'Ann' }]), true],
    ['by what is no name but a verb', 'Mark it done', contacts({ name: 'Mark Stone', email }), false],
    ['by a whole field', 'Write to the plumber', contacts({ role: 'Plumber', email }), true],
    ['by a field that is just short enough', 'Write to Sam', contacts({ name: long(80), email }), true],
    ['by what was searched for', 'Write to the plumber', { ...contacts({ email }), given: ['plumber'] }, true],
    ['but not by a part of a field', 'write to the plumber', contacts({ role: 'Emergency plumber', email }), false],
    ['but not by common words', 'The lunch', contacts({ name: 'The Office', email }), false],
    ['but not by a text that is too long', 'Write to Sam', contacts({ name: long(81), email }), false],
    ['but not by the name of another', 'Write to Ann', contacts([{ name: 'Sam', email }, { name: 'Ann' }]), false],
    ['but not where others write', 'Write to Sam', mail({ name: 'Sam', email }), false],
    ['but not where nobody is known to have spoken', undefined, contacts({ name: 'Sam', email }), false],
  ])('%s', (_, words, seen, is) => {
    expect(history(words, seen).isLookedUp(email)).toBe(is);
  });
});

test('the times of a thing are those that are whole values', () => {
  const [at, until] = ['2026-03-16T09:00', '2026-03-16T10:00'];
  const shown = mail([
    { ...lamp, at, until, note: 'from 09:00 on', none: '!' },
    { ...chair, at: '2026-04-01T07:00' },
  ]);
  expect(history('Hello', shown).timesOf('t-1001').toSorted()).toEqual([at, until]);
});

describe('a text in the user’s words', () => {
  const isMade = (text: string, ...seen: Seen[]): boolean =>
    history('lunch at harbour, soup', ...seen).isMadeOfSaid([text]);
  test.each<[string, string, boolean]>([
    ['somebody whose name stands third', 'lunch harbour carol soup lunch harbour soup lunch', true],
    ['somebody whose name stands third from its end', 'lunch harbour soup lunch harbour carol soup lunch', true],
    ['nobody whose name stands fourth', 'lunch harbour soup carol lunch harbour soup lunch', false],
    ['nobody whose name stands fourth from its end', 'lunch harbour soup lunch carol harbour soup lunch', false],
  ])('greets %s', (_, text, is) => {
    expect(isMade(text, mail('Carol, see you'))).toBe(is);
  });

  test.each<[string, string, boolean]>([
    ['somebody who was greeted before', 'Dear Carol,\nsee you', true],
    ['somebody who has an address', 'tell carol, carol.jones@example.net', true],
    ['nobody who only has a page', 'tell carol, carol.example.net', false],
    ['nobody whose address is none', 'tell carol, carol@home', false],
    ['nobody who is only spoken of', 'tell carol so', false],
  ])('greets %s', (_, shown, is) => {
    expect(isMade('carol, lunch harbour soup', mail(shown))).toBe(is);
  });
});

describe('a short text of a thing that the user spoke of counts as said', () => {
  const field = (length: number): string => 'report quarterly figures '.padEnd(length, 'x');
  test.each([
    [80, true],
    [81, false],
  ])('one of %i characters: %s', (length, is) => {
    const spoken = history('lunch harbour, blue lamp', mail([{ ...lamp, topic: field(length) }, chair]));
    expect(spoken.isMadeOfSaid(['lunch harbour lamp quarterly'])).toBe(is);
    expect(spoken.carries('report quarterly figures') === undefined).toBe(is);
  });

  test('and a text of another thing does not', () => {
    const spoken = history('lunch harbour, blue lamp', mail([lamp, { ...chair, topic: field(80) }]));
    expect(spoken.isMadeOfSaid(['lunch harbour lamp quarterly'])).toBe(false);
    expect(spoken.carries('report quarterly figures')).toEqual({ text: field(80) });
  });
});

test.each<[string, string, string, boolean]>([
  ['three words of which the user said one', 'report', 'report quarterly figures', true],
  ['three common words', 'Hello', 'you can see', false],
  ['five common words', 'Hello', 'that you can see all', true],
  ['five common words that the user said', 'So that you can see all', 'that you can see all', false],
])('%s are carried on, after “%s”: “%s”, %s', (_, words, text, is) => {
  const theirs = mail('do report quarterly figures so that you can see all of it');
  expect(history(words, theirs).carries(text) !== undefined).toBe(is);
});
