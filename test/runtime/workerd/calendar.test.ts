/** The calendar suite inside workerd: the thin client, against a real Radicale behind a server that speaks HTTP/1.1. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { expect, test } from 'vitest';

import { PortError } from '../../../src/ports/port-error.ts';
import type { UserCalendar } from '../../../src/ports/user-calendar.ts';
import { describeCalendar } from '../../contracts/calendar/calendar.contract.ts';
import { startFront, startRadicale } from '../../support/servers/caldav-servers.ts';
import { calendarText } from '../../support/cases/calendar-text.ts';

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] = 'false';

interface Answer<T> {
  readonly value: T;
  readonly error?: { readonly code: string; readonly message: string };
}

async function open() {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'calendar-worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'import'],
  });
  const server = await startRadicale();
  const front = await startFront(server.url);
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: outputFiles[0]?.text ?? '' }],
    compatibilityDate: '2026-04-01',
  });
  const { username, password, calendar: name } = server;
  const account = { url: front.url, username, password };
  const ask = async <T>(method: string, ...args: readonly unknown[]): Promise<T> => {
    const body = JSON.stringify({ account, calendar: name, method, args });
    const response = await miniflare.dispatchFetch('http://worker/', { method: 'POST', body });
    const { value, error } = (await response.json()) as Answer<T>;
    if (error) throw new PortError(error.code, error.message);
    return value;
  };
  const calendar: UserCalendar = {
    name,
    timeZone: 'Europe/Berlin',
    async range(from, to, signal) {
      signal.throwIfAborted();
      return ask('range', from, to);
    },
    get: (uid) => ask('get', uid),
    create: (object) => ask('create', object),
    update: (object, data) => ask('update', object, data),
    remove: (object) => ask('remove', object),
  };
  const close = async (): Promise<void> => {
    await miniflare.dispose();
    await front.close();
    await server.stop();
  };
  return { calendar, ask, close };
}

describeCalendar('the thin client in workerd, and Radicale', open);

test('P5: a tool answers in workerd as it does on Node', async () => {
  const { calendar, ask, close } = await open();
  try {
    const lines = ['UID:w', 'DTSTART;TZID=Europe/Berlin:20260323T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2'];
    await calendar.create({ uid: 'w', data: calendarText(lines) }, new AbortController().signal);
    expect(await ask('availability', { start: '2026-03-01', end: '2026-04-30' })).toEqual({
      slots: [
        { start: '2026-03-23T09:00:00+01:00', end: '2026-03-23T10:00:00+01:00', allDay: false },
        { start: '2026-03-30T09:00:00+02:00', end: '2026-03-30T10:00:00+02:00', allDay: false },
      ],
      unreadable: [],
    });
  } finally {
    await close();
  }
});
