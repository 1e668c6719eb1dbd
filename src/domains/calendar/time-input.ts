/** Times as a model writes them: a day, a time by the clock of a zone, or an instant. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import { MINUTE, parseWall } from './ical/wall-time.ts';
import { toInstant, namedZone, type TimeZone } from './ical/time-zone.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?(?:(Z)|([+-])(\d{2}):(\d{2}))?$/i;

export const timeInput = z
  .string()
  .max(40)
  .refine(
    (text) => isTime(text),
    'a day such as 2026-03-29, or a time such as 2026-03-29T14:00 or 2026-03-29T14:00:00+02:00',
  );

export const zoneInput = z
  .string()
  .max(64)
  .refine((name) => namedZone(name) !== undefined, 'an IANA time zone such as Europe/Berlin')
  .optional()
  .describe('The time zone in which times without an offset are meant and times are answered, such as Europe/Berlin');

export const isDay = (text: string): boolean => DAY.test(text);

/** The midnight of a day, as a wall time. */
export const dayInput = (text: string): number => parseWall(text);

/** The instant of a time; of a day, its midnight in the zone. */
export function instantInput(text: string, zone: TimeZone): number {
  if (isDay(text)) return toInstant(zone, parseWall(text));
  const [, local = '', utc, sign, hours, minutes] = TIME.exec(text) ?? [];
  const wall = parseWall(local.toUpperCase());
  if (utc !== undefined) return wall;
  if (sign === undefined) return toInstant(zone, wall);
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE;
  return wall - (sign === '-' ? -offset : offset);
}

export function resolveZone(named: string | undefined, own: string): { name: string; zone: TimeZone } {
  const name = named ?? own;
  const zone = namedZone(name);
  if (zone) return { name, zone };
  throw new DeputizeError('INVALID_CONFIGURATION', 'The calendar’s time zone is none that is known.', {
    details: { key: 'calendar.timeZone' },
  });
}

function isTime(text: string): boolean {
  try {
    const local = DAY.exec(text)?.[0] ?? TIME.exec(text)?.[1];
    return local !== undefined && Number.isFinite(parseWall(local.toUpperCase()));
  } catch {
    return false;
  }
}
