/** What a person sees of an event before it changes or is deleted: title, time and other participants. */
import type { PreviewPart } from '../../core/index.ts';
import type { UserCalendar } from '../../ports/user-calendar.ts';
import { readAgenda, toRange } from './agenda.ts';
import type { CalendarTarget } from './event-target.ts';
import { timesText } from './event-times.ts';
import type { EventSpan } from './ical/write-event.ts';
import type { TimeZone } from './ical/time-zone.ts';

export function shown(title: string, when: EventSpan, zone: TimeZone): string[] {
  const { start, end, allDay } = timesText(when, zone);
  return [title || '(no title)', `${start} to ${end}`, ...(allDay ? ['All day'] : [])];
}

export function notes(target: CalendarTarget, done: 'changed' | 'deleted'): PreviewPart[] {
  const { repeats, isNamed, participants } = target;
  const items = [
    ...(repeats ? [isNamed ? `Only this occurrence is ${done}.` : `Every occurrence is ${done}.`] : []),
    ...(participants > 0 ? [`${participants} people take part. The calendar’s server may tell them.`] : []),
  ];
  return items.length > 0 ? [{ kind: 'list', label: 'Note', items }] : [];
}

interface Shown {
  readonly label: string;
  readonly title: string;
  readonly when: EventSpan;
  readonly zone: TimeZone;
  /** The id of the event itself, if it is already in the calendar. */
  readonly uid?: string;
}

/** Shows the event among the busy times of its days. An unreadable calendar does not stop the approval request. */
export async function eventPart(
  calendar: UserCalendar,
  { label, title, when, zone, uid }: Shown,
  signal: AbortSignal,
): Promise<PreviewPart> {
  const times = timesText(when, zone);
  const days = { start: times.start.slice(0, 10), end: times.end.slice(0, 10) };
  try {
    const { entries } = await readAgenda(calendar, { ...toRange(days, calendar), zone }, signal);
    const others = entries.filter((entry) => !entry.isFree && entry.uid !== uid);
    const taken = others.map(({ start, end, allDay }) => ({ start, end, allDay }));
    return { kind: 'event', label, title, ...times, taken };
  } catch {
    return { kind: 'event', label, title, ...times, taken: null };
  }
}
