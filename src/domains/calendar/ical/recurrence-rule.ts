/** A recurrence rule, read from its text and checked. */
import { UnreadableEventError } from './unreadable-event-error.ts';

const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

type RecurrenceFrequency = (typeof FREQUENCIES)[number];

export interface ByDay {
  /** 0 is Monday. */
  readonly weekday: number;
  /** The nth of the month or year, from the end when negative; 0 means every one. */
  readonly nth: number;
}

export interface RecurrenceRule {
  readonly frequency: RecurrenceFrequency;
  readonly interval: number;
  readonly count: number | undefined;
  /** As it was written: `20261231`, `20261231T235959` or `20261231T235959Z`. */
  readonly until: string | undefined;
  readonly weekStart: number;
  readonly byMonth: readonly number[];
  readonly byWeekNumber: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byDay: readonly ByDay[];
  readonly byHour: readonly number[];
  readonly byMinute: readonly number[];
  readonly bySecond: readonly number[];
  readonly bySetPosition: readonly number[];
}

const KNOWN = new Set([
  ...['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY'],
  ...['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS'],
]);

export function parseRule(text: string): RecurrenceRule {
  const parts = new Map<string, string>();
  for (const part of text.trim().toUpperCase().split(';').filter(Boolean)) {
    const [name = '', value = ''] = part.split('=');
    if (!KNOWN.has(name) || value === '' || parts.has(name)) throw invalidRuleError();
    parts.set(name, value);
  }
  const numbers = (name: string, least: number, most: number): number[] => {
    const values = parts.get(name)?.split(',') ?? [];
    return [...new Set(values.map((value) => whole(value, least, most)))].sort((a, b) => a - b);
  };
  /** Counted from the end when negative; zero is nothing. */
  const signed = (name: string, most: number): number[] => {
    const values = numbers(name, -most, most);
    if (values.includes(0)) throw invalidRuleError();
    return values;
  };
  const single = (name: string): number | undefined => {
    const value = parts.get(name);
    return value === undefined ? undefined : whole(value, 1, Number.MAX_SAFE_INTEGER);
  };
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  const until = parts.get('UNTIL');
  if (!frequency || (until !== undefined && !/^\d{8}(T\d{6}Z?)?$/.test(until))) throw invalidRuleError();
  return {
    frequency,
    interval: single('INTERVAL') ?? 1,
    count: single('COUNT'),
    until,
    weekStart: weekday(parts.get('WKST') ?? 'MO'),
    byMonth: numbers('BYMONTH', 1, 12),
    byWeekNumber: signed('BYWEEKNO', 53),
    byYearDay: signed('BYYEARDAY', 366),
    byMonthDay: signed('BYMONTHDAY', 31),
    byDay: [...new Set(parts.get('BYDAY')?.split(','))].map(byDay),
    byHour: numbers('BYHOUR', 0, 23),
    byMinute: numbers('BYMINUTE', 0, 59),
    bySecond: numbers('BYSECOND', 0, 60),
    bySetPosition: signed('BYSETPOS', 366),
  };
}

function byDay(text: string): ByDay {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  const found = { weekday: weekday(name), nth: nth === '' ? 0 : whole(nth, -53, 53) };
  if (nth !== '' && found.nth === 0) throw invalidRuleError();
  return found;
}

function weekday(name: string): number {
  const at = WEEKDAYS.indexOf(name);
  if (at < 0) throw invalidRuleError();
  return at;
}

function whole(text: string, least: number, most: number): number {
  const value = /^[+-]?\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) throw invalidRuleError();
  return value;
}

function invalidRuleError(): UnreadableEventError {
  return new UnreadableEventError('Its recurrence rule is not valid.');
}
