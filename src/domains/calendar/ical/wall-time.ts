/** Time as a clock on a wall shows it: milliseconds since 1970 as if the clock were in UTC, so that days are all equally long. */
import { UnreadableEventError } from './unreadable-event-error.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `day` and `month` count from 1. What does not exist (February 30th) is undefined. */
export function createWallTime(year: number, month: number, day: number, timeOfDay = 0): number | undefined {
  // JavaScript takes the years before 100 for those of the twentieth century.
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return undefined;
  return Date.UTC(year, month - 1, day) + timeOfDay;
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function daysInYear(year: number): number {
  return daysInMonth(year, 2) === 29 ? 366 : 365;
}

export const floorToDay = (wall: number): number => Math.floor(wall / DAY) * DAY;

/** 0 is Monday. */
export const getWeekday = (wall: number): number => (((Math.floor(wall / DAY) + 3) % 7) + 7) % 7;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;

/** `2026-03-29` or `2026-03-29T02:30:00`. */
export function parseWall(text: string): number {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = DATE.exec(text) ?? DATE_TIME.exec(text) ?? [];
  const wall = createWallTime(Number(year), Number(month), Number(day));
  // A minute may have a sixty-first second; a clock without one shows the next minute.
  if (wall === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) {
    throw new UnreadableEventError('It holds a date or a time that does not exist.');
  }
  return wall + Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * SECOND;
}

export const dateText = (wall: number): string => new Date(wall).toISOString().slice(0, 10);
export const dateTimeText = (wall: number): string => new Date(wall).toISOString().slice(0, 19);
