/** D3: the calls of an assistant in a conversation are a plan. A person sees all of it and approves it in part or whole. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import type { PlanView } from '../../../src/agent/plans/plan-service.ts';
import { serve, type DeputizeServer } from '../../../src/app/server/serve.ts';
import { startScriptedModel, type ScriptedModel, type ScriptedTurn } from '../../../src/testing/scripted-model.ts';
import type { ChatMessage, TurnMessage } from '../../../src/wire/conversations.ts';
import { DesktopWorld } from '../../support/worlds/desktop-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let model: ScriptedModel;
let world: DesktopWorld;
let server: DeputizeServer;
let tokens: { agent: string; person: string };
let script: ScriptedTurn[] = [];
let heard: string[] = [];

const open = (): Promise<DeputizeServer> => serve({ data: world.data, port: 0, log: () => undefined });
beforeAll(async () => {
  model = await startScriptedModel({
    script: ({ results }) => {
      heard.push(...results.map(({ content }) => content));
      return script.shift();
    },
  });
  const models = { script: { provider: 'openai-compatible', model: 'scripted', url: model.url } };
  world = await DesktopWorld.open({ config: { models } });
  server = await open();
  const { runtime, owner } = server.assembly;
  const make = async (scope: 'agent' | 'person') =>
    (await runtime.credentials.createToken(await owner('person', 'test'), { scope, name: scope })).token;
  tokens = { agent: await make('agent'), person: await make('person') };
});
afterAll(async () => {
  await server?.close();
  await world[Symbol.asyncDispose]();
  await model.close();
});

async function ask<T>(path: string, json?: object, as: 'agent' | 'person' = 'person'): Promise<T> {
  const answer = await fetch(new URL(path, server.url), {
    method: json ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  return (await answer.json()) as T;
}
const write = (name: string) => ({
  name: 'files__write_text',
  args: { path: join(world.docs, name), content: name, overwrite: true },
});
const read = (name: string) => ({ name: 'files__read_text', args: { path: join(world.docs, name) } });

/** Says something, to which the model answers with calls, and with words once it has their results. */
async function begin(calls: { name: string; args: Record<string, string | boolean> }[]) {
  heard = [];
  script = [{ calls }, { text: 'All told.' }];
  const { id } = await ask<{ id: string }>('/api/conversations', { assistant: 'desktop' });
  const turn = await ask<TurnMessage>(`/api/conversations/${id}/messages`, { text: 'Please do it.' });
  const { messages } = await ask<{ messages: ChatMessage[] }>(`/api/conversations/${id}`);
  const answer = messages.find((message) => message.role === 'assistant');
  return { id, turn, planId: `${id}.${answer?.seq}`, answer };
}
const plan = (planId: string, as: 'agent' | 'person' = 'person') =>
  ask<PlanView>(`/api/plans/${planId}`, undefined, as);
const approve = async (planId: string, ...at: number[]): Promise<PlanView> => {
  const { items } = await plan(planId);
  const seen = at.map((index) => ({ callId: items[index]?.callId, shown: items[index]?.shown }));
  return ask<PlanView>(`/api/plans/${planId}/approve`, { items: seen });
};
const states = ({ items }: PlanView) => items.map(({ state }) => state);
const isToldAll = (id: string) =>
  vi.waitFor(
    async () => {
      const { messages } = await ask<{ messages: ChatMessage[] }>(`/api/conversations/${id}`);
      expect(messages.at(-1)).toMatchObject({ role: 'assistant', text: 'All told.' });
    },
    { timeout: 20_000 },
  );

