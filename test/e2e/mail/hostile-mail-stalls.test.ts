/** R24: no mail stops the server, however it is made. The main thread's own time between two turns is bounded, not the clock's. */
import { afterAll, expect, test, vi } from 'vitest';

import { openParserPool } from '../../../src/app/parsing/parser-pool.ts';
import { createMailReader, SMALL_BYTES } from '../../../src/app/parsing/read-mail.ts';
import { buildMail, hostileMails, hostileSmallMails } from '../../support/cases/hostile-inputs.ts';
import { measureLongestTurn } from '../../support/cases/longest-turn.ts';

vi.setConfig({ testTimeout: 180_000 });

// Less time than in a server, which can wait for a mail.
const pool = openParserPool({ quickMs: 1_000, timeMs: 3_000 });
const read = createMailReader(pool);
afterAll(() => pool.close());

test.each(hostileMails)('%s', async (_, build) => {
  const raw = build();
  let subject = '';
  const longest = await measureLongestTurn(async () => {
    ({ subject } = await read('ann', raw));
  });
  expect(longest).toBeLessThan(250);
  expect(subject).toBe('Offer');
});

test.each(hostileSmallMails(SMALL_BYTES))('a small mail that is read at once: %s', async (_, build) => {
  const raw = build();
  expect(raw.byteLength).toBeLessThanOrEqual(SMALL_BYTES);
  await read('ann', raw);
  const longest = [];
  for (let round = 0; round < 3; round += 1) longest.push(await measureLongestTurn(() => read('ann', raw)));
  // The shortest of three: the collection of garbage of the tests before counts in any of them.
  expect(Math.min(...longest)).toBeLessThan(25);
});

test('a hundred small mails at once are read in many turns', async () => {
  const raws = hostileSmallMails(SMALL_BYTES).flatMap(([, build]) => Array.from({ length: 6 }, build));
  const longest = await measureLongestTurn(() => Promise.all(raws.map((raw) => read('ann', raw))));
  expect(longest).toBeLessThan(100);
});

test('a mail that takes too long is kept with its headers, and the next one is read', async () => {
  const quick = openParserPool({ quickMs: 1, timeMs: 1 });
  const slow = await createMailReader(quick)('ann', buildMail('', 'word '.repeat(1_000_000)));
  expect(slow).toMatchObject({ subject: 'Offer', sender: 'stranger@example.net', body: '' });
  expect(slow.problem).toMatch(/takes too long to read/);
  await quick.close();
  const fine = await read('ann', buildMail('', 'word '.repeat(10_000)));
  expect(fine.body.length).toBe(49_999);
});

test('a mail that takes longer than most is read among the slow ones', async () => {
  const patient = openParserPool({ quickMs: 1, timeMs: 60_000 });
  const { body, problem } = await createMailReader(patient)('ann', buildMail('', 'word '.repeat(10_000)));
  await patient.close();
  expect({ size: body.length, problem }).toEqual({ size: 49_999, problem: undefined });
});
