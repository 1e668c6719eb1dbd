/** Which days of a period a recurrence rule allows. */
import { spend, type StepBudget } from './step-budget.ts';
import type { ByDay, RecurrenceRule } from './recurrence-rule.ts';
import { DAY, floorToDay, daysInMonth, daysInYear, getWeekday } from './wall-time.ts';

export interface RecurrencePeriod {
  readonly begins: number;
  readonly ends: number;
}

/** In order, each as its midnight. */
export function fittingDays(
  rule: RecurrenceRule,
  start: number,
  { begins, ends }: RecurrencePeriod,
  budget: StepBudget,
): number[] {
  const wanted = withDefaults(rule, start);
  const days: number[] = [];
  // A day of the usual rules costs one step; one that is held against hundreds of weekdays costs more.
  const cost = 1 + Math.floor(wanted.byDay.length / 8);
  for (let day = floorToDay(begins); day < ends;) {
    spend(budget, cost);
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    if (wanted.byMonth.length > 0 && !wanted.byMonth.includes(month + 1)) {
      day = Date.UTC(year, month + 1, 1);
      continue;
    }
    if (fits(wanted, day)) days.push(day);
    day += DAY;
  }
  return days;
}

type Wanted = Pick<
  RecurrenceRule,
  'frequency' | 'weekStart' | 'byMonth' | 'byWeekNumber' | 'byYearDay' | 'byMonthDay' | 'byDay'
>;

/** What the rule leaves open is as the first occurrence has it. */
function withDefaults(rule: RecurrenceRule, start: number): Wanted {
  const { frequency, byMonth, byWeekNumber, byYearDay, byMonthDay, byDay } = rule;
  const first = new Date(start);
  const sameWeekday: Pick<Wanted, 'byDay'> = { byDay: [{ weekday: getWeekday(start), nth: 0 }] };
  const namesDays = byYearDay.length + byMonthDay.length + byDay.length > 0;
  if (frequency === 'WEEKLY') return byDay.length > 0 ? rule : { ...rule, ...sameWeekday };
  if (frequency === 'MONTHLY') return namesDays ? rule : { ...rule, byMonthDay: [first.getUTCDate()] };
  if (frequency !== 'YEARLY') return rule;
  if (byWeekNumber.length > 0) return namesDays ? rule : { ...rule, ...sameWeekday };
  const sameMonth = byMonth.length > 0 ? byMonth : [first.getUTCMonth() + 1];
  if (!namesDays) return { ...rule, byMonth: sameMonth, byMonthDay: [first.getUTCDate()] };
  // "Yearly on the 14th" is how some programs write a birthday: once a year, not in every month.
  return byYearDay.length + byDay.length === 0 ? { ...rule, byMonth: sameMonth } : rule;
}

function fits(wanted: Wanted, day: number): boolean {
  const { byWeekNumber, byYearDay, byMonthDay, byDay } = wanted;
  const date = new Date(day);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  if (byMonthDay.length > 0 && !matchesPosition(byMonthDay, dayOfMonth, daysInMonth(year, month))) return false;
  if (byYearDay.length > 0 && !matchesPosition(byYearDay, dayOfYear(day, year), daysInYear(year))) return false;
  if (byWeekNumber.length > 0) {
    const { number, last } = computeWeek(day, wanted.weekStart);
    if (!matchesPosition(byWeekNumber, number, last)) return false;
  }
  return byDay.length === 0 || byDay.some((one) => isThatDay(wanted, one, day));
}

/** Negative ones count from the end. */
function matchesPosition(wanted: readonly number[], at: number, last: number): boolean {
  return wanted.includes(at) || wanted.includes(at - last - 1);
}

function isThatDay({ frequency, byMonth, byWeekNumber }: Wanted, { weekday, nth }: ByDay, day: number): boolean {
  if (getWeekday(day) !== weekday) return false;
  if (nth === 0 || byWeekNumber.length > 0) return true;
  const date = new Date(day);
  const year = date.getUTCFullYear();
  const ofYear = frequency === 'YEARLY' && byMonth.length === 0;
  if (!ofYear && frequency !== 'YEARLY' && frequency !== 'MONTHLY') return true;
  const at = ofYear ? dayOfYear(day, year) : date.getUTCDate();
  const last = ofYear ? daysInYear(year) : daysInMonth(year, date.getUTCMonth() + 1);
  return nth > 0 ? Math.ceil(at / 7) === nth : Math.ceil((last - at + 1) / 7) === -nth;
}

const dayOfYear = (day: number, year: number): number => (day - Date.UTC(year, 0, 1)) / DAY + 1;

/** The week of a day, and how many weeks its year has. A year's first week is the first with four days in it. */
function computeWeek(day: number, weekStart: number): { number: number; last: number } {
  const begins = day - ((getWeekday(day) - weekStart + 7) % 7) * DAY;
  const year = new Date(begins + 3 * DAY).getUTCFullYear();
  const first = firstWeek(year, weekStart);
  return { number: (begins - first) / (7 * DAY) + 1, last: (firstWeek(year + 1, weekStart) - first) / (7 * DAY) };
}

function firstWeek(year: number, weekStart: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((getWeekday(fourth) - weekStart + 7) % 7) * DAY;
}
