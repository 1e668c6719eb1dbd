/** Time zones: converts between instants and wall times. */
import { DAY, HOUR, MINUTE } from './wall-time.ts';

export interface TimeZone {
  /** The IANA name, by which another thread finds the zone. */
  readonly name?: string;
  /** The offset from UTC at an instant, in milliseconds. */
  offsetAt(instant: number): number;
}

export const utc: TimeZone = { offsetAt: () => 0 };

export const toWallTime = (zone: TimeZone, instant: number): number => instant + zone.offsetAt(instant);

/**
 * Converts a wall time to an instant. A time that occurs twice means the first one. A skipped time uses the offset before the
 * change, as RFC 5545 says.
 */
export function toInstant(zone: TimeZone, wall: number): number {
  const before = zone.offsetAt(wall - DAY);
  const after = zone.offsetAt(wall + DAY);
  if (before === after && zone.offsetAt(wall - before) === before) return wall - before;
  const first = Math.max(before, after);
  for (const offset of [first, Math.min(before, after)]) {
    if (zone.offsetAt(wall - offset) === offset) return wall - offset;
  }
  return wall - before;
}

/** `+02:00` or `Z`. */
export function offsetText(zone: TimeZone, instant: number): string {
  const minutes = Math.round(zone.offsetAt(instant) / MINUTE);
  if (minutes === 0) return 'Z';
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const known = new Map<string, TimeZone | undefined>();
const MOST_KNOWN = 1_000;

/** Finds a zone by its IANA name. Returns undefined for an unknown name. */
export function namedZone(name: string): TimeZone | undefined {
  if (known.has(name)) return known.get(name);
  if (known.size >= MOST_KNOWN) known.clear();
  const zone = open(name);
  known.set(name, zone);
  return zone;
}

function open(name: string): TimeZone | undefined {
  // `Intl` accepts an offset such as "+02:00" as a name. Calendars do not use it as a zone name.
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name) || name.length > 64) return undefined;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: name, hourCycle: 'h23', era: 'short', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
  } catch {
    return undefined;
  }
  return { name, ...quarterHourly((instant) => wallShown(format, instant) - instant) };
}

function wallShown(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year');
  const wall = new Date(0);
  wall.setUTCFullYear(year, number('month') - 1, number('day'));
  return wall.setUTCHours(number('hour'), number('minute'), number('second'));
}

/** Caches offsets in steps of 15 minutes, because `Intl` is slow. Offsets of zones change only at such times. */
function quarterHourly(offsetAt: (instant: number) => number): TimeZone {
  const STEP = HOUR / 4;
  const answers = new Map<number, number>();
  return {
    offsetAt(instant) {
      const at = Math.floor(instant / STEP) * STEP;
      const answered = answers.get(at);
      if (answered !== undefined) return answered;
      if (answers.size >= 50_000) answers.clear();
      const offset = offsetAt(at);
      answers.set(at, offset);
      return offset;
    },
  };
}
