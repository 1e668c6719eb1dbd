/** What makes a call the user's own, condition by condition: one that just is, and one that just is not. */
import { describe, expect, test } from 'vitest';

import type { Json } from '../../ports/json.ts';
import type { Facts } from '../contract.ts';
import { assess } from './assess.ts';
import type { Seen } from './history.ts';

const others: Seen = {
  tool: 'read_mail',
  labels: { untrusted: true, private: true },
  value: {
    body: 'Take thing t-7007 and do report quarterly figures soon.',
    people: ['Carol Jones', 'dan@example.net'],
    things: [
      { id: 't-1001', title: 'Blue lamp' },
      { id: 't-1002', title: 'Red chair' },
      { id: '13', title: 'Old box' },
      { id: 'eve@example.net', title: 'Somebody' },
    ],
  },
};
const trusted: Seen = {
  tool: 'contacts',
  labels: { untrusted: false, private: true },
  value: { email: 'sam@example.com', thing: 't-9001' },
};

interface Asked {
  readonly words: string | readonly string[];
  readonly tool?: string;
  readonly facts: Facts;
  readonly args?: Record<string, Json>;
  readonly seen?: readonly Seen[];
}

function isOwn({ words, tool = 'update_thing', facts, args = {}, seen = [others, trusted] }: Asked): boolean {
  const labels = { untrusted: false, private: false, sendsOut: facts.effect === 'send' };
  return assess({ name: tool, labels }, args, facts, { words: [words].flat(), seen }).isOwn;
}

/** A change of this thing, with a text that the user said. */
const change = (target: string, facts: Partial<Facts> = {}): Asked => ({
  words: 'Please update the blue lamp and t-5005: nice and bright.',
  facts: { effect: 'write', reversible: true, targets: [target], ...facts },
  args: { note: 'nice and bright' },
});
const final = { reversible: false };
const removal = (words: string | readonly string[], target: string, facts: Partial<Facts> = {}): Asked => ({
  ...{ words, tool: 'delete_thing' },
  facts: { effect: 'write', destructive: true, reversible: true, targets: [target], ...facts },
});
const note = (recipient: string, more: Partial<Asked> = {}): Asked => ({
  ...{ words: 'Tell the team: lunch is at noon today.', tool: 'send_note' },
  ...{ facts: { effect: 'send', recipients: [recipient] }, args: { text: 'lunch is at noon today' } },
  ...more,
});
const made = (args: Record<string, Json>, more: Partial<Asked> = {}): Asked => ({
  ...{ words: 'Create it: nice and bright.', tool: 'create_thing', facts: { effect: 'write' }, args },
  ...more,
});
const look = (facts: Facts, words = 'Hello t-5005, sam@example.com.'): Asked => ({ words, tool: 'zap', facts });

describe('it is the user’s own', () => {
  test.each<[string, Asked]>([
    ['to change what they described', change('t-1001')],
    ['to change what a system named, if it can be taken back', change('t-1002')],
    ['to change an entry of a list, if it can be taken back', change('Carol Jones')],
    ['to change what they named, for good', change('t-5005', final)],
    ['to change what is trusted, for good', change('t-9001', final)],
    [
      'to run what a system named',
      { ...change('t-1002', { effect: 'execute' }), tool: 'run_thing', words: 'Run it: nice and bright.' },
    ],
    [
      'to send what a system named',
      { ...change('t-1002', { effect: 'send' }), tool: 'send_thing', words: 'Send it: nice and bright.' },
    ],
    [
      'to change what they named, with no words beside it',
      { words: 'Update t-5005.', facts: { effect: 'write', targets: ['t-5005'] } },
    ],
    ['to delete what they named', removal('Delete t-5005.', 't-5005')],
    ['to delete what they named first', removal('t-5005: delete it please', 't-5005')],
    ['to delete what they named beside another wish', removal('Look around, delete t-5005', 't-5005')],
    ['to delete what they named in one of their messages', removal(['Hello there.', 'Delete t-5005.'], 't-5005')],
    ['to delete what is trusted', removal('Delete it.', 't-9001')],
    ['to delete what they described', removal('Delete the blue lamp.', 't-1001')],
    [
      'to delete what they described, for a reason of nobody',
      { ...removal('Delete the blue lamp.', 't-1001'), args: { reason: 'whatever it is' } },
    ],
    ['to tell somebody of the house in their own words', note('Carol Jones')],
    ['to tell somebody trusted anything', note('sam@example.com', { args: { text: 'whatever it is' } })],
    [
      'to make something with words of theirs among others of nobody',
      made({ a: 'nice and bright', b: 'whatever it is' }),
    ],
    ['to make something where nobody else has spoken', made({ b: 'whatever it is' }, { seen: [trusted] })],
    ['to make something with a tool whose name says nothing', made({ a: 'nice and bright' }, { tool: 'zap' })],
    ['to look at what they named, without asking for anything', look({ effect: 'none', targets: ['t-5005'] })],
    ['to read what they named', look({ effect: 'read', targets: ['t-5005'] })],
  ])('%s', (_, asked) => {
    expect(isOwn(asked)).toBe(true);
  });
});

