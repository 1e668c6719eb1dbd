/** Undoes a change of an event, unless the event has changed since. */
import { z } from 'zod';

import { DeputizeError, type CallPreview, type PreviewPart } from '../../core/index.ts';
import type { UserCalendar, CalendarObject } from '../../ports/user-calendar.ts';
import type { Json } from '../../ports/json.ts';

const undoRecord = z.strictObject({
  uid: z.string(),
  place: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The state after the call. Null if the process ended before it knew this state. */
  etag: z.string().nullable(),
});

type UndoRecord = z.output<typeof undoRecord>;

/** Safe to repeat: an event that is already in its earlier state stays as it is. */
export async function undoChange(record: Json, calendar: UserCalendar, signal: AbortSignal): Promise<void> {
  const { uid, place, before, after, etag } = undoRecord.parse(record);
  const now = await calendar.get(uid, signal);
  if (now === undefined ? before === null : before !== null && isSameText(now.data, before)) return;
  if (now === undefined ? after !== null : !isOurs(now, after, etag)) throw eventChangedError();
  if (now === undefined) {
    if (before !== null) await calendar.create({ uid, data: before, place: place ?? undefined }, signal);
  } else if (before === null) await calendar.remove(now, signal);
  else await calendar.update(now, before, signal);
}

export async function previewUndoChange(
  record: Json,
  calendar: UserCalendar,
  signal: AbortSignal,
): Promise<CallPreview> {
  const { uid, before, after, etag } = undoRecord.parse(record);
  const now = await calendar.get(uid, signal);
  const isAsLeft = now === undefined ? after === null : isOurs(now, after, etag);
  const parts: PreviewPart[] = [
    ...(now === undefined ? [] : [{ kind: 'text', label: 'As it is now', text: unfolded(now.data) } as const]),
    ...(before === null ? [] : [{ kind: 'text', label: 'As it would be again', text: unfolded(before) } as const]),
    ...(isAsLeft
      ? []
      : [
          { kind: 'list', label: 'Note', items: ['The event has changed since, so undoing will be refused.'] } as const,
        ]),
  ];
  return { title: before === null ? 'Take the event away again' : 'Put the event back as it was', parts };
}

const unfolded = (data: string): string =>
  data
    .replaceAll(/\r?\n[ \t]/g, '')
    .replaceAll('\r\n', '\n')
    .trim();

function isOurs(now: CalendarObject, after: string | null, etag: string | null): boolean {
  if (after === null) return false;
  return etag === null ? isSameText(now.data, after) : now.etag === etag;
}

/** Servers may fold lines and change their order. */
const plain = (data: string): string =>
  data
    .replaceAll(/\r?\n[ \t]/g, '')
    .trim()
    .split(/\r?\n/)
    .sort()
    .join('\n');
const isSameText = (a: string, b: string): boolean => plain(a) === plain(b);

function eventChangedError(): DeputizeError {
  return new DeputizeError('CONFLICT', 'The event has changed since; undoing would lose that.');
}

/** Adds the new state to the undo record. Undo also works without it, so a failure is ignored. */
export async function keepState(keep: (record: UndoRecord) => Promise<void>, record: UndoRecord): Promise<void> {
  await keep(record).catch(() => undefined);
}
