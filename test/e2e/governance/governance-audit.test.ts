/** What the audit says of every call, and what it never says. */
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { collect, MAIL, openSample, type Sample } from '../../support/worlds/sample-runtime.ts';

/** What a record holds in place of a content. */
const COMMITMENT = { contentId: expect.any(String), commitment: expect.stringMatching(/^[0-9a-f]{64}$/) };

let sample: Sample;
beforeEach(async () => {
  sample = await openSample();
});
afterEach(() => sample[Symbol.asyncDispose]());

describe('R10: every call is recorded', () => {
  test('with its trace, user, tool, version, arguments, decision, result and times', async () => {
    const outcome = await sample.call('note', { text: 'a' }, { traceId: 'trace-1', callId: 'call-1' });
    expect(outcome).toMatchObject({ traceId: 'trace-1', callId: 'call-1' });
    const [started, ended, ...more] = await sample.audit('call-1');
    expect(more).toEqual([]);
    expect(started).toMatchObject({
      kind: 'call.started',
      callId: 'call-1',
      body: {
        traceId: 'trace-1',
        user: 'owner',
        actor: 'agent library',
        preset: 'app',
        tool: 'note',
        version: '1.0.0',
        risk: 'medium',
        args: COMMITMENT,
        decision: outcome.decision,
        policyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        startedAt: expect.any(Number),
      },
    });
    expect(ended).toMatchObject({
      kind: 'call.ended',
      body: {
        traceId: 'trace-1',
        user: 'owner',
        tool: 'note',
        version: '1.0.0',
        result: 'ok',
        summary: 'done: text of 6',
        outcome: COMMITMENT,
      },
    });
    expect(Number(ended?.body['endedAt'])).toBeGreaterThanOrEqual(Number(ended?.body['startedAt']));
  });

  test('with an end that is not before its start', async () => {
    for (let at = 0; at < 300; at += 1) await sample.call('look', { text: String(at) });
    const calls = await sample.deputize.runtime.calls.list({ limit: 300 }, sample.person);
    const reversed = calls.filter(({ startedAt, endedAt }) => (endedAt ?? '') < (startedAt ?? ''));
    expect(calls).toHaveLength(300);
    expect(reversed).toEqual([]);
  });

  test('with the approver, for one that was approved', async () => {
    const { approval, callId } = await sample.pending('send', MAIL);
    await sample.approve(approval.id, { reason: 'fine' });
    const records = await sample.audit(callId);
    expect(records.map(({ kind }) => kind)).toEqual([
      'approval.requested',
      'approval.approved',
      'call.started',
      'call.ended',
    ]);
    expect(records[1]?.body).toMatchObject({ approver: 'owner', via: 'library', reason: COMMITMENT, edited: false });
    expect(records[2]?.body).toMatchObject({ approver: 'owner', tokenId: records[1]?.body['tokenId'] });
  });

  test('also when it was refused, once for each attempt', async () => {
    await sample.call('look', { wrong: 1 }, { callId: 'same' });
    await sample.call('nothing', {}, { callId: 'same' });
    const records = await sample.audit('same');
    expect(records.map(({ kind, body }) => [kind, body['tool'], body['summary']])).toEqual([
      ['call.refused', 'look', 'INVALID_ARGUMENTS'],
      ['call.refused', 'nothing', 'UNKNOWN_TOOL'],
    ]);
  });

  test('in a chain that holds, and that the database itself refuses to change', async () => {
    await sample.call('look', { text: 'a' });
    await sample.call('note', { text: 'b' });
    await sample.deputize.runtime.audit.checkpoint();
    const verified = await sample.deputize.runtime.audit.verify();
    expect(verified).toMatchObject({ ok: true, records: 4, checkpoints: 1 });
    const database = new DatabaseSync(`${sample.data}/deputize.db`, { timeout: 10_000 });
    expect(() => database.exec("update audit set body = '{}'")).toThrow(/append-only/);
    expect(() => database.exec('delete from audit')).toThrow(/append-only/);
    database.close();
  });

  test('and exported as JSON Lines and as spans', async () => {
    const { callId } = await sample.call('look', { text: 'a' });
    const records = await collect(sample.deputize.runtime.audit.records());
    expect(records).toEqual(await sample.audit());
    const spans = await collect(sample.deputize.runtime.audit.spans());
    expect(spans).toHaveLength(1);
    expect(spans[0]).toContain(callId);
    expect(JSON.parse(spans[0] ?? '')).toHaveProperty('resourceSpans');
  });
});

