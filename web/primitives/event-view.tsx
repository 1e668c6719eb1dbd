/** An event on a small view of its day, with what it would stand beside. */
import type { ReactNode } from 'react';

import type { PreviewPartMessage } from '../../src/wire/messages.ts';
import { messages } from '../messages.ts';
import { DayGrid } from './day-grid.tsx';
import { saidTime, type DayEvent } from './lay-out-day.ts';
import { VisibleText } from './visible-text.tsx';

type EventPart = Extract<PreviewPartMessage, { kind: 'event' }>;

export function EventView({ event }: { readonly event: EventPart }): ReactNode {
  const own: DayEvent = { ...times(event), title: event.title, tone: 'new' };
  const others = (event.taken ?? []).map((slot): DayEvent => {
    const other = times(slot);
    const isConflict = other.start < own.end && own.start < other.end;
    return { ...other, title: messages.calendar.taken, tone: isConflict ? 'conflict' : 'plain' };
  });
  const conflicts = others.filter(({ tone }) => tone === 'conflict').length;
  return (
    <div className="part event-part">
      <h3 className="part-label">
        <VisibleText text={event.label} />
      </h3>
      <p className={conflicts > 0 ? 'fault' : 'soft small'}>
        {event.taken === null ? messages.calendar.unknown : messages.calendar.conflicts(conflicts)}
      </p>
      <DayGrid day={own.start} events={[own, ...others]} />
    </div>
  );
}

const times = ({ start, end, allDay }: Pick<EventPart, 'start' | 'end' | 'allDay'>) => ({
  ...{ start: saidTime(start), end: saidTime(end), allDay },
});
