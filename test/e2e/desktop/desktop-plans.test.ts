/** The whole lifecycle over the WebSocket, in real processes: a plan is proposed, seen, approved in part or whole, carried out, and taken up again. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import type { PlanView } from '../../../src/agent/plans/plan-service.ts';
import { serve, type DeputizeServer } from '../../../src/app/server/serve.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { codeOf, DesktopWorld } from '../../support/worlds/desktop-world.ts';

vi.setConfig({ testTimeout: 60_000 });

type Message = Record<string, unknown> & { type: string };
type Shown = Message & PlanView;

let world: DesktopWorld;
let server: DeputizeServer;
let agent: Line;
let person: Line;
let silent: HttpServer;
let site: string;
beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  site = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  world = await DesktopWorld.open({ scopes: { hosts: [site] }, config: { settings: { 'files.search': 'off' } } });
  server = await serve({ data: world.data, port: 0, log: () => undefined });
  [agent, person] = await Promise.all([connect('agent'), connect('person')]);
});
afterAll(async () => {
  agent?.socket.terminate();
  person?.socket.terminate();
  await server?.close();
  await world[Symbol.asyncDispose]();
  silent.closeAllConnections();
  silent.close();
});

class Line {
  readonly heard: Message[] = [];
  readonly socket: WebSocket;

  constructor(token: string) {
    this.socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${token}` },
    });
    this.socket.on('message', (data: Buffer) => void this.heard.push(JSON.parse(data.toString('utf8')) as Message));
  }

  until(fits: (message: Message) => boolean): Promise<Message> {
    return vi.waitFor(
      () => {
        const found = this.heard.find(fits);
        if (!found) throw new Error(`heard only ${JSON.stringify(this.heard.map(({ type }) => type))}`);
        return found;
      },
      { timeout: 30_000 },
    );
  }

  ask<T = Message>(message: object): Promise<T> {
    const requestId = crypto.randomUUID();
    this.socket.send(JSON.stringify({ requestId, ...message }));
    return this.until((answer) => answer['requestId'] === requestId && answer.type !== 'tool.progress') as Promise<T>;
  }
}

async function connect(scope: 'agent' | 'person'): Promise<Line> {
  const { runtime, owner } = server.assembly;
  const { token } = await runtime.credentials.createToken(await owner('person', 'test'), { scope, name: scope });
  const line = new Line(token);
  await line.until(({ type }) => type === 'ready');
  return line;
}

const write = (name: string, more: object = {}) => ({
  tool: 'files.write_text',
  args: { path: join(world.docs, name), content: name, ...more },
});
const propose = (order: string, calls: object[]) =>
  agent.ask<Shown>({ type: 'plan.propose', preset: 'desktop', order, calls });
const seen = ({ items }: Pick<PlanView, 'items'>, ...at: number[]) =>
  at.map((index) => ({ callId: items[index]?.callId, shown: items[index]?.shown }));
const states = ({ items }: Pick<PlanView, 'items'>) => items.map(({ state }) => state);

describe('D3: a plan', () => {
  test('is shown to the person with every call, its decision and its preview, before anything happens', async () => {
    writeFileSync(join(world.docs, 'old.txt'), 'before\n');
    const calls = [
      { tool: 'files.list_dir', args: { path: world.docs } },
      write('old.txt', { overwrite: true }),
      { tool: 'files.search', args: { path: world.docs } },
      { tool: 'files.read_text', args: { path: '/etc/passwd' } },
    ];
    const proposed = await propose('sequence', calls);
    expect(proposed).toMatchObject({ type: 'chat.assistant_plan', state: 'proposed' });
    expect(states(proposed)).toEqual(['ready', 'needs_approval', 'blocked', 'blocked']);
    // Only the person sees the content of files.
    expect(JSON.stringify(proposed)).not.toContain('before');
    const shown = (await person.until(
      ({ type, planId }) => type === 'chat.assistant_plan' && planId === proposed.planId,
    )) as Shown;
    expect(shown.items[1]).toMatchObject({
      ...{ tool: 'files.write_text', risk: 'medium', scope: [join(world.docs, 'old.txt')] },
      decision: { effect: 'confirm', rule: 'changes-ask' },
      preview: { parts: [{ kind: 'diff', diff: expect.stringContaining('-before') }] },
      shown: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(shown.items[3]).toMatchObject({ error: { code: 'OUT_OF_SCOPE' } });
    expect(readFileSync(join(world.docs, 'old.txt'), 'utf8')).toBe('before\n');
  });

  test('is approved in part, runs as far as that goes, and then to its end', async () => {
    const { planId } = await propose('sequence', [write('one'), write('two'), write('three')]);
    const shown = await person.ask<Shown>({ type: 'plan.show', planId });
    expect(await agent.ask({ type: 'plan.approve', planId, items: seen(shown, 0) })).toMatchObject({
      error: { code: 'FORBIDDEN' },
    });
    const part = await person.ask<{ plan: PlanView }>({ type: 'plan.approve', planId, items: seen(shown, 0, 1) });
    expect(part.plan).toMatchObject({ state: 'waiting' });
    expect(states(part.plan)).toEqual(['done', 'done', 'waiting']);
    expect(existsSync(join(world.docs, 'three'))).toBe(false);
    const last = await person.ask<Shown>({ type: 'plan.show', planId });
    const whole = await person.ask<Message & { plan: PlanView }>({
      type: 'plan.approve',
      planId,
      items: seen(last, 2),
    });
    expect(whole).toMatchObject({ type: 'tool.results', plan: { state: 'done' } });
    expect(whole['results']).toHaveLength(3);
    expect(whole['audit']).toHaveLength(3);
    for (const about of whole['audit'] as object[])
      expect(about).toMatchObject({
        ...{
          trace_id: shown.traceId,
          tool: 'files.write_text',
          result: 'ok',
          approver: 'owner',
        },
        ...{ args_hash: expect.any(String), started_at: expect.any(String), ended_at: expect.any(String) },
        decision: { effect: 'confirm' },
      });
  });

  test('is carried out all at once where it says so, and one failure does not hold the others up', async () => {
    mkdirSync(join(world.docs, 'dir'));
    const { planId } = await propose('parallel', [write('p1'), write('missing/p2'), write('p3')]);
    const shown = await person.ask<Shown>({ type: 'plan.show', planId });
    expect(states(shown)).toEqual(['needs_approval', 'blocked', 'needs_approval']);
    const { plan } = await person.ask<{ plan: PlanView }>({ type: 'plan.approve', planId, items: seen(shown, 0, 2) });
    expect(states(plan)).toEqual(['done', 'failed', 'done']);
    expect(plan.state).toBe('failed');
    mkdirSync(join(world.docs, 'missing'));
    const failed = plan.items[1]?.callId;
    const again = await person.ask<{ plan: PlanView }>({ type: 'plan.resume', planId, retry: [failed] });
    expect(states(again.plan)).toEqual(['done', 'waiting', 'done']);
    const fresh = await person.ask<Shown>({ type: 'plan.show', planId });
    const done = await person.ask<{ plan: PlanView }>({ type: 'plan.approve', planId, items: seen(fresh, 1) });
    expect(done.plan.state).toBe('done');
  });

  test('stops in order at what fails, and goes on from there without doing anything twice', async () => {
    const { planId } = await propose('sequence', [
      write('s1'),
      { tool: 'files.read_text', args: { path: join(world.docs, 'gone') } },
      write('s3'),
    ]);
    const shown = await person.ask<Shown>({ type: 'plan.show', planId });
    const { plan } = await person.ask<{ plan: PlanView }>({ type: 'plan.approve', planId, items: seen(shown, 0, 2) });
    expect(states(plan)).toEqual(['done', 'failed', 'approved']);
    expect(existsSync(join(world.docs, 's3'))).toBe(false);
    rmSync(join(world.docs, 's1'));
    const skip = [plan.items[1]?.callId];
    const on = await person.ask<{ plan: PlanView }>({ type: 'plan.resume', planId, skip });
    expect(states(on.plan)).toEqual(['done', 'skipped', 'done']);
    expect(existsSync(join(world.docs, 's3'))).toBe(true);
    expect(existsSync(join(world.docs, 's1'))).toBe(false);
  });

  test('asks again about what reads otherwise when its turn comes', async () => {
    writeFileSync(join(world.docs, 'moving.txt'), 'as it was shown\n');
    const { planId } = await propose('sequence', [write('moving.txt', { overwrite: true })]);
    const shown = await person.ask<Shown>({ type: 'plan.show', planId });
    writeFileSync(join(world.docs, 'moving.txt'), 'something else\n');
    const { plan } = await person.ask<{ plan: PlanView }>({ type: 'plan.approve', planId, items: seen(shown, 0) });
    expect(states(plan)).toEqual(['waiting']);
    expect(readFileSync(join(world.docs, 'moving.txt'), 'utf8')).toBe('something else\n');
  });

  test('goes on by itself when a call is decided in another way, also in another process', async () => {
    const { planId } = await propose('sequence', [
      write('other1'),
      { tool: 'files.ensure_dir', args: { path: join(world.docs, 'dir') } },
    ]);
    const begun = await agent.ask<{ plan: PlanView }>({ type: 'plan.execute', planId });
    expect(states(begun.plan)).toEqual(['waiting', 'ready']);
    const outcome = begun.plan.items[0]?.outcome;
    const id = outcome?.state === 'pending' ? outcome.approval.id : '';
    expect(await deputize(['approvals', 'approve', id, '--data', world.data])).toMatchObject({ code: 0 });
    await vi.waitFor(
      async () => expect(states(await person.ask<Shown>({ type: 'plan.show', planId }))).toEqual(['done', 'done']),
      { timeout: 20_000 },
    );
  });

  test('with an unknown id is not found', async () => {
    expect(await person.ask({ type: 'plan.show', planId: 'nope' })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('R13: the panic switch', () => {
  test('cancels what runs in another process, refuses what waits, and holds until it is lifted', async () => {
    const asked = await world.pending('files.write_text', write('waits').args);
    const open = await world.pending('files.write_text', write('minted').args);
    const { confirmToken } = await world.decide(open.approval.id, { execute: false });
    // Something that the service runs and that does not end by itself.
    const long = world.call('browser.open_url', { url: `http://${site}/`, timeout: 60 }, { callId: 'long' });
    await vi.waitFor(async () => expect(await world.audit('long')).toHaveLength(1), { timeout: 20_000 });
    const stopped = await deputize(['stop-all', '--data', world.data]);
    expect(stopped).toMatchObject({ code: 0, json: { stopped: true, refused: expect.any(Number) } });
    expect(stopped.json['refused']).toBeGreaterThanOrEqual(2);
    expect(stopped.json['running']).toBeGreaterThanOrEqual(1);
    expect(await long).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
    const owner = await world.assembly.owner('person', 'test');
    expect(await world.assembly.runtime.calls.outcome(asked.callId, owner)).toMatchObject({
      state: 'refused',
      error: { code: 'DENIED' },
    });
    await vi.waitFor(
      async () => expect(codeOf(await world.call('files.list_dir', { path: world.docs }))).toBe('STOPPED'),
      { timeout: 5_000 },
    );
    expect(codeOf(await world.call('files.write_text', write('minted').args, { confirmToken }))).toBe('STOPPED');
    await expect(world.decide(asked.approval.id)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
    // It outlives the service.
    await world.stopService();
    await world.startService();
    expect(codeOf(await world.call('files.list_dir', { path: world.docs }))).toBe('STOPPED');
    expect((await deputize(['stop-all', '--lift', '--data', world.data])).code).toBe(0);
    await vi.waitFor(
      async () => expect(await world.call('files.list_dir', { path: world.docs })).toMatchObject({ state: 'ok' }),
      { timeout: 5_000 },
    );
    // What was approved before the stop stays refused after it.
    expect(codeOf(await world.call('files.write_text', write('minted').args, { confirmToken }))).toBe('TOKEN_USED');
    expect(existsSync(join(world.docs, 'minted'))).toBe(false);
  });

  test('R18: is a person’s, over HTTP too', async () => {
    const { runtime, owner } = server.assembly;
    const make = async (scope: 'agent' | 'person') =>
      (await runtime.credentials.createToken(await owner('person', 'test'), { scope, name: scope })).token;
    const post = async (token: string, body: object) =>
      fetch(`${server.url}/api/stop-all`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const [theirs, ours] = [await make('agent'), await make('person')];
    expect((await post(theirs, {})).status).toBe(403);
    expect(await (await post(ours, {})).json()).toMatchObject({ stopped: true });
    expect((await post(theirs, { lift: true })).status).toBe(403);
    expect(
      await agent.ask({ type: 'tool.execute', tool: 'files.list_dir', preset: 'desktop', args: { path: world.docs } }),
    ).toMatchObject({
      results: [{ state: 'refused', error: { code: 'STOPPED' } }],
      audit: [{ result: 'refused', summary: 'STOPPED' }],
    });
    expect(await (await post(ours, { lift: true })).json()).toMatchObject({ stopped: false });
    await pause(1_100);
    expect(await world.call('files.list_dir', { path: world.docs })).toMatchObject({ state: 'ok' });
  });
});
