/** The one calendar: when it is taken at once, and what with once that is let out. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import type { DayEvent } from '../../primitives/lay-out-day.ts';
import { useOwnCall } from '../../state/own-calls.ts';
import { useCall } from '../../state/queries.ts';
import { ApprovalView } from '../approvals/approval-view.tsx';
import { Sides } from '../company/sides.tsx';
import { CalendarFrame, toEvent, useSpan, type Times } from './calendar-frame.tsx';

const words = messages.calendar;

interface Titled extends Times {
  readonly title: string;
}

export function CalendarPanel(): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const span = useSpan(() => setAsking(false));
  const args = { start: span.start, end: span.end };
  const taken = useOwnCall<{ slots: Times[] }>({ preset: 'personal', tool: 'get_events_availability', args });
  const details = useDetails(args, isAsking);
  const events: readonly DayEvent[] = details.events
    ? details.events.map((event) => toEvent(event, event.title))
    : (taken.data?.value?.slots ?? []).map((slot) => toEvent(slot, words.taken));
  const beside = (
    <>
      {!isAsking && (
        <button type="button" className="button small" onClick={() => setAsking(true)}>
          {words.details}
        </button>
      )}
      <Sides page="calendar" here="own" />
    </>
  );
  return (
    <CalendarFrame span={span} events={events} fault={taken.error ?? details.error} beside={beside}>
      {details.approvalId !== undefined && !details.events && <ApprovalView id={details.approvalId} isInline />}
    </CalendarFrame>
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
