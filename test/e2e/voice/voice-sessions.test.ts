/** Errors and rare cases of voice sessions, over a real WebSocket with a separate server. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';

import type { ScriptedRequest, ScriptedTurn } from '../../../src/testing/scripted-model.ts';
import { deputize, deputizeJson } from '../../support/processes/cli.ts';
import { writeTool } from '../../support/worlds/tool-folder.ts';
import { openVoiceWorld, type VoiceWorld } from '../../support/worlds/voice-world.ts';

// Speech, handlers and the server are processes of their own, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

/** Does what the user says: `call NAME JSON`, or says it back. */
function obey({ user, results }: ScriptedRequest): ScriptedTurn {
  if (results.length > 0) return { text: 'That is done.' };
  const [, name, args] = /^call (\w+) (.*)$/.exec(user) ?? [];
  return name === undefined
    ? { text: `You said: ${user}.` }
    : { calls: [{ name, args: JSON.parse(args ?? '{}') as Record<string, string> }] };
}

const writes = { sideEffects: 'writes', category: 'action', idempotent: false };
const write = (folder: string): void => {
  writeTool(folder, 'where', {
    schema: { allowedModes: ['voice'], latencyBudgetMs: 1 },
    body: 'await new Promise((done) => setTimeout(done, 50)); return { ok: true, data: { voice: context.voice.isActive(), state: context.session.state } };',
  });
  writeTool(folder, 'only-text', { schema: { allowedModes: ['text'] } });
  writeTool(folder, 'messenger', {
    body: "await context.messaging.send({ type: 'note', text: args.name }); return { ok: true };",
  });
  writeTool(folder, 'silent', {
    schema: writes,
    body: "return { ok: true, data: {}, intents: [{ type: 'SUPPRESS_AUDIO', value: args.name === 'on' }] };",
  });
  writeTool(folder, 'cruel', {
    schema: writes,
    body: "await context.messaging.send({ type: 'timeout', durationSeconds: 5, timeoutUntil: 0, farewellMessage: 'x' }); return { ok: true };",
  });
  writeTool(folder, 'half-done', {
    schema: writes,
    body: "await context.messaging.send({ type: 'timeout', durationSeconds: 30, timeoutUntil: 0, farewellMessage: 'Enough.' }); throw new Error('broken');",
  });
};

async function withWorld(work: (world: VoiceWorld) => Promise<void>, config = ''): Promise<void> {
  await using world = await openVoiceWorld((request) => obey(request), { write, config });
  await work(world);
}

const KEEP_OUT = 'call ignore_user {"duration_seconds":600,"farewell_message":"Goodbye."}';

const blockedAt = async (world: VoiceWorld): Promise<string[]> =>
  (await world.chat.audit()).flatMap(({ kind, body }) =>
    kind === 'voice.blocked' ? ['blocked'] : kind === 'voice.ended' ? [String(body['reason'])] : [],
  );

describe('V5: intents are carried out', () => {
  test('when the client is cut off between the outcome and the farewell', () =>
    withWorld(async (world) => {
      const client = await world.open({ mode: 'voice' }, { plays: false });
      client.say(KEEP_OUT);
      await client.next('outcome');
      client.socket.terminate();
      await expect.poll(() => blockedAt(world), { timeout: 20_000 }).toEqual(['blocked', 'blocked']);
      const again = await world.connect({ mode: 'voice' });
      await again.next('countdown');
      await again.next('closed');
    }));

  test('when the client never says that it has played the farewell', () =>
    withWorld(async (world) => {
      const client = await world.open({ mode: 'voice' }, { plays: false });
      client.say(KEEP_OUT);
      await client.next('ended');
      await client.next('closed');
      expect(client.order('speech.end', 'countdown', 'ended', 'closed')).toEqual([
        'speech.end',
        'countdown',
        'ended',
        'closed',
      ]);
    }, 'voice: { patience: 200ms }\n'));

  test('as far as they are durable when the server is killed while the farewell is spoken', () =>
    withWorld(async (world) => {
      const client = await world.open({ mode: 'voice' }, { plays: false });
      client.say(KEEP_OUT);
      await client.next('speech', ({ from }) => from === 'runtime');
      await world.chat.kill();
      await world.chat.start();
      const again = await world.connect({ mode: 'text', conversationId: client.conversationId });
      expect((await again.next('countdown')).seconds).toBeGreaterThan(500);
      await again.next('closed');
      expect(await blockedAt(world)).toEqual(['blocked']);
    }));

  test('in text, where the farewell is shown', () =>
    withWorld(async (world) => {
      const client = await world.open({ mode: 'text' });
      client.say(KEEP_OUT);
      await client.next('closed');
      expect(client.order('notice', 'countdown', 'ended', 'closed')).toEqual([
        'notice',
        'countdown',
        'ended',
        'closed',
      ]);
      expect(client.order('speech', 'sound')).toEqual([]);
    }));

  test('although the tool fails afterwards: the session ends and the user is kept out', () =>
    withWorld(async (world) => {
      const client = await world.open();
      client.say('call half_done {"name":"x"}');
      expect(await client.next('outcome')).toMatchObject({ outcome: { state: 'failed' } });
      await client.next('closed');
      expect(client.said()).toContain('runtime: Enough.');
      expect(client.order('countdown', 'ended')).toEqual(['countdown', 'ended']);
    }));

  test('for every session of the user at once', () =>
    withWorld(async (world) => {
      const [one, other] = [await world.open(), await world.open({ mode: 'text' })];
      one.say(KEEP_OUT);
      await other.next('closed');
      expect(other.order('countdown', 'ended', 'closed')).toEqual(['countdown', 'ended', 'closed']);
      await one.next('closed');
    }));
});

