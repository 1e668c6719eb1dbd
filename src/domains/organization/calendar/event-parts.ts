/** How an appointment is shown among the others of its days before a person decides. */
import type { PreviewPart } from '../../../core/index.ts';
import type { BesideEvent } from '../../../ports/organization-calendar.ts';

interface Shown {
  readonly label: string;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

export const listPart = (label: string, items: readonly string[]): PreviewPart[] =>
  items.length === 0 ? [] : [{ kind: 'list', label, items }];

export function eventParts({ label, title, start, end, allDay }: Shown, { taken, unread }: BesideEvent): PreviewPart[] {
  const others = taken.map((one) => ({
    ...{ start: one.start, end: one.end, allDay: one.allDay, title: one.title, calendar: one.calendar },
  }));
  return [
    { kind: 'event', label, title, start, end, allDay, taken: others },
    ...listPart('Could not be looked at, so it may hold more', unread),
  ];
}
