/** Which things a model was shown, and of which of them the user's words speak. */
import { describe, expect, test } from 'vitest';

import type { Json } from '../../../ports/json.ts';
import { spokenOf, Things, thingsOf, type Spoken } from './things.ts';
import { wordsOf, wordsWithin } from '../words.ts';

const seen = (value: Json, given?: string[]) => ({
  ...{ tool: 'look', labels: { untrusted: true, private: true }, value, given },
});
const lamp = { id: 't-1', title: 'Blue lamp' };
const chair = { id: 't-2', title: 'Red chair' };
const quote = { id: 'm-1', subject: 'Quote for the steps', from: { name: 'Pat Keane', address: 'pat@example.net' } };
const bill = { id: 'm-2', subject: 'Bill for the gate', from: { name: 'Pat Keane', address: 'pat@example.net' } };

const oldLamps = [
  { id: 't-3', title: 'Old lamp' },
  { id: 't-4', title: 'Old lamp, copy' },
];
const otter = {
  id: 'x',
  title: 'Yoga',
  animal: 'Otter',
  at: '2026-03-16',
  room: 'Walnut studio',
  shelf_id: 'oak-shelf',
};

const long = 'abcdefgh '.repeat(14).trim().slice(0, 120).padEnd(120, 'x');

interface Case {
  readonly things: Json;
  readonly given?: string[];
  readonly to?: string[];
}

const how = (words: string, id: string, { things, given, to = [] }: Case): Spoken | undefined =>
  spokenOf(thingsOf(seen(things, given)), wordsOf(words), wordsWithin(to)).get(id);

describe('a thing is named', () => {
  test.each<[string, string, string, Case]>([
    ['by its title', 'Take the blue lamp', 't-1', { things: [lamp, chair] }],
    ['before anything else', 'Blue lamp please', 't-1', { things: [lamp, chair] }],
    ['beside what is nothing', 'Take the blue lamp', 't-1', { things: { ...lamp, none: null, n: 7 } }],
    ['of just this length', `Take ${long}`, 'x', { things: { id: 'x', title: long } }],
    [
      'in one of two ways, under a short number',
      'Take the blue lamp',
      '7',
      {
        things: [
          { id: 7, title: 'Blue lamp', name: 'A light' },
          { id: 7, title: 'Blue lamp' },
        ],
      },
    ],
    [
      'also in another of two ways, under a short number',
      'Take the blue lamp',
      '7',
      {
        things: [
          { id: 7, title: 'Blue lamp' },
          { id: 7, title: 'Blue lamp', name: 'A light' },
        ],
      },
    ],
    [
      'by a name that is part of another, where both are said',
      'The old lamp, copy, and the old lamp',
      't-3',
      { things: oldLamps },
    ],
    ['by a name that another is part of', 'Take the old lamp, copy', 't-4', { things: oldLamps }],
    ['whatever else is named', 'The blue lamp, the red chair', 't-1', { things: [lamp, chair] }],
    ['by its name', 'Take the blue lamp', 'x', { things: { id: 'x', display_name: 'Blue lamp' } }],
    ['by a name in one word with another', 'Take the blue lamp', 'x', { things: { id: 'x', fileName: 'Blue lamp' } }],
    [
      'by the name of a file without its kind',
      'Send my speech draft',
      'x',
      { things: { id: 'x', name: 'Speech draft.md' } },
    ],
    ['by the name of a file with it', 'Send speech.md now', 'x', { things: { id: 'x', name: 'speech.md' } }],
    ['by a word that says something', 'Book Zalipie', 'x', { things: { id: 'x', name: 'Zalipie' } }],
    ['by a time and more', 'the 10:30 lunch', 'x', { things: { id: 'x', title: '10:30 lunch' } }],
    ['under a number', 'Take the blue lamp', '7', { things: { id: 7, title: 'Blue lamp' } }],
    ['under an id as some write it', 'Take the blue lamp', 'x', { things: { id_: 'x', title: 'Blue lamp' } }],
    ['under the only id it has', 'Take the blue lamp', 'x', { things: { lamp_id: 'x', title: 'Blue lamp' } }],
    ['under its own id', 'Take the blue lamp', 'x', { things: { shelf_id: 'y', id: 'x', title: 'Blue lamp' } }],
    ['wherever it stands', 'Take the blue lamp', 't-1', { things: { found: { all: [[lamp]] } } }],
    ['as it was searched for', 'Take the blue lamp', 't-1', { things: [lamp], given: ['Blue lamp'] }],
    ['also where it was asked for by its id', 'Take the blue lamp', 't-1', { things: lamp, given: ['t-1'] }],
    [
      'twice the same, under a short number',
      'Take the blue lamp',
      '7',
      {
        things: [
          { id: 7, title: 'Blue lamp' },
          { id: 7, title: 'Blue lamp', size: 'x' },
        ],
      },
    ],
    [
      'in two ways, under a long one',
      'Take the blue lamp',
      't-100',
      {
        things: [
          { id: 't-100', title: 'Blue lamp' },
          { id: 't-100', title: 'Light' },
        ],
      },
    ],
  ])('%s', (_, words, id, of) => {
    expect(how(words, id, of)).toBe('named');
  });
});

