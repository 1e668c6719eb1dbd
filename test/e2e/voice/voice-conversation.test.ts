/** A voice conversation over a real WebSocket, with the real server as a separate process and a scripted model. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { openVoiceWorld, type VoiceWorld } from '../../support/worlds/voice-world.ts';
import type { ScriptedRequest, ScriptedTurn } from '../../../src/testing/scripted-model.ts';

// Speech, handlers and the server are processes of their own, and one test waits for a timeout to pass.
vi.setConfig({ testTimeout: 120_000 });

const FAREWELL = 'I asked you to stop. Goodbye.';

/** An assistant that warns once and then acts. */
function play({ user, results }: ScriptedRequest): ScriptedTurn {
  if (results.length > 0) return { text: 'Nobody should hear this any more.' };
  if (/stupid/.test(user)) return { text: 'Please be kind. I will end this otherwise.' };
  if (/idiot/.test(user))
    return { calls: [{ name: 'ignore_user', args: { duration_seconds: 30, farewell_message: FAREWELL } }] };
  return { text: 'Good day. How can I help?' };
}

let world: VoiceWorld;
beforeAll(async () => {
  world = await openVoiceWorld((request) => play(request));
});
afterAll(() => world[Symbol.asyncDispose]());

test('V5, V6: from the first word through two offences, the timeout and its end: first the farewell, then the block, then the close', async () => {
  const client = await world.open({ mode: 'voice' });
  expect(await client.turn('Hello')).toMatchObject({ state: 'done' });
  await client.spoken('How can I help?');
  expect(await client.turn('You are stupid')).toMatchObject({ state: 'done' });
  await client.spoken('I will end this otherwise.');
  expect(client.said()).toEqual([
    'assistant: Good day.',
    'assistant: How can I help?',
    'assistant: Please be kind.',
    'assistant: I will end this otherwise.',
  ]);

  client.plays = false;
  client.say('You idiot');
  const farewell = await client.next('speech', ({ from }) => from === 'runtime');
  expect(farewell.text).toBe(FAREWELL);
  await client.next('speech.end', ({ id }) => id === farewell.id);
  // The turn ends, but nothing is closed yet: the farewell is still playing.
  await client.next('turn');
  expect(client.order('countdown', 'ended', 'closed')).toEqual([]);
  client.say('Wait!');
  expect((await client.next('error')).error.code).toBe('SESSION_INACTIVE');
  client.send({ type: 'spoken', id: farewell.id });
  const { until, seconds } = await client.next('countdown');
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(30);
  await client.next('ended', ({ reason }) => reason === 'blocked');
  expect(await client.next('closed')).toMatchObject({ code: 1000, reason: 'blocked' });
  expect(client.order('intent', 'countdown', 'ended', 'closed')).toEqual([
    'intent',
    'intent',
    'countdown',
    'ended',
    'closed',
  ]);
  const intents = client.heard.flatMap((heard) => (heard.type === 'intent' ? [heard.intent.type] : []));
  expect(intents).toEqual(['END_VOICE_SESSION', 'SUPPRESS_AUDIO']);
  expect(client.said().at(-1)).toBe(`runtime: ${FAREWELL}`);
  const outcomeAt = client.heard.findIndex(({ type }) => type === 'outcome');
  expect(client.heard[outcomeAt]).toMatchObject({ outcome: { state: 'reported', value: { duration: 30 } } });

  // Neither another connection nor another door lets them speak.
  const again = await world.connect({ mode: 'voice', conversationId: client.conversationId });
  await again.next('closed');
  expect(again.order('countdown', 'ended', 'closed', 'ready')).toEqual(['countdown', 'ended', 'closed']);
  expect(
    await world.chat.ask(
      `/api/conversations/${client.conversationId}/messages`,
      { text: 'Hello?' },
      world.chat.personToken,
    ),
  ).toMatchObject({
    status: 403,
    body: { error: { code: 'BLOCKED', details: { until } } },
  });

  // A restart does not lift it either.
  await world.chat.kill();
  await world.chat.start();
  const restarted = await world.connect({ mode: 'text' });
  expect((await restarted.next('countdown')).until).toBe(until);
  await restarted.next('closed');

  await pause(Math.max(0, Date.parse(until) - Date.now()) + 200);
  const back = await world.open({ mode: 'voice', conversationId: client.conversationId });
  await back.turn('Hello again');
  await back.spoken('How can I help?');
  expect(back.said()).toEqual(['assistant: Good day.', 'assistant: How can I help?']);
  const [system] = world.chat.model.requests.at(-1)?.body['messages'] as { role: string; content: string }[];
  expect(system?.content).toContain(`This user has been kept out before: 30 s until ${until}.`);

  const audit = await world.chat.audit();
  const call = audit.find(({ kind, body }) => kind === 'call.ended' && body['tool'] === 'ignore_user');
  expect(call?.body['notes']).toMatchObject([{ event: 'user_timeout', data: { commitment: expect.any(String) } }]);
  expect(await world.chat.ask(`/api/calls/${call?.callId}`, undefined, world.chat.personToken)).toMatchObject({
    body: { notes: [{ event: 'user_timeout', data: { duration: 30 } }] },
  });
  const kinds = audit.map(({ kind }) => kind).filter((kind) => kind.startsWith('voice.'));
  expect(kinds.slice(0, 2)).toEqual(['voice.blocked', 'voice.ended']);
  expect(audit.find(({ kind }) => kind === 'voice.blocked')).toMatchObject({
    callId: call?.callId,
    body: { user: 'owner', seconds: 30, until },
  });
});
