/** An event on a small view of its day, with the other events of the day. */
import type { ReactNode } from 'react';

import type { PreviewPartMessage } from '../../src/wire/previews.ts';
import { messages } from '../messages.ts';
import { DayGrid } from './day-grid.tsx';
import { saidTime, type DayEvent } from './lay-out-day.ts';
import { sayClock } from './time.tsx';
import { VisibleText } from './visible-text.tsx';

type EventPart = Extract<PreviewPartMessage, { kind: 'event' }>;

interface Other extends DayEvent {
  readonly calendar: string | undefined;
}

export function EventView({ event }: { readonly event: EventPart }): ReactNode {
  const own: DayEvent = { ...times(event), title: event.title, tone: 'new' };
  const others = (event.taken ?? []).map((slot): Other => {
    const other = times(slot);
    const isConflict = other.start < own.end && own.start < other.end;
    const { title = messages.calendar.taken, calendar } = slot;
    return { ...other, title, calendar, tone: isConflict ? 'conflict' : 'plain' };
  });
  const conflicts = others.filter(({ tone }) => tone === 'conflict');
  return (
    <div className="part event-part">
      <h3 className="part-label">
        <VisibleText text={event.label} />
      </h3>
      <p className={conflicts.length > 0 ? 'fault' : 'soft small'}>
        {event.taken === null ? messages.calendar.unknown : messages.calendar.conflicts(conflicts.length)}
      </p>
      {conflicts.length > 0 && (
        <ul className="conflicts">
          {conflicts.map((one, at) => (
            <li key={at}>
              <strong>
                <VisibleText text={one.title} />
              </strong>{' '}
              <span className="soft small">
                <VisibleText text={about(one)} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <DayGrid day={own.start} events={[own, ...others]} />
    </div>
  );
}

function about({ start, end, allDay, calendar }: Other): string {
  const when = allDay ? messages.calendar.allDay : messages.calendar.span(sayClock(start), sayClock(end));
  return calendar === undefined ? when : messages.calendar.inCalendar(when, calendar);
}

const times = ({ start, end, allDay }: Pick<EventPart, 'start' | 'end' | 'allDay'>) => ({
  ...{ start: saidTime(start), end: saidTime(end), allDay },
});
