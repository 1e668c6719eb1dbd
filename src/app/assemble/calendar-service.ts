/** The calendar as the handlers of authored tools are given it: when it is taken and free, and new meetings in it. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { JsonObject } from '../../ports/json.ts';
import type { HandlerService } from '../../ports/handler-services.ts';
import { readAgenda, toRange } from '../../domains/calendar/agenda.ts';
import { newTimes, timesText } from '../../domains/calendar/event-times.ts';
import { newEvent } from '../../domains/calendar/ical/write-event.ts';
import { titleInput } from '../../toolsets/calendar/create-event.ts';
import { timeInput, zoneInput, resolveZone } from '../../domains/calendar/time-input.ts';

interface Slot {
  readonly start: string;
  readonly end: string;
}

const MAX_SLOTS = 200;

export function calendarService(
  { calendar, createdEvents }: Pick<Capabilities, 'calendar' | 'createdEvents'>,
  meetingLink: string | undefined,
): HandlerService {
  return {
    availability: async (args, signal) => {
      const range = toRange(parseTimes(args), calendar);
      const { entries, unreadable } = await readAgenda(calendar, range, signal);
      const busy = merged(
        entries.filter(({ isFree }) => !isFree).map(({ start, end }) => instants(start, end, calendar.timeZone)),
      );
      const least = Number(args['leastMinutes'] ?? 0) * 60_000;
      const free = gaps(busy, range.from, range.to).filter(([from, to]) => to - from >= Math.max(least, 1));
      const shown = (slots: readonly Span[]): Slot[] =>
        slots.slice(0, MAX_SLOTS).map(([from, to]) => timesText({ allDay: false, start: from, end: to }, range.zone));
      const hidden = unreadable.reduce((sum, { events }) => sum + events, 0);
      return { busy: shown(busy), free: shown(free), unreadable: hidden } as unknown as JsonObject;
    },

    create: async (args, signal) => {
      const { start, end, timeZone } = parseTimes(args);
      const { zone } = resolveZone(timeZone, calendar.timeZone);
      const when = newTimes({ start, end }, zone);
      const uid = `deputize-${crypto.randomUUID()}`;
      const title = titleInput.parse(args['title']);
      const given = args['attendees'];
      const attendees = Array.isArray(given) ? given.filter((address) => typeof address === 'string') : [];
      const data = newEvent(uid, title, when, Date.now(), { attendees, link: meetingLink });
      // On record before it exists, so that it can never be taken for the person's own.
      await createdEvents.add(uid, 'service');
      await calendar.create({ uid, data }, signal);
      return { uid, title, ...timesText(when, zone), attendees, ...(meetingLink === undefined ? {} : { meetingLink }) };
    },
  };
}

type Span = readonly [from: number, to: number];

/** An entry's times, which are days when it lasts all day. */
function instants(start: string, end: string, timeZone: string): Span {
  const { zone } = resolveZone(undefined, timeZone);
  const { start: from, end: to, allDay } = newTimes({ start, end }, zone);
  if (!allDay) return [from, to];
  const { start: first, end: last } = newTimes({ start: `${start}T00:00`, end: `${end}T00:00`, allDay: false }, zone);
  return [first, last];
}

function merged(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

function gaps(busy: readonly Span[], from: number, to: number): Span[] {
  const free: Span[] = [];
  let at = from;
  for (const [start, end] of busy) {
    if (start > at) free.push([at, Math.min(start, to)]);
    at = Math.max(at, end);
  }
  if (at < to) free.push([at, to]);
  return free;
}

const said = z.object({ start: timeInput, end: timeInput, timeZone: zoneInput });

/** What a handler says is checked like what a model says: it comes from there. */
function parseTimes(args: JsonObject): z.output<typeof said> {
  const { success, data, error } = said.safeParse(args);
  if (success) return data;
  const [issue] = error.issues;
  throw new DeputizeError('INVALID_ARGUMENTS', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a time'}`);
}
