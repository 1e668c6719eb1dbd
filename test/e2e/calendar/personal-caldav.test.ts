/** P5, P6: the calendar tools over CalDAV, on a real Radicale, as the configuration sets it up. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import { examine } from '../../../src/app/doctor/doctor.ts';
import type { Outcome, Principal } from '../../../src/core/index.ts';
import { CALENDAR, startRadicale, type CalDavServer } from '../../support/servers/caldav-servers.ts';
import { calendarText } from '../../support/cases/calendar-text.ts';

let server: CalDavServer;
let data: string;
let assembly: AppAssembly;
let agent: Principal;
let person: Principal;
let made = 0;

beforeAll(async () => {
  server = await startRadicale();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'deputize-caldav-'));
  configure(server.password, CALENDAR);
  await open();
});
afterEach(async () => {
  await assembly.close();
  rmSync(data, { recursive: true });
});

function configure(password: string, calendar: string): void {
  writeFileSync(join(data, 'password'), `${password}\n`);
  const caldav = { url: server.url, username: server.username, password: { file: 'password' }, calendar };
  writeFileSync(join(data, 'deputize.yaml'), JSON.stringify({ calendar: { timeZone: 'Europe/Berlin', caldav } }));
}
async function open(): Promise<void> {
  assembly = await assemble({ data });
  agent = await assembly.owner('agent', 'test');
  person = await assembly.owner('person', 'test');
}
const call = (tool: string, args: object): Promise<Outcome> =>
  assembly.runtime.call({ preset: 'personal', tool, args }, agent);
const approve = async (outcome: Outcome): Promise<Outcome> => {
  const id = outcome.state === 'pending' ? outcome.approval.id : '';
  return (await assembly.runtime.approvals.decide(id, { decision: 'approve', via: 'test' }, person)).outcome;
};
const valueOf = (outcome: Outcome) => ('value' in outcome ? outcome.value : outcome);
/** A day that no other test uses. */
const freshDay = (): string => new Date(Date.UTC(2031, 0, 1) + (made += 1) * 86_400_000).toISOString().slice(0, 10);
const users = async (uid: string, day: string, ...lines: string[]): Promise<void> => {
  const text = calendarText([
    `UID:${uid}`,
    `DTSTART;TZID=Europe/Berlin:${day.replaceAll('-', '')}T090000`,
    'DURATION:PT1H',
    'SUMMARY:Dentist',
    'ATTENDEE:mailto:bob@example.com',
    ...lines,
  ]);
  const { status } = await server.request('PUT', `${uid}.ics`, text, { 'content-type': 'text/calendar' });
  if (status >= 300) throw new Error(`the server took no event: ${status}`);
};