test('V5: a person lets someone in again', () =>
  withWorld(async (world) => {
    const client = await world.open();
    client.say(KEEP_OUT);
    await client.next('closed');
    const flags = ['--data', world.chat.data, '--tools', world.tools];
    expect(await deputizeJson('voice', 'timeouts', ...flags)).toMatchObject({ timeouts: [{ seconds: 600 }] });
    expect(await deputizeJson('voice', 'lift', ...flags)).toEqual({ lifted: 'owner' });
    expect((await deputize('voice', 'lift', ...flags)).code).not.toBe(0);
    expect(await (await world.open()).turn('hello')).toMatchObject({ state: 'done' });
    expect((await world.chat.audit()).find(({ kind }) => kind === 'voice.unblocked')).toMatchObject({
      body: { user: 'owner', by: 'owner' },
    });
  }));

test('V5: a turn goes on without its client, and then the session is over', () =>
  withWorld(async (world) => {
    const client = await world.open();
    client.say('call where {"name":"x"}');
    await client.next('call');
    client.socket.terminate();
    const story = async (): Promise<string[]> =>
      (await world.chat.audit()).flatMap(({ kind, body }) =>
        kind === 'call.ended' ? [String(body['result'])] : kind === 'voice.ended' ? [String(body['reason'])] : [],
      );
    await expect.poll(story, { timeout: 20_000 }).toEqual(['ok', 'client_left']);
    const { messages } = await world.chat.show(client.conversationId);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', text: 'That is done.' });
  }));

