/** O4: calendars of people, on CalDAV and kept here, with conflicts, invitations and answers. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { inWords, type Outcome } from '../../../src/core/index.ts';
import { CALENDAR, startRadicale, type CalDavServer } from '../../support/servers/caldav-servers.ts';
import { startCompany, type Company } from '../../support/worlds/mail-company.ts';

const never = new AbortController().signal;
let company: Company;
let dav: CalDavServer;
beforeAll(async () => {
  [company, dav] = await Promise.all([startCompany('undoSeconds: 3600'), startRadicale()]);
  await company.account('ann', 'ann@example.com');
  const { url, username, password } = dav;
  await calendars('ann').then((own) =>
    own.add({ kind: 'caldav', name: 'Work', url, username, password, calendar: CALENDAR }, never),
  );
});
afterAll(async () => {
  await company[Symbol.asyncDispose]();
  await dav.stop();
});

async function calendars(userId: string) {
  const { organization } = company.server.server.assembly;
  if (!organization) throw new Error('the preset is not there');
  return organization.calendar.administration(await company.principal(userId));
}
interface Read {
  readonly events: readonly { id: string; title: string; attendees: { email: string; status: string }[] }[];
  readonly total: number;
}
function valueOf(outcome: Outcome): Record<string, unknown> {
  if (outcome.state !== 'ok' && outcome.state !== 'reported') throw new Error(`not done: ${JSON.stringify(outcome)}`);
  return outcome.value as Record<string, unknown>;
}
const errorOf = (outcome: Outcome) => ('error' in outcome ? outcome.error : undefined);
const read = async (userId: string, args: object): Promise<Read> =>
  valueOf(await company.call(userId, 'read_calendar', args)) as unknown as Read;
const undo = async (callId: string) =>
  company.server.server.assembly.runtime.undo(callId, await company.principal('ann'));
/** What is scheduled leaves now, and not when its time has come. */
async function leave(): Promise<void> {
  const outbox = company.server.server.assembly.organization?.mail.outbox;
  for (const { id, state } of (await outbox?.list({ userId: 'ann' })) ?? [])
    if (state === 'scheduled') await outbox?.deliver('user:ann', id, never);
}
const day = (date: string) => ({ startDate: date, endDate: date });
const meeting = (date: string, more: object = {}) => ({
  ...{ title: 'Planning', start: `${date}T14:00:00Z`, end: `${date}T15:00:00Z`, location: 'Room 2', ...more },
});
const taken = (word: string) => company.smtp.taken.filter(({ raw }) => raw.includes(word));
/** The iTIP message that went with a mail. */
async function itipOf(raw: string): Promise<string> {
  const { attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
  const found = attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  return String(found?.content ?? '').replaceAll(/\r?\n[ \t]/g, '');
}

/** A mail that answers an invitation. */
function answer(given: {
  uid: string;
  from: string;
  attendee: string;
  status: string;
  sequence?: number;
  method?: string;
}): string {
  const { uid, from, attendee, status, sequence = 0, method = 'REPLY' } = given;
  return [
    ...[
      `From: ${from}`,
      'To: ann@example.com',
      `Subject: ${status}`,
      `Message-ID: <${crypto.randomUUID()}@example.com>`,
    ],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', ''],
    ...['Fine.', '--b', `Content-Type: text/calendar; method=${method}; charset=utf-8`, '', 'BEGIN:VCALENDAR'],
    ...[
      'VERSION:2.0',
      'PRODID:-//Example//EN',
      `METHOD:${method}`,
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `SEQUENCE:${sequence}`,
    ],
    ...['DTSTAMP:20270301T000000Z', 'DTSTART:20270304T140000Z', 'ORGANIZER:mailto:ann@example.com'],
    ...[`ATTENDEE;PARTSTAT=${status}:mailto:${attendee}`, 'END:VEVENT', 'END:VCALENDAR', '--b--', ''],
  ].join('\r\n');
}

test('O4: an event is made as described, in the first account, and read with all of its fields', async () => {
  const outcome = await company.approved(
    'ann',
    'create_calendar_event',
    meeting('2027-03-01', { description: 'Bring tea' }),
  );
  expect(valueOf(outcome)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-/),
    status: 'created',
    createdAt: expect.stringMatching(/Z$/),
    requiresConfirmation: false,
  });
  expect(await read('ann', day('2027-03-01'))).toEqual({
    events: [
      {
        id: valueOf(outcome)['id'],
        title: 'Planning',
        start: '2027-03-01T14:00:00.000Z',
        end: '2027-03-01T15:00:00.000Z',
        location: 'Room 2',
        attendees: [],
      },
    ],
    total: 1,
  });
  await undo(outcome.callId);
  expect((await read('ann', day('2027-03-01'))).total).toBe(0);
});

