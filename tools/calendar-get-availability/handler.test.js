import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const slot = (hour) => ({ start: `2026-03-04T${hour}:00`, end: `2026-03-04T${hour}:30`, allDay: false });
const asked = [];
const calendar = {
  availability: (args) => (
    asked.push(args),
    { busy: [slot('09')], free: ['10', '11', '12', '13'].map(slot), unreadable: 0 }
  ),
};
const args = { start_time: '2026-03-04T09:00:00Z', end_time: '2026-03-04T18:00:00Z' };
const look = (more = {}, given = {}) =>
  execute({ args: { ...args, ...more }, ...createTestContext({ services: { calendar }, ...given }) });

test('tells times and nothing else', async () => {
  const { data } = await look({ duration_minutes: 60, time_zone: 'Europe/Berlin' });
  assert.deepEqual(data.busy, [{ start: '2026-03-04T09:00', end: '2026-03-04T09:30' }]);
  assert.equal(data.free.length, 4);
  assert.deepEqual(asked.at(-1), {
    start: args.start_time,
    end: args.end_time,
    leastMinutes: 60,
    timeZone: 'Europe/Berlin',
  });
});

test('offers three times by voice', async () => {
  assert.equal((await look({}, { voice: true })).data.free.length, 3);
  assert.equal(asked.at(-1).leastMinutes, 30);
});