describe('V5, V6: in one server', () => {
  let world: VoiceWorld;
  beforeAll(async () => {
    world = await openVoiceWorld((request) => obey(request), { write });
  });
  afterEach(() => world.hangUp());
  afterAll(() => world[Symbol.asyncDispose]());

  test('end_voice_session ends after the current turn, and the last answer is heard to its end', async () => {
    const client = await world.open();
    client.say('call end_voice_session {}');
    expect(await client.next('ended')).toMatchObject({ reason: 'ended_by_assistant' });
    await client.next('closed');
    expect(client.said()).toEqual(['assistant: That is done.']);
    expect(client.order('intent', 'turn', 'ended', 'closed')).toEqual(['intent', 'turn', 'ended', 'closed']);
    expect(client.order('speech.end', 'ended', 'closed')).toEqual(['speech.end', 'ended', 'closed']);
    const back = await world.open({ conversationId: client.conversationId, mode: 'voice' });
    back.socket.close();
  });

  test('end_voice_session ends once its farewell is spoken', async () => {
    const client = await world.open();
    client.say('call end_voice_session {"farewell_message":"Until soon."}');
    await client.next('closed');
    expect(client.said()).toContain('runtime: Until soon.');
    expect(client.order('countdown')).toEqual([]);
    expect(client.order('ended', 'closed')).toEqual(['ended', 'closed']);
  });

  test('SUPPRESS_AUDIO silences the assistant until it is taken back', async () => {
    const client = await world.open();
    await client.turn('call silent {"name":"on"}');
    // What the runtime reports is said after what the assistant says, and is never suppressed.
    await client.next('speech', ({ from }) => from === 'runtime');
    expect(client.said().filter((said) => said.startsWith('assistant'))).toEqual([]);
    expect(client.heard.flatMap((heard) => (heard.type === 'said' ? [heard.text] : []))).toContain('That is done.');
    await client.turn('call silent {"name":"off"}');
    await client.spoken('That is done.');
  });

  test('V4: the sound is real, and belongs to its speech', async () => {
    const client = await world.open();
    await client.turn('hello there');
    const speech = await client.spoken('You said: hello there.');
    expect(speech).toMatchObject({ from: 'assistant', audio: true });
    expect(client.order('speech', 'sound', 'speech.end').slice(0, 2)).toEqual(['speech', 'sound']);
    const bytes = client.heard.reduce((sum, heard) => sum + (heard.type === 'sound' ? heard.bytes.length : 0), 0);
    expect(bytes).toBeGreaterThan(24_000);
  });

  test('V4: a tool is offered and callable only in its modes, and knows how it is spoken with', async () => {
    const spoken = await world.open({ mode: 'voice' });
    await spoken.turn('call where {"name":"x"}');
    expect(await spoken.next('outcome')).toMatchObject({
      outcome: { state: 'ok', value: { voice: true, state: { mode: 'voice', language: 'en', timeouts: [] } } },
    });
    expect(world.chat.model.requests.at(-1)?.tools).toEqual(expect.arrayContaining(['where', 'tool_docs']));
    expect(world.chat.model.requests.at(-1)?.tools).not.toContain('only_text');
    await spoken.turn('call only_text {"name":"x"}');
    expect(await spoken.next('outcome')).toMatchObject({
      outcome: { state: 'refused', decision: { rule: 'not-in-this-mode' } },
    });

    const written = await world.open({ mode: 'text' });
    await written.turn('call where {"name":"x"}');
    expect(await written.next('outcome')).toMatchObject({ outcome: { state: 'refused' } });
    const tools = world.chat.model.requests.at(-1)?.tools;
    expect(tools).toContain('only_text');
    expect(tools).not.toContain('where');
  });

  test('V4: by voice the model gets the short words, and the way to the long ones', async () => {
    await (await world.open({ mode: 'voice' })).turn('hello');
    const { messages, tools } = world.chat.model.requests.at(-1)?.body as {
      messages: { role: string; content: string }[];
      tools: { function: { name: string; description: string } }[];
    };
    const summary = 'Keep out a user who is rude or abusive, for 30 s to 24 h.';
    expect(messages[0]?.content).toContain(`- ignore_user: ${summary}`);
    expect(messages[0]?.content).toContain('The user listens to your answer');
    expect(tools.find(({ function: { name } }) => name === 'ignore_user')?.function.description).toContain(summary);
    const client = await world.open({ mode: 'voice' });
    await client.turn('call tool_docs {"names":["ignore_user"]}');
    const { outcome } = await client.next('outcome');
    expect(JSON.stringify(outcome.value)).toContain('Postconditions');
  });

  test('R13: the metrics tell how long calls and answers took by mode, and what was over its budget', async () => {
    const text = await world.metrics();
    expect(text).toMatch(/^deputize_calls_over_budget_total\{preset="voice",tool="where",mode="voice"\} [1-9]/m);
    expect(text).toMatch(/^deputize_call_seconds_count\{preset="voice",tool="where",mode="voice",state="ok"\} 1$/m);
    expect(text).toMatch(/^deputize_first_word_seconds_count\{preset="voice",mode="voice"\} [1-9]/m);
    expect(text).toMatch(/^deputize_first_word_seconds_count\{preset="voice",mode="text"\} [1-9]/m);
  });

  test('V3: what a tool sends reaches the client; a message for the session that is out of bounds does nothing', async () => {
    const client = await world.open();
    await client.turn('call messenger {"name":"Ada"}');
    expect(await client.next('message')).toEqual({ type: 'message', message: { type: 'note', text: 'Ada' } });
    await client.turn('call cruel {"name":"x"}');
    expect(await client.next('outcome', ({ tool }) => tool === 'cruel')).toMatchObject({
      outcome: { state: 'failed' },
    });
    expect(await client.turn('still here')).toMatchObject({ state: 'done' });
  });

  test('what is said while the assistant is at work waits for its end', async () => {
    const client = await world.open({ mode: 'text' });
    client.say('one');
    client.say('two');
    client.say('three');
    for (let at = 0; at < 3; at += 1) await client.next('turn');
    const said = client.heard.flatMap((heard) => (heard.type === 'said' ? [heard.text] : []));
    expect(said).toEqual(['You said: one.', 'You said: two.', 'You said: three.']);
  });

  test('talking over the assistant silences it', async () => {
    const client = await world.open({ mode: 'voice' }, { plays: false });
    await client.turn('a long story');
    await client.spoken('You said: a long story.');
    client.send({ type: 'interrupt' });
    expect(await client.next('silence')).toEqual({ type: 'silence' });
  });

  test('a second client of the same conversation takes the place of the first', async () => {
    const first = await world.open();
    const second = await world.open({ mode: 'voice', conversationId: first.conversationId });
    expect(await first.next('ended')).toMatchObject({ reason: 'replaced' });
    expect(await second.turn('hello')).toMatchObject({ state: 'done' });
  });

  test('R19: who gets a line', async () => {
    const refusal = async (headers: Record<string, string>): Promise<number | undefined> => {
      const socket = new WebSocket(`${world.chat.url.replace('http', 'ws')}/ws/voice`, { headers });
      socket.on('error', () => undefined);
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
      socket.terminate();
      return response.statusCode;
    };
    const authorization = `Bearer ${world.chat.personToken}`;
    expect(await refusal({})).toBe(401);
    expect(await refusal({ authorization: 'Bearer dpt_wrong' })).toBe(401);
    expect(await refusal({ authorization, origin: 'https://example.com' })).toBe(403);
    expect(await refusal({ authorization, host: 'example.com' })).toBe(403);
  });

  test.each([
    ['no JSON', '{', 'INVALID_JSON'],
    ['an unknown frame', '{"type":"approve"}', 'INVALID_REQUEST'],
    ['a second hello', '{"type":"hello","mode":"text"}', 'INVALID_REQUEST'],
    ['empty words', '{"type":"say","text":" "}', 'INVALID_REQUEST'],
    ['sound that nothing here understands', Buffer.alloc(4_800), 'NOT_AVAILABLE'],
    ['half a sample', Buffer.alloc(3), 'INVALID_REQUEST'],
  ])('%s is an error, and the session goes on', async (_, frame, code) => {
    const client = await world.open({ mode: 'text' });
    client.socket.send(frame);
    expect((await client.next('error')).error.code).toBe(code);
    expect(await client.turn('hello')).toMatchObject({ state: 'done' });
    client.socket.close();
    await client.next('closed');
  });

  test.each([
    ['too many frames', (socket: WebSocket) => Array.from({ length: 300 }, () => socket.send('{"type":"ping"}')), 1008],
    [
      'too much sound',
      (socket: WebSocket) => Array.from({ length: 20 }, () => socket.send(Buffer.alloc(96_000))),
      1008,
    ],
    ['a frame that is too large', (socket: WebSocket) => socket.send(Buffer.alloc(2_000_000)), 1009],
  ])('%s end the line', async (_, flood, code) => {
    const client = await world.open({ mode: 'text' });
    flood(client.socket);
    expect((await client.next('closed')).code).toBe(code);
  });

  test('the conversation of someone else, or of another preset, cannot be held', async () => {
    const other = await world.chat.begin('workspace');
    for (const conversationId of [other, 'nobody-has-this']) {
      const client = await world.connect({ mode: 'voice', conversationId });
      expect(['INVALID_REQUEST', 'NOT_FOUND']).toContain((await client.next('error')).error.code);
      await client.next('closed');
    }
  });
});

test('V5: a server that stops says so', () =>
  withWorld(async (world) => {
    const client = await world.open();
    await client.turn('hello');
    await world.chat.stop();
    await client.next('closed');
    expect(client.order('ended', 'closed')).toEqual(['ended', 'closed']);
    expect(client.heard.find(({ type }) => type === 'ended')).toMatchObject({ reason: 'stopping' });
  }));

test('V4: a client that says nothing is let go', () =>
  withWorld(async (world) => {
    const client = await world.open();
    expect(await client.next('ended')).toMatchObject({ reason: 'idle' });
    await client.next('closed');
  }, 'voice: { idleTimeout: 300ms }\n'));

test('V5: without a program that speaks, the client gets the text to speak', () =>
  withWorld(async (world) => {
    const client = await world.open();
    await client.turn('hello');
    expect(await client.next('speech')).toMatchObject({ text: 'You said: hello.', audio: false });
    expect(client.order('sound')).toEqual([]);
  }, 'voice: { speech: off }\n'));
