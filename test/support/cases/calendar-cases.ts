/** Events and what they come to, worked out by hand: whatever the time zone of the process, it must be this. */
import { calendarText } from './calendar-text.ts';

export interface CalendarCase {
  readonly name: string;
  readonly data: string;
  readonly start: string;
  readonly end: string;
  /** Where times without a zone are meant. */
  readonly zone: string;
  /** `start/end` of each occurrence, in UTC or as days. */
  readonly expected: readonly string[];
}

const one = (
  name: string,
  lines: readonly string[],
  [start, end]: readonly [string, string],
  expected: readonly string[],
  zone = 'UTC',
): CalendarCase => ({ name, data: calendarText(['UID:x', 'SUMMARY:x', ...lines]), start, end, zone, expected });

const several = (
  name: string,
  events: readonly (readonly string[])[],
  [start, end]: readonly [string, string],
  expected: readonly string[],
): CalendarCase => ({
  name,
  data: calendarText(...events.map((lines) => ['UID:x', ...lines])),
  start,
  end,
  zone: 'UTC',
  expected,
});

const YEAR = ['2026-01-01', '2026-12-31'] as const;
const DECADE = ['2025-06-01', '2027-05-31'] as const;
const daily = (...more: string[]): string[] => [
  'DTSTART:20260105T090000Z',
  'DURATION:PT1H',
  'RRULE:FREQ=DAILY;COUNT=4',
  ...more,
];
const at9 = (...days: string[]): string[] => days.map((day) => `2026-01-${day}T09:00:00Z/2026-01-${day}T10:00:00Z`);
const berlin = (...more: string[]): string[] => [
  'DTSTART;TZID=Europe/Berlin:20260105T090000',
  'DURATION:PT1H',
  'RRULE:FREQ=DAILY;COUNT=4',
  ...more,
];
const at8 = (...days: string[]): string[] => days.map((day) => `2026-01-${day}T08:00:00Z/2026-01-${day}T09:00:00Z`);

const CUSTOM_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Home; "sweet"',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0230',
  'TZOFFSETTO:+0130',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0130',
  'TZOFFSETTO:+0230',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n');

