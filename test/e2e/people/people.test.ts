/** Organizations, departments and users: who may change them, what ends with them, and what happens when two act at once. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { createDeputize, defineTool, type Deputize } from '../../../src/app/library.ts';
import { OWNER, type Principal } from '../../../src/core/index.ts';
import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { collect, MAIL, thrownBy } from '../../support/worlds/sample-runtime.ts';
import { SAMPLE_POLICY, sampleTools, type World } from '../../support/worlds/sample-tools.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const waits = defineTool({
  name: 'waits',
  description: 'Never ends by itself.',
  input: z.strictObject({}),
  output: z.strictObject({}),
  risk: 'low',
  sideEffects: 'writes',
  timeoutMs: 600_000,
  run: () => new Promise<never>(() => undefined),
});

describe.each(bothDatabases())('O7, R18: people on $name', ({ place }) => {
  let deputize: Deputize;
  let other: Deputize;
  let admin: Principal;
  const world: World = { effects: [], version: 1 };
  beforeAll(async () => {
    const where = await place();
    const open = () =>
      createDeputize({ ...where, tools: [...sampleTools(world), waits], policy: SAMPLE_POLICY, log: () => undefined });
    deputize = await open();
    other = await open();
    admin = await deputize.runtime.directory.principal(OWNER, 'person', 'test');
  });
  afterAll(async () => {
    await other.close();
    await deputize.close();
  });

  const people = () => deputize.runtime.people;
  const as = (id: string, kind: Principal['kind'] = 'person') => deputize.runtime.directory.principal(id, kind, 'test');
  const newUser = async (name: string, more: object = {}) => people().createUser(admin, { name, ...more });
  const lastRecord = async () => (await collect(deputize.runtime.audit.records())).at(-1);

  test('are made, changed and removed, each with a record', async () => {
    const sales = await people().createDepartment(admin, 'Sales');
    expect(await lastRecord()).toMatchObject({
      kind: 'people.department_created',
      body: { user: OWNER, departmentId: sales, name: 'Sales' },
    });
    const ann = await newUser('Ann', { email: ' Ann@Example.com ', departmentIds: [sales] });
    expect(ann).toMatchObject({ name: 'Ann', email: 'ann@example.com', role: 'user', departmentIds: [sales] });
    expect(await as(ann.id)).toMatchObject({ departmentIds: [sales], role: 'user' });
    const changed = await people().changeUser(admin, ann.id, { role: 'super_user', departmentIds: [] });
    expect(changed).toMatchObject({ role: 'super_user', departmentIds: [], revision: ann.revision + 1 });
    expect(await lastRecord()).toMatchObject({ kind: 'people.user_changed', body: { userId: ann.id } });
    await people().renameDepartment(admin, sales, 'Trade');
    await people().changeUser(admin, ann.id, { departmentIds: [sales] });
    expect(await people().departments(admin)).toContainEqual({ id: sales, name: 'Trade', members: 1 });
    await people().removeDepartment(admin, sales);
    expect(await as(ann.id)).toMatchObject({ departmentIds: [] });
    expect(await thrownBy(people().changeUser(admin, ann.id, { departmentIds: [sales] }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    await people().removeUser(admin, ann.id);
    expect(await lastRecord()).toMatchObject({ kind: 'people.user_removed', body: { userId: ann.id } });
    expect(await thrownBy(as(ann.id))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await thrownBy(people().removeUser(admin, ann.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await people().restoreUser(admin, ann.id)).toMatchObject({ disabledAt: null });
    await people().removeUser(admin, ann.id);
  });

  test('are changed by administrators alone, and only as persons', async () => {
    const bob = await newUser('Bob');
    const asAgent = await as(OWNER, 'agent');
    const superUser = await as((await newUser('Sue', { role: 'super_user' })).id);
    const user = await as(bob.id);
    const before = (await collect(deputize.runtime.audit.records())).length;
    for (const by of [asAgent, superUser, user])
      for (const attempt of [
        () => people().users(by),
        () => people().departments(by),
        () => people().createUser(by, { name: 'X' }),
        () => people().changeUser(by, bob.id, { role: 'admin' }),
        () => people().removeUser(by, OWNER),
        () => people().restoreUser(by, bob.id),
        () => people().createDepartment(by, 'X'),
        () => people().renameDepartment(by, 'x', 'X'),
        () => people().removeDepartment(by, 'x'),
        () => people().renameOrganization(by, 'X'),
        () => people().createOrganization(by, { name: 'X', admin: { name: 'X' } }),
      ])
        expect(await thrownBy(attempt())).toMatchObject({ code: 'FORBIDDEN' });
    expect((await collect(deputize.runtime.audit.records())).length).toBe(before);
    expect(await people().user(user, bob.id)).toMatchObject({ name: 'Bob' });
  });

  test('have unique addresses and names', async () => {
    const cid = await newUser('Cid', { email: 'cid@example.com' });
    const dan = await newUser('Dan', { email: 'dan@example.com' });
    const taken = { code: 'ALREADY_EXISTS' };
    expect(await thrownBy(newUser('Other', { email: 'CID@example.com' }))).toMatchObject(taken);
    expect(await thrownBy(people().changeUser(admin, dan.id, { email: 'cid@example.com' }))).toMatchObject(taken);
    expect(await people().changeUser(admin, cid.id, { email: 'cid@example.com' })).toMatchObject({ name: 'Cid' });
    await people().createDepartment(admin, 'Twice');
    expect(await thrownBy(people().createDepartment(admin, 'Twice'))).toMatchObject(taken);
    for (const email of [
      'x',
      'x@',
      '@x',
      'a b@example.com',
      'a@b@c',
      'a\n@example.com',
      `${'a'.repeat(300)}@example.com`,
    ])
      expect(await thrownBy(newUser('Wrong', { email }))).toMatchObject({ code: 'INVALID_REQUEST' });
    for (const name of ['', ' ', 'a\nb', 'a\u202Eb', 'a'.repeat(201)])
      expect(await thrownBy(newUser(name))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test('of another organization are not there', async () => {
    const made = await people().createOrganization(admin, {
      name: 'Second',
      admin: { name: 'Eve', email: 'eve@example.org' },
    });
    const eve = await as(made.adminId);
    expect(eve).toMatchObject({ organizationId: made.id, role: 'admin' });
    const sales = await people().createDepartment(admin, 'Only here');
    expect(await people().users(eve)).toMatchObject([{ name: 'Eve' }]);
    expect(await people().departments(eve)).toEqual([]);
    for (const attempt of [
      () => people().user(eve, OWNER),
      () => people().changeUser(eve, OWNER, { name: 'X' }),
      () => people().removeUser(eve, OWNER),
      () => people().renameDepartment(eve, sales, 'X'),
      () => people().removeDepartment(eve, sales),
      () => people().changeUser(eve, eve.userId, { departmentIds: [sales] }),
    ])
      expect(await thrownBy(attempt())).toMatchObject({ code: 'NOT_FOUND' });
    expect(await thrownBy(people().createOrganization(eve, { name: 'X', admin: { name: 'X' } }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    await deputize.runtime.call({ preset: 'app', tool: 'look', args: { text: 'a' } }, eve);
    const theirs = await collect(deputize.runtime.audit.recordsOf(made.id));
    expect(theirs.map(({ kind }) => kind)).toEqual(['call.started', 'call.ended']);
    const ours = await collect(deputize.runtime.audit.recordsOf(admin.organizationId));
    expect(ours.filter(({ body }) => body['user'] === eve.userId)).toEqual([]);
    expect(ours.length).toBeGreaterThan(5);
  });

  test('two administrators at once: the last one stays, and a change that was not looked at is refused', async () => {
    const made = await people().createOrganization(admin, {
      name: 'Third',
      admin: { name: 'Fay', email: 'fay@example.org' },
    });
    const fay = await as(made.adminId);
    expect(await thrownBy(people().removeUser(fay, fay.userId))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await thrownBy(people().changeUser(fay, fay.userId, { role: 'user' }))).toMatchObject({ code: 'FORBIDDEN' });
    for (let round = 0; round < 5; round += 1) {
      const gus = await people().createUser(fay, { name: 'Gus', role: 'admin' });
      const asGus = await other.runtime.directory.principal(gus.id, 'person', 'test');
      // Each would leave the other as the only one.
      await Promise.allSettled([
        people().changeUser(fay, gus.id, { role: 'user' }),
        other.runtime.people.changeUser(asGus, fay.userId, { role: 'user' }),
      ]);
      const left = (await people().users({ ...fay, role: 'admin' })).filter(
        ({ role, disabledAt }) => role === 'admin' && disabledAt === null,
      );
      expect(left).toHaveLength(1);
      if (left[0]?.id === gus.id) await people().changeUser(asGus, fay.userId, { role: 'admin' });
      await people().removeUser(fay, gus.id);
    }
    const hal = await people().createUser(fay, { name: 'Hal' });
    const changes = await Promise.allSettled([
      people().changeUser(fay, hal.id, { name: 'Hal A', revision: hal.revision }),
      other.runtime.people.changeUser(fay, hal.id, { name: 'Hal B', revision: hal.revision }),
    ]);
    expect(changes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(changes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
  });

  test('who is removed loses tokens, sessions, links, grants, and what waits for them, on every node', async () => {
    const ian = await newUser('Ian');
    const [person, agent] = [await as(ian.id), await as(ian.id, 'agent')];
    const { credentials } = deputize.runtime;
    const { token } = await credentials.createToken(person, { scope: 'agent', name: 'x' });
    const link = await credentials.createSignInLink(ian.id);
    const unused = await credentials.createSignInLink(ian.id);
    const { session = '' } = (await credentials.signIn(link, 'a public key')) ?? {};
    expect(await other.runtime.credentials.fromToken(token)).toMatchObject({ userId: ian.id });
    expect(await other.runtime.credentials.fromSession(session)).toMatchObject({ principal: { userId: ian.id } });
    const waiting = await deputize.runtime.call({ preset: 'app', tool: 'send', args: MAIL }, agent);
    if (waiting.state !== 'pending') throw new Error(waiting.state);
    const held = await deputize.runtime.call({ preset: 'app', tool: 'send', args: { ...MAIL, body: 'held' } }, agent);
    if (held.state !== 'pending') throw new Error(held.state);
    const { confirmToken } = await deputize.runtime.approvals.decide(
      held.approval.id,
      { decision: 'approve', execute: false, via: 'test' },
      person,
    );
    const effects = world.effects.length;

    await people().removeUser(admin, ian.id);

    expect(await other.runtime.credentials.fromToken(token)).toBeUndefined();
    expect(await other.runtime.credentials.fromSession(session)).toBeUndefined();
    expect(await other.runtime.credentials.signIn(unused, 'a public key')).toBeUndefined();
    const { approvals, calls } = other.runtime;
    // Also with a principal that was recognised before.
    const verdict = { decision: 'approve', via: 'test' } as const;
    expect(await thrownBy(approvals.decide(waiting.approval.id, verdict, person))).toMatchObject({ code: 'EXPIRED' });
    expect(await approvals.list(person)).toEqual([]);
    expect(await calls.outcome(waiting.callId, person)).toMatchObject({ state: 'refused', error: { code: 'EXPIRED' } });
    expect(
      await other.runtime.call(
        { preset: 'app', tool: 'send', args: { ...MAIL, body: 'held' }, traceId: held.traceId, confirmToken },
        agent,
      ),
    ).toMatchObject({ state: 'refused' });
    expect(world.effects).toHaveLength(effects);
    expect(await thrownBy(deputize.runtime.directory.principal(ian.id, 'agent', 'x'))).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('a call that runs for someone who is removed is ended', async () => {
    const jo = await newUser('Jo');
    const running = deputize.runtime.call({ preset: 'app', tool: 'waits', args: {} }, await as(jo.id, 'agent'));
    await vi.waitFor(async () =>
      expect((await collect(deputize.runtime.audit.records())).at(-1)?.kind).toBe('call.started'),
    );
    await people().removeUser(admin, jo.id);
    expect(await running).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
  });

  test('who stops everything refuses what waits for them, and an administrator what waits for anyone', async () => {
    const { approvals, calls } = deputize.runtime;
    const asking = async (id: string, body: string) => {
      const agent = await as(id, 'agent');
      const asked = await deputize.runtime.call({ preset: 'app', tool: 'send', args: { ...MAIL, body } }, agent);
      if (asked.state !== 'pending') throw new Error(asked.state);
      return asked;
    };
    const [kim, lou] = [await newUser('Kim'), await newUser('Lou')];
    const kims = await asking(kim.id, 'of Kim');
    const lous = await asking(lou.id, 'of Lou');
    const held = await asking(lou.id, 'held by Lou');
    const later = { decision: 'approve', execute: false, via: 'test' } as const;
    const { confirmToken } = await approvals.decide(held.approval.id, later, await as(lou.id));
    const codeOf = async ({ callId }: typeof kims, user: string) => {
      const outcome = await calls.outcome(callId, await as(user));
      return 'error' in outcome ? outcome.error.code : outcome.state;
    };
    const effects = world.effects.length;

    expect(await deputize.runtime.stopAll(await as(kim.id), 'test')).toMatchObject({ stopped: true, refused: 1 });
    expect(await codeOf(kims, kim.id)).toBe('DENIED');
    expect(await codeOf(lous, lou.id)).toBe('pending');

    expect(await deputize.runtime.stopAll(admin, 'test')).toMatchObject({ stopped: true });
    expect([await codeOf(lous, lou.id), await codeOf(held, lou.id)]).toEqual(['DENIED', 'STOPPED']);
    const kinds = (await collect(deputize.runtime.audit.records())).filter(({ callId }) => callId === lous.callId);
    expect(kinds.at(-1)).toMatchObject({ kind: 'approval.denied', body: { user: lou.id, approver: OWNER } });

    for (const person of [await as(kim.id), admin]) await deputize.runtime.liftStop(person, 'test');
    const args = { ...MAIL, body: 'held by Lou' };
    expect(
      await deputize.runtime.call(
        { preset: 'app', tool: 'send', args, callId: held.callId, traceId: held.traceId, confirmToken },
        await as(lou.id, 'agent'),
      ),
    ).toMatchObject({ state: 'refused' });
    expect(world.effects).toHaveLength(effects);
  });
});
