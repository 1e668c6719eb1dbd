/** Describes an event of a preview as text: its time, and the events at the same time. */
import type { EventTimes, PreviewPart, TakenTimes } from './call-preview.ts';

type EventPart = Extract<PreviewPart, { kind: 'event' }>;

/** Returns the time of the event, then one line for each overlapping event, or a line that there is none. */
export function eventLines({ start, end, taken, ...part }: EventPart): string[] {
  const own = `${start} to ${end}`;
  if (taken === null) return [own, 'What else is then could not be looked up.'];
  const event = { ...part, start, end };
  const conflicts = taken.filter((other) => overlaps(event, other));
  if (conflicts.length === 0) return [own, 'Nothing else is then.'];
  return [own, ...conflicts.map((other) => `At the same time: ${said(other)}`)];
}

function said({ title, calendar, start, end }: TakenTimes): string {
  const what = title === undefined ? '' : `${title}, `;
  return `${what}${start} to ${end}${calendar === undefined ? '' : `, in ${calendar}`}`;
}

/** An all-day event has no time zone, so it is compared by days. */
function overlaps(one: EventTimes, other: EventTimes): boolean {
  if (one.allDay || other.allDay) {
    const lastDay = ({ end, allDay }: EventTimes): string => (allDay ? end : `${end.slice(0, 10)}~`);
    return one.start.slice(0, 10) < lastDay(other) && other.start.slice(0, 10) < lastDay(one);
  }
  return Date.parse(one.start) < Date.parse(other.end) && Date.parse(other.start) < Date.parse(one.end);
}
