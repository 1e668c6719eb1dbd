/** Reads a time zone from its description in a calendar file, for names that IANA does not list. */
import type { StepBudget } from './step-budget.ts';
import { findLines, type CalendarComponent, type ContentLine } from './content-lines.ts';
import { parseDateTime } from './date-value.ts';
import { occurrences } from './recurrence.ts';
import { parseRule } from './recurrence-rule.ts';
import { UnreadableEventError } from './unreadable-event-error.ts';
import { DAY, SECOND } from './wall-time.ts';
import type { TimeZone } from './time-zone.ts';

interface Observance {
  readonly from: number;
  readonly to: number;
  /** The wall times at which the observance begins, in the offset before it. */
  readonly onsets: readonly number[];
}

const MOST_OBSERVANCES = 200;
/** The description is evaluated up to this date. After it the last offset applies. */
const HORIZON = Date.UTC(2100, 0, 1);

export function describedZone(component: CalendarComponent, budget: StepBudget): TimeZone {
  const described = component.members.filter((member) => member.kind === 'component');
  const observances = described.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  if (observances.length === 0 || observances.length > MOST_OBSERVANCES) throw invalidZoneError();
  const changes = observances
    .map((one) => readObservance(one, budget))
    .flatMap(({ from, to, onsets }) => onsets.map((wall) => ({ instant: wall - from, from, to })))
    .sort((a, b) => a.instant - b.instant);
  return {
    offsetAt(instant) {
      let [low, high] = [0, changes.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((changes[middle]?.instant ?? Infinity) <= instant) low = middle + 1;
        else high = middle;
      }
      return changes[low - 1]?.to ?? changes[0]?.from ?? 0;
    },
  };
}

function readObservance(component: CalendarComponent, budget: StepBudget): Observance {
  const [from, to] = [readOffset(component, 'TZOFFSETFROM'), readOffset(component, 'TZOFFSETTO')];
  const [begins] = findLines(component, 'DTSTART');
  const start = readWallTime(begins);
  const onsets = new Set([start]);
  for (const { value } of findLines(component, 'RDATE')) {
    for (const one of value.split(',')) onsets.add(parseDateTime(one).wall);
  }
  for (const { value } of findLines(component, 'RRULE')) {
    const rule = parseRule(value);
    // Zones change a few times a year. A higher frequency is not a real zone and would fill the memory.
    if (rule.frequency !== 'YEARLY' && rule.frequency !== 'MONTHLY') throw invalidZoneError();
    const until = rule.until === undefined ? undefined : parseDateTime(rule.until);
    const last = until ? until.wall + (until.isUtc ? from : 0) + (until.isDate ? DAY - SECOND : 0) : HORIZON;
    const span = { from: start, to: Math.min(last, HORIZON) };
    for (const wall of occurrences(rule, start, span, budget)) onsets.add(wall);
  }
  return { from, to, onsets: [...onsets] };
}

function readOffset(component: CalendarComponent, name: string): number {
  const [line] = findLines(component, name);
  const [, sign, hour, minute, second = '0'] = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(line?.value.trim() ?? '') ?? [];
  const offset = (Number(hour) * 3_600 + Number(minute) * 60 + Number(second)) * SECOND;
  if (!(offset <= DAY)) throw invalidZoneError();
  return sign === '-' ? -offset : offset;
}

function readWallTime(line: ContentLine | undefined): number {
  if (!line) throw invalidZoneError();
  return parseDateTime(line.value).wall;
}

function invalidZoneError(): UnreadableEventError {
  return new UnreadableEventError('It names a time zone that is not described properly.');
}
