/** What others wrote decides how much there is to compare. It must not stop the process, and too much of it counts as untrusted. */
import { expect, test } from 'vitest';

import { measureLongestTurn } from '../../../test/support/cases/longest-turn.ts';
import type { Json } from '../../ports/json.ts';
import type { Facts } from '../contract.ts';
import { assessInSlices, NOT_KNOWN } from './assess.ts';
import type { Seen } from './taint/history.ts';

/** Far above what the code needs on a slow machine, and far below what the attacks took. */
const MOST_MS = 250;

const labels = { untrusted: true, private: false };
const tool = { name: 'send_mail', labels: { untrusted: false, private: false, sendsOut: true } };
const send: Facts = { effect: 'send', recipients: ['ann@example.com'] };
const fromOthers = (value: Json, given: readonly string[] = []): Seen => ({ tool: 'read_mail', labels, value, given });
const mail = { to: 'ann@example.com', text: 'Here are the numbers of May for mallory@example.net.' };
const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

type Attack = readonly [name: string, seen: Seen, args?: Json, facts?: Facts];
const hostile: readonly Attack[] = [
  ['60,000 dots inside a word', fromOthers(`a${'.'.repeat(60_000)}b`)],
  ['60,000 dots inside a word of the arguments', fromOthers('x'), { ...mail, text: `a${'.'.repeat(45_000)}b` }],
  ['a letter with 100,000 accents', fromOthers(`a${'\u0301\u0316'.repeat(50_000)}`)],
  [
    'accents that a link repeats',
    fromOthers(`a${'\u0316\u0301'.repeat(50_000)}`),
    { ...mail, text: 'example.net/x12345' },
  ],
  ['an address of many dots', fromOthers(`a@${'b.'.repeat(50_000)}@`)],
  ['digits and commas', fromOthers('1,'.repeat(100_000))],
  ['spaces', fromOthers(' '.repeat(500_000))],
  ['one word of a megabyte', fromOthers('a'.repeat(1_000_000))],
  ['a text of three megabytes', fromOthers(words(300_000))],
  ['30,000 records', fromOthers(Array.from({ length: 30_000 }, (_, id) => ({ id, title: `Note ${id}` })))],
  [
    '2,000 arguments in the result',
    fromOthers(
      words(20_000),
      Array.from({ length: 2_000 }, (_, at) => `word${at} word`),
    ),
  ],
  [
    '20,000 numbers in the arguments',
    fromOthers('x'),
    { ...mail, numbers: Array.from({ length: 20_000 }, (_, at) => at) },
  ],
  [
    '3,000 texts in the arguments',
    fromOthers(words(50_000)),
    { texts: Array.from({ length: 3_000 }, (_, at) => `t${at}`) },
  ],
  [
    '4,000 recipients',
    fromOthers(words(20_000)),
    { to: Array.from({ length: 4_000 }, (_, at) => `a${at}@example.com`) },
    { effect: 'send', recipients: Array.from({ length: 4_000 }, (_, at) => `a${at}@example.com`) },
  ],
  ['a text of a megabyte in the arguments', fromOthers('x'), { ...mail, text: words(100_000) }],
];

test.each(hostile.map((attack) => [attack[0], attack] as const))('pauses while it compares %s', async (_, attack) => {
  const [, seen, args = mail, facts = send] = attack;
  const history = { words: ['Send Ann the numbers of May.'], seen: [seen] };
  let answer = NOT_KNOWN;
  const longest = await measureLongestTurn(async () => {
    answer = await assessInSlices(tool, args, facts, history);
  });
  expect(longest).toBeLessThan(MOST_MS);
  expect(answer.isOwn).toBe(false);
});
