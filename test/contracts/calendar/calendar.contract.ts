/** What a calendar must do, wherever it is kept. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { UserCalendar, CalendarObject } from '../../../src/ports/user-calendar.ts';
import { calendarText } from '../../support/cases/calendar-text.ts';

export interface OpenedCalendar {
  readonly calendar: UserCalendar;
  close(): Promise<void>;
}

const { signal } = new AbortController();
const DAY = Date.UTC(2026, 2, 2);
const event = (uid: string, ...lines: string[]): string =>
  calendarText([`UID:${uid}`, 'DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', `SUMMARY:Event ${uid}`, ...lines]);

export function describeCalendar(name: string, open: () => Promise<OpenedCalendar>): void {
  describe(`the calendar: ${name}`, () => {
    let opened: OpenedCalendar;
    let calendar: UserCalendar;
    beforeAll(async () => {
      opened = await open();
      ({ calendar } = opened);
    });
    afterAll(() => opened?.close());

    const standing = async (uid: string): Promise<CalendarObject> => {
      const object = await calendar.get(uid, signal);
      if (!object) throw new Error(`${uid} is not there`);
      return object;
    };
    const found = async (from: number, to: number) =>
      (await calendar.range(from, to, signal)).map(({ uid }) => uid).sort();

    test('knows nothing of an event that is not there', async () => {
      expect(await calendar.get('none', signal)).toBeUndefined();
      expect(await calendar.get('<none> & "x"', signal)).toBeUndefined();
    });

    test('keeps an event, and finds it by its uid and by its time', async () => {
      const { etag, place } = await calendar.create({ uid: 'keeps', data: event('keeps') }, signal);
      const object = await standing('keeps');
      expect(object).toMatchObject({ uid: 'keeps', etag, place });
      expect(object.data).toContain('SUMMARY:Event keeps');
      expect(await found(DAY, DAY + 86_400_000)).toContain('keeps');
      expect(await found(DAY + 20 * 86_400_000, DAY + 21 * 86_400_000)).not.toContain('keeps');
    });

    test('does not write over an event that is there', async () => {
      await calendar.create({ uid: 'twice', data: event('twice') }, signal);
      const again = calendar.create({ uid: 'twice', data: event('twice', 'LOCATION:Elsewhere') }, signal);
      await expect(again).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
      expect((await standing('twice')).data).not.toContain('Elsewhere');
    });

    test('changes an event in the state that was seen, and in no other', async () => {
      await calendar.create({ uid: 'changes', data: event('changes') }, signal);
      const first = await standing('changes');
      const { etag } = await calendar.update(first, event('changes', 'LOCATION:One'), signal);
      expect(etag).not.toBe(first.etag);
      expect((await standing('changes')).etag).toBe(etag);
      const late = calendar.update(first, event('changes', 'LOCATION:Two'), signal);
      await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
      expect((await standing('changes')).data).toContain('LOCATION:One');
    });

    test('deletes an event in the state that was seen, and in no other', async () => {
      await calendar.create({ uid: 'deletes', data: event('deletes') }, signal);
      const first = await standing('deletes');
      await calendar.update(first, event('deletes', 'LOCATION:One'), signal);
      await expect(calendar.remove(first, signal)).rejects.toMatchObject({ code: 'CONFLICT' });
      const second = await standing('deletes');
      await calendar.remove(second, signal);
      expect(await calendar.get('deletes', signal)).toBeUndefined();
      await expect(calendar.remove(second, signal)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(calendar.update(second, event('deletes'), signal)).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    test('takes an event back that was deleted, where it was', async () => {
      const { place } = await calendar.create({ uid: 'returns', data: event('returns') }, signal);
      const { data } = await standing('returns');
      await calendar.remove(await standing('returns'), signal);
      await calendar.create({ uid: 'returns', data, place }, signal);
      expect(await standing('returns')).toMatchObject({ place, data });
    });

    test('lets one of several writers win', async () => {
      await calendar.create({ uid: 'race', data: event('race') }, signal);
      const seen = await standing('race');
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, (_, at) => calendar.update(seen, event('race', `LOCATION:Writer ${at}`), signal)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('finds what recurs, lasts all day, or is meant in no zone, in all of its days', async () => {
      const of = (uid: string, ...lines: string[]) =>
        calendar.create({ uid, data: calendarText([`UID:${uid}`, ...lines]) }, signal);
      await of('recurs', 'DTSTART:20300101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY', 'SUMMARY:a');
      await of('all-day', 'DTSTART;VALUE=DATE:20300605', 'DTEND;VALUE=DATE:20300606', 'SUMMARY:b');
      await of('floating', 'DTSTART:20300605T233000', 'DURATION:PT15M', 'SUMMARY:c');
      await of(
        'moved',
        'DTSTART;VALUE=DATE:20300101',
        'RRULE:FREQ=YEARLY;COUNT=2',
        'RDATE;VALUE=DATE:20300605',
        'SUMMARY:d',
      );
      const day = Date.UTC(2030, 5, 5);
      const all = await found(day, day + 86_400_000);
      for (const uid of ['recurs', 'all-day', 'floating', 'moved']) expect(all).toContain(uid);
      // As the same day is in Auckland and in Honolulu.
      for (const shift of [-12, 10])
        expect(await found(day + shift * 3_600_000, day + (24 + shift) * 3_600_000)).toContain('all-day');
      // More may come than happens then, but not everything.
      expect(await found(Date.UTC(2029, 0, 1), Date.UTC(2029, 0, 2))).not.toContain('all-day');
    });

    test('keeps every character of a title', async () => {
      const title = 'SUMMARY:Zoë’s 会議 🎉\\, <b>&amp\\;</b>\\; "x"';
      await calendar.create(
        { uid: 'characters', data: event('x').replace(/UID:x/, 'UID:characters').replace('SUMMARY:Event x', title) },
        signal,
      );
      expect((await standing('characters')).data.replaceAll(/\r?\n /g, '')).toContain(title);
    });

    test('stops when it is told to', async () => {
      const reason = new Error('enough');
      const stopped = calendar.range(DAY, DAY + 1, AbortSignal.abort(reason));
      await expect(stopped).rejects.toBe(reason);
    });
  });
}
