import { expect, test } from 'vitest';

import { layOut } from './lay-out-day.ts';

const at = (hour: number, minute = 0): Date => new Date(2026, 2, 4, hour, minute);
const event = (title: string, start: Date, end: Date, allDay = false) => ({ title, start, end, allDay });

test('overlapping events share the width, and others have all of it', () => {
  const { placed, allDay, from, to } = layOut(
    at(12),
    [
      event('a', at(9), at(11)),
      event('b', at(10), at(12)),
      event('c', at(11), at(12)),
      event('d', at(20), at(21, 30)),
      event('all', at(0), new Date(2026, 2, 5), true),
      event('other day', new Date(2026, 2, 6, 9), new Date(2026, 2, 6, 10)),
    ],
    [8, 18],
  );
  expect(placed.map(({ event: { title }, lane, lanes }) => [title, lane, lanes])).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 0, 2],
    ['d', 0, 1],
  ]);
  expect(allDay.map(({ title }) => title)).toEqual(['all']);
  expect([from, to]).toEqual([8, 22]);
});

test('what goes over midnight is cut at the day', () => {
  const { placed } = layOut(at(0), [event('night', new Date(2026, 2, 3, 22), at(2))], [8, 18]);
  expect(placed[0]).toMatchObject({ start: 0, end: 2 });
});
