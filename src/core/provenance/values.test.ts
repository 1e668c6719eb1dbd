import { expect, test } from 'vitest';

import type { Json } from '../../ports/json.ts';
import type { Facts } from '../contract.ts';
import { countsIn, numbersIn, timesIn, valuesOf } from './values.ts';

const write: Facts = { effect: 'write' };

test.each<[string, Record<string, Json>, Facts, string[]]>([
  [
    'a recipient once',
    { to: 'ann@example.org' },
    { ...write, recipients: ['ann@example.org'] },
    ['recipient ann@example.org'],
  ],
  ['a target once', { id: 't-1' }, { ...write, targets: ['t-1'] }, ['target t-1']],
  ['a path once', { path: 'a.txt' }, { ...write, paths: ['a.txt'] }, ['path a.txt']],
  [
    'no address that is named already',
    { body: 'for ann@example.org' },
    { ...write, recipients: ['ann@example.org'] },
    ['recipient ann@example.org', 'text for ann@example.org'],
  ],
  [
    'an address within a text',
    { body: 'for ann@example.org' },
    write,
    ['address ann@example.org', 'text for ann@example.org'],
  ],
  ['no truth values', { all: true }, write, []],
  ['nothing of what is empty', { note: null }, write, []],
  ['no mere look', { role: 'Reader' }, write, []],
  ['a right', { role: 'owner' }, write, ['permission owner']],
  ['no time', { when: '2026-12-01 10:30' }, write, []],
  ['a text with a time in it', { when: '2026-12-01 lunch' }, write, ['text 2026-12-01 lunch']],
  ['each of a list, by the list’s name', { passwords: ['one', 'two'] }, write, ['credential one', 'credential two']],
  ['what stands deeper', { to: { names: ['one word'] } }, write, ['text one word']],
  ['a sum where it is spent', { amount: 5 }, { effect: 'spend' }, ['amount 5']],
  ['no number elsewhere', { amount: 5 }, write, []],
])('%s', (_, args, facts, values) => {
  expect(valuesOf(args, facts, 'tool').map(({ kind, value }) => `${kind} ${value}`)).toEqual(values);
});

test('the times among the arguments are those that are nothing else', () => {
  const args = {
    date: '2026-12-01 10:30',
    ends: ['11:00', 'late'],
    note: '2026-12-01 lunch',
    no: '',
    n: 7,
    none: null,
  };
  expect(timesIn(args, write)).toEqual(['2026-12-01 10:30', '11:00']);
  expect(timesIn(args, { effect: 'spend' })).toEqual(['11:00']);
});

test('a count is recognized by the name of its argument', () => {
  const args = { people: 4, ticket_quantity: 2, guests: '3', peoples: 5, amount: 9, rooms: [1, 2] };
  expect(countsIn(args)).toEqual([4, 2, 1, 2]);
});

test('a value is listed with the arguments that contain it', () => {
  const args = { to: 'ann', cc: ['bob', 'ann'], ids: [{ file_id: 7 }], note: 'to ann' };
  const keys = valuesOf(args, { effect: 'send', recipients: ['ann', 'eve'], targets: ['7'] }, 'tool').map(
    (value) => `${value.value}: ${value.keys.join(' ')}`,
  );
  expect(keys).toEqual(['ann: to cc', 'eve: ', '7: file_id', 'bob: cc', 'to ann: note']);
});

test('the numbers among the arguments are those that are no texts', () => {
  expect(numbersIn({ a: 1, b: ['2', { c: 2.5 }], d: true, e: null })).toEqual([1, 2.5]);
});
