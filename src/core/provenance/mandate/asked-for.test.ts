import { expect, test } from 'vitest';

import type { CallEffect } from '../../contract.ts';
import {
  asksFor,
  asksForIt,
  clausesOf,
  isDeedWord,
  isDeedDone,
  thingsNamedBy,
  type Deed,
  type SpeaksOf,
} from './asked-for.ts';

test('a verb is distinguished from other words', () => {
  expect(['mark', 'delete', 'ann'].map(isDeedWord)).toEqual([true, true, false]);
});

test.each<[string, string, CallEffect, boolean, boolean]>([
  // The name of a tool says what it does. If not, its effect does.
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
  // A noun asks for nothing.
  ['Read the email', 'send_note', 'send', false, false],
  ['Leo has shipped the fix', 'set_priority', 'write', true, false],
  ['Fix it', 'set_priority', 'write', true, true],
  ['A thumbs-up under Bart’s message', 'react_to_message', 'send', false, false],
  ["The twins' message", 'react_to_message', 'send', false, false],
  ["It's done, message him", 'react_to_message', 'send', false, true],
  ['email them', 'send_note', 'send', false, true],
  ['Of send it', 'send_note', 'send', false, true],
  // What is not to be done is not asked for.
  ['Instead of send it', 'send_note', 'send', false, false],
  ['Do not send it', 'send_note', 'send', false, false],
  ["Please don't ever delete it", 'delete_thing', 'write', false, false],
  ['You mustn’t delete it', 'delete_thing', 'write', false, false],
  ['Never delete it', 'delete_thing', 'write', false, false],
  ['Not that I care much, delete it', 'delete_thing', 'write', false, true],
  ['It is not. Delete it', 'delete_thing', 'write', false, true],
  ['Do not let Bob know', 'send_note', 'send', false, false],
  // A tool may be asked for by its own word; by one of a thing it has, it is not.
  ['Label it', 'label_email', 'write', false, true],
  ['Could you label it', 'label_email', 'write', false, true],
  ['Look at it, label it', 'label_email', 'write', false, true],
  ['What is the label of it', 'label_email', 'write', false, false],
  ['It has no label', 'label_email', 'write', false, false],
  ["Don't label it", 'label_email', 'write', false, false],
  ['Zap it', 'zap_thing', 'send', false, true],
  ['Zap it', 'zap_thing', 'execute', false, true],
  ['Calendar please', 'calendar_create', 'write', false, false],
  ['Email it', 'label_email', 'write', false, false],
  ['Email it', 'mail_email', 'send', false, true],
  ['Send it', 'gmail_send_email', 'send', false, true],
  ['Delete it', 'mail_delete', 'write', true, true],
  ['Mail it', 'mail_delete', 'write', true, false],
  ['Update it', 'update_mail_thing', 'write', false, true],
  ['Share it', 'share_email_thing', 'write', false, true],
  ['Create it', 'create_invite', 'write', false, true],
  ['Invite them', 'create_invite', 'write', false, false],
  ['Delete it', 'create_and_delete', 'write', false, false],
  ['Update it', 'archive_mail', 'write', false, false],
  ['Archive it', 'archive_mail', 'write', false, true],
  ['Tell him', 'direct_message', 'send', false, true],
  ['Zip it', 'zip_thing', 'write', false, true],
  ['Could you zip it', 'zip_thing', 'write', false, true],
  ['It has a zip', 'zip_thing', 'write', false, false],
  ['Update it', 'zip_thing', 'write', false, false],
  // As what is wished for, and not as what was.
  ['Those I want closed', 'close_ticket', 'write', false, true],
  ['It can be deleted now', 'delete_thing', 'write', true, true],
  ['It can be cancelled', 'cancel_event', 'write', true, true],
  ['I need it added', 'add_thing', 'write', false, true],
  ['It can be adder', 'add_thing', 'write', false, false],
  ['I want it closed', 'delete_thing', 'write', true, false],
  ['It has been deleted', 'delete_thing', 'write', true, false],
  ['It was deleted', 'delete_thing', 'write', true, false],
  ['It can never be deleted', 'delete_thing', 'write', true, false],
  ['Be sure that some other old thing is deleted', 'delete_thing', 'write', true, false],
  ['The caretaker put it there', 'append_line', 'write', false, false],
  ['Look, put it there', 'append_line', 'write', false, true],
  ['Could you put it there', 'append_line', 'write', false, true],
  // As the thing that is made.
  ['Get back to me', 'append_to_record', 'write', false, false],
  ['Put a comment there', 'comment_on_ticket', 'send', false, true],
  ['Open a ticket for Bart', 'create_ticket', 'write', false, true],
  ['Look around. Open a ticket', 'create_ticket', 'write', false, true],
  ['Open a limit', 'set_limit', 'write', false, true],
  ['Give it a line', 'append_line', 'write', false, true],
  ['Get us a table', 'reserve_table', 'spend', false, true],
  ['I need a car there', 'reserve_car', 'spend', false, true],
  ['Open two tickets', 'create_ticket', 'write', false, true],
  ['Do not open a ticket', 'create_ticket', 'write', false, false],
  ['Open the door. A ticket is there', 'create_ticket', 'write', false, false],
  ['Open it for all of us with a ticket', 'create_ticket', 'write', false, false],
  ['There is a ticket', 'create_ticket', 'write', false, false],
  ['Open the page', 'update_page', 'write', false, false],
  ['Give the page', 'create_page', 'write', true, false],
  // In more than a word.
  ['Let Bob know about it', 'send_note', 'send', false, true],
  ['Let me know about it', 'send_note', 'send', false, false],
  ['Let us know', 'send_note', 'send', false, false],
  ['Let it be. I know', 'send_note', 'send', false, false],
  ['Let Bob know about it', 'delete_thing', 'write', false, false],
  ['drop Jojo a line: it is done', 'send_note', 'send', false, true],
  ['Throw that mail away', 'trash_mail', 'write', true, true],
  ['Throw away that mail', 'trash_mail', 'write', true, true],
  ['Get rid of it', 'delete_thing', 'write', true, true],
  ['Call off the meeting', 'cancel_event', 'write', true, true],
  ['Take him out of the group', 'remove_member', 'write', true, true],
  ['Push my chat back by an hour', 'move_event', 'write', true, true],
  ['on the fifth: make it the sixth', 'move_event', 'write', true, true],
  ['I’d like the flight in my calendar', 'create_event', 'write', false, true],
  ['I want the flight on our list', 'create_event', 'write', false, true],
  ['I want to see what is in my calendar', 'create_event', 'write', false, false],
  ['What is in my calendar', 'create_event', 'write', false, false],
  ['Pass the mail about the labels on to Bob', 'forward_mail', 'send', false, true],
  ['Pass on the mail', 'forward_mail', 'send', false, true],
  ['Put up a notice on the board', 'post_to_board', 'send', false, true],
  ['Bob should know about it', 'send_note', 'send', false, true],
  ['I should know about it', 'send_note', 'send', false, false],
  ['Let Bob see the plan', 'share_file', 'send', false, true],
  ['Let me see the plan', 'share_file', 'send', false, false],
  ['Both of them should be able to read it', 'share_file', 'send', false, true],
  ['I should be able to read it', 'share_file', 'send', false, false],
  ['Give Bob the 20 back', 'refund_order', 'spend', false, true],
  ['Get us two bottles', 'order_part', 'spend', false, true],
  ['we need 40 metres', 'order_part', 'spend', false, true],
  ['we need to talk', 'order_part', 'spend', false, false],
  ['I’d like the small room', 'reserve_place', 'spend', false, true],
  ['I would like to see the small room', 'reserve_place', 'spend', false, false],
  ['The old ones can go', 'delete_file', 'write', true, true],
  ['The old ones can go home', 'delete_file', 'write', true, false],
  ['Find us a slot on Monday', 'create_event', 'write', false, true],
  ['Turn the offer down', 'reject_offer', 'write', false, true],
  ['Take out the old entry', 'remove_entry', 'write', true, true],
  ['Give him until Monday', 'extend_deadline', 'write', true, true],
  ['Bring the talk forward', 'move_event', 'write', true, true],
  ['Tick that invoice off', 'mark_invoice', 'write', true, true],
  ['My lunch: one hour later please', 'move_event', 'write', true, true],
  ['My lunch lasts one hour', 'move_event', 'write', true, false],
  ['Renew the book', 'borrow_book', 'write', false, true],
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

test.each<[string, Partial<Deed> & { readonly name: string }, boolean]>([
  // By what is chosen, whatever the tool is called.
  ['Cancel it', { name: 'update_event', choices: ['cancelled'] }, true],
  ['Change it', { name: 'update_event', choices: ['cancelled'] }, false],
  ['Change it', { name: 'update_event', choices: ['blue'] }, true],
  // What costs something is paid for or booked, whatever is chosen.
  ['Order it', { name: 'order_thing', effect: 'spend', choices: ['accepted'] }, true],
  // By what it is given, where it may change anything.
  ['Say there that it is done', { name: 'update_ticket', keys: ['new_comment'] }, true],
  ['Say there that it is done', { name: 'update_ticket', keys: ['state'] }, false],
  ['Say there that it is done', { name: 'archive_ticket', keys: ['new_comment'] }, false],
])('“%s” asks for %j: %s', (text, deed, is) => {
  expect(asksFor(text, { effect: 'write', destructive: true, ...deed })).toBe(is);
});

test.each([
  ['cancelled', true],
  ['withdrawn', true],
  ['accept', true],
  ['open', false],
])('%s is a completed action: %s', (choice, is) => {
  expect(isDeedDone(choice)).toBe(is);
});

test.each<[string, string[]]>([
  ['Look. Delete it, then rest.', ['Look', ' Delete it', 'rest']],
  ['Look and delete; ', ['Look', 'delete']],
  ['Look, delete “Lamp, chair and table”, rest.', ['Look', 'delete “Lamp, chair and table”', 'rest']],
  ['Look. Delete "Lamp. Chair". Rest', ['Look', ' Delete "Lamp. Chair"', ' Rest']],
])('splits “%s” where another action may begin', (text, clauses) => {
  expect(clausesOf(text)).toEqual(clauses);
});

test.each<[string, boolean]>([
  ['Delete the lamp', true],
  ['Look, delete the lamp, rest', true],
  ['The lamp, delete it please', true],
  ['Take the lamp. Delete it', true],
  ['The lamps, delete them', false],
  ['Take the lamp, at ten. Delete it', true],
  ['The lamp is old. Delete that', true],
  ['The lamp is old. Delete that please', true],
  ['The lamp is old. Delete that letter', false],
  ['Take the lamp, and the chair. Delete it', false],
  ['Take the lamp. Rest. Delete it', false],
  ['Take the lamp. Delete the rest', false],
  ['Delete it. Take the lamp', false],
  ['Delete', false],
])('“%s” asks for the lamp to be deleted: %s', (text, is) => {
  const deed = { name: 'delete_thing', effect: 'write', destructive: true } as const;
  const speaksOf: SpeaksOf = (words) =>
    words.includes('lamp') ? 'it' : words.includes('chair') ? 'another' : undefined;
  expect(asksForIt(text, deed, speaksOf)).toBe(is);
});

test.each([
  ['search_files', ['file']],
  ['share_file', ['share', 'file']],
  ['send_email', ['email']],
  ['calendarListEvents', ['calendar', 'event']],
  ['file_id', ['file', 'id']],
  ['delete', []],
  ['', []],
])('%s is about %j', (name, things) => {
  expect(thingsNamedBy(name)).toEqual(things);
});
