/**
 * When a rule recurs, by the clock on the wall. One period of the rule after the other: which days and times of it fit, and
 * which of those the rule picks by position. The caller bounds it: by the end of what it asks for, and by a budget of steps.
 */
import { spend, type Budget } from './budget.ts';
import type { Rule } from './rule.ts';
import { fittingDays, type Period } from './fitting-days.ts';
import { DAY, dayOf, HOUR, MINUTE, SECOND, weekdayOf } from './wall-time.ts';

export interface Span {
  /** Nothing before it is of interest. What counts its occurrences is counted from the beginning all the same. */
  readonly from: number;
  readonly to: number;
}

/** In ascending order, none before `start` and none after `span.to`. */
export function* occurrences(rule: Rule, start: number, span: Span, budget: Budget): Generator<number> {
  let counted = 0;
  const first = rule.count === undefined ? periodBefore(rule, start, span.from) : 0;
  for (let index = first; ; index += 1) {
    const period = periodAt(rule, start, index);
    // Also when the rule leads beyond all dates that there are.
    if (!(period.begins <= span.to)) return;
    const days = fittingDays(rule, start, period, budget);
    if (days.length === 0) {
      index = pastTheDay(rule, start, index, period);
      continue;
    }
    for (const wall of picked(rule, timesOn(rule, start, period, days, budget))) {
      if (wall < start) continue;
      if (wall > span.to) return;
      yield wall;
      counted += 1;
      if (rule.count !== undefined && counted >= rule.count) return;
    }
  }
}

const SHORT = { HOURLY: HOUR, MINUTELY: MINUTE, SECONDLY: SECOND } as const;

function periodAt(rule: Rule, start: number, index: number): Period {
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
      const begins = dayOf(start) - ((weekdayOf(start) - weekStart + 7) % 7) * DAY + steps * 7 * DAY;
      return { begins, ends: begins + 7 * DAY };
    }
    case 'DAILY':
      return { begins: dayOf(start) + steps * DAY, ends: dayOf(start) + (steps + 1) * DAY };
    default: {
      const length = SHORT[frequency];
      const begins = Math.floor(start / length) * length + steps * length;
      return { begins, ends: begins + length };
    }
  }
}

const monthBegins = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1);

/** A period that lies before the time, or the first. Rules that count nothing can begin anywhere. */
function periodBefore(rule: Rule, start: number, time: number): number {
  const LENGTHS = { YEARLY: 366 * DAY, MONTHLY: 31 * DAY, WEEKLY: 7 * DAY, DAILY: DAY, ...SHORT };
  const length = LENGTHS[rule.frequency] * rule.interval;
  return Math.max(0, Math.floor((time - start) / length) - 2);
}

/** Where no time of the day can fit, the seconds of it are not tried one by one. */
function pastTheDay({ frequency, interval }: Rule, start: number, index: number, { begins }: Period): number {
  if (frequency !== 'HOURLY' && frequency !== 'MINUTELY' && frequency !== 'SECONDLY') return index;
  const length = SHORT[frequency];
  const origin = Math.floor(start / length) * length;
  const next = Math.ceil((dayOf(begins) + DAY - origin) / (length * interval));
  return Math.max(index, next - 1);
}

/** Every time of the period that fits, in order. */
function timesOn(
  rule: Rule,
  start: number,
  { begins, ends }: Period,
  days: readonly number[],
  budget: Budget,
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

function picked({ bySetPosition }: Rule, times: readonly number[]): readonly number[] {
  if (bySetPosition.length === 0) return times;
  const chosen = bySetPosition.map((position) => times.at(position > 0 ? position - 1 : position));
  return [...new Set(chosen.filter((time) => time !== undefined))].sort((a, b) => a - b);
}
