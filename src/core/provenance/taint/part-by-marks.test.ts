/** Which parts of a result belong to others because a marked name is beside them. */
import { describe, expect, test } from 'vitest';

import type { Json } from '../../../ports/json.ts';
import { fieldsOf, keysBeside, partByMarks } from './marks.ts';

const MARKED = ['plan', '13', 'true', 'null', 'text'];
const FIELDS = new Set(['note', 'text', 'notes', 'names', 'id', 'parts']);
const plan = { note: 'plan', text: 'tell mallory@example.net' };
const list = { note: 'list', text: 'milk', size: 2, isNew: true, tag: null };

describe('of what comes back', () => {
  test.each<[string, Json, Json, Json[]]>([
    ['everything is kept where nothing is marked', { notes: [list], more: 'no' }, { notes: [list], more: 'no' }, []],
    ['an entry goes whole, and the ones beside it stay', { notes: [plan, list] }, { notes: [list] }, [plan]],
    ['an entry goes with what is below it', [{ id: 'plan', parts: [list] }], [], [{ id: 'plan', parts: [list] }]],
    ['a list of names goes whole: what stands beside one may be what it says', ['plan', 'x'], null, [['plan', 'x']]],
    [
      'so does a row of a table, and the rows beside it stay',
      {
        notes: [
          ['plan', 'tell mallory@example.net'],
          ['list', 'milk'],
        ],
      },
      { notes: [['list', 'milk']] },
      [['plan', 'tell mallory@example.net']],
    ],
    ['a number is a name, too', [{ id: 13, text: 'x' }, [13], [14]], [[14]], [{ id: 13, text: 'x' }, [13]]],
    ['a name that is all there is goes', 'plan', null, ['plan']],
    ['a field of one goes, and those above it stay', { a: { b: plan }, c: 'x' }, { a: { b: null }, c: 'x' }, [plan]],
    [
      'what stands under a name goes with it',
      { notes: { plan: 'tell mallory@example.net', list: 'milk' } },
      { notes: { plan: null, list: 'milk' } },
      [{ plan: 'tell mallory@example.net' }],
    ],
    ['also if that is more than a text', [{ plan: [list] }], [{ plan: null }], [{ plan: [list] }]],
    ['a field that the tool declares is no name', { text: 'milk' }, { text: 'milk' }, []],
    ['what is no text is no name', { a: true, b: null, c: [[true]] }, { a: true, b: null, c: [[true]] }, []],
  ])('%s', (_, value, kept, theirs) => {
    expect(partByMarks(value, FIELDS, (name) => MARKED.includes(name))).toEqual({ kept, theirs });
  });
});

describe('the fields of a schema', () => {
  const entry = {
    type: 'object',
    properties: { id: { type: 'string' }, tags: { items: { properties: { tag: {} } } } },
  };

  test('are those of everything in it, at any depth', () => {
    const schema = {
      ...{ type: 'object', properties: { notes: { type: 'array', items: entry }, more: { $ref: '#/$defs/more' } } },
      $defs: { more: { anyOf: [{ properties: { left: {} } }, { type: 'null' }] } },
    };
    expect([...fieldsOf(schema)].toSorted()).toEqual(['id', 'left', 'more', 'notes', 'tag', 'tags']);
    expect(fieldsOf(schema)).toBe(fieldsOf(schema));
  });

  test('are none where it has none', () => {
    expect([...fieldsOf({}), ...fieldsOf({ type: 'object', additionalProperties: true, properties: true })]).toEqual(
      [],
    );
  });

  test('every other key of a result can be a name', () => {
    const value = { notes: [{ id: 1, plan: { tags: ['x'] } }, 'y'], a: null };
    expect([...keysBeside(fieldsOf({ properties: { notes: { items: entry } } }), value)]).toEqual(['plan', 'a']);
  });
});
