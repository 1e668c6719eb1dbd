/** Changes the title or the time of an event, or of one occurrence of it. Everything else of the event stays as it is. */
import { z } from 'zod';

import { DeputizeError, defineTool } from '../../core/index.ts';
import { timesOutput } from '../../domains/calendar/agenda.ts';
import { titleInput } from './create-event.ts';
import { eventPart, notes, shown } from '../../domains/calendar/event-preview.ts';
import { changeFacts, findTarget, targetInput, type CalendarTarget } from '../../domains/calendar/event-target.ts';
import { changedTimes, timesText, toEventSpan } from '../../domains/calendar/event-times.ts';
import type { EventSpan } from '../../domains/calendar/ical/write-event.ts';
import { timeInput } from '../../domains/calendar/time-input.ts';
import { keepState, previewUndoChange, undoChange } from '../../domains/calendar/undo-change.ts';

const input = z
  .strictObject({
    ...targetInput,
    title: titleInput.optional(),
    start: timeInput.optional().describe('The new start'),
    end: timeInput.optional().describe('The new end; left out, it stays as long as it is'),
    allDay: z.boolean().optional(),
  })
  .refine(({ title, start, end, allDay }) => [title, start, end, allDay].some((one) => one !== undefined), {
    message: 'say what is to be changed: title, start, end or allDay',
  });

type Args = z.output<typeof input>;

export const updateEvent = defineTool({
  name: 'update_event',
  title: 'Change an event',
  description:
    'Change the title or the time of an event, or of one occurrence of an event that repeats. Always needs approval.',
  input,
  output: z.strictObject({ uid: z.string(), ...timesOutput }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'always',
  needs: ['calendar', 'createdEvents'],

  facts: changeFacts,

  preview: async (args, { calendar, signal }) => {
    const target = await findTarget(calendar, args, signal);
    const { zone, times, object, title } = target;
    const after = computeTimes(args, target);
    const shownAs = { label: 'On its day', title: args.title ?? title, when: after, zone, uid: object.uid };
    const day = await eventPart(calendar, shownAs, signal);
    return {
      title: 'Change an event',
      parts: [
        { kind: 'list', label: `Now in ${calendar.name}`, items: shown(title, toEventSpan(times), zone) },
        { kind: 'list', label: 'After the change', items: shown(args.title ?? title, after, zone) },
        ...notes(target, 'changed'),
        day,
      ],
      state: object.etag,
    };
  },

  run: async (args, { calendar, signal, expected, keepUndo, now }) => {
    const target = await findTarget(calendar, args, signal);
    const { object, zone } = target;
    const { uid, place, data: before } = object;
    const when = computeTimes(args, target);
    const changes = { title: args.title, when: hasTimes(args) ? when : undefined };
    const data = await target.change(changes, now());
    const record = { uid, place, before, after: data, etag: null };
    await keepUndo(record);
    const { etag } = await calendar.update({ uid, place, etag: expected ?? object.etag }, data, signal);
    await keepState(keepUndo, { ...record, etag });
    return { uid, ...timesText(when, zone) };
  },

  undo: (record, { calendar, signal }) => undoChange(record, calendar, signal),

  undoPreview: (record, { calendar, signal }) => previewUndoChange(record, calendar, signal),
});

const hasTimes = ({ start, end, allDay }: Args): boolean =>
  start !== undefined || end !== undefined || allDay !== undefined;

function computeTimes(args: Args, { times, zone, repeats, isNamed }: CalendarTarget): EventSpan {
  if (repeats && !isNamed && hasTimes(args)) {
    throw new DeputizeError(
      'INVALID_ARGUMENTS',
      'This event repeats. Say which occurrence is to be moved; all of them at once cannot be.',
    );
  }
  return changedTimes(args, times, zone) ?? toEventSpan(times);
}
