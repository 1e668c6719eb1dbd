/** O1, O2, O6: mail of people and departments, found and sent through the whole runtime. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Outcome } from '../../../src/core/index.ts';
import type { OutgoingMailView } from '../../../src/ports/organization-mail.ts';
import { startCompany, type Company } from '../../support/worlds/mail-company.ts';
import { startBreakingRelay, type BreakingRelay, type Break } from '../../support/servers/smtp-relay.ts';

const letter = (subject: string): string =>
  `From: Carol <carol@example.com>\r\nTo: ann@example.com\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@example.com>\r\n\r\nAbout ${subject}.\r\n`;
const mail = { to: ['bob@example.com'], subject: 'Tomorrow', body: 'Shall we meet at ten?' };

type Value = Record<string, unknown>;
function valueOf(outcome: Outcome): Value {
  if (outcome.state !== 'ok' && outcome.state !== 'reported') throw new Error(`not done: ${JSON.stringify(outcome)}`);
  return outcome.value as Value;
}
const errorOf = (outcome: Outcome) => ('error' in outcome ? outcome.error : undefined);

async function outbox(company: Company, userId: string): Promise<readonly OutgoingMailView[]> {
  const { organization } = company.server.server.assembly;
  return (await organization?.mail.administration(await company.principal(userId)).outbox()) ?? [];
}

/** What is scheduled leaves now, and not when its time has come. */
async function leave(company: Company, userId: string): Promise<void> {
  const parts = company.server.server.assembly.organization?.mail.outbox;
  for (const { id, state } of await outbox(company, userId))
    if (state === 'scheduled') await parts?.deliver(`user:${userId}`, id, new AbortController().signal);
}

