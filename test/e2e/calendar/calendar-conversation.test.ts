/** P7, R20: in a conversation the model gets the events that it made at once, and the others after a person approved. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { OWNER } from '../../../src/core/index.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import { createdEvents } from '../../../src/domains/calendar/created-events.ts';
import { localCalendars } from '../../../src/domains/calendar/local-calendar.ts';
import { calendarText } from '../../support/cases/calendar-text.ts';
import { openChatWorld } from '../../support/worlds/chat-world.ts';

vi.setConfig({ testTimeout: 60_000 });

test('P7, R20: the own at once, one approval, and the rest by itself after it', async () => {
  const heard: string[] = [];
  const args = { start: '2026-03-02', end: '2026-03-02', timeZone: 'UTC' };
  await using world = await openChatWorld(({ user, results }) => {
    heard.push(user, ...results.map(({ content }) => content));
    const isAsked = user === 'What is on?' && results.length === 0;
    return isAsked ? { calls: [{ name: 'get_events_details', args }] } : { text: `Heard ${results.length}.` };
  });
  const database = openSqlite(join(world.data, 'deputize.db'), {
    chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest),
  });
  try {
    const calendar = localCalendars({ database, timeZone: 'UTC' })(OWNER);
    const put = (uid: string, title: string) =>
      calendar.create(
        { uid, data: calendarText([`UID:${uid}`, 'DTSTART:20260302T090000Z', `SUMMARY:${title}`]) },
        new AbortController().signal,
      );
    await put('mine', 'Lunch');
    await createdEvents({ database, clock: { now: Date.now } })(OWNER).add('mine', 'call');
    await put('yours', 'Dentist');
  } finally {
    await database.close();
  }

  const id = await world.begin('personal:script');
  expect(await world.say(id, 'What is on?')).toMatchObject({ state: 'done', text: 'Heard 1.', waiting: [{}] });
  const waiting = await world.approvals();
  expect(waiting).toMatchObject([{ tool: 'get_events_details' }]);
  expect(heard.join()).toContain('Lunch');
  expect(heard.join()).not.toContain('Dentist');
  await world.decide(waiting[0]?.id ?? '', { decision: 'approve' });
  await expect.poll(() => heard.join(), { timeout: 20_000 }).toContain('Dentist');
  await expect.poll(async () => (await world.show(id)).conversation.isOpen, { timeout: 20_000 }).toBe(false);
  expect(await world.approvals()).toEqual([]);
});
