/** Says when the calendar is taken, and nothing of what with. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { rangeInput, readAgenda, timesOutput, toRange, unreadableOutput } from '../../domains/calendar/agenda.ts';

export const getEventsAvailability = defineTool({
  name: 'get_events_availability',
  title: 'See when the calendar is taken',
  description:
    'See when the calendar is taken: the times of its events, without titles or details. Answers at once. When to use: "Am I free on Wednesday?", "When could we meet?"',
  input: z.strictObject(rangeInput),
  output: z.strictObject({
    slots: z.array(z.strictObject(timesOutput)),
    unreadable: unreadableOutput,
  }),
  risk: 'low',
  sideEffects: 'read_only',
  labels: { private: true },
  needs: ['calendar'],
  facts: (args, { calendar }) => {
    toRange(args, calendar);
    return { effect: 'read', targets: [calendar.name] };
  },
  run: async (args, { calendar, signal }) => {
    const { entries, unreadable } = await readAgenda(calendar, toRange(args, calendar), signal);
    const taken = entries.filter(({ isFree }) => !isFree);
    return { slots: taken.map(({ start, end, allDay }) => ({ start, end, allDay })), unreadable: [...unreadable] };
  },
});