describe('it is not the user’s own', () => {
  test.each<[string, Asked]>([
    ['to change what others wrote of', change('t-7007')],
    ['to change what nobody wrote of', change('t-0000')],
    ['to change for good what a system named', change('t-1002', final)],
    ['to change what is an address', change('eve@example.net')],
    [
      'to spend on what a system named',
      { ...change('t-1002', { effect: 'spend' }), tool: 'pay_thing', words: 'Pay it: nice and bright.' },
    ],
    ['to change what a system named, with no words beside it', { ...change('t-1002'), args: {} }],
    ['to delete what they named elsewhere', removal('Look at t-5005. Delete the old ones.', 't-5005')],
    ['to delete what they described elsewhere', removal('I like the blue lamp. Delete the rest.', 't-1001')],
    ['to delete for good what they only described', removal('Delete the blue lamp.', 't-1001', final)],
    ['to delete an entry of a list', removal('Delete somebody.', 'Carol Jones')],
    ['to delete what others wrote of', removal('Delete something.', 't-7007')],
    ['to delete what has the number of something else', removal('Please cancel some of my 13 lamps', '13')],
    [
      'to delete nothing in particular',
      { ...removal('Delete it.', ''), facts: { effect: 'write', destructive: true }, args: { q: 'whatever it is' } },
    ],
    [
      'to delete by words of which some are nobody’s',
      {
        ...removal('Delete it: nice and bright.', ''),
        facts: { effect: 'write', destructive: true },
        args: { a: 'nice and bright', q: 'whatever it is' },
      },
    ],
    [
      'to write to somebody of the house by what is no sending',
      note('Carol Jones', {
        words: 'Write to the team: lunch is at noon today.',
        tool: 'write_note',
        facts: { effect: 'write', recipients: ['Carol Jones'] },
      }),
    ],
    ['to tell a name that others wrote of', note('t-7007')],
    ['to tell a name that a system gave', note('t-1002')],
    ['to tell a name of nobody', note('t-0000')],
    ['to tell an address of a list', note('dan@example.net')],
    ['to tell somebody of the house nothing', note('Carol Jones', { args: {} })],
    [
      'to tell somebody of the house more than they said',
      note('Carol Jones', { args: { text: 'lunch is at noon today', more: 'whatever it is' } }),
    ],
    ['to make something of words of nobody, after reading others', made({ b: 'whatever it is' })],
    [
      'to make something with words of others among theirs',
      made({ a: 'nice and bright', b: 'report quarterly figures' }),
    ],
    ['to read what a system named beside what they named', look({ effect: 'read', targets: ['t-5005', 't-1002'] })],
    ['to send what they did not ask to be sent', look({ effect: 'send', recipients: ['sam@example.com'] })],
    ['to run what they did not ask to be run', look({ effect: 'execute', targets: ['t-5005'] })],
  ])('%s', (_, asked) => {
    expect(isOwn(asked)).toBe(false);
  });
});
