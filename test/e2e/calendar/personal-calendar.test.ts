/** P6, P7: the calendar of the personal preset, through the whole runtime as the command line and the server assemble it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { assemble, type AppAssembly } from '../../../src/app/assemble/assemble.ts';
import { openSqlite } from '../../../src/connectors/database/sqlite.ts';
import { nodeDigest } from '../../../src/connectors/platform/node-digest.ts';
import { OWNER, type Outcome, type Principal } from '../../../src/core/index.ts';
import { createAuditChain } from '../../../src/core/ledger/audit-chain.ts';
import { createSqlBuilder } from '../../../src/core/storage/statements.ts';
import type { UserCalendar } from '../../../src/ports/user-calendar.ts';
import { getEventsDetails } from '../../../src/toolsets/calendar/get-events-details.ts';
import { localCalendars } from '../../../src/domains/calendar/local-calendar.ts';
import { calendarText } from '../../support/cases/calendar-text.ts';

let data: string;
let assembly: AppAssembly;
let agent: Principal;
let person: Principal;
/** The owner's calendar as another program has it before them. */
let calendar: UserCalendar;
let closeCalendar: () => Promise<void>;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'deputize-calendar-'));
  assembly = await assemble({ data });
  agent = await assembly.owner('agent', 'test');
  person = await assembly.owner('person', 'test');
  const database = openSqlite(join(data, 'deputize.db'), {
    chain: createAuditChain(createSqlBuilder('sqlite'), nodeDigest),
  });
  calendar = localCalendars({ database, timeZone: 'UTC' })(OWNER);
  closeCalendar = () => database.close();
});
afterEach(async () => {
  await closeCalendar();
  await assembly.close();
  await rm(data, { recursive: true });
});

const call = (tool: string, args: object, callId?: string): Promise<Outcome> =>
  assembly.runtime.call({ preset: 'personal', tool, args: { timeZone: 'UTC', ...args }, callId }, agent);
const approvalOf = (outcome: Outcome): string => (outcome.state === 'pending' ? outcome.approval.id : '');
const approve = (outcome: Outcome) =>
  assembly.runtime.approvals.decide(approvalOf(outcome), { decision: 'approve', via: 'test' }, person);
const waiting = () => assembly.runtime.approvals.list(person);
const valueOf = (outcome: Outcome) => ('value' in outcome ? outcome.value : outcome);

/** Creates an event the way the assistant does, and answers its uid. */
async function made(args: object): Promise<string> {
  const { outcome } = await approve(await call('create_event', args));
  return (valueOf(outcome) as { uid: string }).uid;
}

const SECRETS = ['Divorce lawyer', 'ann@example.com', 'Bring the papers', 'Room 7'];
const users = (uid: string, start: string, ...lines: string[]) =>
  calendar.create(
    {
      uid,
      data: calendarText([
        `UID:${uid}`,
        `DTSTART:${start}`,
        'DURATION:PT1H',
        'SUMMARY:Divorce lawyer',
        'ATTENDEE;CN=Ann:mailto:ann@example.com',
        'DESCRIPTION:Bring the papers',
        'LOCATION:Room 7',
        ...lines,
      ]),
    },
    new AbortController().signal,
  );

const MARCH = { start: '2026-03-02', end: '2026-03-02' };

