/** Makes an event. That the assistant made it is on record before it exists. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { timesOutput } from '../../domains/calendar/agenda.ts';
import { digestJson } from '../../domains/calendar/digest-json.ts';
import { eventPart } from '../../domains/calendar/event-preview.ts';
import { newTimes, timesText } from '../../domains/calendar/event-times.ts';
import { newEvent } from '../../domains/calendar/ical/write-event.ts';
import { timeInput, zoneInput, resolveZone } from '../../domains/calendar/time-input.ts';
import { keepState, previewUndoChange, undoChange } from '../../domains/calendar/undo-change.ts';

export const titleInput = z
  .string()
  .min(1)
  .max(500)
  .regex(/^\P{Cc}*$/u, 'one line, without control characters');

export const createEvent = defineTool({
  name: 'create_event',
  title: 'Create an event',
  description:
    'Put an event into the calendar. Always needs approval. For an event that lasts all day give days (2026-03-29) instead of times.',
  input: z.strictObject({
    title: titleInput,
    start: timeInput.describe('When it starts: a time (2026-03-29T14:00), or a day when it lasts all day'),
    end: timeInput.optional().describe('When it ends; of days, the first day after. May be left out for one whole day'),
    allDay: z.boolean().optional().describe('Left out, it lasts all day when `start` is a day'),
    timeZone: zoneInput,
  }),
  output: z.strictObject({ uid: z.string(), title: z.string(), ...timesOutput }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'always',
  needs: ['calendar', 'createdEvents'],

  facts: (args, { calendar }) => {
    newTimes(args, resolveZone(args.timeZone, calendar.timeZone).zone);
    return { effect: 'write', targets: [calendar.name], reversible: true, origin: 'assistant' };
  },

  preview: async (args, { calendar, signal }) => {
    const { name, zone } = resolveZone(args.timeZone, calendar.timeZone);
    const when = newTimes(args, zone);
    const { start, end, allDay } = timesText(when, zone);
    const items = [args.title, `${start} to ${end}`, allDay ? 'All day' : name];
    const day = await eventPart(calendar, { label: 'On its day', title: args.title, when, zone }, signal);
    return { title: 'Create an event', parts: [{ kind: 'list', label: `New in ${calendar.name}`, items }, day] };
  },

  run: async (args, { calendar, createdEvents, callId, traceId, now, signal, keepUndo }) => {
    const { zone } = resolveZone(args.timeZone, calendar.timeZone);
    const when = newTimes(args, zone);
    // Of the call and nothing else: the same call can never make two events.
    const uid = `deputize-${(await digestJson([callId, traceId])).slice(0, 40)}`;
    const data = newEvent(uid, args.title, when, now());
    const record = { uid, place: null, before: null, after: data, etag: null };
    await createdEvents.add(uid, callId);
    await keepUndo(record);
    const { place, etag } = await calendar.create({ uid, data }, signal);
    await keepState(keepUndo, { ...record, place, etag });
    return { uid, title: args.title, ...timesText(when, zone) };
  },

  undo: (record, { calendar, signal }) => undoChange(record, calendar, signal),

  undoPreview: (record, { calendar, signal }) => previewUndoChange(record, calendar, signal),
});
