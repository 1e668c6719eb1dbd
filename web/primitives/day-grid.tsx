/** One day of a calendar. Events are placed by their time; overlapping events are side by side. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { layOut, type DayEvent } from './lay-out-day.ts';
import { sayClock } from './time.tsx';
import { VisibleText } from './visible-text.tsx';

const HOUR_PX = 38;
/** As the style sheet has it: a line that does not fit is left out, and not cut in two. */
const LINE_PX = 16.2;
const heightOf = (hours: number): number => Math.max(18, hours * HOUR_PX - 2);
const linesIn = (hours: number): number => Math.max(1, Math.floor((heightOf(hours) - 3) / LINE_PX));
const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

interface Props {
  readonly day: Date;
  readonly events: readonly DayEvent[];
  readonly isToday?: boolean;
  /** The hours that are shown at least. */
  readonly hours?: readonly [number, number];
}

export function DayGrid({ day, events, isToday = false, hours = [8, 18] }: Props): ReactNode {
  const { placed, allDay, from, to } = layOut(day, events, hours);
  return (
    <div className="day" data-today={isToday}>
      <p className="day-name">{dayName.format(day)}</p>
      <ul className="day-all">
        {allDay.map((event, at) => (
          <li key={at} className={`day-event tone-${event.tone ?? 'plain'}`}>
            <VisibleText text={event.title} />
          </li>
        ))}
      </ul>
      <ul className="day-hours" style={{ height: (to - from) * HOUR_PX }}>
        {Array.from({ length: to - from }, (_, at) => (
          <li key={`hour ${at}`} className="day-hour" aria-hidden="true" style={{ top: at * HOUR_PX }}>
            {String(from + at).padStart(2, '0')}
          </li>
        ))}
        {placed.map(({ event, start, end, lane, lanes }, at) => (
          <li
            key={at}
            className={`day-event placed tone-${event.tone ?? 'plain'}`}
            style={{
              top: (start - from) * HOUR_PX,
              height: heightOf(end - start),
              left: `calc(2rem + (100% - 2rem) * ${lane / lanes})`,
              width: `calc((100% - 2rem) / ${lanes} - 2px)`,
            }}
          >
            <span className="day-words" style={{ WebkitLineClamp: linesIn(end - start) }}>
              <span className="day-time">{messages.calendar.span(sayClock(event.start), sayClock(event.end))}</span>{' '}
              <VisibleText text={event.title} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