describe('D3: what an assistant asks for at once', () => {
  test('is a plan with every call, its decision and its preview, and nothing was done', async () => {
    writeFileSync(join(world.docs, 'first'), 'before\n');
    const line = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
      headers: { authorization: `Bearer ${tokens.person}` },
    });
    const told: { type: string; planId?: string; items?: unknown[] }[] = [];
    line.on('message', (data: Buffer) => void told.push(JSON.parse(data.toString('utf8')) as (typeof told)[number]));
    await vi.waitFor(() => expect(told[0]).toMatchObject({ type: 'ready' }));
    const { turn, planId, answer } = await begin([write('first'), write('second'), read('first')]);
    await vi.waitFor(() => {
      const proposed = told.find(({ type }) => type === 'chat.assistant_plan');
      expect(proposed).toMatchObject({ planId, items: [{}, {}, {}] });
    });
    line.close();
    expect(turn.state).toBe('waiting');
    expect(answer).toMatchObject({ planId });
    const shown = await plan(planId);
    expect(shown).toMatchObject({ order: 'sequence', state: 'waiting', preset: 'desktop' });
    expect(states(shown)).toEqual(['waiting', 'needs_approval', 'ready']);
    expect(shown.items[0]?.preview?.parts).toMatchObject([{ kind: 'diff', diff: expect.stringContaining('-before') }]);
    // Only the person sees the content of files.
    expect(JSON.stringify(await plan(planId, 'agent'))).not.toContain('before');
    expect(readFileSync(join(world.docs, 'first'), 'utf8')).toBe('before\n');
    expect(existsSync(join(world.docs, 'second'))).toBe(false);
    const mine = { items: [{ callId: shown.items[0]?.callId, shown: shown.items[0]?.shown }] };
    expect(await ask(`/api/plans/${planId}/approve`, mine, 'agent')).toMatchObject({ error: { code: 'FORBIDDEN' } });
  });

  test('is approved in part, runs in order to its end, and the model gets every result', async () => {
    const { id, planId } = await begin([write('a'), write('b'), read('a')]);
    await approve(planId, 0);
    await vi.waitFor(async () => expect(states(await plan(planId))).toEqual(['done', 'waiting', 'ready']), 20_000);
    expect(existsSync(join(world.docs, 'b'))).toBe(false);
    await approve(planId, 1);
    await isToldAll(id);
    expect(states(await plan(planId))).toEqual(['done', 'done', 'done']);
    expect(heard).toHaveLength(3);
    expect(heard.every((content) => content.includes('"success":true'))).toBe(true);
  });

  test('is approved whole before its turn comes', async () => {
    const { id, planId } = await begin([write('c'), write('d')]);
    await approve(planId, 0, 1);
    await isToldAll(id);
    expect(readFileSync(join(world.docs, 'd'), 'utf8')).toBe('d');
  });

  test('stops at the first failure; the rest is skipped, and the model gets the reason', async () => {
    const { id, planId } = await begin([write('e'), read('missing'), write('f')]);
    await approve(planId, 0, 2);
    await isToldAll(id);
    expect(states(await plan(planId))).toEqual(['done', 'failed', 'skipped']);
    expect(existsSync(join(world.docs, 'f'))).toBe(false);
    expect(heard[2]).toContain('a call before it did not succeed');
  });

  test('is denied at one place, and nothing after it is made', async () => {
    const { id, turn, planId } = await begin([write('g'), write('h')]);
    await ask(`/api/approvals/${turn.waiting[0]?.approval.id}`, { decision: 'deny' });
    await isToldAll(id);
    expect(states(await plan(planId))).toEqual(['failed', 'skipped']);
    expect([existsSync(join(world.docs, 'g')), existsSync(join(world.docs, 'h'))]).toEqual([false, false]);
  });

  test('is only looking: done at once, all of it, and shown all the same', async () => {
    const { turn, planId } = await begin([read('a'), read('b'), read('missing')]);
    expect(turn).toMatchObject({ state: 'done', text: 'All told.' });
    expect(await plan(planId)).toMatchObject({ order: 'parallel' });
    expect(states(await plan(planId))).toEqual(['done', 'done', 'failed']);
  });

  test('is taken up by the next process where the last one left it', async () => {
    const { id, planId } = await begin([write('k'), write('l')]);
    await server.close();
    server = await open();
    expect(states(await plan(planId))).toEqual(['waiting', 'needs_approval']);
    await approve(planId, 0, 1);
    await isToldAll(id);
    expect(states(await plan(planId))).toEqual(['done', 'done']);
  });

  test('is left when the user goes on: what waits still waits, what had no turn is not made', async () => {
    const { id, planId } = await begin([write('m'), write('n')]);
    script = [{ text: 'As you wish.' }];
    await ask(`/api/conversations/${id}/messages`, { text: 'Never mind the second.' });
    expect(states(await plan(planId))).toEqual(['waiting', 'skipped']);
    script = [{ text: 'All told.' }];
    await approve(planId, 0);
    await isToldAll(id);
    expect([existsSync(join(world.docs, 'm')), existsSync(join(world.docs, 'n'))]).toEqual([true, false]);
  });
});