describe('P5: over CalDAV', () => {
  test('an event is created on the server, is the assistant’s own, and is undone there', async () => {
    const day = freshDay();
    const created = await approve(
      await call('create_event', { title: 'Lunch', start: `${day}T12:00`, end: `${day}T13:00` }),
    );
    expect(created).toMatchObject({ state: 'ok', value: { title: 'Lunch', start: `${day}T12:00:00+01:00` } });
    const { uid } = valueOf(created) as { uid: string };
    const onServer = await (await server.request('GET', `${uid}.ics`)).text();
    expect(onServer).toContain(`DTSTART:${day.replaceAll('-', '')}T110000Z`);
    expect(await call('get_events_details', { start: day, end: day })).toMatchObject({
      state: 'ok',
      value: { events: [{ uid, title: 'Lunch' }] },
    });
    await assembly.runtime.undo(created.callId, person);
    expect((await server.request('GET', `${uid}.ics`)).status).toBe(404);
  });

  test('mixed origins: the own at once, the others under one approval', async () => {
    const day = freshDay();
    const created = await approve(
      await call('create_event', { title: 'Lunch', start: `${day}T12:00`, end: `${day}T13:00` }),
    );
    await users(`user-${day}`, day);
    const asked = await call('get_events_details', { start: day, end: day });
    expect(asked).toMatchObject({ state: 'pending', value: { events: [{ title: 'Lunch' }], withheld: 1 } });
    expect(JSON.stringify(asked)).not.toMatch(/Dentist|bob@/);
    const answer = await approve(asked);
    expect(answer).toMatchObject({ state: 'ok', value: { events: [{ title: 'Dentist' }, { title: 'Lunch' }] } });
    expect(JSON.stringify(answer)).not.toContain('bob@');
    expect(created.state).toBe('ok');
  });

  test('an event that another program changed is a conflict, and keeps that change', async () => {
    const day = freshDay();
    await users(`user-${day}`, day);
    const asked = [
      await call('update_event', { uid: `user-${day}`, title: 'x' }),
      await call('delete_event', { uid: `user-${day}` }),
    ];
    await users(`user-${day}`, day, 'LOCATION:Somewhere else');
    for (const outcome of asked) expect(await approve(outcome)).toMatchObject({ error: { code: 'CONFLICT' } });
    const text = await (await server.request('GET', `user-${day}.ics`)).text();
    expect(text).toMatch(/Dentist[^]*Somewhere else|Somewhere else[^]*Dentist/);
  });

  test('an update leaves the rest of the event alone, and is undone to what stood before', async () => {
    const day = freshDay();
    await users(`user-${day}`, day, 'X-NOTE;X-P=1:kept', 'RRULE:FREQ=DAILY;COUNT=3');
    const read = async () => (await server.request('GET', `user-${day}.ics`)).text();
    const before = await read();
    const done = await approve(
      await call('update_event', {
        uid: `user-${day}`,
        occurrence: `${day}T09:00`,
        start: `${day}T18:00`,
        title: 'Later',
      }),
    );
    expect(done).toMatchObject({ state: 'ok', value: { start: `${day}T18:00:00+01:00` } });
    const after = await read();
    expect(after.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(after.match(/X-NOTE;X-P=1:kept/g)).toHaveLength(2);
    expect(after).toContain('SUMMARY:Later');
    await assembly.runtime.undo(done.callId, person);
    expect(await read()).toBe(before);
  });

  test('an event that was not created is failed, and the user’s events stay theirs', async () => {
    const day = freshDay();
    await users(`user-${day}`, day);
    await server.stop();
    const asked = await call('create_event', { title: 'Lunch', start: `${day}T12:00`, end: `${day}T13:00` });
    const failed = await approve(asked);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'EXTERNAL_ERROR' } });
    server = await startRadicale();
    await assembly.close();
    configure(server.password, CALENDAR);
    await open();
    await users(`user-${day}`, day);
    expect(await call('get_events_details', { start: day, end: day })).toMatchObject({
      state: 'pending',
      value: { events: [], withheld: 1 },
    });
  });
});

describe('P6: one calendar by its name', () => {
  test('nothing of the other calendars is seen', async () => {
    const day = freshDay();
    const text = calendarText([
      `UID:private-${day}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      'SUMMARY:Hidden',
    ]);
    await server.request('PUT', `../private/private-${day}.ics`, text, { 'content-type': 'text/calendar' });
    expect(valueOf(await call('get_events_availability', { start: day, end: day }))).toEqual({
      slots: [],
      unreadable: [],
    });
    expect(await call('delete_event', { uid: `private-${day}` })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  test('an unknown calendar name is refused, without the names of others', async () => {
    await assembly.close();
    configure(server.password, 'Nothing');
    await open();
    const outcome = await call('get_events_availability', { start: '2031-01-01', end: '2031-01-02' });
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'INVALID_CONFIGURATION' } });
    expect(JSON.stringify(outcome)).not.toMatch(/Shared|Private/);
  });

  test('a wrong password is reported without it, by the call and by the doctor', async () => {
    await assembly.close();
    configure('wrong-password', CALENDAR);
    await open();
    const outcome = await call('get_events_availability', { start: '2031-01-01', end: '2031-01-02' });
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'PERMISSION_DENIED' } });
    expect(JSON.stringify(outcome)).not.toContain('wrong-password');
    const check = (await examine({ data })).find(({ name }) => name === 'calendar');
    expect(check).toMatchObject({ ok: false, mend: 'correct calendar.caldav' });
    expect(check?.found).toContain('refused the user name or the password');
  });
});
