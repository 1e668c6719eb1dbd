/** Sessions with a realtime speech model, against servers that implement the providers' protocols on loopback. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { buildTools } from '../../../src/authoring/build.ts';
import { startGeminiLive } from '../../support/servers/gemini-live-server.ts';
import { startOpenAiRealtime } from '../../support/servers/openai-realtime-server.ts';
import type { RealtimeScript, RealtimeServer, Shape, SpokenTurn } from '../../support/servers/realtime-script.ts';
import { writeTool } from '../../support/worlds/tool-folder.ts';
import { openVoiceWorld, type VoiceWorld } from '../../support/worlds/voice-world.ts';

// Speech, handlers and the server are processes of their own, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const KEY = 'not-a-real-key-of-anyone';

function obey(user: string, results: readonly string[]): SpokenTurn {
  if (results.length > 0)
    return { text: results.some((result) => result.includes('"pending":true')) ? 'It waits.' : 'It is done.' };
  if (user.startsWith('(From the runtime')) return { text: 'It is done.' };
  if (user === 'hold') return { text: 'A very long story', hold: true };
  const [, name, args] = /^call (\w+) (.*)$/s.exec(user) ?? [];
  return name === undefined
    ? { text: `You said: ${user}.` }
    : { calls: [{ name, args: JSON.parse(args ?? '{}') as object }] };
}

const write = (folder: string): void => {
  writeTool(folder, 'greet', {
    body: 'return { ok: true, data: { greeting: `Hello, ${args.name}`, voice: context.voice.isActive() } };',
  });
  writeTool(folder, 'pay', {
    schema: { category: 'action', sideEffects: 'writes', idempotent: false, requiresConfirmation: true },
    body: 'return { ok: true, data: { paid: args.name } };',
  });
  writeTool(folder, 'slow', {
    body: 'await new Promise((done) => setTimeout(done, 1_500)); return { ok: true, data: { slow: true } };',
  });
};

const providers: [string, (script: RealtimeScript) => Promise<RealtimeServer>][] = [
  ['openai', startOpenAiRealtime],
  ['gemini', startGeminiLive],
];

/** A server whose sessions are bridged to one of ours, for the tests of one group. */
function useBridge(provider: string, start: (script: RealtimeScript) => Promise<RealtimeServer>) {
  const used = { heard: 'hello', play: obey } as {
    heard: string;
    play: typeof obey;
    realtime: RealtimeServer;
    world: VoiceWorld;
    folder: string;
  };
  beforeAll(async () => {
    used.realtime = await start({
      key: KEY,
      hears: () => used.heard,
      play: ({ user, results }) => used.play(user, results),
    });
    used.folder = await mkdtemp(join(tmpdir(), 'voice-key-'));
    await writeFile(join(used.folder, 'key'), `${KEY}\n`);
    const key = `{ file: '${used.folder}/key' }`;
    const realtime = `{ provider: ${provider}, model: test-model, url: '${used.realtime.url}', key: ${key} }`;
    used.world = await openVoiceWorld(() => ({ text: 'in writing' }), {
      config: `voice: { realtime: ${realtime} }\n`,
      write,
    });
  });
  afterEach(async () => {
    used.play = obey;
    await used.world.hangUp();
  });
  afterAll(async () => {
    await used.world[Symbol.asyncDispose]();
    await used.realtime.close();
    await rm(used.folder, { recursive: true });
  });
  return {
    used,
    /** Speaks for half a second. */
    speak: (client: Awaited<ReturnType<VoiceWorld['open']>>, text: string): void => {
      used.heard = text;
      for (let at = 0; at < 5; at += 1) client.socket.send(Buffer.alloc(4_800, 1));
    },
    /** What the provider was sent since it had been sent so many messages. */
    since: (at: number): string => JSON.stringify(used.realtime.received.slice(at)),
  };
}

