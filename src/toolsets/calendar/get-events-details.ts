/** Reads titles and times of events. Events that the assistant created need no approval; all other events need one. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import type { UserCalendar, CreatedEvents } from '../../ports/user-calendar.ts';
import {
  rangeInput,
  readAgenda,
  timesOutput,
  toRange,
  unreadableOutput,
  type AgendaEntry,
} from '../../domains/calendar/agenda.ts';
import { digestJson } from '../../domains/calendar/digest-json.ts';

const input = z.strictObject({
  ...rangeInput,
  createdBy: z
    .enum(['anyone', 'assistant'])
    .default('anyone')
    .describe('"assistant": only events that you made yourself, which needs no approval'),
});

type Args = z.output<typeof input>;

const MOST_SHOWN = 200;

export const getEventsDetails = defineTool({
  name: 'get_events_details',
  title: 'Read events',
  description:
    'Read titles and times of calendar events. Events that you made are answered at once; for all others a person is asked, once for the whole range. When to use: "What is on my calendar tomorrow?" For free or taken use get_events_availability.',
  input,
  output: z.strictObject({
    events: z.array(z.strictObject({ uid: z.string(), title: z.string(), ...timesOutput })),
    withheld: z.int().describe('How many events there are beside these, which a person has not let you read'),
    unreadable: unreadableOutput,
  }),
  risk: (_, { origin }) => (origin === 'assistant' ? 'low' : 'high'),
  sideEffects: 'read_only',
  labels: { untrusted: true, private: true },
  needs: ['calendar', 'createdEvents'],

  facts: async (args, { calendar, createdEvents, signal }) => {
    const about = { effect: 'read', targets: [calendar.name] } as const;
    if (args.createdBy === 'assistant') {
      toRange(args, calendar);
      return { ...about, origin: 'assistant' };
    }
    const { others } = await readEvents(args, calendar, createdEvents, signal);
    return { ...about, origin: others.length === 0 ? 'assistant' : 'user' };
  },

  // Shows only times, because the approval decides about the titles.
  preview: async (args, { calendar, createdEvents, signal }) => {
    const { others } = await readEvents(args, calendar, createdEvents, signal);
    const shown = others.slice(0, MOST_SHOWN).map(({ start, end }) => `${start} to ${end}`);
    const rest = others.length > shown.length ? [`and ${others.length - shown.length} more`] : [];
    return {
      title: `Tell the assistant what ${others.length} of your events are called`,
      parts: [{ kind: 'list', label: `Events of ${calendar.name}`, items: [...shown, ...rest] }],
      state: await digestJson(others),
    };
  },

  partialCall: (args): Args | undefined =>
    args.createdBy === 'anyone' ? { ...args, createdBy: 'assistant' } : undefined,

  run: async (args, { calendar, createdEvents, signal, facts, expected }) => {
    const { own, others, all, unreadable } = await readEvents(args, calendar, createdEvents, signal);
    if (args.createdBy === 'assistant') return { events: own.map(toResultEntry), withheld: others.length, unreadable };
    // Events that the approval does not cover may have been added since.
    const isAsExpected = expected === undefined || expected === (await digestJson(others));
    if (!isAsExpected || (facts.origin === 'assistant' && others.length > 0)) {
      throw new DeputizeError(
        'CONFLICT',
        'The calendar has changed since the approval. No details were returned; ask again.',
      );
    }
    return { events: all.map(toResultEntry), withheld: 0, unreadable };
  },
});

async function readEvents(args: Args, calendar: UserCalendar, created: CreatedEvents, signal: AbortSignal) {
  const { entries: all, unreadable } = await readAgenda(calendar, toRange(args, calendar), signal);
  const made = await created.among(all.map(({ uid }) => uid));
  const own = all.filter(({ uid }) => made.has(uid));
  const others = all.filter(({ uid }) => !made.has(uid));
  return { all, own, others, unreadable: [...unreadable] };
}

const toResultEntry = ({ uid, title, start, end, allDay }: AgendaEntry) => ({ uid, title, start, end, allDay });
