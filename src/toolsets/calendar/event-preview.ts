/** What a person sees of an event before it is changed or deleted: its title, its time, and whom it concerns beside them. */
import type { PreviewPart } from '../../core/index.ts';
import { participants, type Target } from './event-target.ts';
import { timesText } from './event-times.ts';
import type { When } from './ical/write-event.ts';
import type { Zone } from './ical/zone.ts';

export function shown(title: string, when: When, zone: Zone): string[] {
  const { start, end, allDay } = timesText(when, zone);
  return [title || '(no title)', `${start} to ${end}`, ...(allDay ? ['All day'] : [])];
}

export function notes(target: Target, done: 'changed' | 'deleted'): PreviewPart[] {
  const { repeats, isNamed } = target;
  const count = participants(target);
  const items = [
    ...(repeats ? [isNamed ? `Only this occurrence is ${done}.` : `Every occurrence is ${done}.`] : []),
    ...(count > 0 ? [`${count} people take part. The calendar’s server may tell them.`] : []),
  ];
  return items.length > 0 ? [{ kind: 'list', label: 'Note', items }] : [];
}
