/** Days side by side, and the way from one week or day to the next. */
import '../../style/calendar.css';

import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { DayGrid } from '../../primitives/day-grid.tsx';
import { saidTime, type DayEvent } from '../../primitives/lay-out-day.ts';
import { Notice } from '../../primitives/notice.tsx';
import { useWide } from '../../state/wide.ts';

const words = messages.calendar;

export interface Times {
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

export interface Span {
  readonly view: 'day' | 'week';
  readonly days: readonly Date[];
  /** The first and the last day. */
  readonly start: string;
  readonly end: string;
  show(view: 'day' | 'week'): void;
  step(by: number): void;
  toToday(): void;
}

export function useSpan(onMove: () => void = () => undefined): Span {
  const isWide = useWide();
  const [chosen, setChosen] = useState<'day' | 'week' | undefined>();
  const view = chosen ?? (isWide ? 'week' : 'day');
  const [anchor, setAnchor] = useState(() => new Date());
  const count = view === 'week' ? 7 : 1;
  const first = view === 'week' ? monday(anchor) : anchor;
  return {
    view,
    days: Array.from({ length: count }, (_, at) => plusDays(first, at)),
    start: dateOf(first),
    end: dateOf(plusDays(first, count - 1)),
    show: setChosen,
    step(by) {
      onMove();
      setAnchor(plusDays(anchor, by * count));
    },
    toToday: () => setAnchor(new Date()),
  };
}

interface Props {
  readonly span: Span;
  readonly events: readonly DayEvent[];
  readonly fault: Error | null;
  /** Beside the title. */
  readonly beside?: ReactNode;
  /** Above the days. */
  readonly children?: ReactNode;
}

export function CalendarFrame({ span, events, fault, beside, children }: Props): ReactNode {
  const { view, days } = span;
  const [today] = useState(() => new Date().toDateString());
  return (
    <div className="page wide">
      <div className="calendar-head">
        <h1>{words.title}</h1>
        <span className="calendar-steps">
          <button type="button" className="button small" aria-label={words.before} onClick={() => span.step(-1)}>
            ‹
          </button>
          <button type="button" className="button small" onClick={() => span.toToday()}>
            {words.today}
          </button>
          <button type="button" className="button small" aria-label={words.after} onClick={() => span.step(1)}>
            ›
          </button>
        </span>
        <span className="segmented" role="group" aria-label={words.view}>
          {(['day', 'week'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={view === one} onClick={() => span.show(one)}>
              {words.views[one]}
            </button>
          ))}
        </span>
        {beside}
      </div>
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {children}
      <div className={`days days-${view}`}>
        {days.map((day) => (
          <DayGrid key={day.toDateString()} day={day} events={events} isToday={day.toDateString() === today} />
        ))}
      </div>
    </div>
  );
}

export function toEvent({ start, end, allDay }: Times, title: string): DayEvent {
  return { title, start: saidTime(start), end: saidTime(end), allDay };
}

const plusDays = (day: Date, by: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + by);
const monday = (day: Date): Date => plusDays(day, -((day.getDay() + 6) % 7));
const dateOf = (day: Date): string =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
