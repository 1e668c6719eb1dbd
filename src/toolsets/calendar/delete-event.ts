/** Deletes an event, or one occurrence of it. It is kept, so that it can come back. */
import { z } from 'zod';

import { defineTool } from '../../core/index.ts';
import { notes, shown } from '../../domains/calendar/event-preview.ts';
import { changeFacts, findTarget, targetInput } from '../../domains/calendar/event-target.ts';
import { toEventSpan } from '../../domains/calendar/event-times.ts';
import { keepState, previewUndoChange, undoChange } from '../../domains/calendar/undo-change.ts';

export const deleteEvent = defineTool({
  name: 'delete_event',
  title: 'Delete an event',
  description: 'Delete an event, or one occurrence of an event that repeats. Always needs approval.',
  input: z.strictObject(targetInput),
  output: z.strictObject({ deleted: z.string() }),
  risk: 'high',
  sideEffects: 'writes',
  idempotent: false,
  confirmation: 'always',
  grants: false,
  needs: ['calendar', 'createdEvents'],

  facts: changeFacts,

  preview: async (args, { calendar, signal }) => {
    const target = await findTarget(calendar, args, signal);
    const { title, times, object, zone } = target;
    const items = shown(title, toEventSpan(times), zone);
    const parts = [
      { kind: 'list' as const, label: `Deleted from ${calendar.name}`, items },
      ...notes(target, 'deleted'),
    ];
    return { title: 'Delete an event', parts, state: object.etag };
  },

  run: async (args, { calendar, signal, expected, keepUndo, now }) => {
    const target = await findTarget(calendar, args, signal);
    const { object, isNamed, repeats } = target;
    const { uid, place, data: before } = object;
    const current = { uid, place, etag: expected ?? object.etag };
    const after = isNamed && repeats ? await target.exclude(now()) : null;
    const record = { uid, place, before, after, etag: null };
    await keepUndo(record);
    if (after === null) await calendar.remove(current, signal);
    else await keepState(keepUndo, { ...record, etag: (await calendar.update(current, after, signal)).etag });
    return { deleted: uid };
  },

  undo: (record, { calendar, signal }) => undoChange(record, calendar, signal),

  undoPreview: (record, { calendar, signal }) => previewUndoChange(record, calendar, signal),
});
