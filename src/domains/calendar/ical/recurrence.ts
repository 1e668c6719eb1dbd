/**
 * When a rule recurs, by the clock on the wall. One period of the rule after the other: which days and times of it fit, and
 * which of those the rule picks by position. The caller bounds it: by the end of what it asks for, and by a budget of steps.
 */
import { spend, type StepBudget } from './step-budget.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';
import { fittingDays, type RecurrencePeriod } from './fitting-days.ts';
import { DAY, floorToDay, HOUR, MINUTE, SECOND, getWeekday } from './wall-time.ts';

interface RecurrenceSpan {
  /** Nothing before it is of interest. What counts its occurrences is counted from the beginning all the same. */
  readonly from: number;
  readonly to: number;
}

/** In ascending order, none before `start` and none after `span.to`. */
export function* occurrences(
  rule: RecurrenceRule,
  start: number,
  span: RecurrenceSpan,
  budget: StepBudget,
): Generator<number> {
  let counted = 0;
  const first = rule.count === undefined ? findPeriodIndex(rule, start, span.from) : 0;
  for (let index = first; ; index += 1) {
    const period = computePeriod(rule, start, index);
    // Also when the rule leads beyond all dates that there are.
    if (!(period.begins <= span.to)) return;
    const days = fittingDays(rule, start, period, budget);
    if (days.length === 0) {
      index = pastTheDay(rule, start, index, period);
      continue;
    }
    for (const wall of picked(rule, listTimes(rule, start, period, days, budget))) {
      if (wall < start) continue;
      if (wall > span.to) return;
      yield wall;
      counted += 1;
      if (rule.count !== undefined && counted >= rule.count) return;
    }
  }
}

const SHORT = { HOURLY: HOUR, MINUTELY: MINUTE, SECONDLY: SECOND } as const;

function computePeriod(rule: RecurrenceRule, start: number, index: number): RecurrencePeriod {
  const { frequency, interval, weekStart } = rule;
  const steps = index * interval;
  const at = new Date(start);
  switch (frequency) {
    case 'YEARLY': {
      const year = at.getUTCFullYear() + steps;
      return { begins: Date.UTC(year, 0, 1), ends: Date.UTC(year + 1, 0, 1) };
    }
    case 'MONTHLY': {
      const month = at.getUTCFullYear() * 12 + at.getUTCMonth() + steps;
      return { begins: monthBegins(month), ends: monthBegins(month + 1) };
    }
    case 'WEEKLY': {
      const begins = floorToDay(start) - ((getWeekday(start) - weekStart + 7) % 7) * DAY + steps * 7 * DAY;
      return { begins, ends: begins + 7 * DAY };
    }
    case 'DAILY':
      return { begins: floorToDay(start) + steps * DAY, ends: floorToDay(start) + (steps + 1) * DAY };
    default: {
      const length = SHORT[frequency];
      const begins = Math.floor(start / length) * length + steps * length;
      return { begins, ends: begins + length };
    }
  }
}

const monthBegins = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1);

/** A period that lies before the time, or the first. Rules that count nothing can begin anywhere. */
function findPeriodIndex(rule: RecurrenceRule, start: number, time: number): number {
  const LENGTHS = { YEARLY: 366 * DAY, MONTHLY: 31 * DAY, WEEKLY: 7 * DAY, DAILY: DAY, ...SHORT };
  const length = LENGTHS[rule.frequency] * rule.interval;
  return Math.max(0, Math.floor((time - start) / length) - 2);
}

/** Where no time of the day can fit, the seconds of it are not tried one by one. */
function pastTheDay(
  { frequency, interval }: RecurrenceRule,
  start: number,
  index: number,
  { begins }: RecurrencePeriod,
): number {
  if (frequency !== 'HOURLY' && frequency !== 'MINUTELY' && frequency !== 'SECONDLY') return index;
  const length = SHORT[frequency];
  const origin = Math.floor(start / length) * length;
  const next = Math.ceil((floorToDay(begins) + DAY - origin) / (length * interval));
  return Math.max(index, next - 1);
}

/** Every time of the period that fits, in order. */
function listTimes(
  rule: RecurrenceRule,
  start: number,
  { begins, ends }: RecurrencePeriod,
  days: readonly number[],
  budget: StepBudget,
): number[] {
  const { frequency, byHour, byMinute, bySecond } = rule;
  const at = new Date(start);
  const given = (by: readonly number[], own: number): readonly number[] => (by.length > 0 ? by : [own]);
  const isShort = frequency in SHORT;
  const now = new Date(begins);
  const fits = (by: readonly number[], own: number): readonly number[] =>
    by.length === 0 || by.includes(own) ? [own] : [];
  const hours = isShort ? fits(byHour, now.getUTCHours()) : given(byHour, at.getUTCHours());
  const minutes =
    frequency === 'MINUTELY' || frequency === 'SECONDLY'
      ? fits(byMinute, now.getUTCMinutes())
      : given(byMinute, at.getUTCMinutes());
  const seconds = frequency === 'SECONDLY' ? fits(bySecond, now.getUTCSeconds()) : given(bySecond, at.getUTCSeconds());
  spend(budget, days.length * hours.length * minutes.length * seconds.length);
  const times: number[] = [];
  for (const day of days) {
    for (const hour of hours) {
      for (const minute of minutes) {
        for (const second of seconds) times.push(day + hour * HOUR + minute * MINUTE + second * SECOND);
      }
    }
  }
  return isShort ? times.filter((time) => time >= begins && time < ends) : times;
}

function picked({ bySetPosition }: RecurrenceRule, times: readonly number[]): readonly number[] {
  if (bySetPosition.length === 0) return times;
  const chosen = bySetPosition.map((position) => times.at(position > 0 ? position - 1 : position));
  return [...new Set(chosen.filter((time) => time !== undefined))].sort((a, b) => a - b);
}