test('O4, O7: a user cannot read another’s calendar, and its account seems not to exist', async () => {
  await company.approved('ann', 'create_calendar_event', meeting('2027-03-02'));
  expect(await read('bob', day('2027-03-02'))).toEqual({ events: [], total: 0 });
  const [work] = await (await calendars('ann')).list();
  const asBob = (accountId: string) => company.call('bob', 'read_calendar', { accountId });
  const [theirs, none] = [await asBob(work?.id ?? ''), await asBob(crypto.randomUUID())];
  expect(errorOf(theirs)).toMatchObject({ code: 'NOT_FOUND' });
  expect(errorOf(theirs)).toEqual(errorOf(none));
  await expect((await calendars('bob')).remove(work?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('O4: conflicts are found across accounts and shown before it is approved', async () => {
  const [work, own] = await (await calendars('ann')).list();
  await company.approved(
    'ann',
    'create_calendar_event',
    meeting('2027-03-03', { title: 'At work', accountId: work?.id }),
  );
  await company.approved(
    'ann',
    'create_calendar_event',
    meeting('2027-03-03', { title: 'At home', accountId: own?.id }),
  );
  const evening = { start: '2027-03-03T20:00', end: '2027-03-03T21:00' };
  await company.approved(
    'ann',
    'create_calendar_event',
    meeting('2027-03-03', { title: 'In the evening', ...evening }),
  );
  const pending = await company.call('ann', 'create_calendar_event', meeting('2027-03-03', { title: 'Third' }));
  if (pending.state !== 'pending') throw new Error(JSON.stringify(pending));
  const { runtime } = company.server.server.assembly;
  const { preview } = await runtime.approvals.show(pending.approval.id, await company.principal('ann'));
  const part = preview.parts.find(({ kind }) => kind === 'event');
  if (part?.kind !== 'event') throw new Error(JSON.stringify(preview));
  expect(part).toMatchObject({ title: 'Third', allDay: false });
  const calendar = 'the calendar “AI Assistant Shared”';
  // The one that is later on the same day is shown beside them, and is no conflict.
  expect(part.taken).toHaveLength(3);
  expect(part.taken).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: 'At work', calendar, allDay: false }),
      expect.objectContaining({ title: 'At home', start: part.start, end: part.end }),
      expect.objectContaining({ title: 'In the evening' }),
    ]),
  );
  const said = inWords(part).flatMap(({ lines }) => lines);
  expect(said.filter((line) => line.startsWith('At the same time:'))).toHaveLength(2);
  expect(said.join()).toMatch(/At work, .*, in the calendar “AI Assistant Shared”/);
  const asAgent = await runtime.directory.principal('ann', 'agent', 'test');
  expect((await runtime.approvals.show(pending.approval.id, asAgent)).preview.parts).toEqual([]);
  expect((await read('ann', { ...day('2027-03-03'), accountId: own?.id })).events.map(({ title }) => title)).toEqual([
    'At home',
  ]);
});

