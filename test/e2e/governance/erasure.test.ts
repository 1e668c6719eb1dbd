/** What people and tools wrote is readable by those it belongs to, erased on request or after its time, and the audit holds. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { OWNER, type Principal } from '../../../src/core/index.ts';
import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { collect, MAIL, openSample, thrownBy, type Sample } from '../../support/worlds/sample-runtime.ts';
import { SAMPLE_POLICY, sampleTools, type World } from '../../support/worlds/sample-tools.ts';

const CANARY = 'canary-7c1f9e';

/** Every file below a folder, as text. */
function everyByte(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

describe.each(bothDatabases())('R10: contents on $name', ({ place }) => {
  let deputize: Deputize;
  let other: Deputize;
  let admin: Principal;
  let ann: Principal;
  const world: World = { effects: [], version: 1 };
  beforeAll(async () => {
    const where = await place();
    const open = () =>
      createDeputize({ ...where, tools: sampleTools(world), policy: SAMPLE_POLICY, log: () => undefined });
    deputize = await open();
    other = await open();
    admin = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
    const { id } = await deputize.runtime.people.createUser(admin, { name: 'Ann' });
    ann = await deputize.runtime.directory.principal(id, 'person', 'test');
  });
  afterAll(async () => {
    await other.close();
    await deputize.close();
  });

  const call = (tool: string, args: unknown, callId: string, by = ann) =>
    deputize.runtime.call({ preset: 'app', tool, args, callId }, by);

  test('are in no audit record, and are shown to their user alone', async () => {
    const { callId } = await call('note', { text: CANARY }, 'noted');
    const agent = await deputize.runtime.directory.principal(ann.userId, 'agent', 'test');
    const waiting = await call('send', { ...MAIL, body: `${CANARY} mail` }, 'asked', agent);
    expect(waiting.state).toBe('pending');
    if (waiting.state === 'pending')
      await deputize.runtime.approvals.decide(
        waiting.approval.id,
        { decision: 'deny', reason: `${CANARY} reason`, via: 'test' },
        ann,
      );
    const { runtime } = deputize;
    expect(JSON.stringify(await collect(runtime.audit.records()))).not.toContain(CANARY);
    expect(await runtime.calls.show(callId, ann)).toMatchObject({ proposedArgs: { text: CANARY }, isErased: false });
    expect(await other.runtime.calls.show(callId, ann)).toMatchObject({ proposedArgs: { text: CANARY } });
    expect(await thrownBy(runtime.calls.show(callId, admin))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('two equal texts have different commitments, so none can be guessed', async () => {
    await call('note', { text: '50 to bob@example.com' }, 'twice-1');
    await call('note', { text: '50 to bob@example.com' }, 'twice-2');
    const [first, second] = await Promise.all(
      ['twice-1', 'twice-2'].map(async (callId) => (await deputize.runtime.audit.read({ callId }))[0]?.body['args']),
    );
    expect(first).toMatchObject({ commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(first).not.toEqual(second);
  });

  test('are gone for good when the user is erased: here, in another process, and not for anyone else', async () => {
    const { runtime } = deputize;
    const waiting = await runtime.call({ preset: 'app', tool: 'send', args: MAIL }, await agentOf(ann));
    await call('note', { text: 'the administrator’s' }, 'kept', admin);
    expect(await thrownBy(runtime.erasure.eraseUser(ann.userId, ann))).toMatchObject({ code: 'FORBIDDEN' });
    const report = await runtime.erasure.eraseUser(ann.userId, admin);
    expect(report.contents).toBeGreaterThan(5);
    for (const one of [runtime, other.runtime])
      expect(await one.calls.show('noted', ann)).toMatchObject({
        ...{ state: 'ok', isErased: true, proposedArgs: null, outcome: null },
      });
    expect(await runtime.calls.show('kept', admin)).toMatchObject({ proposedArgs: { text: 'the administrator’s' } });
    expect(await runtime.calls.show(waiting.callId, ann)).toMatchObject({ state: 'expired' });
    expect(await runtime.calls.outcome('noted', ann)).toMatchObject({ state: 'unknown', error: { code: 'NOT_FOUND' } });
    // The call ran once, and does not run again because its outcome is gone.
    const effects = world.effects.length;
    await call('note', { text: CANARY }, 'noted');
    expect(world.effects).toHaveLength(effects);
    const [last] = (await collect(runtime.audit.records())).filter(({ kind }) => kind === 'contents.erased');
    expect(last?.body).toMatchObject({ user: ann.userId, by: OWNER });
    expect(await runtime.audit.verify()).toMatchObject({ ok: true });
  });

  test('and what the user does afterwards is readable again, in every process once its key is known', async () => {
    expect(await call('note', { text: 'later' }, 'later')).toMatchObject({ state: 'reported' });
    expect(await deputize.runtime.calls.show('later', ann)).toMatchObject({ proposedArgs: { text: 'later' } });
    expect(await other.runtime.calls.show('later', ann)).toMatchObject({ proposedArgs: { text: 'later' } });
  });

  const agentOf = (of: Principal) => deputize.runtime.directory.principal(of.userId, 'agent', 'test');
});

describe('R10: contents of a folder', () => {
  let sample: Sample;
  beforeEach(async () => {
    sample = await openSample();
  });
  afterEach(() => sample[Symbol.asyncDispose]());

  test('are on the disk in sealed form alone, before and after they are erased', async () => {
    await sample.call('note', { text: CANARY });
    const { approval } = await sample.pending('send', { ...MAIL, body: CANARY });
    await sample.approve(approval.id, { reason: CANARY });
    expect(everyByte(sample.data)).not.toContain(CANARY);
    await sample.deputize.runtime.erasure.eraseUser(OWNER, sample.person);
    expect(everyByte(sample.data)).not.toContain(CANARY);
    expect(sample.sql<{ n: number }>('select count(*) as n from contents where sealed is not null')[0]?.n).toBe(0);
    expect(sample.sql('select id from content_keys where sealed_key is not null')).toEqual([]);
  });

  test('from before contents were sealed are readable, and removed from the files when they are erased', async () => {
    const { callId } = await sample.call('note', { text: 'a' });
    const database = new DatabaseSync(join(sample.data, 'deputize.db'), { timeout: 10_000 });
    const outcome = JSON.stringify({ state: 'ok', callId, value: { done: CANARY } });
    database
      .prepare('update calls set args_json = ?, outcome_json = ? where id = ?')
      .run(JSON.stringify({ text: CANARY }), outcome, callId);
    database.close();
    await sample.reopen();
    expect(everyByte(sample.data)).toContain(CANARY);
    const { runtime } = sample.deputize;
    expect(await runtime.calls.show(callId, sample.person)).toMatchObject({ proposedArgs: { text: CANARY } });
    await runtime.erasure.eraseUser(OWNER, sample.person);
    expect(await runtime.calls.show(callId, sample.person)).toMatchObject({ proposedArgs: null, isErased: true });
    expect(everyByte(sample.data)).not.toContain(CANARY);
  });

  test('that are older than they are kept are removed, newer ones stay, and the audit says so', async () => {
    const { callId } = await sample.call('note', { text: 'old' });
    const before = Date.now() + 1;
    await expect.poll(() => Date.now()).toBeGreaterThan(before);
    const newer = await sample.call('note', { text: 'new' });
    const { runtime } = sample.deputize;
    expect(await runtime.erasure.report(sample.person)).toMatchObject({ kept: 4, erased: 0 });
    expect(await runtime.erasure.eraseBefore(before)).toBe(2);
    expect(await runtime.calls.show(callId, sample.person)).toMatchObject({ proposedArgs: null, isErased: true });
    expect(await runtime.calls.show(newer.callId, sample.person)).toMatchObject({ proposedArgs: { text: 'new' } });
    expect(await runtime.erasure.report(sample.person)).toMatchObject({ kept: 2, erased: 2 });
    expect((await sample.audit()).at(-1)).toMatchObject({ kind: 'contents.expired', body: { contents: 2 } });
    expect(await runtime.audit.verify()).toMatchObject({ ok: true });
  });
});
