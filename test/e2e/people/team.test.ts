/** Presence and messages between colleagues, live from node to node and kept for who is away. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import type { DeputizeServer } from '../../../src/app/server/serve.ts';
import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { openCompany, type Company, type Somebody } from '../../support/worlds/company.ts';
import { collect } from '../../support/worlds/sample-runtime.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

interface Heard {
  readonly type: string;
  readonly notification?: { readonly id: string; readonly message: string; readonly from: { readonly name: string } };
}

/** A colleague's client. */
class Client {
  readonly heard: Heard[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;

  constructor(server: DeputizeServer, token: string, options: { autoPong?: boolean } = {}) {
    const headers = { authorization: `Bearer ${token}` };
    this.#socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers, ...options });
    this.#socket.on('message', (data: Buffer) => void this.heard.push(JSON.parse(data.toString()) as Heard));
    this.closed = new Promise((resolve) => this.#socket.once('close', resolve));
  }

  notifications = () => this.heard.flatMap(({ notification }) => notification ?? []);
  ready = () =>
    vi.waitFor(() => {
      if (!this.heard.some(({ type }) => type === 'ready')) throw new Error('not ready yet');
    }, 10_000);
  async close(): Promise<void> {
    this.#socket.close();
    await this.closed;
  }
}

describe.each(bothDatabases())('O5, O2: the team on $name', ({ place }) => {
  let company: Company;
  let other: DeputizeServer;
  beforeAll(async () => {
    company = await openCompany(await place());
    other = await company.node();
  });
  afterAll(async () => {
    await other.close();
    await company[Symbol.asyncDispose]();
  });

  /** Two who share a department, of a test's own. */
  const pair = async (): Promise<[Somebody, Somebody]> => [await company.newcomer(), await company.newcomer()];
  const isOnline = async (by: Somebody, target: Somebody) =>
    ((await company.call(by, 'get_user_info', { userId: target.id })).value as { isOnline: boolean }).isOnline;
  const relay = async (by: Somebody, target: Somebody, message: string) =>
    (await company.call(by, 'relay_message', { userId: target.id, message, context: 'a test' })).value as {
      success: boolean;
      delivered: boolean;
      deliveredAt: string | null;
    };

  test('get_user_info and get_team_members answer in the shapes that were asked for', async () => {
    const [ann, bea] = await pair();
    expect((await company.call(ann, 'get_user_info', { userId: bea.id })).value).toEqual({
      id: bea.id,
      name: expect.stringMatching(/^Person/),
      email: bea.email,
      departments: expect.arrayContaining([{ id: expect.any(String), name: 'Sales' }]),
      isOnline: false,
    });
    const { value } = await company.call(ann, 'get_team_members', { departmentId: ann.departmentIds[0] });
    const { members, total } = value as { members: object[]; total: number };
    expect(total).toBe(members.length);
    expect(members).toContainEqual({
      ...{ id: bea.id, name: expect.any(String), email: bea.email, roles: [bea.role], isOnline: false },
    });
  });

  test('a user is online while a client, not an agent, is connected to any node', async () => {
    const [ann, bea] = await pair();
    expect(await isOnline(ann, bea)).toBe(false);
    const client = new Client(other, bea.personToken);
    await client.ready();
    await vi.waitFor(async () => expect(await isOnline(ann, bea)).toBe(true), 10_000);
    await client.close();
    await vi.waitFor(async () => expect(await isOnline(ann, bea)).toBe(false), 10_000);
    const { credentials } = company.server.assembly.runtime;
    const { token } = await credentials.createToken(bea.person, { scope: 'agent', name: 'x' });
    const agent = new Client(company.server, token);
    await agent.ready();
    await company.call(ann, 'relay_message', { userId: bea.id, message: 'for the person' });
    expect(await isOnline(ann, bea)).toBe(false);
    expect(agent.notifications()).toEqual([]);
    await agent.close();
  });

  test('a message to an online user arrives at once, across nodes, and is reported as delivered', async () => {
    const [ann, bea] = await pair();
    const client = new Client(other, bea.personToken);
    await client.ready();
    await vi.waitFor(async () => expect(await isOnline(ann, bea)).toBe(true), 10_000);
    expect(await relay(ann, bea, 'at three')).toEqual({
      success: true,
      delivered: true,
      deliveredAt: expect.any(String),
    });
    expect(client.notifications()).toMatchObject([{ message: 'at three', from: { id: ann.id }, context: 'a test' }]);
    await client.close();
  });

  test('a client that has gone silent has not got it', async () => {
    const [ann, bea] = await pair();
    const deaf = new Client(company.server, bea.personToken, { autoPong: false });
    await deaf.ready();
    await vi.waitFor(async () => expect(await isOnline(ann, bea)).toBe(true), 10_000);
    expect(await relay(ann, bea, 'anyone there?')).toEqual({ success: true, delivered: false, deliveredAt: null });
    await deaf.close();
    // No client confirmed the delivery, so the message is sent again.
    const client = new Client(company.server, bea.personToken);
    await vi.waitFor(() => expect(client.notifications()).toMatchObject([{ message: 'anyone there?' }]), 10_000);
    await client.close();
  });

  test('a message to who is away waits, in order, and is delivered once when they come', async () => {
    const [ann, bea] = await pair();
    expect(await relay(ann, bea, 'one')).toEqual({ success: true, delivered: false, deliveredAt: null });
    await relay(ann, bea, 'two');
    const client = new Client(other, bea.personToken);
    await vi.waitFor(
      () => expect(client.notifications().map(({ message }) => message)).toEqual(['one', 'two']),
      10_000,
    );
    await vi.waitFor(async () => {
      const { body } = await company.route(bea, '/api/notifications');
      expect(body['notifications']).toMatchObject([
        { message: 'two', deliveredAt: expect.any(String) },
        { message: 'one' },
      ]);
    }, 10_000);
    await client.close();
    const again = new Client(company.server, bea.personToken);
    await again.ready();
    await relay(ann, bea, 'three');
    await vi.waitFor(() => expect(again.notifications().map(({ message }) => message)).toEqual(['three']), 10_000);
    await again.close();
  });

  test('notifications are read by their person alone', async () => {
    const [ann, bea] = await pair();
    await relay(ann, bea, 'read me');
    const { body } = await company.route(bea, '/api/notifications?unread=true');
    const [{ id } = { id: '' }] = body['notifications'] as { id: string }[];
    expect((await company.route(ann, '/api/notifications/read', { ids: [id] })).body).toEqual({ marked: 0 });
    expect((await company.route(ann, '/api/notifications')).body['notifications']).not.toContainEqual(
      expect.objectContaining({ id }),
    );
    expect((await company.route(bea, '/api/notifications/read', { ids: [id] })).body).toEqual({ marked: 1 });
    expect((await company.route(bea, '/api/notifications?unread=true')).body['notifications']).toEqual([]);
    const { credentials } = company.server.assembly.runtime;
    const { token } = await credentials.createToken(bea.person, { scope: 'agent', name: 'x' });
    const asAgent = await fetch(`${company.server.url}/api/notifications`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asAgent.status).toBe(403);
  });

  test('the same call relays once, and the audit says to whom and not what', async () => {
    const [ann, bea] = await pair();
    const { runtime } = company.server.assembly;
    const request = {
      preset: 'organization',
      tool: 'relay_message',
      args: { userId: bea.id, message: 'a secret word' },
    };
    await runtime.call({ ...request, callId: `once-${ann.id}` }, ann.agent);
    await runtime.call({ ...request, callId: `once-${ann.id}` }, ann.agent);
    const { body } = await company.route(bea, '/api/notifications');
    const texts = (body['notifications'] as { message: string }[]).map(({ message }) => message);
    expect(texts.filter((text) => text === 'a secret word')).toHaveLength(1);
    const relayed = (await collect(runtime.audit.records())).filter(({ kind }) => kind === 'team.relayed');
    expect(relayed.at(-1)?.body).toMatchObject({ user: ann.id, userId: bea.id });
    expect(JSON.stringify(relayed)).not.toContain('a secret word');
  });

  test('who is removed is out of the team, and off the line, at once', async () => {
    const { people, directory, credentials } = company.server.assembly.runtime;
    const within = company.departments.filter(({ organization }) => organization === 'ours').map(({ id }) => id);
    const cid = await people.createUser(company.admin, {
      name: 'Cid',
      email: 'cid@example.com',
      departmentIds: within,
    });
    const person = await directory.principal(cid.id, 'person', 'test');
    const { token } = await credentials.createToken(person, { scope: 'person', name: 'x' });
    const client = new Client(other, token);
    await client.ready();
    const [ann] = await pair();
    expect((await company.call(ann, 'get_user_info', { userId: cid.id })).state).toBe('ok');
    await people.removeUser(company.admin, cid.id);
    expect(await client.closed).toBe(1008);
    expect((await company.call(ann, 'get_user_info', { userId: cid.id })).state).toBe('failed');
  });

  test('who leaves a department loses its people on a line that stays open', async () => {
    const { people, directory, credentials } = company.server.assembly.runtime;
    const [sales] = company.departments;
    const dan = await people.createUser(company.admin, {
      name: 'Dan',
      email: 'dan@example.com',
      departmentIds: [sales?.id ?? ''],
    });
    const { token } = await credentials.createToken(await directory.principal(dan.id, 'person', 'test'), {
      scope: 'person',
      name: 'x',
    });
    const socket = new WebSocket(`${other.url.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const answers: { requestId?: string; results?: { state: string; value?: { total: number } }[] }[] = [];
    socket.on('message', (data: Buffer) => void answers.push(JSON.parse(data.toString()) as (typeof answers)[number]));
    await new Promise((resolve) => socket.once('open', resolve));
    const totalNow = async (requestId: string) => {
      socket.send(JSON.stringify({ type: 'tool.execute', requestId, tool: 'get_team_members', args: {} }));
      return vi.waitFor(() => {
        const answer = answers.find((each) => each.requestId === requestId);
        if (!answer) throw new Error('no answer yet');
        return answer.results?.[0]?.value?.total;
      }, 10_000);
    };
    expect(await totalNow('before')).toBeGreaterThan(1);
    await people.changeUser(company.admin, dan.id, { departmentIds: [] });
    expect(await totalNow('after')).toBe(0);
    socket.close();
  });
});
