import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { calendarCases } from '../../../../test/support/cases/calendar-cases.ts';
import { calendarText } from '../../../../test/support/cases/calendar-text.ts';
import { workOut } from '../../../../test/support/worlds/work-out.ts';

const run = promisify(execFile);
const child = join(import.meta.dirname, '../../../../test/support/processes/calendar-child.ts');
const expected = Object.fromEntries(calendarCases.map((one) => [one.name, one.expected]));

test.each(calendarCases.map((one) => [one.name, one] as const))('%s', (_, one) => {
  expect(workOut(one)).toEqual(one.expected);
});

describe('in any time zone of the process', () => {
  test.each([
    ['UTC', 0],
    ['America/New_York', 240],
    ['Asia/Kathmandu', -345],
    ['Pacific/Kiritimati', -840],
    ['Europe/Berlin', -120],
    ['Australia/Lord_Howe', -630],
  ])('%s', async (zone, offset) => {
    const { stdout } = await run(process.execPath, [child], { env: { ...process.env, TZ: zone } });
    expect(JSON.parse(stdout)).toEqual({ offset, results: expected });
  });
});

describe('what cannot be worked out says so', () => {
  const reason = (lines: readonly string[], zone?: string): string[] => {
    const text = calendarText(['UID:x', ...lines]);
    const data = zone === undefined ? text : text.replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`);
    return workOut({ name: '', data, start: '2026-01-01', end: '2026-12-31', zone: 'UTC', expected: [] });
  };
  const zone = (...lines: string[]): string =>
    ['BEGIN:VTIMEZONE', 'TZID:Home', 'BEGIN:STANDARD', ...lines, 'END:STANDARD', 'END:VTIMEZONE'].join('\r\n');
  const atHome = ['DTSTART;TZID=Home:20260105T090000'];
  const OFFSETS = ['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'];

  test.each([
    [['DTSTART:20260105T090000Z', 'RRULE:FREQ=MINUTELY'], undefined, 'It repeats more than 10000 times in this time.'],
    [['DTSTART:20260105T090000Z', 'RRULE:FREQ=SECONDLY;BYSECOND=61'], undefined, 'Its recurrence rule is not valid.'],
    [['DTSTART:20260105T090000Z', 'RRULE:FREQ=DAILY;INTERVAL=0'], undefined, 'Its recurrence rule is not valid.'],
    [['DTSTART:20260105T090000Z', 'RRULE:FREQ=DAILY;COUNT=-1'], undefined, 'Its recurrence rule is not valid.'],
    [['DTSTART:20260105T090000Z', 'RRULE:FREQ=DAILY;UNTIL=garbage'], undefined, 'Its recurrence rule is not valid.'],
    [['DTSTART:20260105T090000Z', 'RRULE:RSCALE=HEBREW;FREQ=YEARLY'], undefined, 'Its recurrence rule is not valid.'],
    [['DTSTART:20260105T090000Z', 'RRULE:'], undefined, 'Its recurrence rule is not valid.'],
    [['DTSTART:20260230T090000Z'], undefined, 'It holds a date or a time that does not exist.'],
    [['DTSTART:20260205T250000Z'], undefined, 'It holds a date or a time that does not exist.'],
    [['DTSTART:garbage'], undefined, 'It holds a date or a time that does not exist.'],
    [['DTSTART:20260205T090000Z', 'DURATION:-PT1H'], undefined, 'Its duration is not valid.'],
    [['DTSTART:20260205T090000Z', 'DURATION:P'], undefined, 'Its duration is not valid.'],
    [['DTSTART:20260205T090000Z', 'EXDATE:no'], undefined, 'It holds a date or a time that does not exist.'],
    [['DTSTART:20260205T090000Z', 'no line at all'], undefined, 'It is not valid iCalendar.'],
    [['DTSTART:20260205T090000Z', 'END:VALARM'], undefined, 'It is not valid iCalendar.'],
    [['SUMMARY:nothing else'], undefined, 'It has no start.'],
    [atHome, undefined, 'It names an unknown time zone.'],
    [atHome, zone('DTSTART:19700101T000000'), 'It names a time zone that is not described properly.'],
    [
      atHome,
      zone('DTSTART:19700101T000000', ...OFFSETS, 'RRULE:FREQ=SECONDLY'),
      'It names a time zone that is not described properly.',
    ],
    [atHome, zone(...OFFSETS), 'It names a time zone that is not described properly.'],
  ])('%j', (lines, described, why) => {
    expect(reason(lines, described)).toEqual([`unreadable: ${why}`]);
  });

  test('a file that holds two events, also when one poses as an exception of the other', () => {
    const one = ['UID:x', 'DTSTART:20260205T090000Z'];
    for (const other of [
      ['UID:y', 'DTSTART:20260205T090000Z'],
      one,
      ['UID:y', 'RECURRENCE-ID:20260205T090000Z', 'DTSTART:20260205T090000Z'],
    ]) {
      const asked = {
        name: '',
        data: calendarText(one, other),
        start: '2026-01-01',
        end: '2026-12-31',
        zone: 'UTC',
        expected: [],
      };
      expect(workOut(asked)).toEqual(['unreadable: It holds more than one event.']);
    }
  });

  test('a file that is cut off anywhere is not valid', () => {
    const whole = calendarText(['UID:x', 'DTSTART:20260205T090000Z']);
    for (let length = 0; length < whole.length - 2; length += 1) {
      const one = {
        name: '',
        data: whole.slice(0, length),
        start: '2026-01-01',
        end: '2026-12-31',
        zone: 'UTC',
        expected: [],
      };
      expect(workOut(one)).toEqual(['unreadable: It is not valid iCalendar.']);
    }
  });
});
