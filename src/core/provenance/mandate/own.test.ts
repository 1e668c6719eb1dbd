/** What makes a call the user's own, condition by condition: each just is. */
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
  purchase,
  removal,
  replaced,
  said,
  told,
  trusted,
  type Asked,
} from '../../../../test/support/worlds/asked-calls.ts';

describe('it is the user’s own', () => {
  test.each<[string, Asked]>([
    ['to change what they described', change('t-1001')],
    ['to change what they named, for good', change('t-5005', final)],
    ['to change what is trusted, for good', change('t-9001', final)],
    [
      'to change what is trusted and they spoke of',
      { ...change('t-9002', final), words: ['Hello.', 'Update the green vase: nice and bright.'] },
    ],
    [
      'to send what they described, for good',
      { ...change('t-1001', { effect: 'send', ...final }), tool: 'send_thing', words: 'Send the blue lamp.', args: {} },
    ],
    [
      'to send what they mentioned to somebody trusted, for good',
      {
        ...{ words: 'Send the lamp to Sam.', tool: 'send_thing' },
        facts: { effect: 'send', targets: ['t-1001'], recipients: ['sam@example.com'] },
      },
    ],
    [
      'to send what they mentioned to somebody trusted',
      {
        ...{ words: 'Send the lamp to Sam.', tool: 'send_thing' },
        facts: { effect: 'send', reversible: true, targets: ['t-1001'], recipients: ['sam@example.com'] },
      },
    ],
    ['to change what they described, with no words beside it', { ...change('t-1001'), args: {} }],
    ['to buy what they described', purchase('Buy two of the blue lamp.', { count: 2 })],
    ['to buy what they described, and as much as they said', purchase('Buy 3 of the blue lamp.', { count: 3 })],
    ['to buy what they described, once', purchase('Buy the blue lamp.', {})],
    ['to answer what they described', answer('Reply to the blue lamp: nice and bright.', 't-1001', 'nice, bright')],
    ['to answer what they mentioned', answer('Reply to the lamp: nice and bright.', 't-1001', 'nice, bright')],
    ['to delete for good what they described', removal('Delete the blue lamp.', 't-1001', final)],
    ['to delete what they mentioned', removal('Delete the lamp.', 't-1001')],
    ['to delete what they spoke of right before', removal('My blue lamp, delete it please', 't-1001')],
    ['to move something to a time that they said', moved('Move the blue lamp to ten.', '2026-03-16T10:00')],
    [
      'to move something to a time of which they said one end',
      moved('Move the blue lamp to ten.', '2026-03-16T10:00', '2026-03-16T11:00'),
    ],
    [
      'to make something at a time that they said',
      made({ a: 'nice and bright', at: '2026-05-02T07:00' }, { words: 'Create it at seven: nice and bright.' }),
    ],
    [
      'to buy it for days that they said',
      purchase('Buy the blue lamp from the 5th to the 8th.', { start: '2026-06-05', end: '2026-06-08' }),
    ],
    ['to buy it once', purchase('Buy the blue lamp.', { quantity: 1 })],
    ['to buy what they named, as many', bought('Buy four of t-5005.', 4)],
    ['to change what they mentioned', { ...change('t-1001'), words: 'Update the lamp: nice and bright.' }],
    [
      'to change what they mentioned where others see it',
      { ...change('t-1001'), words: 'Update the lamp: nice and bright.', sendsOut: true },
    ],
    [
      'to delete what they mentioned, for a reason of nobody',
      { ...removal('Delete the lamp.', 't-1001'), args: { reason: 'whatever it is' } },
    ],
    ['to do whatever it is called with what they said', said({})],
    [
      'to change what they mentioned, by words of nobody',
      { ...change('t-1001'), words: 'Update the lamp.', args: { note: 'whatever' } },
    ],
    ['to send it likewise', said({ facts: { effect: 'send', recipients: ['sam@example.com'] } })],
    [
      'to put it likewise in place of something',
      said({ facts: { effect: 'write', reversible: true, destructive: true, targets: ['t-5005'] } }),
    ],
    [
      'to do it likewise to what they spoke of',
      said({
        words: 'The blue lamp: nice and bright.',
        facts: { effect: 'write', reversible: true, targets: ['t-1001'] },
      }),
    ],
    [
      'to do it likewise, with as many',
      said({ words: 't-5005: nice and bright, three', args: { a: 'nice and bright', n: 3 } }),
    ],
    ['to tell somebody trusted of what they spoke of', told('Tell Sam about the blue lamp.', kept('Blue lamp'))],
    [
      'to tell somebody trusted what they asked for',
      told('Tell Sam about quarterly things.', { ...kept('x'), given: ['quarterly things'] }),
    ],
    [
      'to tell somebody trusted what everybody may read',
      told('Tell Sam.', { ...kept('x'), labels: { untrusted: false, private: false } }),
    ],
    [
      'to change what they named, with no words beside it',
      { words: 'Update t-5005.', facts: { effect: 'write', targets: ['t-5005'] } },
    ],
    ['to delete what they named', removal('Delete t-5005.', 't-5005')],
    ['to delete what they named first', removal('t-5005: delete it please', 't-5005')],
    ['to delete what they named beside another wish', removal('Look around, delete t-5005', 't-5005')],
    ['to delete what they named in one of their messages', removal(['Hello there.', 'Delete t-5005.'], 't-5005')],
    ['to delete what is trusted and they spoke of', removal('Delete the green vase.', 't-9002', final)],
    ['to delete what they described', removal('Delete the blue lamp.', 't-1001')],
    [
      'to delete what they described, for a reason of nobody',
      { ...removal('Delete the blue lamp.', 't-1001'), args: { reason: 'whatever it is' } },
    ],
    ['to tell somebody of the house in their own words', note('Carol Jones')],
    [
      'to tell somebody trusted anything',
      note('sam@example.com', { words: 'Tell Sam about it.', args: { text: 'whatever it is' } }),
    ],
    [
      'to make something with words of theirs among others of nobody',
      made({ a: 'nice and bright', b: 'whatever comes of that elsewhere later' }),
    ],
    ['to make something where nobody else has spoken', made({ b: 'whatever it is' }, { seen: [trusted] })],
    ['to make something with a tool whose name says nothing', made({ a: 'nice and bright' }, { tool: 'zap' })],
    ['to make something of their words in another order', made({ a: 'bright and nice' })],
    [
      'to make something for themselves at a time of nobody, as it can be taken back',
      made({ a: 'nice and bright', at: '2026-05-02T07:00' }, { facts: newThing }),
    ],
    [
      'to make something at the time of what they spoke of',
      made(
        { a: 'nice and bright', at: '2026-03-16T09:00' },
        { words: 'Create it for the blue lamp: nice and bright.', seen: [lampWith({ at: '2026-03-16T09:00' })] },
      ),
    ],
    ['to move something to a day that they said', moved('Move the blue lamp to the 16th.', '2026-03-16T10:00')],
    [
      'to move something to another day at the same hour',
      movedFromNine('Move the blue lamp to Tuesday.', '2026-03-17T09:00'),
    ],
    [
      'to move something by as much as they said',
      movedFromNine('Push the blue lamp back by 5 hours.', '2026-03-16T14:00'),
    ],
    [
      'to buy it for a single night',
      purchase('Buy the blue lamp for the 5th.', { in: '2026-06-05', out: '2026-06-06' }),
    ],
    ['to put a number of theirs in place of another', replaced('Update the blue lamp to four.', { size: 4 })],
    ['to add a number of nobody', { ...change('t-1001'), args: { size: 6 } }],
    [
      'to pay what was worked out, in place of something',
      {
        ...purchase('Buy the blue lamp, up to 100.', { amount: 60 }),
        facts: { effect: 'spend', destructive: true },
      },
    ],
    [
      'to put something into a state that they said',
      replaced('Update the blue lamp to tentative.', { status: 'Tentative' }),
    ],
    [
      'to put something into a state that is what they asked for',
      replaced('Cancel the blue lamp.', { status: 'cancelled' }),
    ],
    [
      'to delete what they described, in an argument that is called like a choice',
      { ...removal('Delete the blue lamp.', 't-1001'), args: { response: 't-1001' } },
    ],
    [
      'to let somebody do what they said',
      {
        ...{ words: 'Share t-5005 with sam@example.com, who may edit it.', tool: 'share_thing' },
        facts: { effect: 'write', reversible: true, targets: ['t-5005'], recipients: ['sam@example.com'] },
        ...{ args: { permission: 'editor' }, sendsOut: true },
      },
    ],
    [
      'to answer one of the people of what they described',
      {
        ...answer('Reply about the blue lamp: nice and bright.', 'dan@example.net', 'nice, bright'),
        facts: { effect: 'send', recipients: ['dan@example.net'] },
        seen: [lampWith({ people: ['dan@example.net'] })],
      },
    ],
    ['to answer what they described without a word', { ...answer('Reply to the blue lamp.', 't-1001', ''), args: {} }],
    [
      'to delete what they spoke of before, and of nothing since',
      removal('The blue lamp is old. Well, delete it.', 't-1001'),
    ],
    [
      'to delete a file that they mentioned, where they say that it is one',
      { ...removal('Delete the lamp file.', 'f-7001'), tool: 'delete_file', seen: fileAndMail },
    ],
    ['to read what is trusted', look({ effect: 'read', targets: ['t-9001'] })],
    [
      'to change what they described, with a word that others wrote too',
      { ...change('t-1001'), args: { note: 'quarterly' } },
    ],
    ['to look at what they named, without asking for anything', look({ effect: 'none', targets: ['t-5005'] })],
    ['to read what they named', look({ effect: 'read', targets: ['t-5005'] })],
  ])('%s', (_, asked) => {
    expect(isOwn(asked)).toBe(true);
  });
});