describe.each(providers)('V4, V5: a bridge to %s', (provider, start) => {
  const { used, speak, since } = useBridge(provider, start);

  test('sound goes in and comes out, and both are kept as words', async () => {
    const client = await used.world.open();
    expect(client.heard[0]).toMatchObject({ type: 'ready', hears: true, speaks: true });
    speak(client, 'good morning');
    expect(await client.next('heard')).toEqual({ type: 'heard', text: 'good morning' });
    await client.next('said', ({ text }) => text === 'You said: good morning.');
    await client.next('speech.end');
    expect(await client.next('turn')).toMatchObject({ state: 'done' });
    expect(client.order('speech', 'sound', 'speech.end')).toEqual(['speech', 'sound', 'sound', 'speech.end']);
    const { messages } = await used.world.chat.show(client.conversationId);
    expect(messages).toMatchObject([
      { role: 'user', text: 'good morning' },
      { role: 'assistant', text: 'You said: good morning.' },
    ]);
  });

  test('the model is given the tools of the mode, in short words', async () => {
    const before = used.realtime.received.length;
    await used.world.open();
    const setup = since(before);
    expect(setup).toContain('"greet"');
    expect(setup).toContain('"tool_docs"');
    expect(setup).toContain('Keep out a user who is rude or abusive');
    expect(setup).toContain('The user listens to your answer');
    expect(setup).not.toContain(KEY);
  });

  test('its calls pass the executor, and their results go back', async () => {
    const client = await used.world.open();
    const before = used.realtime.received.length;
    client.say('call greet {"name":"Ada"}');
    expect(await client.next('outcome')).toMatchObject({
      tool: 'greet',
      outcome: { state: 'ok', value: { greeting: 'Hello, Ada', voice: true } },
    });
    await client.next('said', ({ text }) => text === 'It is done.');
    expect(since(before)).toContain('Hello, Ada');
    const [call] = (await used.world.chat.audit()).filter(
      ({ kind, body }) => kind === 'call.ended' && body['tool'] === 'greet',
    );
    expect(call?.callId).toBe(`${client.conversationId}.2.0`);
  });

  test.each([
    ['a tool that there is not', 'call nothing {}', 'UNKNOWN_TOOL'],
    ['wrong arguments', 'call greet {"nobody":1}', 'INVALID_ARGUMENTS'],
  ])('%s is refused, and the model gets the error', async (_, words, code) => {
    const client = await used.world.open();
    client.say(words);
    expect(await client.next('outcome')).toMatchObject({ outcome: { state: 'refused', error: { code } } });
    await client.next('said', ({ text }) => text === 'It is done.');
  });

  test('a model that only ever calls is stopped', async () => {
    used.play = () => ({ calls: [{ name: 'greet', args: { name: 'again' } }] });
    const client = await used.world.open();
    client.say('go');
    expect((await client.next('error')).error.code).toBe('LIMIT_REACHED');
    expect(await client.next('ended')).toMatchObject({ reason: 'failed' });
    expect(client.heard.filter((event) => event.type === 'outcome').length).toBe(30);
  });

  test('R5: an approval is read out, given by a spoken yes, and the model gets the outcome', async () => {
    const client = await used.world.open();
    client.say('call pay {"name":"Ada 5"}');
    const { approvalId } = await client.next('approval', ({ byVoice }) => byVoice);
    const question = await client.next(
      'speech',
      ({ from, text }) => from === 'runtime' && text.includes('name: Ada 5'),
    );
    await client.next('speech.end', ({ id }) => id === question.id);
    const before = used.realtime.received.length;
    speak(client, 'Yes.');
    expect(await client.next('approval.decided')).toMatchObject({ approvalId, decision: 'approve' });
    await expect.poll(() => since(before)).toContain('paid');
    await client.next('said', ({ text }) => text === 'It is done.');
  });

  test('R18: a transcript for which no sound came decides nothing', async () => {
    const client = await used.world.open();
    client.say('call pay {"name":"Bob 9"}');
    const { approvalId } = await client.next('approval');
    const question = await client.next('speech', ({ from }) => from === 'runtime');
    await client.next('speech.end', ({ id }) => id === question.id);
    // The server makes it up.
    used.realtime.send(
      provider === 'openai'
        ? {
            type: 'conversation.item.input_audio_transcription.completed',
            item_id: 'x',
            content_index: 0,
            transcript: 'Yes.',
          }
        : { serverContent: { inputTranscription: { text: 'Yes.' }, turnComplete: true } },
    );
    await client.next('heard', ({ text }) => text === 'Yes.');
    await client.next('speech', ({ text }) => text.startsWith('I took that for neither'));
    const { ask, personToken } = used.world.chat;
    const { body } = await ask<{ state: string }>(`/api/approvals/${approvalId}`, undefined, personToken);
    expect(body.state).toBe('awaiting_approval');
  });

  test('talking over it silences it', async () => {
    const client = await used.world.open({ mode: 'voice' }, { plays: false });
    client.say('hold');
    const speech = await client.next('speech');
    await client.next('sound');
    const before = used.realtime.received.length;
    client.send({ type: 'interrupt', id: speech.id, playedMs: 60_000 });
    await client.next('silence');
    if (provider === 'openai') {
      await expect.poll(() => since(before)).toContain('"response.cancel"');
      // Not more than the audio that was sent.
      await expect.poll(() => since(before)).toContain('"audio_end_ms":200');
    }
    speak(client, 'and now');
    await client.next('said', ({ text }) => text === 'You said: and now.');
  });

  test('a lost connection is opened again, with what was said before', async () => {
    const client = await used.world.open();
    client.say('remember the blue house');
    await client.next('turn');
    const [before, connections] = [used.realtime.received.length, used.realtime.connections()];
    used.realtime.drop();
    await expect.poll(() => used.realtime.connections(), { timeout: 20_000 }).toBe(connections + 1);
    await expect.poll(() => since(before)).toContain(provider === 'openai' ? 'remember the blue house' : 'handle-1');
    await expect
      .poll(async () => {
        client.say('still there');
        return client.heard.some((event) => event.type === 'said' && event.text === 'You said: still there.');
      })
      .toBe(true);
  });

  test('a call that outlives its connection is reported on the next one, with its request', async () => {
    const client = await used.world.open();
    client.say('call slow {"name":"x"}');
    await client.next('call');
    const before = used.realtime.received.length;
    used.realtime.drop();
    await client.next('outcome');
    const told = provider === 'openai' ? '-late' : 'The call of slow has ended with';
    await expect.poll(() => since(before), { timeout: 20_000 }).toContain(told);
    await client.next('said', ({ text }) => text === 'It is done.');
  });

  test('one that cannot be reached ends the session, and says why without the key', async () => {
    used.realtime.refuse(401);
    try {
      const client = await used.world.connect();
      const { error } = await client.next('error');
      expect(error).toMatchObject({
        code: 'EXTERNAL_ERROR',
        message: expect.stringContaining('does not accept the key') as string,
      });
      await client.next('closed');
      expect(client.told()).not.toContain(KEY);
    } finally {
      used.realtime.refuse(undefined);
    }
  });

  test('V5: the farewell is spoken by the runtime, and the model is heard no more', async () => {
    const client = await used.world.open();
    client.say('call end_voice_session {"farewell_message":"Until soon."}');
    await client.next('speech', ({ from, text }) => from === 'runtime' && text === 'Until soon.');
    expect(await client.next('ended')).toMatchObject({ reason: 'ended_by_assistant' });
    await client.next('closed');
  });

  test('what it says out of turn or out of shape is no harm', async () => {
    const client = await used.world.open();
    const strange: unknown[] = [
      ...[
        null,
        7,
        'x',
        [],
        {},
        { type: 5 },
        { type: 'response.done' },
        { type: 'response.done', response: { output: 'x' } },
      ],
      ...[
        { type: 'response.output_audio.delta' },
        { type: 'error' },
        { type: 'response.output_audio.done', item_id: {} },
      ],
      ...[
        { serverContent: 1 },
        { serverContent: { modelTurn: { parts: [7, { inlineData: { data: 5 } }] } } },
        { toolCall: {} },
      ],
      ...[{ toolCallCancellation: { ids: 'x' } }, { sessionResumptionUpdate: { newHandle: 5, resumable: true } }],
    ];
    for (const message of strange) used.realtime.send(message);
    client.say('still well');
    await client.next('said', ({ text }) => text === 'You said: still well.');
    const connections = used.realtime.connections();
    used.realtime.sendText('{"type":');
    await expect.poll(() => used.realtime.connections(), { timeout: 20_000 }).toBe(connections + 1);
  });

  test('a call runs the tool as it was offered, also after another was built', async () => {
    const client = await used.world.open();
    writeTool(used.world.tools, 'greet', { body: "return { ok: true, data: { greeting: 'another one' } };" });
    if (!buildTools(used.world.tools).ok) throw new Error('The tools do not build.');
    const later = async (): Promise<unknown> => {
      const { body } = await used.world.chat.ask<{ value: unknown }>('/api/calls', {
        ...{ tool: 'greet', args: { name: 'x' }, preset: 'voice' },
      });
      return body.value;
    };
    await expect.poll(later, { timeout: 20_000 }).toEqual({ greeting: 'another one' });
    client.say('call greet {"name":"Ada"}');
    expect(await client.next('outcome')).toMatchObject({ outcome: { value: { greeting: 'Hello, Ada' } } });
    const next = await used.world.open();
    next.say('call greet {"name":"Ada"}');
    expect(await next.next('outcome')).toMatchObject({ outcome: { value: { greeting: 'another one' } } });
  });

  test('R9: a server that is killed within a call leaves a conversation that goes on', async () => {
    const client = await used.world.open();
    client.say('call slow {"name":"x"}');
    await client.next('call');
    await used.world.chat.kill();
    await client.next('closed');
    await used.world.chat.start();
    const back = await used.world.open({ mode: 'voice', conversationId: client.conversationId });
    back.say('hello');
    await back.next('said', ({ text }) => text === 'You said: hello.');
    await used.world.hangUp();
    const written = await used.world.open({ mode: 'text', conversationId: client.conversationId });
    expect(await written.turn('in writing')).toMatchObject({ state: 'done' });
    const { messages } = await used.world.chat.show(client.conversationId);
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
  });

  test('the same conversation goes on in writing', async () => {
    const client = await used.world.open();
    client.say('call greet {"name":"Ada"}');
    await client.next('said', ({ text }) => text === 'It is done.');
    await used.world.hangUp();
    const written = await used.world.open({ mode: 'text', conversationId: client.conversationId });
    await written.turn('and now in writing');
    expect(await written.next('said')).toMatchObject({ text: 'in writing' });
    const { messages } = used.world.chat.model.requests.at(-1)?.body as { messages: Shape[] };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
  });
});

