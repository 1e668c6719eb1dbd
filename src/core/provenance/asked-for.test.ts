import { expect, test } from 'vitest';

import type { Effect } from '../contract.ts';
import { asksFor, clausesOf } from './asked-for.ts';

test.each<[string, string, Effect, boolean, boolean]>([
  // What a tool does is told by its name, and otherwise by its effect.
  ['Delete it', 'delete_thing', 'write', false, true],
  ['Delete it', 'zap', 'write', true, true],
  ['Delete it', 'zap', 'write', false, false],
  ['Create it', 'zap', 'write', false, true],
  ['Share it', 'zap', 'send', false, true],
  ['Run it', 'zap', 'execute', false, true],
  // To send is not to pay, unless it costs something.
  ['Pay them', 'send_note', 'send', false, false],
  ['Pay them', 'send_money', 'spend', false, true],
  ['Pay them', 'zap', 'spend', false, true],
  ['Delete it', 'delete_thing', 'spend', false, true],
  // A thing is no deed.
  ['Read the email', 'send_note', 'send', false, false],
  ['email them', 'send_note', 'send', false, true],
  ['Instead of send it', 'send_note', 'send', false, true],
  // What is being done is asked for only where it is to be begun.
  ['Start by sending it', 'send_note', 'send', false, true],
  ['Start by deleting it', 'delete_thing', 'write', false, true],
  ['Begin by running it', 'run_thing', 'execute', false, true],
  ['I was deleting it', 'delete_thing', 'write', false, false],
  ['Start deleteabc', 'delete_thing', 'write', false, false],
  ['I was deleteabc', 'delete_thing', 'write', false, false],
])('“%s” asks for %s (%s, destructive: %s): %s', (text, name, effect, destructive, is) => {
  expect(asksFor(text, { name, effect, destructive })).toBe(is);
});

test('a text is parted where another deed may begin', () => {
  expect(clausesOf('Look. Delete it, then rest.')).toEqual(['Look', ' Delete it', 'rest']);
  expect(clausesOf('Look and delete; ')).toEqual(['Look', 'delete']);
});