test('O4: attendees are invited by mail, and their answers become their status', async () => {
  const attendees = ['bob@example.com', 'carol@elsewhere.example'];
  const outcome = await company.approved('ann', 'create_calendar_event', meeting('2027-03-04', { attendees }));
  await leave();
  expect(taken('Invitation')).toHaveLength(1);
  const [mail] = taken('Invitation');
  expect(mail).toMatchObject({ from: 'ann@example.com', to: attendees });
  const request = await itipOf(mail?.raw ?? '');
  expect(request).toContain('METHOD:REQUEST');
  expect(request).toContain('ORGANIZER:mailto:ann@example.com');
  const uid = /^UID:(.*)$/m.exec(request)?.[1]?.trim() ?? '';

  const reply = (from: string, attendee: string, status: string) => answer({ uid, from, attendee, status });
  await company.imap.as('ann@example.com', async (client) => {
    await client.append('INBOX', reply('Eve <eve@elsewhere.example>', 'carol@elsewhere.example', 'DECLINED'));
    await client.append('INBOX', reply('Bob <bob@example.com>', 'bob@example.com', 'ACCEPTED'));
  });
  const statuses = async () => (await read('ann', day('2027-03-04'))).events[0]?.attendees;
  await expect.poll(statuses, { timeout: 25_000 }).toEqual([
    { email: 'bob@example.com', status: 'accepted' },
    { email: 'carol@elsewhere.example', status: 'needs-action' },
  ]);

  // The invitation was sent, so the undo notifies all attendees, also after an answer.
  await undo(outcome.callId);
  expect((await read('ann', day('2027-03-04'))).total).toBe(0);
  await leave();
  expect(taken('Cancelled')).toHaveLength(1);
  const cancel = await itipOf(taken('Cancelled')[0]?.raw ?? '');
  expect(cancel).toContain('METHOD:CANCEL');
  expect(cancel).toContain('STATUS:CANCELLED');
  expect(cancel).toContain('SEQUENCE:1');
  expect(cancel).toContain(`UID:${uid}`);
});

test('O4: a change is a later revision for those invited, a cancellation for the others, and answers to the earlier one are void', async () => {
  company.smtp.taken.splice(0);
  const [bob, carol, dave] = ['bob@example.com', 'carol@elsewhere.example', 'dave@elsewhere.example'];
  const made = await company.approved(
    'ann',
    'create_calendar_event',
    meeting('2027-04-01', { attendees: [bob, carol] }),
  );
  const id = String(valueOf(made)['id']);
  await leave();
  const uid = /^UID:(.*)$/m.exec(await itipOf(taken('Invitation')[0]?.raw ?? ''))?.[1]?.trim() ?? '';

  const change = { id, start: '2027-04-02T09:00:00Z', attendees: [bob, dave] };
  const changed = valueOf(await company.approved('ann', 'update_calendar_event', change));
  expect(changed).toMatchObject({ id, status: 'updated' });
  await leave();
  const [revision, ...more] = taken('Subject: Changed');
  expect(more).toEqual([]);
  expect(revision).toMatchObject({ from: 'ann@example.com', to: [bob, dave] });
  const request = await itipOf(revision?.raw ?? '');
  for (const text of [
    'METHOD:REQUEST',
    'SEQUENCE:1',
    `UID:${uid}`,
    'DTSTART:20270402T090000Z',
    'DTEND:20270402T100000Z',
  ])
    expect(request).toContain(text);
  expect(request).not.toContain(carol);
  const [cancelled, ...others] = taken('Subject: Cancelled');
  expect(others).toEqual([]);
  expect(cancelled).toMatchObject({ to: [carol] });
  const cancel = await itipOf(cancelled?.raw ?? '');
  for (const text of ['METHOD:CANCEL', 'SEQUENCE:1', `UID:${uid}`, 'DTSTART:20270401T140000Z'])
    expect(cancel).toContain(text);
  // Where it is now is none of their business any more.
  expect(cancel).not.toContain('20270402');

  const says = { uid, from: `Bob <${bob}>`, attendee: bob };
  await company.imap.as('ann@example.com', async (client) => {
    await client.append('INBOX', answer({ ...says, status: 'DECLINED', sequence: 0 }));
    await client.append('INBOX', answer({ ...says, status: 'TENTATIVE', sequence: 1, method: 'COUNTER' }));
    await client.append(
      'INBOX',
      answer({ uid, from: `Carol <${carol}>`, attendee: carol, status: 'ACCEPTED', sequence: 1 }),
    );
    await client.append(
      'INBOX',
      answer({ uid, from: `Dave <${dave}>`, attendee: dave, status: 'ACCEPTED', sequence: 1 }),
    );
  });
  const now = async () => (await read('ann', day('2027-04-02'))).events[0];
  await expect
    .poll(async () => (await now())?.attendees, { timeout: 25_000 })
    .toEqual([
      { email: bob, status: 'needs-action' },
      { email: dave, status: 'accepted' },
    ]);
  expect((await read('ann', day('2027-04-01'))).total).toBe(0);
  expect(await now()).toMatchObject({ id, start: '2027-04-02T09:00:00.000Z', title: 'Planning', location: 'Room 2' });
});