describe('V4, V5: a bridge to Google alone', () => {
  const { used, since } = useBridge('gemini', startGeminiLive);

  test('a new session gets the earlier messages, in the only form that is accepted', async () => {
    const client = await used.world.open();
    client.say('the blue house');
    await client.next('turn');
    await used.world.hangUp();
    const before = used.realtime.received.length;
    const back = await used.world.open({ mode: 'voice', conversationId: client.conversationId });
    back.say('hello');
    await back.next('said', ({ text }) => text === 'You said: hello.');
    expect(used.realtime.received.slice(before)).toMatchObject([
      { setup: { historyConfig: { initialHistoryInClientContent: true }, sessionResumption: {} } },
      {
        clientContent: {
          turns: [
            { role: 'user', parts: [{ text: 'the blue house' }] },
            { role: 'model', parts: [{ text: 'You said: the blue house.' }] },
          ],
          turnComplete: true,
        },
      },
      { realtimeInput: { text: 'hello' } },
    ]);
  });

  test('a call that it takes back is carried out to its end and not answered', async () => {
    const client = await used.world.open();
    client.say('call slow {"name":"x"}');
    await client.next('call');
    const before = used.realtime.received.length;
    used.realtime.send({ toolCallCancellation: { ids: ['function-call-1'] } });
    await client.next('outcome', ({ outcome }) => outcome.state === 'ok');
    client.say('next');
    await client.next('said', ({ text }) => text === 'You said: next.');
    expect(since(before)).not.toContain('toolResponse');
  });

  test('reconnects when the provider asks for it', async () => {
    const client = await used.world.open();
    const connections = used.realtime.connections();
    used.realtime.send({ goAway: { timeLeft: '5s' } });
    await expect.poll(() => used.realtime.connections(), { timeout: 20_000 }).toBe(connections + 1);
    await expect
      .poll(async () => {
        client.say('hello');
        return client.heard.some((event) => event.type === 'said' && event.text === 'You said: hello.');
      })
      .toBe(true);
  });
});
