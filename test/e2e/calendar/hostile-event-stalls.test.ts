/** R24: no event and no answer of a calendar server stops the server. The main thread's time between two turns is bounded. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createContentParser, openParserPool } from '../../../src/app/parsing/parser-pool.ts';
import { tsdavClient } from '../../../src/connectors/calendar/caldav.ts';
import { davCalendar } from '../../../src/connectors/calendar/dav-calendar.ts';
import { readAgenda, toRange } from '../../../src/domains/calendar/agenda.ts';
import type { OpenedCalendar } from '../../../src/domains/organization/calendar/calendar-accounts.ts';
import { listOccurrences } from '../../../src/domains/organization/calendar/list-occurrences.ts';
import { findTarget } from '../../../src/domains/calendar/event-target.ts';
import type { UserCalendar } from '../../../src/ports/user-calendar.ts';
import { buildEvent, hostileEvents, hostileMultistatus } from '../../support/cases/hostile-inputs.ts';
import { pickByTier } from '../../support/cases/test-tier.ts';
import { measureLongestTurn } from '../../support/cases/longest-turn.ts';
import {
  answer,
  multistatus,
  resource,
  startHostileCalDav,
  type HostileCalDav,
} from '../../support/servers/hostile-caldav.ts';

vi.setConfig({ testTimeout: 180_000 });

const { signal } = new AbortController();
const pool = openParserPool({ quickMs: 2_000, timeMs: 4_000 });
let server: HostileCalDav;
let calendar: UserCalendar;
let sent = '';
beforeAll(async () => {
  server = await startHostileCalDav();
  const parse = createContentParser(pool, 'ann');
  const account = { url: server.url, username: 'ann', password: 'word' };
  calendar = davCalendar(tsdavClient(account, parse), 'Shared', 'Europe/Berlin', parse);
  server.misbehave('REPORT', (_, response) => answer(response, 207, sent));
  sent = multistatus();
  // The first question loads the client and finds the calendar.
  await calendar.range(0, 1, signal);
});
afterAll(async () => {
  await server.close();
  await pool.close();
});

const listed = (events: readonly string[]): string =>
  multistatus(
    ...events.map((data, at) =>
      resource(`/calendars/shared/${at}.ics`, `<d:getetag>"1"</d:getetag><c:calendar-data>${data}</c:calendar-data>`),
    ),
  );
const range = () => toRange({ start: '2026-01-01', end: '2026-12-31' }, calendar);
/** Whether it answers or refuses does not matter here. */
const settle = (work: () => Promise<unknown>): Promise<number> =>
  measureLongestTurn(() => work().catch(() => undefined));

test.each(hostileEvents)('%s', async (_, build) => {
  sent = listed(build());
  expect(await settle(() => readAgenda(calendar, range(), signal))).toBeLessThan(250);
});

test.each(hostileMultistatus)('an answer with %s', async (_, build) => {
  sent = build();
  expect(await settle(() => readAgenda(calendar, range(), signal))).toBeLessThan(250);
});

test.each(hostileEvents.slice(0, pickByTier({ sample: 1, full: 3, soak: 3 })))(
  '%s, in the calendars of an organization',
  async (_, build) => {
    sent = listed(build());
    const accounts = [{ id: 'a', name: 'A', kind: 'caldav', calendar } as OpenedCalendar];
    expect(await settle(() => listOccurrences(accounts, range(), signal))).toBeLessThan(250);
  },
);

test.each(hostileEvents.slice(0, pickByTier({ sample: 2, full: 8, soak: 8 })))(
  '%s, that is to be changed',
  async (_, build) => {
    const [data = ''] = build();
    const object = { uid: 'hostile', place: 'x', etag: '1', data };
    const held = { ...calendar, get: () => Promise.resolve(object) };
    const longest = await settle(async () => {
      const target = await findTarget(held, { uid: 'hostile' }, signal);
      await target.change({ title: 'Other' }, 0);
    });
    expect(longest).toBeLessThan(250);
  },
);

test.each([
  ['every second', 'RRULE:FREQ=SECONDLY\r\n'],
  ['every hour in a zone', 'RRULE:FREQ=HOURLY\r\nEXDATE;TZID=Asia/Tehran:20261103T100000\r\n'],
  ['every time of a day', 'RRULE:FREQ=DAILY;BYHOUR=1,2,3,4;BYMINUTE=1,2,3,4,5,6,7,8,9;BYSECOND=1,2,3,4,5,6\r\n'],
  [
    '250 dates',
    `RDATE;TZID=Asia/Tehran:${Array.from({ length: 250 }, (_, at) => `${1900 + (at % 125)}0${1 + (at % 9)}01T010000`).join(',')}\r\n`,
  ],
])('a few small events are worked out at once, or apart: %s', async (_, lines) => {
  sent = listed(Array.from({ length: 6 }, () => buildEvent(lines)));
  await readAgenda(calendar, range(), signal);
  const longest = [];
  for (let round = 0; round < 3; round += 1) longest.push(await settle(() => readAgenda(calendar, range(), signal)));
  expect(Math.min(...longest)).toBeLessThan(50);
});

test('events apart from the main thread are those that are worked out at once', async () => {
  const weekly = buildEvent('SUMMARY:Tea\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\n');
  sent = listed([weekly]);
  const few = await readAgenda(calendar, range(), signal);
  expect(few.entries.map(({ start }) => start.slice(0, 10))).toEqual(['2026-11-02', '2026-11-09', '2026-11-16']);
  sent = listed([buildEvent(`SUMMARY:Tea\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\nDESCRIPTION:${'x'.repeat(20_000)}\r\n`)]);
  expect(await readAgenda(calendar, range(), signal)).toEqual(few);
});

test('an answer that cannot be read is refused as the client would refuse it', async () => {
  sent = `<d:multistatus xmlns:d="DAV:">${'<d:response>'.repeat(10_000)}`;
  await expect(readAgenda(calendar, range(), signal)).rejects.toMatchObject({ code: 'EXTERNAL_ERROR' });
});