describe('a thing is mentioned', () => {
  test.each<[string, string, string, Case]>([
    ['by whom it is from', 'What Pat Keane sent', 'm-1', { things: [quote, lamp] }],
    ['by the address it is from', 'What pat@example.net sent', 'x', { things: { id: 'x', sender: 'pat@example.net' } }],
    ['by the address of whom it is from', 'What pat@example.net sent', 'm-1', { things: [quote] }],
    ['by a word of its name', 'Take the lamp', 't-1', { things: [lamp, chair] }],
    ['by more than one', 'Take the lamps', 't-1', { things: [lamp] }],
    ['by more words than another', 'Pat’s quote', 'm-1', { things: [quote, bill] }],
    ['with all that are from somebody', 'Trash everything from Pat Keane', 'm-2', { things: [quote, bill] }],
    [
      'with all, also where it is shown again without',
      'Trash everything from Pat Keane',
      'm-2',
      { things: [quote, bill, { id: 'm-2', labels: [] }] },
    ],
    ['as one of both', 'Trash both from Pat Keane', 'm-2', { things: [quote, bill] }],
    ['by a part of the name of a file', 'My household file', 'x', { things: { id: 'x', name: 'household-2026.ods' } }],
    [
      'by a part that is a year',
      'That of 2024',
      'x',
      {
        things: [
          { id: 'x', name: 'lease-2024.pdf' },
          { id: 'y', name: 'lease-2021.pdf' },
        ],
      },
    ],
    [
      'by the name beside an address',
      'What Pat Keane sent',
      'x',
      { things: { id: 'x', from: 'Pat Keane <pat@example.net>' } },
    ],
    ['with all of the same name', 'Trash every blue lamp', 't-2', { things: [lamp, { ...chair, title: 'Blue lamp' }] }],
    ['by its day and one word more', 'The otter of the 16th', 'x', { things: [otter, lamp] }],
    [
      'by a number in its name',
      'Take lamp 4711',
      'x',
      {
        things: [
          { id: 'x', title: 'Blue lamp 4711' },
          { id: 'y', title: 'Blue lamp 4712' },
        ],
      },
    ],
    [
      'as that of whom it goes to',
      'Send Amara her lease',
      'x',
      {
        things: [
          { id: 'x', title: 'Lease Amara' },
          { id: 'y', title: 'Lease Ben' },
        ],
        to: ['amara@example.net'],
      },
    ],
    [
      'by its name rather than another by whom it goes to and what it is of',
      'Send Amara the lamp',
      't-1',
      { things: [lamp, { id: 'x', title: 'For Amara', piece: 'Lamp' }], to: ['amara@example.net'] },
    ],
    ['by a word that is of another recipient', 'Send Ann the lamp', 't-1', { things: [lamp], to: ['ann@example.net'] }],
  ])('%s', (_, words, id, of) => {
    expect(how(words, id, of)).toBe('mentioned');
  });
});

