import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTestContext } from '../_core/testing.js';
import { execute } from './handler.js';

const asked = [];
const calendar = {
  create: (args) => {
    asked.push(args);
    return {
      uid: 'u1',
      title: args.title,
      start: '10:00',
      end: '10:30',
      allDay: false,
      meetingLink: 'https://meet.example.com/me',
    };
  },
};
const args = {
  title: 'Review',
  start_time: '2026-03-04T10:00:00+01:00',
  end_time: '2026-03-04T10:30:00+01:00',
  attendees: ['ada@example.com', ' ada@example.com'],
};
const create = (more = {}) => {
  const { context, logged } = createTestContext({ services: { calendar } });
  return execute({ args: { ...args, ...more }, context }).then((answer) => ({ answer, logged }));
};

test('creates what was agreed, each attendee once, and notes it', async () => {
  const { answer, logged } = await create();
  assert.deepEqual(answer.data, {
    event_id: 'u1',
    title: 'Review',
    start: '10:00',
    end: '10:30',
    attendees: ['ada@example.com'],
    meeting_link: 'https://meet.example.com/me',
  });
  assert.deepEqual(asked.at(-1).attendees, ['ada@example.com']);
  assert.deepEqual(logged, [{ event: 'event_created', data: { event_id: 'u1', attendees: 1 } }]);
});

test('refuses what makes no sense before anything is done', async () => {
  const before = asked.length;
  assert.equal((await create({ end_time: args.start_time })).answer.error.type, 'VALIDATION');
  assert.equal((await create({ title: 'a\nb' })).answer.error.type, 'VALIDATION');
  assert.equal(asked.length, before);
});
