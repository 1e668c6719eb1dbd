/** A program of one's own talks to an assistant by the library. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createModel } from '../../../src/app/library.ts';
import type { TurnOptions } from '../../../src/agent/assistant-service.ts';
import type { ChatEvent } from '../../../src/agent/turn.ts';
import { startScriptedModel, type ScriptedModel, type ScriptedTurn } from '../../../src/testing/scripted-model.ts';
import { openSample, type Sample } from '../../support/worlds/sample-runtime.ts';

let model: ScriptedModel;
let turns: ScriptedTurn[];
let sample: Sample;
beforeEach(async () => {
  turns = [];
  model = await startScriptedModel({ script: () => turns.shift() });
  const script = createModel({
    name: 'script',
    provider: 'openai-compatible',
    model: 'any',
    url: model.url,
    retries: 0,
  });
  sample = await openSample({ models: { script }, conversationLimits: { steps: 4 } });
});
afterEach(async () => {
  await sample[Symbol.asyncDispose]();
  await model.close();
});

const begin = async (): Promise<string> => {
  const { assistants } = sample.deputize;
  return (await assistants.begin(sample.agent, await assistants.find(undefined), 'hello')).id;
};
const say = (id: string, text: string, listening: TurnOptions = {}) =>
  sample.deputize.assistants.send(sample.agent, id, text, listening);
/** What was said in words, also when that was nothing. */
const said = async (id: string): Promise<string[]> => {
  const kept = await sample.deputize.runtime.conversations.messages<{ text?: string }>(id);
  return kept.flatMap(({ body }) => body.text ?? []);
};
const call = (name: string, args: Record<string, string | string[]>) => ({ name, args });
const MESSAGE = { to: ['ada@example.com'], body: 'Tea at five?' };
const send: ScriptedTurn = { calls: [call('send', MESSAGE)] };

describe('R19, R20: the library', () => {
  test('names its assistants: the tools of the application with each model', async () => {
    expect(await sample.deputize.assistants.list()).toMatchObject([{ id: 'app', preset: 'app', model: 'script' }]);
    await expect(sample.deputize.assistants.find('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('goes on by itself once what waited is decided', async () => {
    turns = [send, { text: 'Sent.' }];
    await sample.deputize.assistants.attend();
    const id = await begin();
    const events: ChatEvent[] = [];
    const turn = await say(id, 'send it', { on: (event) => events.push(event) });
    expect(turn).toMatchObject({ state: 'waiting', waiting: [{ callId: `${id}.2.0` }], seq: 2 });
    expect(events.map(({ type }) => type)).toEqual(['call', 'said', 'outcome']);
    await sample.approve(turn.waiting[0]?.approval.id ?? '');
    await expect.poll(() => said(id)).toEqual(['send it', '', 'Sent.']);
    expect(sample.world.effects).toHaveLength(1);
  });

  test('lets the user speak while it goes on by itself: that comes to its end first', async () => {
    turns = [send, { text: 'Sent.', stall: 300 }, { text: 'You are welcome.' }];
    await sample.deputize.assistants.attend();
    const id = await begin();
    const { waiting } = await say(id, 'send it');
    await sample.approve(waiting[0]?.approval.id ?? '');
    await expect.poll(() => turns.length).toBe(1);
    const events: ChatEvent[] = [];
    expect(await say(id, 'thanks', { on: (event) => events.push(event) })).toMatchObject({ text: 'You are welcome.' });
    // The user gets all messages since their last one.
    expect(events.flatMap((event) => (event.type === 'said' ? [[event.text, event.wasStreamed]] : []))).toEqual([
      ['', false],
      ['Sent.', false],
      ['You are welcome.', true],
    ]);
    expect(await said(id)).toEqual(['send it', '', 'Sent.', 'thanks', 'You are welcome.']);
  });

  test('leaves a turn to the next process when it is closed', async () => {
    turns = [{ text: 'Half', stall: { after: 1 } }, { text: 'Whole.' }];
    const id = await begin();
    const left = say(id, 'go').catch((error: unknown) => error);
    await expect.poll(() => model.requests.length).toBe(1);
    await sample.reopen();
    expect(await left).toMatchObject({ code: 'NOT_AVAILABLE', retryable: true });
    expect(await said(id)).toEqual(['go']);
    await sample.deputize.assistants.attend();
    await expect.poll(() => said(id)).toEqual(['go', 'Whole.']);
  });

  test('makes no call, and requests no approval, once the turn is cancelled', async () => {
    turns = [{ calls: [call('send', MESSAGE), call('note', { text: 'x' })] }, { text: 'Well.' }];
    const id = await begin();
    const stop = new AbortController();
    // Between the answer and its calls.
    const on = (event: ChatEvent): void => {
      if (event.type === 'call') stop.abort();
    };
    expect(await say(id, 'go', { on, signal: stop.signal })).toMatchObject({
      state: 'failed',
      problem: { code: 'CANCELLED' },
    });
    expect(sample.world.effects).toEqual([]);
    expect(await sample.deputize.approvals.list()).toEqual([]);
    expect(await say(id, 'and now?')).toMatchObject({ state: 'done', text: 'Well.' });
  });

  test('ends a turn at the limits it was given', async () => {
    turns = Array.from({ length: 9 }, () => ({ calls: [call('look', { text: 'x' })] }));
    const id = await begin();
    expect(await say(id, 'loop')).toMatchObject({ problem: { code: 'LIMIT_REACHED', details: { steps: 4 } } });
    expect(sample.world.effects).toHaveLength(4);
  });
});

describe('R3: what ran without asking', () => {
  test('is reported with the turn that waits, and with each answer only since the last', async () => {
    const both = { calls: [call('note', { text: 'x' }), call('send', MESSAGE)] };
    turns = [both, { text: 'It waits.' }, { text: 'Now it is sent.' }];
    await sample.deputize.assistants.attend();
    const id = await begin();
    const first = await say(id, 'do both');
    expect(first).toMatchObject({ state: 'waiting', reports: [expect.stringMatching(/^note: /i)] });
    expect(await say(id, 'and?')).toMatchObject({ state: 'done', reports: [], waiting: [{ tool: 'send' }] });
    await sample.approve(first.waiting[0]?.approval.id ?? '');
    await expect.poll(() => said(id)).toEqual(['do both', '', 'and?', 'It waits.', 'Now it is sent.']);
    const kept = await sample.deputize.runtime.conversations.messages<{ reports?: string[] }>(id);
    expect(kept.map(({ body }) => body.reports).filter(Boolean)).toEqual([]);
  });

  test('is reported in the final answer', async () => {
    turns = [{ calls: [call('note', { text: 'x' })] }, { text: 'Done.' }];
    expect(await say(await begin(), 'note it')).toMatchObject({
      state: 'done',
      reports: [expect.stringMatching(/^note: /i)],
    });
  });
});