describe('within the time for undoing', () => {
  let company: Company;
  beforeAll(async () => {
    company = await startCompany('undoSeconds: 3600');
    await company.account('ann', 'ann@example.com');
    await company.account('boss', 'support@example.com', { departmentId: 'support' });
    await company.imap.as('ann@example.com', (client) => client.append('INBOX', letter('Strategy')));
    await company.imap.as('support@example.com', (client) => client.append('INBOX', letter('Complaint')));
  });
  afterAll(() => company[Symbol.asyncDispose]());
  afterEach(() => company.smtp.taken.splice(0));

  test('O1, O7: search_emails answers as described, and everybody finds what is theirs', async () => {
    const search = async (userId: string, args = {}) => valueOf(await company.call(userId, 'search_emails', args));
    await expect.poll(async () => (await search('ann'))['total'], { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await search('bob'))['total'], { timeout: 20_000 }).toBe(1);
    expect(await search('ann', { query: 'strategy' })).toEqual({
      emails: [
        {
          id: expect.stringMatching(/^[0-9a-f]{8}-/),
          subject: 'Strategy',
          from: { email: 'carol@example.com', name: 'Carol' },
          preview: 'About Strategy.',
          receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          unread: true,
        },
      ],
      total: 1,
    });
    expect(await search('ann', { query: 'complaint' })).toEqual({ emails: [], total: 0 });
    expect(await search('boss')).toEqual({ emails: [], total: 0 });
    expect(await search('bob', { folder: 'inbox', unreadOnly: true, endDate: '2001-01-01' })).toEqual({
      emails: [],
      total: 0,
    });
  });

  test('O1, O7: semantic_search finds a mail by its meaning, for whom it is', async () => {
    const search = async (userId: string) =>
      valueOf(await company.call(userId, 'semantic_search', { query: 'complaint', types: ['email'], threshold: 0 }));
    await expect.poll(async () => (await search('bob'))['total'], { timeout: 30_000 }).toBe(1);
    expect(await search('bob')).toMatchObject({ results: [{ type: 'email', title: 'Complaint' }] });
    await expect.poll(async () => (await search('ann'))['total'], { timeout: 30_000 }).toBe(1);
    expect(await search('ann')).toMatchObject({ results: [{ type: 'email', title: 'Strategy' }] });
    expect(await search('boss')).toEqual({ results: [], total: 0 });
  });

  test('O2, R5: a person sees the whole mail and approves it; it is scheduled, leaves once, and a copy is kept', async () => {
    const args = {
      ...mail,
      cc: ['carol@example.com'],
      bcc: ['dave@example.com'],
      body: '<p>Shall we <b>meet</b>?</p>',
    };
    const pending = await company.call('ann', 'send_email', args);
    if (pending.state !== 'pending') throw new Error(JSON.stringify(pending));
    const person = await company.principal('ann');
    const { runtime } = company.server.server.assembly;
    const shown = JSON.stringify(await runtime.approvals.show(pending.approval.id, person));
    for (const word of [
      'A Person <ann@example.com>',
      'dave@example.com',
      '<p>Shall we <b>meet</b>?</p>',
      'Shall we meet?',
    ])
      expect(shown).toContain(JSON.stringify(word).slice(1, -1));
    const { outcome } = await runtime.approvals.decide(
      pending.approval.id,
      { decision: 'approve', via: 'test' },
      person,
    );
    expect(valueOf(outcome)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-/),
      status: 'pending_confirmation',
      sentAt: expect.stringMatching(/Z$/),
      requiresConfirmation: false,
    });
    expect(company.smtp.taken).toEqual([]);
    expect(await outbox(company, 'ann')).toMatchObject([{ state: 'scheduled', callId: outcome.callId }]);
    await leave(company, 'ann');
    expect(company.smtp.taken).toHaveLength(1);
    const [taken] = company.smtp.taken;
    expect(taken?.to).toEqual(['bob@example.com', 'carol@example.com', 'dave@example.com']);
    expect(taken?.raw).not.toMatch(/dave|^bcc/im);
    expect((await outbox(company, 'ann'))[0]?.state).toBe('sent');
    const inSent = () =>
      company.imap.as('ann@example.com', async (client) => (await client.status('Sent', { messages: true })) || {});
    await expect.poll(inSent, { timeout: 20_000 }).toMatchObject({ messages: 1 });
    await expect(runtime.undo(outcome.callId, person)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('R11: undo calls it back, and nothing leaves', async () => {
    const outcome = await company.approved('ann', 'send_email', mail);
    const person = await company.principal('ann');
    await company.server.server.assembly.runtime.undo(outcome.callId, person);
    const row = (await outbox(company, 'ann')).find(({ callId }) => callId === outcome.callId);
    expect(row?.state).toBe('cancelled');
    const { organization } = company.server.server.assembly;
    await organization?.mail.outbox.deliver('user:ann', row?.id ?? '', new AbortController().signal);
    expect(company.smtp.taken).toEqual([]);
  });

  test('O7: an account of another department and one that is not there give the very same answer', async () => {
    const { id: foreign } = await company.account('boss', 'sales@example.com', { departmentId: 'sales' });
    const asBob = (accountId: string) => company.call('bob', 'send_email', { ...mail, accountId });
    const [theirs, none] = [await asBob(foreign), await asBob(crypto.randomUUID())];
    expect(errorOf(theirs)).toMatchObject({ code: 'NOT_FOUND' });
    expect(errorOf(theirs)).toEqual(errorOf(none));
    const file = (fileId: string) => company.call('ann', 'send_email', { ...mail, attachments: [{ fileId }] });
    expect(errorOf(await file(crypto.randomUUID()))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('O6: a shared mailbox is sent from by its department', async () => {
    await company.approved('bob', 'send_email', mail);
    await leave(company, 'bob');
    expect(company.smtp.taken[0]?.from).toBe('support@example.com');
  });

  test('O8, R8: a grant for one domain does not reach a blind copy that goes elsewhere', async () => {
    const person = await company.principal('ann');
    const { runtime } = company.server.server.assembly;
    const pending = await company.call('ann', 'send_email', mail);
    if (pending.state !== 'pending') throw new Error(JSON.stringify(pending));
    const remember = { remember: 'always', pattern: { '/to': '*@example.com' } } as const;
    await runtime.approvals.decide(pending.approval.id, { decision: 'approve', via: 'test', ...remember }, person);
    const again = await company.call('ann', 'send_email', { ...mail, subject: 'Once more' });
    expect(again.state).toBe('reported');
    const leak = await company.call('ann', 'send_email', { ...mail, bcc: ['eve@elsewhere.example'] });
    expect(leak.state).toBe('pending');
    for (const { callId } of (await outbox(company, 'ann')).filter(({ state }) => state === 'scheduled'))
      await runtime.undo(callId, person);
  });

  test('O2: what a person scheduled is not sent once they are gone', async () => {
    const outcome = await company.approved('ann', 'send_email', { ...mail, to: ['bob@elsewhere.example'] });
    const { organization } = company.server.server.assembly;
    const before = await company.principal('ann');
    company.disable('ann');
    const mine = async () =>
      (await organization?.mail.outbox.list(before))?.find(({ callId }) => callId === outcome.callId);
    const never = new AbortController().signal;
    await organization?.mail.outbox.deliver('user:ann', (await mine())?.id ?? '', never);
    expect((await mine())?.state).toBe('failed');
    expect(company.smtp.taken).toEqual([]);
  });
});

test('O2: a mail leaves by itself once its time has come, and only once', async () => {
  await using company = await startCompany('undoSeconds: 1');
  await company.account('ann', 'ann@example.com');
  await company.approved('ann', 'send_email', mail);
  await expect.poll(async () => (await outbox(company, 'ann'))[0]?.state, { timeout: 25_000 }).toBe('sent');
  expect(company.smtp.taken).toHaveLength(1);
});

describe('sent at once', () => {
  let company: Company;
  let relay: BreakingRelay;
  let breaks: Break | undefined;
  beforeAll(async () => {
    relay = await startBreakingRelay(() => breaks);
    company = await startCompany('undoSeconds: 0');
    await company.account('ann', 'ann@example.com', { smtpPort: relay.port });
  });
  afterAll(async () => {
    await company[Symbol.asyncDispose]();
    await relay.close();
  });

  test('O2: the answer says that it has left', async () => {
    breaks = undefined;
    expect(valueOf(await company.approved('ann', 'send_email', mail))).toMatchObject({ status: 'sent' });
    expect(relay.whole()).toBe(1);
  });

  test('R9: a server that takes it and then breaks leaves it unknown, and it is never sent again', async () => {
    breaks = 'whole';
    const before = relay.whole();
    const outcome = await company.approved('ann', 'send_email', { ...mail, subject: 'Unclear' });
    expect(errorOf(outcome)).toMatchObject({ code: 'OUTCOME_UNKNOWN', partialSideEffects: true });
    breaks = undefined;
    const { organization } = company.server.server.assembly;
    const [row] = await outbox(company, 'ann');
    expect(row).toMatchObject({ state: 'unknown', subject: 'Unclear' });
    await organization?.mail.outbox.deliver('user:ann', row?.id ?? '', new AbortController().signal);
    expect(relay.whole()).toBe(before + 1);
  });

  test('R9: a server that breaks before has nothing, and the call says so', async () => {
    breaks = 'RCPT';
    const before = relay.whole();
    const outcome = await company.approved('ann', 'send_email', { ...mail, subject: 'Broken' });
    expect(errorOf(outcome)).toMatchObject({ code: 'EXTERNAL_ERROR' });
    expect(relay.whole()).toBe(before);
    expect((await outbox(company, 'ann'))[0]).toMatchObject({ state: 'failed', subject: 'Broken' });
  });
});