describe('a thing is not spoken of', () => {
  test.each<[string, string, string, Case]>([
    ['where it was not shown', 'Take the blue lamp', 't-3', { things: [lamp] }],
    ['where another is', 'Take the blue lamp', 't-2', { things: [lamp, chair] }],
    [
      'where one as well as another is',
      'Take the blue lamp',
      't-1',
      { things: [lamp, { ...chair, title: 'Blue lamp' }] },
    ],
    ['by a word that is of both', 'Take the lamp', 't-1', { things: [lamp, { ...chair, title: 'Red lamp' }] }],
    [
      'by fewer words than another',
      'Take the large lamp',
      'x',
      {
        things: [
          { id: 'x', title: 'Red lamp' },
          { id: 'y', title: 'Large red lamp' },
        ],
      },
    ],
    ['by a name that is part of another', 'Take the old lamp, copy', 't-3', { things: oldLamps }],
    ['by one word beside its name', 'The otter', 'x', { things: [otter] }],
    ['by the place it is at', 'In the walnut studio', 'x', { things: [otter] }],
    ['by what it belongs to', 'On the oak shelf', 'x', { things: [otter] }],
    ['by whom two are from', 'What Pat Keane sent', 'm-1', { things: [quote, bill] }],
    [
      'by a word that is said of everything',
      'Take the new mail for me',
      'x',
      { things: { id: 'x', subject: 'For new mail' } },
    ],
    ['by a name that says nothing', 'Look at my notes', 'x', { things: { id: 'x', name: 'notes' } }],
    ['by a name of a letter or two', 'Take ab', 'x', { things: { id: 'x', name: 'ab' } }],
    ['by a time', 'At 10:30', 'x', { things: { id: 'x', title: '10:30' } }],
    ['by a part of a word', 'Take the clamp', 't-1', { things: [lamp] }],
    ['by what it is not called by', 'In the studio', 'x', { things: { id: 'x', title: 'Yoga', location: 'Studio' } }],
    ['by writing', `Take ${long}s`, 'x', { things: { id: 'x', title: `${long}s` } }],
    ['by a list of names', 'Take the blue lamp', 'x', { things: { id: 'x', name: ['Blue lamp'] } }],
    [
      'by lists that others add to',
      'Ask Pat Keane',
      'x',
      { things: { id: 'x', title: 'Yoga', people: ['Pat Keane'] } },
    ],
    [
      'by lists of records',
      'Ask Pat Keane',
      'x',
      { things: { id: 'x', title: 'Yoga', people: [{ name: 'Pat Keane' }] } },
    ],
    ['where nobody says whom it is from', 'Hello', 'm-1', { things: [quote] }],
    ['by a part of an address', 'The net', 'x', { things: { id: 'x', sender: 'pat@example.net' } }],
    ['by two times', 'From 10:30 11:30', 'x', { things: { id: 'x', title: '10:30 11:30' } }],
    ['where nothing is said', '', 't-1', { things: [lamp] }],
    ['where all that is said is all', 'All of it', 't-1', { things: [lamp, chair] }],
    [
      'by whom it goes to',
      'Add Pat Keane',
      'x',
      { things: { id: 'x', title: 'Review of Pat' }, to: ['pat.keane@example.net'] },
    ],
    ['under what it belongs to', 'Take the blue lamp', 'y', { things: { shelf_id: 'y', id: 'x', title: 'Blue lamp' } }],
    [
      'under one of several',
      'Take the blue lamp',
      'x',
      { things: { lamp_id: 'x', shelf_id: 'y', title: 'Blue lamp' } },
    ],
    ['under what is no id', 'Take the blue lamp', 'x', { things: { code: 'x', title: 'Blue lamp' } }],
    ['under a truth value', 'Take the blue lamp', 'true', { things: { id: true, title: 'Blue lamp' } }],
    [
      'by what was given with its id',
      'Take the blue lamp',
      't-9',
      {
        things: { id: 't-9', name: 'Blue lamp' },
        given: ['t-9', 'Blue lamp'],
      },
    ],
    [
      'as one of two, under a short number',
      'Take the blue lamp',
      '7',
      {
        things: [
          { id: 7, title: 'Blue lamp' },
          { id: 7, title: 'Old letter' },
        ],
      },
    ],
  ])('%s', (_, words, id, of) => {
    expect(how(words, id, of)).toBeUndefined();
  });
});

test('things are looked for once', () => {
  const of = seen([lamp]);
  expect(thingsOf(of)).toBe(thingsOf(of));
  expect(thingsOf(seen([lamp])).map(({ id }) => id)).toEqual(['t-1']);
  expect([...thingsOf(seen('text')), ...thingsOf(seen(null)), ...thingsOf(seen(7))]).toEqual([]);
});

test('things are distinguished by the kind of the tools that returned them', () => {
  const from = (tool: string, title: string) => thingsOf({ ...seen([{ id: '7', title }]), tool });
  const things = new Things([...from('search_files', 'Blue lamp'), ...from('read_mail', 'Red chair')], new Set());
  const words = wordsOf('The blue lamp');
  expect(things.has('7')).toBe(true);
  expect(things.has('8')).toBe(false);
  expect(things.spokenOf('7', words)).toBeUndefined();
  expect(things.alike(['file']).spokenOf('7', words)).toBe('named');
  expect(things.alike(['file']).spokenOf('7', wordsOf('Hello'))).toBeUndefined();
  expect(things.alike(['mail', 'x']).spokenOf('7', words)).toBeUndefined();
  expect(things.alike(['event']).has('7')).toBe(false);
  expect(things.unlike(['file']).spokenOf('7', words)).toBeUndefined();
  expect(things.unlike(['mail']).spokenOf('7', words)).toBe('named');
  expect(new Things(from('calendar_list_events', 'x'), new Set()).alike(['event']).has('7')).toBe(true);
});
