/** Computes the time span that contains all occurrences of an event. The span may be too wide, but never too narrow. */
import type { EventDuration } from './date-value.ts';
import { readEvent } from './read-event.ts';
import { UnreadableEventError } from './unreadable-event-error.ts';
import { DAY } from './wall-time.ts';
import { utc } from './time-zone.ts';

interface EventExtent {
  readonly begins: number;
  readonly ends: number | null;
}

/** A floating time can mean any time zone on earth. */
const SLACK = 2 * DAY;
const STEPS = 100_000;

export function computeExtent(data: string): EventExtent {
  try {
    const { main, exceptions } = readEvent(data, utc, { steps: STEPS });
    const parts = main ? [main, ...exceptions] : exceptions;
    const after = (wall: number, { days, ms }: EventDuration): number => wall + days * DAY + ms;
    const begins = parts.flatMap(({ start, added }) => [start.wall, ...added.map((one) => one.start.wall)]);
    const ends = parts.flatMap(({ start, length, added }) => [
      after(start.wall, length),
      ...added.map((one) => after(one.start.wall, one.length ?? length)),
    ]);
    const recurs = parts.some(({ rules }) => rules.length > 0);
    return {
      begins: begins.reduce((a, b) => Math.min(a, b), Infinity) - SLACK,
      ends: recurs ? null : ends.reduce((a, b) => Math.max(a, b), -Infinity) + SLACK,
    };
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    // An unreadable event is part of every range, so that it is always reported.
    return { begins: Number.MIN_SAFE_INTEGER, ends: null };
  }
}