export const calendarCases: readonly CalendarCase[] = [
  one(
    'the clock on the wall stays the same over the change to summer time',
    ['DTSTART;TZID=Europe/Berlin:20260323T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2'],
    YEAR,
    ['2026-03-23T08:00:00Z/2026-03-23T09:00:00Z', '2026-03-30T07:00:00Z/2026-03-30T08:00:00Z'],
  ),
  one(
    'and over the change back, on the other side of the earth',
    ['DTSTART;TZID=Australia/Sydney:20260404T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'],
    YEAR,
    ['2026-04-03T22:00:00Z/2026-04-03T23:00:00Z', '2026-04-04T23:00:00Z/2026-04-05T00:00:00Z'],
  ),
  one(
    'a time that is skipped is taken by the offset before',
    ['DTSTART;TZID=Europe/Berlin:20260328T023000', 'DURATION:PT30M', 'RRULE:FREQ=DAILY;COUNT=3'],
    YEAR,
    [
      '2026-03-28T01:30:00Z/2026-03-28T02:00:00Z',
      '2026-03-29T01:30:00Z/2026-03-29T02:00:00Z',
      '2026-03-30T00:30:00Z/2026-03-30T01:00:00Z',
    ],
  ),
  one('a time that occurs twice is the first', ['DTSTART;TZID=Europe/Berlin:20261025T023000', 'DURATION:PT1H'], YEAR, [
    '2026-10-25T00:30:00Z/2026-10-25T01:30:00Z',
  ]),
  one(
    'a zone with half an hour of summer time',
    ['DTSTART;TZID=Australia/Lord_Howe:20261003T120000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'],
    YEAR,
    ['2026-10-03T01:30:00Z/2026-10-03T02:30:00Z', '2026-10-04T01:00:00Z/2026-10-04T02:00:00Z'],
  ),
  one(
    'a day in a duration is as long as the day is',
    ['DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:P1D'],
    YEAR,
    ['2026-03-28T11:00:00Z/2026-03-29T10:00:00Z'],
  ),
  one('hours in a duration are hours', ['DTSTART;TZID=Europe/Berlin:20260328T120000', 'DURATION:PT24H'], YEAR, [
    '2026-03-28T11:00:00Z/2026-03-29T11:00:00Z',
  ]),
  one(
    'an end makes every occurrence last exactly as long',
    [
      'DTSTART;TZID=Europe/Berlin:20260321T230000',
      'DTEND;TZID=Europe/Berlin:20260322T070000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ],
    YEAR,
    ['2026-03-21T22:00:00Z/2026-03-22T06:00:00Z', '2026-03-28T22:00:00Z/2026-03-29T06:00:00Z'],
  ),
  one(
    'an end in another zone',
    ['DTSTART;TZID=Europe/Berlin:20260110T120000', 'DTEND;TZID=America/New_York:20260110T150000'],
    YEAR,
    ['2026-01-10T11:00:00Z/2026-01-10T20:00:00Z'],
  ),
  one('a day without an end is that day', ['DTSTART;VALUE=DATE:20260329'], YEAR, ['2026-03-29/2026-03-30']),
  one('days with an end', ['DTSTART;VALUE=DATE:20260329', 'DTEND;VALUE=DATE:20260401'], YEAR, [
    '2026-03-29/2026-04-01',
  ]),
  one('days with a duration', ['DTSTART;VALUE=DATE:20260329', 'DURATION:P1W'], YEAR, ['2026-03-29/2026-04-05']),
  one(
    'days that recur over the change of the clocks',
    ['DTSTART;VALUE=DATE:20260328', 'RRULE:FREQ=DAILY;COUNT=3'],
    YEAR,
    ['2026-03-28/2026-03-29', '2026-03-29/2026-03-30', '2026-03-30/2026-03-31'],
    'Europe/Berlin',
  ),
  one('a time without an end is a moment', ['DTSTART:20260329T100000Z'], YEAR, [
    '2026-03-29T10:00:00Z/2026-03-29T10:00:00Z',
  ]),
  one(
    'times without a zone are meant where one is',
    ['DTSTART:20260329T100000', 'DURATION:PT1H'],
    YEAR,
    ['2026-03-29T14:00:00Z/2026-03-29T15:00:00Z'],
    'America/New_York',
  ),
  one(
    'what was under way when the time begins is in it',
    ['DTSTART:20260101T000000Z', 'DTEND:20260601T000000Z'],
    ['2026-05-31', '2026-05-31'],
    ['2026-01-01T00:00:00Z/2026-06-01T00:00:00Z'],
  ),
  one(
    'what ends as the time begins is not',
    ['DTSTART:20260530T230000Z', 'DTEND:20260531T000000Z'],
    ['2026-05-31', '2026-05-31'],
    [],
  ),
  one(
    'a moment as the time begins is in it',
    ['DTSTART:20260531T000000Z'],
    ['2026-05-31', '2026-05-31'],
    ['2026-05-31T00:00:00Z/2026-05-31T00:00:00Z'],
  ),
  one('a moment as the time ends is not', ['DTSTART:20260601T000000Z'], ['2026-05-31', '2026-05-31'], []),
  one(
    'dates that are added',
    daily('RDATE:20260120T090000Z,20260106T090000Z'),
    YEAR,
    at9('05', '06', '07', '08', '20'),
  ),
  one('dates alone', ['DTSTART:20260105T090000Z', 'DURATION:PT1H', 'RDATE:20260107T090000Z'], YEAR, at9('05', '07')),
  one(
    'periods that are added',
    [
      'DTSTART:20260105T090000Z',
      'DURATION:PT1H',
      'RDATE;VALUE=PERIOD:20260107T090000Z/PT3H,20260108T090000Z/20260108T093000Z',
    ],
    YEAR,
    [...at9('05'), '2026-01-07T09:00:00Z/2026-01-07T12:00:00Z', '2026-01-08T09:00:00Z/2026-01-08T09:30:00Z'],
  ),
  one('dates left out count all the same', daily('EXDATE:20260106T090000Z'), YEAR, at9('05', '07', '08')),
  one(
    'dates left out in the zone',
    berlin('EXDATE;TZID=Europe/Berlin:20260106T090000,20260107T090000'),
    YEAR,
    at8('05', '08'),
  ),
  one('dates left out in UTC', berlin('EXDATE:20260106T080000Z'), YEAR, at8('05', '07', '08')),
  one(
    'dates left out in another zone',
    berlin('EXDATE;TZID=America/New_York:20260106T030000'),
    YEAR,
    at8('05', '07', '08'),
  ),
  one('dates left out without a zone', berlin('EXDATE:20260106T090000'), YEAR, at8('05', '07', '08')),
  one('dates left out as days', berlin('EXDATE;VALUE=DATE:20260106'), YEAR, at8('05', '07', '08')),
  one('a date left out that is none of them', daily('EXDATE:20260106T093000Z'), YEAR, at9('05', '06', '07', '08')),
  one(
    'an end of the rule is included',
    ['DTSTART;TZID=Europe/Berlin:20260105T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20260107T080000Z'],
    YEAR,
    at8('05', '06', '07'),
  ),
  one(
    'a second less is not',
    ['DTSTART;TZID=Europe/Berlin:20260105T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20260107T075959Z'],
    YEAR,
    at8('05', '06'),
  ),
  one(
    'an end of the rule that is a day includes the day',
    ['DTSTART:20260105T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20260107'],
    YEAR,
    at9('05', '06', '07'),
  ),
  one(
    'the 29th of February',
    ['DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'],
    ['2027-01-01', '2028-12-31'],
    ['2028-02-29/2028-03-01'],
  ),
  one(
    'the 31st, in the months that have one',
    ['DTSTART;VALUE=DATE:20251231', 'RRULE:FREQ=MONTHLY'],
    ['2026-01-01', '2026-06-30'],
    ['2026-01-31/2026-02-01', '2026-03-31/2026-04-01', '2026-05-31/2026-06-01'],
  ),
  one(
    'the last workday of the month',
    ['DTSTART;VALUE=DATE:20260130', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3'],
    YEAR,
    ['2026-01-30/2026-01-31', '2026-02-27/2026-02-28', '2026-03-31/2026-04-01'],
  ),
  one(
    'the 53rd week, in the years that have one',
    ['DTSTART;VALUE=DATE:20201228', 'RRULE:FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO'],
    ['2026-01-01', '2026-12-31'],
    ['2026-12-28/2026-12-29'],
  ),
  one(
    'a rule without end that began long ago',
    ['DTSTART:19700101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;INTERVAL=3'],
    ['2026-01-01', '2026-01-07'],
    at9('01', '04', '07'),
  ),
  one(
    'a rule for every second that began long ago',
    ['DTSTART:20000101T000000Z', 'RRULE:FREQ=SECONDLY;INTERVAL=3600'],
    ['2026-01-01T00:00', '2026-01-01T02:30'],
    [
      '2026-01-01T00:00:00Z/2026-01-01T00:00:00Z',
      '2026-01-01T01:00:00Z/2026-01-01T01:00:00Z',
      '2026-01-01T02:00:00Z/2026-01-01T02:00:00Z',
    ],
  ),
  one(
    'a rule that is never true',
    ['DTSTART:20260101T090000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
    DECADE,
    [],
  ),
  one(
    'a zone by a longer name',
    ['DTSTART;TZID=/example.org/2005/Europe/Berlin:20260105T090000', 'DURATION:PT1H'],
    YEAR,
    at8('05'),
  ),
  one('a zone in quotes', ['DTSTART;TZID="Europe/Berlin":20260105T090000', 'DURATION:PT1H'], YEAR, at8('05')),
  several(
    'an occurrence that was moved',
    [daily(), ['RECURRENCE-ID:20260106T090000Z', 'DTSTART:20260120T120000Z', 'DURATION:PT2H']],
    YEAR,
    [...at9('05', '07', '08'), '2026-01-20T12:00:00Z/2026-01-20T14:00:00Z'],
  ),
  several(
    'an occurrence that was moved into the time asked for',
    [daily(), ['RECURRENCE-ID:20260106T090000Z', 'DTSTART:20270301T120000Z', 'DURATION:PT2H']],
    ['2027-03-01', '2027-03-01'],
    ['2027-03-01T12:00:00Z/2027-03-01T14:00:00Z'],
  ),
  several(
    'an occurrence that was cancelled',
    [daily(), ['RECURRENCE-ID:20260106T090000Z', 'DTSTART:20260106T090000Z', 'STATUS:CANCELLED']],
    YEAR,
    at9('05', '07', '08'),
  ),
  several(
    'an occurrence that is named in another zone',
    [berlin(), ['RECURRENCE-ID:20260106T080000Z', 'DTSTART;TZID=Europe/Berlin:20260106T100000', 'DURATION:PT1H']],
    YEAR,
    [...at8('05'), ...at9('06'), ...at8('07', '08')],
  ),
  several(
    'an occurrence and all that follow',
    [daily(), ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260107T090000Z', 'DTSTART:20260107T110000Z', 'DURATION:PT30M']],
    YEAR,
    [...at9('05', '06'), '2026-01-07T11:00:00Z/2026-01-07T11:30:00Z', '2026-01-08T11:00:00Z/2026-01-08T11:30:00Z'],
  ),
  several(
    'all that follow, and one of them elsewhere',
    [
      daily(),
      ['RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T090000Z', 'DTSTART:20260106T110000Z', 'DURATION:PT1H'],
      ['RECURRENCE-ID:20260107T090000Z', 'DTSTART:20260110T090000Z', 'DURATION:PT1H'],
    ],
    YEAR,
    [
      ...at9('05'),
      '2026-01-06T11:00:00Z/2026-01-06T12:00:00Z',
      '2026-01-08T11:00:00Z/2026-01-08T12:00:00Z',
      ...at9('10'),
    ],
  ),
  several(
    'an exception without its series',
    [['RECURRENCE-ID:20260106T090000Z', 'DTSTART:20260106T090000Z', 'DURATION:PT1H']],
    YEAR,
    at9('06'),
  ),
  {
    name: 'a zone that only the file knows',
    data: calendarText([
      'UID:x',
      `DTSTART;TZID="Home; 'sweet'":20260328T120000`,
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=2',
    ]).replace('BEGIN:VEVENT', `${CUSTOM_ZONE.replace('"sweet"', "'sweet'")}\r\nBEGIN:VEVENT`),
    start: '2026-01-01',
    end: '2026-12-31',
    zone: 'UTC',
    expected: ['2026-03-28T10:30:00Z/2026-03-28T11:30:00Z', '2026-03-29T09:30:00Z/2026-03-29T10:30:00Z'],
  },
  {
    name: 'lines that are folded, end oddly and are not in capitals',
    data: `\uFEFF${calendarText(['uid:x', 'dtstart;tzid=Europe/B\r\n erlin:2026010\r\n\t5T090000', 'duration:pt1h']).replaceAll(/\r\n(?![ \t])/g, '\n')}\n\n`,
    start: '2026-01-01',
    end: '2026-12-31',
    zone: 'UTC',
    expected: at8('05'),
  },
];