test('O4, O7: a user cannot change another’s event, and an empty change is refused', async () => {
  const made = await company.approved('ann', 'create_calendar_event', meeting('2027-04-05'));
  const id = String(valueOf(made)['id']);
  const asBob = (wanted: string) => company.call('bob', 'update_calendar_event', { id: wanted, title: 'Mine now' });
  const [theirs, none] = [await asBob(id), await asBob(crypto.randomUUID())];
  expect(errorOf(theirs)).toMatchObject({ code: 'NOT_FOUND' });
  expect(errorOf(theirs)).toEqual(errorOf(none));
  const same = await company.call('ann', 'update_calendar_event', { id, title: 'Planning' });
  expect(errorOf(same)).toMatchObject({ code: 'INVALID_ARGUMENTS' });
  const moving = await company.call('ann', 'update_calendar_event', { id, start: '2027-03-03T14:30:00Z' });
  if (moving.state !== 'pending') throw new Error(JSON.stringify(moving));
  const { runtime } = company.server.server.assembly;
  const { preview } = await runtime.approvals.show(moving.approval.id, await company.principal('ann'));
  const moved = preview.parts.find(({ kind }) => kind === 'event');
  const beside = moved?.kind === 'event' ? (moved.taken ?? []).map(({ title }) => title) : [];
  expect(beside).toEqual(expect.arrayContaining(['At work', 'At home', 'In the evening']));
  const pending = await company.call('ann', 'update_calendar_event', { id, title: 'Later' });
  if (pending.state !== 'pending') throw new Error(JSON.stringify(pending));
  await company.approved('ann', 'update_calendar_event', { id, location: 'Room 3' });
  const decision = { decision: 'approve', via: 'test' } as const;
  const late = await runtime.approvals.decide(pending.approval.id, decision, await company.principal('ann'));
  expect(errorOf(late.outcome)).toMatchObject({ code: 'CONFLICT' });
});

test('O4, R11: undone in time, no invitation and no cancellation leaves', async () => {
  company.smtp.taken.splice(0);
  const outcome = await company.approved(
    ...([
      'ann',
      'create_calendar_event',
      meeting('2027-03-05', { title: 'Never', attendees: ['bob@example.com'] }),
    ] as const),
  );
  await undo(outcome.callId);
  const { organization } = company.server.server.assembly;
  const outbox = (await organization?.mail.outbox.list({ userId: 'ann' })) ?? [];
  const mine = outbox.filter(({ callId }) => callId === outcome.callId);
  expect(mine.map(({ state }) => state)).toEqual(['cancelled']);
  expect(company.smtp.taken).toEqual([]);
});

test('O4: without a mail account invitations are refused, and the event can still be made', async () => {
  const args = meeting('2027-03-06', { attendees: ['ann@example.com'] });
  expect(errorOf(await company.call('bob', 'create_calendar_event', args))).toMatchObject({ code: 'NOT_AVAILABLE' });
  await company.approved('bob', 'create_calendar_event', { ...args, sendInvites: false });
  expect((await read('bob', day('2027-03-06'))).events).toMatchObject([
    { attendees: [{ email: 'ann@example.com', status: 'needs-action' }] },
  ]);
  expect(taken('2027-03-06')).toEqual([]);
});

test('O4: a calendar account is looked into before it is kept, and its password stays sealed', async () => {
  const own = await calendars('bob');
  const { url, username } = dav;
  const wrong = { kind: 'caldav', name: 'Work', url, username, password: 'wrong', calendar: CALENDAR } as const;
  await expect(own.add(wrong, never)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  expect(await own.list()).toMatchObject([{ kind: 'local' }]);
});
