/** One's calendars in the company, all of them together. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { useOwnCall } from '../../state/own-calls.ts';
import { CalendarFrame, toEvent, useSpan } from '../calendar/calendar-frame.tsx';
import { Sides } from './sides.tsx';

const words = messages.company.calendar;
const isDay = (time: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(time);

interface Read {
  readonly events: readonly {
    readonly title: string;
    readonly start: string;
    readonly end: string;
    readonly location: string;
  }[];
}

export function CompanyCalendarPanel(): ReactNode {
  const span = useSpan();
  const args = { startDate: span.start, endDate: span.end };
  const { data, error } = useOwnCall<Read>({ preset: 'organization', tool: 'read_calendar', args });
  const events = (data?.value?.events ?? []).map(({ title, start, end, location }) =>
    toEvent({ start, end, allDay: isDay(start) }, location === '' ? title : `${title}${words.at(location)}`),
  );
  return <CalendarFrame span={span} events={events} fault={error} beside={<Sides page="calendar" here="company" />} />;
}