describe('R10: no secret is ever recorded', () => {
  const SECRETS = {
    marked: 'marked-by-schema-7391',
    inList: 'marked-in-list-5520',
    password: 'hunter22-password',
    bearer: 'abcdef0123456789bearer',
    jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZWNyZXQifQ.c2lnbmF0dXJlLXNlY3JldA',
    key: 'MIIEowIBAAKCAQEAsecretkey',
    url: 'url-credential-8812',
    api: 'sk-proj-abcdefghijklmnopqrstuv',
  };
  const memo = [
    `Authorization: Bearer ${SECRETS.bearer}`,
    SECRETS.jwt,
    `-----BEGIN PRIVATE KEY-----\n${SECRETS.key}\n-----END PRIVATE KEY-----`,
    `postgres://me:${SECRETS.url}@db.example.com/x`,
    SECRETS.api,
    `password=${SECRETS.password}`,
  ];
  const args = (text: string) => ({
    pin: SECRETS.marked,
    all: [{ code: SECRETS.inList }],
    details: { password: SECRETS.password, apiKey: SECRETS.api, note: text },
    memo: text,
  });

  /** The table as it lies on the disk, and everything that can be exported from it. */
  async function everything(): Promise<string> {
    const table = sample.sql<{ row: string }>(
      "select kind || ' ' || coalesce(call_id, '') || ' ' || body || ' ' || hash as row from audit",
    );
    const records = await collect(sample.deputize.runtime.audit.records());
    const spans = await collect(sample.deputize.runtime.audit.spans());
    return [...table.map(({ row }) => row), JSON.stringify(records), ...spans].join('\n');
  }

  /** The secrets that can be read somewhere in it, and whether anything was taken out. */
  async function found() {
    const text = await everything();
    return {
      leaked: Object.values(SECRETS).filter((secret) => text.includes(secret)),
      redacted: text.includes('[redacted]'),
    };
  }
  const none = { leaked: [], redacted: true };
  /** Arguments, reasons and errors are not in the audit at all, so there is nothing to redact. */
  const absent = { leaked: [], redacted: false };

  test.each(memo)('not from arguments that run: %.25s', async (text) => {
    expect(await sample.call('login', args(text))).toMatchObject({ state: 'reported' });
    expect(sample.world.effects).toEqual(['login']);
    expect(await found()).toEqual(absent);
  });

  test.each(memo)('not from what a tool says when it fails: %.25s', async (text) => {
    expect(await sample.call('login', args(`fail ${text}`))).toMatchObject({ state: 'failed' });
    expect(await found()).toEqual(absent);
  });

  test('not from arguments that are refused, nor from the names in them', async () => {
    await sample.call('look', { text: 'a', [SECRETS.api]: SECRETS.jwt });
    await sample.call('any', { deep: { [`password=${SECRETS.password}`]: Infinity } });
    expect(await found()).toEqual(none);
  });

  test('not from the name of a tool or a preset that does not exist', async () => {
    await sample.call(`Bearer ${SECRETS.bearer}`, {});
    await sample.call('look', {}, { preset: SECRETS.api });
    expect(await found()).toEqual(none);
  });

  test('not from a person’s reason, a pattern or a setting', async () => {
    const first = await sample.pending('send', MAIL);
    await sample.deny(first.approval.id, { reason: `it holds ${SECRETS.api}` });
    const second = await sample.pending('send', { ...MAIL, body: SECRETS.jwt });
    await sample.approve(second.approval.id, { remember: 'always', pattern: { '/body': SECRETS.jwt } });
    await sample.deputize.runtime.changeSetting('user', 'owner', `Bearer ${SECRETS.bearer}`, 'off', sample.person);
    await sample.deputize.runtime.credentials.createToken(sample.person, { scope: 'agent', name: SECRETS.api });
    expect(await found()).toEqual(none);
  });

  test('not the access tokens and confirm tokens that are made', async () => {
    const { token } = await sample.deputize.runtime.credentials.createToken(sample.person, {
      scope: 'person',
      name: 'x',
    });
    const { approval } = await sample.pending('send', MAIL);
    const { confirmToken = '' } = await sample.approve(approval.id);
    const text = await everything();
    expect(text).not.toContain(token);
    expect(confirmToken).not.toBe('');
    expect(text).not.toContain(confirmToken);
    expect(JSON.stringify(sample.sql('select * from access_tokens'))).not.toContain(token);
  });

  test('and results are described, not repeated', async () => {
    await sample.call('login', args('the quarterly numbers'));
    const [, ended] = await sample.audit();
    expect(ended?.body['summary']).toBe('session: text of 21');
  });
});
