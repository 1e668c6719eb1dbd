/** The one calendar: when it is taken at once, and what with once that is let out. */
import '../../style/calendar.css';

import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { DayGrid } from '../../primitives/day-grid.tsx';
import { saidTime, type DayEvent } from '../../primitives/lay-out-day.ts';
import { Notice } from '../../primitives/notice.tsx';
import { useOwnCall } from '../../state/own-calls.ts';
import { useCall } from '../../state/queries.ts';
import { useWide } from '../../state/wide.ts';
import { ApprovalView } from '../approvals/approval-view.tsx';

const words = messages.calendar;

interface Times {
  readonly start: string;
  readonly end: string;
  readonly allDay: boolean;
}

interface Titled extends Times {
  readonly title: string;
}

export function CalendarPanel(): ReactNode {
  const isWide = useWide();
  const [chosen, setChosen] = useState<'day' | 'week' | undefined>();
  const view = chosen ?? (isWide ? 'week' : 'day');
  const [today] = useState(() => new Date());
  const [anchor, setAnchor] = useState(today);
  const [isAsking, setAsking] = useState(false);
  const count = view === 'week' ? 7 : 1;
  const first = view === 'week' ? monday(anchor) : anchor;
  const days = Array.from({ length: count }, (_, at) => plusDays(first, at));
  const args = { start: dateOf(first), end: dateOf(plusDays(first, count - 1)) };
  const taken = useOwnCall<{ slots: Times[] }>({ preset: 'personal', tool: 'get_events_availability', args });
  const details = useDetails(args, isAsking);
  const events: readonly DayEvent[] = details.events
    ? details.events.map((event) => toEvent(event, event.title))
    : (taken.data?.value?.slots ?? []).map((slot) => toEvent(slot, words.taken));
  const fault = taken.error ?? details.error;
  const step = (by: number): void => {
    setAsking(false);
    setAnchor(plusDays(anchor, by * count));
  };
  return (
    <div className="page wide">
      <div className="calendar-head">
        <h1>{words.title}</h1>
        <span className="calendar-steps">
          <button type="button" className="button small" aria-label={words.before} onClick={() => step(-1)}>
            ‹
          </button>
          <button type="button" className="button small" onClick={() => setAnchor(new Date())}>
            {words.today}
          </button>
          <button type="button" className="button small" aria-label={words.after} onClick={() => step(1)}>
            ›
          </button>
        </span>
        <span className="segmented" role="group" aria-label={words.view}>
          {(['day', 'week'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={view === one} onClick={() => setChosen(one)}>
              {words.views[one]}
            </button>
          ))}
        </span>
        {!isAsking && (
          <button type="button" className="button small" onClick={() => setAsking(true)}>
            {words.details}
          </button>
        )}
      </div>
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {details.approvalId !== undefined && !details.events && <ApprovalView id={details.approvalId} isInline />}
      <div className={`days days-${view}`}>
        {days.map((day) => (
          <DayGrid
            key={day.toDateString()}
            day={day}
            events={events}
            isToday={day.toDateString() === today.toDateString()}
          />
        ))}
      </div>
    </div>
  );
}

/** What events are called. Where a person has to let that out, once they have. */
function useDetails(args: Readonly<Record<string, string>>, isWanted: boolean) {
  const asked = useOwnCall<{ events: Titled[] }>({ preset: 'personal', tool: 'get_events_details', args }, isWanted);
  const { outcome, value } = asked.data ?? {};
  const isWaiting = isWanted && outcome?.approval !== undefined;
  const later = useCall(isWaiting ? outcome.callId : undefined).data?.outcome?.value as
    { events: Titled[] } | undefined;
  return {
    events: isWanted ? (value ?? later)?.events : undefined,
    approvalId: isWaiting ? outcome.approval?.id : undefined,
    error: asked.error,
  };
}

function toEvent({ start, end, allDay }: Times, title: string): DayEvent {
  return { title, start: saidTime(start), end: saidTime(end), allDay };
}

const plusDays = (day: Date, by: number): Date => new Date(day.getFullYear(), day.getMonth(), day.getDate() + by);
const monday = (day: Date): Date => plusDays(day, -((day.getDay() + 6) % 7));
const dateOf = (day: Date): string =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