describe('P7: get_events_availability', () => {
  test('returns slots at once and nothing of the events in them', async () => {
    await users('u1', '20260302T090000Z');
    const outcome = await call('get_events_availability', MARCH);
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow' } });
    expect(valueOf(outcome)).toEqual({
      slots: [{ start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:00:00Z', allDay: false }],
      unreadable: [],
    });
    expect(await waiting()).toEqual([]);
  });

  test('leaves out what is marked as free, and what was cancelled', async () => {
    await users('u1', '20260302T090000Z', 'TRANSP:TRANSPARENT');
    await users('u2', '20260302T110000Z', 'STATUS:CANCELLED');
    expect(valueOf(await call('get_events_availability', MARCH))).toMatchObject({ slots: [] });
  });
});

describe('P7: get_events_details', () => {
  test('of events that the assistant made alone answers at once', async () => {
    const uid = await made({ title: 'Lunch', start: '2026-03-02T12:00', end: '2026-03-02T13:00' });
    const outcome = await call('get_events_details', MARCH);
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow', rule: 'low-risk-runs' } });
    expect(valueOf(outcome)).toEqual({
      events: [{ uid, title: 'Lunch', start: '2026-03-02T12:00:00Z', end: '2026-03-02T13:00:00Z', allDay: false }],
      withheld: 0,
      unreadable: [],
    });
  });

  test('of a person’s events waits for a person, who is shown times and lets titles out', async () => {
    await users('u1', '20260302T090000Z');
    const outcome = await call('get_events_details', MARCH);
    expect(outcome).toMatchObject({ state: 'pending', decision: { effect: 'confirm', rule: 'high-risk-asks' } });
    const [view] = await waiting();
    expect(view?.preview.parts).toMatchObject([{ items: ['2026-03-02T09:00:00Z to 2026-03-02T10:00:00Z'] }]);
    const { outcome: answer } = await approve(outcome);
    expect(valueOf(answer)).toEqual({
      events: [
        {
          uid: 'u1',
          title: 'Divorce lawyer',
          start: '2026-03-02T09:00:00Z',
          end: '2026-03-02T10:00:00Z',
          allDay: false,
        },
      ],
      withheld: 0,
      unreadable: [],
    });
  });

  test('of mixed origins answers the assistant’s own at once, and puts the others under one approval', async () => {
    const uid = await made({ title: 'Lunch', start: '2026-03-02T12:00', end: '2026-03-02T13:00' });
    await users('u1', '20260302T090000Z');
    await users('u2', '20260302T150000Z');
    const outcome = await call('get_events_details', MARCH);
    expect(outcome).toMatchObject({
      state: 'pending',
      value: { events: [{ uid, title: 'Lunch' }], withheld: 2 },
    });
    expect(await waiting()).toHaveLength(1);
    for (const secret of SECRETS) expect(JSON.stringify(outcome)).not.toContain(secret);
    const { outcome: answer } = await approve(outcome);
    expect(valueOf(answer)).toMatchObject({ events: [{ uid: 'u1' }, { uid }, { uid: 'u2' }], withheld: 0 });
  });

  test('returns the same for the same call again, without a second approval', async () => {
    await made({ title: 'Lunch', start: '2026-03-02T12:00', end: '2026-03-02T13:00' });
    await users('u1', '20260302T090000Z');
    const first = await call('get_events_details', MARCH, 'details-1');
    expect(await call('get_events_details', MARCH, 'details-1')).toEqual(first);
    expect(await waiting()).toHaveLength(1);
  });

  test('set to ask asks once, and answers no part of it before', async () => {
    await made({ title: 'Lunch', start: '2026-03-02T12:00', end: '2026-03-02T13:00' });
    await users('u1', '20260302T090000Z');
    await assembly.runtime.changeSetting('user', OWNER, 'get_events_details', 'ask', person);
    const outcome = await call('get_events_details', MARCH);
    expect(outcome.state).toBe('pending');
    expect('value' in outcome).toBe(false);
    expect(await waiting()).toHaveLength(1);
  });

  test('returns nothing when the person’s events have changed since the request', async () => {
    await users('u1', '20260302T090000Z');
    const outcome = await call('get_events_details', MARCH);
    await users('u2', '20260302T150000Z');
    const { outcome: answer } = await approve(outcome);
    expect(answer).toMatchObject({ state: 'failed', error: { code: 'CONFLICT' } });
    for (const secret of SECRETS) expect(JSON.stringify(answer)).not.toContain(secret);
  });

  test('returns nothing of an event that came between the decision and the run', async () => {
    await users('u1', '20260302T090000Z');
    const { createdEvents } = assembly.calendars.capabilities(OWNER);
    const about = { callId: 'c', traceId: 't', mode: 'text', signal: new AbortController().signal } as const;
    const rest = { keepUndo: async () => undefined, progress: () => undefined, note: () => undefined };
    const decided = { facts: { effect: 'read', origin: 'assistant' }, expected: undefined } as const;
    const run = getEventsDetails.run(
      { ...MARCH, timeZone: 'UTC', createdBy: 'anyone' },
      {
        ...about,
        ...rest,
        ...decided,
        now: Date.now,
        afterwards: () => undefined,
        reportChanges: () => undefined,
        callNext: () => Promise.reject(new Error('No further call is expected.')),
        calendar,
        createdEvents,
      },
    );
    await expect(run).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('of nothing at all answers nothing, at once', async () => {
    expect(valueOf(await call('get_events_details', MARCH))).toEqual({ events: [], withheld: 0, unreadable: [] });
  });
});

describe('P6: what leaves', () => {
  test('is never a participant, a note or a place: not in answers, nor in what an agent sees of approvals, nor in the audit', async () => {
    await users('u1', '20260302T090000Z');
    const asked = [
      await call('get_events_details', MARCH),
      await call('update_event', { uid: 'u1', start: '2026-03-02T10:00' }),
      await call('delete_event', { uid: 'u1' }),
    ];
    const seen = await assembly.runtime.approvals.list(agent);
    expect(seen).toHaveLength(3);
    const shown = [
      ...asked,
      ...seen,
      ...(await Promise.all(seen.map(({ id }) => assembly.runtime.approvals.show(id, agent)))),
    ];
    for (const secret of SECRETS) expect(JSON.stringify(shown)).not.toContain(secret);
    const outcomes = [];
    for (const outcome of asked.slice(0, 2)) outcomes.push((await approve(outcome)).outcome);
    for (const secret of SECRETS.slice(1)) expect(JSON.stringify(outcomes)).not.toContain(secret);
    const records = [];
    for await (const record of assembly.runtime.audit.records()) records.push(record);
    expect(records.length).toBeGreaterThan(5);
    for (const secret of SECRETS) expect(JSON.stringify(records)).not.toContain(secret);
  });
});

describe('P7: create_event', () => {
  test('waits for a person, is on record as the assistant’s, and is undone by deleting it', async () => {
    const asked = await call('create_event', { title: 'Lunch', start: '2026-03-02T12:00', end: '2026-03-02T13:00' });
    expect(asked).toMatchObject({ state: 'pending' });
    expect(valueOf(await call('get_events_availability', MARCH))).toMatchObject({ slots: [] });
    const { outcome } = await approve(asked);
    expect(outcome).toMatchObject({ state: 'ok', value: { title: 'Lunch', allDay: false } });
    expect(valueOf(await call('get_events_availability', MARCH))).toMatchObject({ slots: [{}] });
    await assembly.runtime.undo(outcome.callId, person);
    expect(valueOf(await call('get_events_availability', MARCH))).toMatchObject({ slots: [] });
  });

  test('lasts all day when it is given days', async () => {
    await made({ title: 'Fair', start: '2026-03-02' });
    await made({ title: 'Trip', start: '2026-03-02', end: '2026-03-05', allDay: true });
    await made({ title: 'Day off', start: '2026-03-02', end: '2026-03-02', allDay: true });
    expect(valueOf(await call('get_events_availability', MARCH))).toEqual({
      slots: [
        { start: '2026-03-02', end: '2026-03-03', allDay: true },
        { start: '2026-03-02', end: '2026-03-03', allDay: true },
        { start: '2026-03-02', end: '2026-03-05', allDay: true },
      ],
      unreadable: [],
    });
  });

  test.each([
    { title: 'x', start: '2026-03-02T12:00' },
    { title: 'x', start: '2026-03-02T12:00', end: '2026-03-02T11:00' },
    { title: 'x', start: '2026-03-02', end: '2026-03-02T11:00' },
    { title: 'x', start: '2026-03-02T12:00', end: '2026-03-02T13:00', allDay: true },
    { title: 'x', start: '2026-02-30' },
    { title: 'x', start: 'tomorrow', end: '2026-03-02' },
    { title: 'x', start: '2026-03-02T25:00', end: '2026-03-03T01:00' },
    { title: '', start: '2026-03-02' },
    { title: 'a\r\nATTENDEE:mailto:ann@example.com', start: '2026-03-02' },
    { title: 'x', start: '2026-03-02', timeZone: 'Mars/Olympus' },
    { title: 'x', start: '2026-03-02', location: 'Room 7' },
  ])('refuses %j before anybody is asked', async (args) => {
    expect(await call('create_event', args)).toMatchObject({ state: 'refused', error: { code: 'INVALID_ARGUMENTS' } });
    expect(await waiting()).toEqual([]);
  });
});

describe('P7: update_event and delete_event', () => {
  test('show a person the event before and after, change only what was named, and are undone', async () => {
    await users('u1', '20260302T090000Z');
    const asked = await call('update_event', { uid: 'u1', title: 'Appointment', start: '2026-03-02T11:00' });
    const [view] = await waiting();
    expect(view?.preview.parts).toMatchObject([
      { items: ['Divorce lawyer', '2026-03-02T09:00:00Z to 2026-03-02T10:00:00Z'] },
      { items: ['Appointment', '2026-03-02T11:00:00Z to 2026-03-02T12:00:00Z'] },
      { items: ['1 people take part. The calendar’s server may tell them.'] },
      { kind: 'event', title: 'Appointment', start: '2026-03-02T11:00:00Z', taken: [] },
    ]);
    const { outcome } = await approve(asked);
    expect(valueOf(outcome)).toEqual({
      uid: 'u1',
      start: '2026-03-02T11:00:00Z',
      end: '2026-03-02T12:00:00Z',
      allDay: false,
    });
    const signal = new AbortController().signal;
    const after = (await calendar.get('u1', signal))?.data ?? '';
    for (const line of [
      'ATTENDEE;CN=Ann:mailto:ann@example.com',
      'DESCRIPTION:Bring the papers',
      'LOCATION:Room 7',
      'SUMMARY:Appointment',
      'SEQUENCE:1',
    ])
      expect(after).toContain(`\r\n${line}\r\n`);
    await assembly.runtime.undo(outcome.callId, person);
    expect((await calendar.get('u1', signal))?.data).toContain('SUMMARY:Divorce lawyer');
  });

  test('leave an event alone that has changed since it was shown', async () => {
    await users('u1', '20260302T090000Z');
    const asked = [await call('update_event', { uid: 'u1', title: 'x' }), await call('delete_event', { uid: 'u1' })];
    const signal = new AbortController().signal;
    const standing = await calendar.get('u1', signal);
    if (standing) await calendar.update(standing, standing.data.replace('Divorce', 'Marriage'), signal);
    for (const outcome of asked)
      expect((await approve(outcome)).outcome).toMatchObject({ state: 'failed', error: { code: 'CONFLICT' } });
    expect((await calendar.get('u1', signal))?.data).toContain('Marriage');
  });

  test('are not undone over a later change', async () => {
    await users('u1', '20260302T090000Z');
    const { outcome } = await approve(await call('update_event', { uid: 'u1', title: 'x' }));
    const signal = new AbortController().signal;
    const standing = await calendar.get('u1', signal);
    if (standing) await calendar.update(standing, standing.data.replace('SUMMARY:x', 'SUMMARY:y'), signal);
    await expect(assembly.runtime.undo(outcome.callId, person)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await calendar.get('u1', signal))?.data).toContain('SUMMARY:y');
  });

  test('move and delete one occurrence of an event that repeats, and leave the rest', async () => {
    await users('u1', '20260302T090000Z', 'RRULE:FREQ=DAILY;COUNT=4');
    const days = { start: '2026-03-01', end: '2026-03-10' };
    const starts = async () =>
      (valueOf(await call('get_events_availability', days)) as { slots: { start: string }[] }).slots.map(({ start }) =>
        start.slice(5, 16),
      );
    expect(await call('update_event', { uid: 'u1', start: '2026-03-02T11:00' })).toMatchObject({
      state: 'refused',
      error: { code: 'INVALID_ARGUMENTS' },
    });
    const moved = await approve(
      await call('update_event', { uid: 'u1', occurrence: '2026-03-03T09:00:00Z', start: '2026-03-03T17:00' }),
    );
    expect(await starts()).toEqual(['03-02T09:00', '03-03T17:00', '03-04T09:00', '03-05T09:00']);
    const gone = await approve(await call('delete_event', { uid: 'u1', occurrence: '2026-03-04T09:00:00Z' }));
    expect(gone.outcome).toMatchObject({ state: 'ok' });
    expect(await starts()).toEqual(['03-02T09:00', '03-03T17:00', '03-05T09:00']);
    await approve(await call('delete_event', { uid: 'u1', occurrence: '2026-03-03T17:00:00Z' }));
    expect(await starts()).toEqual(['03-02T09:00', '03-05T09:00']);
    expect(moved.outcome.state).toBe('ok');
    expect(await call('delete_event', { uid: 'u1', occurrence: '2026-03-04T09:00:00Z' })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
  });

  test('delete a whole event, and undoing brings it back as it was', async () => {
    await users('u1', '20260302T090000Z');
    const signal = new AbortController().signal;
    const before = (await calendar.get('u1', signal))?.data;
    const { outcome } = await approve(await call('delete_event', { uid: 'u1' }));
    expect(await calendar.get('u1', signal)).toBeUndefined();
    await assembly.runtime.undo(outcome.callId, person);
    expect((await calendar.get('u1', signal))?.data).toBe(before);
  });

  test('of what is not there is refused before anyone is asked', async () => {
    for (const tool of ['update_event', 'delete_event'])
      expect(await call(tool, { uid: 'none', ...(tool === 'update_event' ? { title: 'x' } : {}) })).toMatchObject({
        state: 'refused',
        error: { code: 'NOT_FOUND' },
      });
  });
});

describe('P6: events that cannot be read', () => {
  test.each([
    ['no start', ['UID:b'], 'It has no start.'],
    [
      'a rule that is none',
      ['UID:b', 'DTSTART:20260302T090000Z', 'RRULE:FREQ=NEVER'],
      'Its recurrence rule is not valid.',
    ],
    [
      'a time zone that nobody knows',
      ['UID:b', 'DTSTART;TZID=Mars/Olympus:20260302T090000'],
      'It names an unknown time zone.',
    ],
    [
      'a rule without end that is never true',
      ['UID:b', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY;COUNT=999999999;BYMONTH=2;BYMONTHDAY=30'],
      undefined,
    ],
    [
      'a rule for every second',
      ['UID:b', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY'],
      'It repeats in a way that takes too long to work out.',
    ],
    [
      'a rule for every second that counts',
      ['UID:b', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY;COUNT=99999999999'],
      'It repeats in a way that takes too long to work out.',
    ],
    [
      'an end before its start',
      ['UID:b', 'DTSTART:20260302T090000Z', 'DTEND:20260301T090000Z'],
      'It ends before it begins.',
    ],
  ])('with %s are reported and hide no others', async (_, lines, reason) => {
    await users('u1', '20260302T090000Z');
    const signal = new AbortController().signal;
    await calendar.create({ uid: 'b', data: calendarText([...lines, 'SUMMARY:Secret']) }, signal);
    const answer = valueOf(await call('get_events_availability', MARCH));
    expect(answer).toEqual({
      slots: [{ start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:00:00Z', allDay: false }],
      unreadable: reason === undefined ? [] : [{ reason, events: 1 }],
    });
    if (reason !== undefined)
      expect(await call('delete_event', { uid: 'b', occurrence: '2026-03-02T09:00:00Z' })).toMatchObject({
        state: 'refused',
      });
  });
});
