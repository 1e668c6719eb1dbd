/** What keeps a call from being the user's own, condition by condition: each just is not. */
import { describe, expect, test } from 'vitest';

import {
  answer,
  bought,
  change,
  fileAndMail,
  final,
  isOwn,
  kept,
  lampWith,
  look,
  made,
  moved,
  movedFromNine,
  newThing,
  note,
  others,
  published,
  purchase,
  removal,
  replaced,
  said,
  told,
  trusted,
  type Asked,
  unnamed,
} from '../../../../test/support/worlds/asked-calls.ts';

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
    ['to delete for good what they only mentioned', removal('Delete the lamp.', 't-1001', final)],
    ['to delete at a price what they only mentioned', removal('Delete the lamp.', 't-1001', { effect: 'spend' })],
    ['to delete what they mentioned elsewhere', removal('I like the lamp. Delete the chair.', 't-1001')],
    [
      'to send what a system named',
      { ...change('t-1002', { effect: 'send' }), tool: 'send_thing', words: 'Send it: nice and bright.' },
    ],
    [
      'to send what a system named to somebody trusted',
      {
        ...{ words: 'Send it to Sam.', tool: 'send_thing' },
        facts: { effect: 'send', reversible: true, targets: ['t-1002'], recipients: ['sam@example.com'] },
      },
    ],
    [
      'to send what they mentioned to nobody, for good',
      { ...change('t-1001', { effect: 'send', ...final }), tool: 'send_thing', words: 'Send the lamp.', args: {} },
    ],
    [
      'to send what they described, with words of others',
      {
        ...change('t-1001', { effect: 'send', ...final }),
        ...{ tool: 'send_thing', words: 'Send the blue lamp.', args: { note: 'report quarterly figures' } },
      },
    ],
    [
      'to change for good what they only mentioned',
      { ...change('t-1001', final), words: 'Update the lamp: nice and bright.' },
    ],
    ['to buy what they described, more often than they said', purchase('Buy two of the blue lamp.', { count: 6 })],
    [
      'to buy what they only mentioned',
      purchase('Buy two of the lamp: nice and bright.', { count: 2, note: 'nice and bright' }),
    ],
    ['to answer what they described in words of nobody', answer('Reply to the blue lamp.', 't-1001', 'whatever else')],
    ['to answer what a system named', answer('Reply to it: nice and bright.', 't-1002', 'nice, bright')],
    ['to change what a system named, though it can be taken back', change('t-1002')],
    ['to change an entry of a list, though it can be taken back', change('Carol Jones')],
    ['to delete what is trusted and they did not speak of', removal('Delete it.', 't-9001')],
    ['to change something trusted of which they did not speak', change('t-9002')],
    ['to delete something else that is trusted', removal('Delete the green vase.', 't-9001')],
    [
      'to answer what they described with words of others',
      answer('Reply to the blue lamp.', 't-1001', 'report quarterly figures'),
    ],
    [
      'to answer what they described by what is no sending',
      {
        ...answer('Write to the blue lamp: nice and bright.', 't-1001', 'nice, bright'),
        facts: { effect: 'write', reversible: true, recipients: ['t-1001'] },
      },
    ],
    ['to do whatever it is called at a price', said({ facts: { effect: 'spend', targets: ['t-5005'] } })],
    ['to do it for good', said({ facts: { effect: 'write', targets: ['t-5005'] } })],
    ['to run it', said({ facts: { effect: 'execute', reversible: true, targets: ['t-5005'] } })],
    [
      'to send it in place of something',
      said({ facts: { effect: 'send', destructive: true, recipients: ['sam@example.com'] } }),
    ],
    ['to do it where it was a question', said({ words: 'Is t-5005 nice and bright?' })],
    ['to do it with words of nobody as well', said({ args: { a: 'nice and bright', b: 'whatever' } })],
    ['to do it to something else', said({ facts: { effect: 'write', reversible: true, targets: ['t-9001'] } })],
    [
      'to do it to somebody else',
      said({ words: 'nice and bright', facts: { effect: 'send', recipients: ['sam@example.com'] } }),
    ],
    ['to do it more often', said({ words: 't-5005: nice and bright, three', args: { a: 'nice and bright', n: 4 } })],
    ['to do it with no words', said({ args: {} })],
    ['to tell somebody trusted what is private', told('Tell Sam.', kept('x'))],
    [
      'to tell somebody of the house where they named another',
      note('Carol Jones', {
        words: 'Tell Dan: lunch is at noon today.',
        seen: [trusted, { ...others, value: ['Carol Jones', 'Dan'] }],
      }),
    ],
    ['to make something at a time of nobody', made({ a: 'nice and bright', at: '2026-05-02T07:00' })],
    [
      'to buy it for longer',
      purchase('Buy the blue lamp from the 5th to the 8th.', { start: '2026-06-05', end: '2026-07-30' }),
    ],
    ['to buy what they named, more of it', bought('Buy four of t-5005.', 6)],
    ['to move something to a time of nobody', moved('Move the blue lamp to ten.', '2026-05-02T07:00')],
    ...unnamed.map(([how, facts]): [string, Asked] => [
      `to make something under a name of theirs of words of others, ${how}`,
      made(
        { name: 'nice and bright', text: 'report quarterly figures' },
        { facts, words: 'Create it, update it, run it, send it: nice and bright.', tool: 'zap' },
      ),
    ]),
    [
      'to make something under a name of theirs of words of others, where others see it',
      made(
        { name: 'nice and bright', text: 'report quarterly figures' },
        { facts: newThing, sendsOut: true, seen: [trusted, published] },
      ),
    ],
    ['to change what a system named where others see it', { ...change('t-1002'), sendsOut: true }],
    [
      'to keep what is private and nobody spoke of',
      made(
        { name: 'nice and bright', text: 'report quarterly figures' },
        { words: 'Create nice and bright.', facts: newThing },
      ),
    ],
    [
      'to make something of words of others',
      made({ name: 'nice and bright', text: 'report quarterly figures' }, { facts: newThing, seen: [published] }),
    ],
    [
      'to change what they described, by words of others',
      { ...change('t-1001'), seen: [published], args: { note: 'report quarterly figures' } },
    ],
    [
      'to send what they named, with words of others',
      {
        ...{ words: 'Send t-5005.', tool: 'send_thing', seen: [trusted, published] },
        ...{ facts: { effect: 'send', targets: ['t-5005'] }, args: { note: 'report quarterly figures' } },
      },
    ],
    [
      'to tell somebody trusted of whom they did not speak',
      note('sam@example.com', { args: { text: 'whatever it is' } }),
    ],
    [
      'to answer what they described with words of nobody among theirs',
      {
        ...answer('Reply to the blue lamp: nice and bright.', 't-1001', ''),
        args: { text: 'nice, bright', more: 'whatever else goes beside' },
      },
    ],
    [
      'to make something of words of others, with some of theirs that are no name',
      made({ note: 'nice and bright', text: 'report quarterly figures' }, { facts: newThing }),
    ],
    [
      'to make something under a name of nobody, of words of others',
      made({ name: 'whatever it is', text: 'report quarterly figures' }, { facts: newThing }),
    ],
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
      note('Carol Jones', { args: { text: 'lunch is at noon today', more: 'whatever harm comes' } }),
    ],
    ['to make something of words of nobody, after reading others', made({ b: 'whatever it is' })],
    [
      'to make something with words of others among theirs',
      made({ a: 'nice and bright', b: 'report quarterly figures' }),
    ],
    ...(
      [
        ['where others see it', newThing, true],
        ['in place of something', { ...newThing, destructive: true }, false],
        ['by what is run', { effect: 'execute', reversible: true }, false],
      ] as const
    ).map(([how, facts, sendsOut]): [string, Asked] => [
      `to make something at a time of nobody, though it can be taken back, ${how}`,
      made({ a: 'nice and bright', at: '2026-05-02T07:00' }, { facts, sendsOut }),
    ]),
    [
      'to change something to a time of nobody, though it can be taken back',
      { ...change('t-1001'), args: { at: '2026-05-02T07:00' } },
    ],
    [
      'to make something from the time of what they spoke of to one of nobody',
      made(
        { a: 'nice and bright', at: ['2026-03-16T09:00', '2026-05-02T07:00'] },
        { words: 'Create it for the blue lamp: nice and bright.', seen: [lampWith({ at: '2026-03-16T09:00' })] },
      ),
    ],
    [
      'to move something to a day that they said, at another hour',
      movedFromNine('Move the blue lamp to Tuesday.', '2026-03-17T14:00'),
    ],
    ['to put a number of nobody in place of another', replaced('Update the blue lamp to four.', { size: 6 })],
    ['to put something into a state of nobody', replaced('Update the blue lamp.', { status: 'tentative' })],
    [
      'to set a password that only begins like a word of theirs',
      made({ password: 'painter' }, { words: 'Create a password, I like to paint.', seen: [] }),
    ],
    [
      'to answer an address that is all that a text of what they described says',
      {
        ...answer('Reply about the blue lamp: nice and bright.', 'dan@example.net', 'nice, bright'),
        facts: { effect: 'send', recipients: ['dan@example.net'] },
        seen: [{ ...others, value: { id: 't-1001', title: 'Blue lamp', body: 'dan@example.net' } }],
      },
    ],
    [
      'to pay what they described, though that may be answered',
      { words: 'Pay the blue lamp.', tool: 'pay_thing', facts: { effect: 'spend', recipients: ['t-1001'] } },
    ],
    [
      'to delete what they spoke of before they spoke of something else',
      removal('The blue lamp is fine, the red chair is old, delete it', 't-1001'),
    ],
    [
      'to delete a file that they mentioned by the name of a mail',
      { ...removal('Delete the blue lamp.', 'f-7001'), tool: 'delete_file', seen: fileAndMail },
    ],
    ['to read what a system named beside what they named', look({ effect: 'read', targets: ['t-5005', 't-1002'] })],
    ['to send what they did not ask to be sent', look({ effect: 'send', recipients: ['sam@example.com'] })],
    ['to run what they did not ask to be run', look({ effect: 'execute', targets: ['t-5005'] })],
  ])('%s', (_, asked) => {
    expect(isOwn(asked)).toBe(false);
  });
});
