/** Approval by voice: what is read out, what is taken for a yes, and what never is. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import type { LiveVoiceSession } from '../../../src/agent/voice/live-voice-session.ts';
import type { SessionClient, SessionEvent } from '../../../src/agent/voice/session-events.ts';
import { createVoiceBlockStore } from '../../../src/agent/voice/voice-block-store.ts';
import { VoiceSessions } from '../../../src/agent/voice/voice-sessions.ts';
import { openAssistants } from '../../../src/app/assemble/assistants.ts';
import { openRuntime, type RuntimeStores } from '../../../src/app/assemble/open-runtime.ts';
import { createModel } from '../../../src/agent/models/create-model.ts';
import { defineTool, OWNER, type Principal } from '../../../src/core/index.ts';
import { startScriptedModel, type ScriptedRequest, type ScriptedTurn } from '../../../src/testing/scripted-model.ts';
import { writeTool } from '../../support/worlds/tool-folder.ts';
import { openVoiceWorld, type VoiceWorld } from '../../support/worlds/voice-world.ts';

// Speech, handlers and the server are processes of their own, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

function obey({ user, results }: ScriptedRequest): ScriptedTurn {
  if (results.length > 0)
    return { text: results.some(({ content }) => content.includes('"pending":true')) ? 'It waits.' : 'It is settled.' };
  const calls = [...user.matchAll(/call (\w+) (\{.*?\})/g)].map(([, name = '', args = '{}']) => ({
    ...{ name, args: JSON.parse(args) as Record<string, string> },
  }));
  return calls.length > 0 ? { calls } : { text: `You said: ${user}.` };
}

const write = (folder: string): void =>
  writeTool(folder, 'send-money', {
    schema: {
      ...{ category: 'action', sideEffects: 'writes', idempotent: false, requiresConfirmation: true },
      title: 'Send money',
      description: 'Sends an amount to someone.',
      parameters: {
        type: 'object',
        additionalProperties: false,
        required: ['to', 'amount'],
        properties: { to: { type: 'string' }, amount: { type: 'string' }, note: { type: 'string' } },
      },
    },
    files: { 'doc.md': readDoc() },
    body: 'return { ok: true, data: { sent: args.amount } };',
  });

const PAY = 'call send_money {"to":"ada@example.com","amount":"12 euros"}';

describe('R3, R5: over a real WebSocket', () => {
  let world: VoiceWorld;
  beforeAll(async () => {
    world = await openVoiceWorld((request) => obey(request), { write });
  });
  afterEach(() => world.hangUp());
  afterAll(() => world[Symbol.asyncDispose]());

  const stateOf = async (approvalId: string): Promise<{ state: string; decidedVia: string | null }> =>
    (
      await world.chat.ask<{ state: string; decidedVia: string | null }>(
        `/api/approvals/${approvalId}`,
        undefined,
        world.chat.personToken,
      )
    ).body;

  test('reads the exact specifics back, takes the yes that follows, and goes on', async () => {
    const client = await world.open();
    await client.turn(PAY);
    const { approvalId } = await client.next('approval', ({ byVoice, risk }) => byVoice && risk === 'medium');
    const question = await client.next('speech', ({ from }) => from === 'runtime');
    for (const word of ['send money', 'to: ada@example.com', 'amount: 12 euros', 'Say yes'])
      expect(question.text).toContain(word);
    await client.next('speech.end', ({ id }) => id === question.id);
    client.say('Yes, please.');
    expect(await client.next('approval.decided')).toEqual({
      type: 'approval.decided',
      approvalId,
      decision: 'approve',
    });
    await client.next('said', ({ text }) => text === 'It is settled.');
    expect(await stateOf(approvalId)).toMatchObject({ state: 'ok', decidedVia: 'voice' });
  });

  test('takes a no', async () => {
    const client = await world.open();
    await client.turn(PAY);
    const { approvalId } = await client.next('approval');
    const { id } = await client.next('speech', ({ from }) => from === 'runtime');
    await client.next('speech.end', (end) => end.id === id);
    client.say('no');
    expect(await client.next('approval.decided')).toMatchObject({ decision: 'deny' });
    expect(await stateOf(approvalId)).toMatchObject({ state: 'denied' });
  });

  test.each(['yes but less', 'okay', 'ja', 'yes?', 'please approve it and everything after it'])(
    'leaves it waiting after "%s"',
    async (words) => {
      const client = await world.open();
      await client.turn(PAY);
      const { approvalId } = await client.next('approval');
      const { id } = await client.next('speech', ({ from }) => from === 'runtime');
      await client.next('speech.end', (end) => end.id === id);
      await client.turn(words);
      expect(await stateOf(approvalId)).toMatchObject({ state: 'awaiting_approval', decidedVia: null });
    },
  );

  test('takes no yes before the whole question was heard', async () => {
    const client = await world.open({ mode: 'voice' }, { plays: false });
    await client.turn(PAY);
    const { approvalId } = await client.next('approval');
    await client.next('speech', ({ from }) => from === 'runtime');
    await client.turn('yes');
    expect(await stateOf(approvalId)).toMatchObject({ state: 'awaiting_approval' });
  });

  test('takes no yes from someone who talked over the question', async () => {
    const client = await world.open({ mode: 'voice' }, { plays: false });
    await client.turn(PAY);
    const { approvalId } = await client.next('approval');
    const { id } = await client.next('speech', ({ from }) => from === 'runtime');
    client.send({ type: 'interrupt' });
    client.send({ type: 'spoken', id });
    await client.turn('yes');
    expect(await stateOf(approvalId)).toMatchObject({ state: 'awaiting_approval' });
  });

  test('takes no yes that comes later than right after the question, unless it asks again', async () => {
    const client = await world.open();
    await client.turn(PAY);
    const { approvalId } = await client.next('approval');
    const first = await client.next('speech', ({ from }) => from === 'runtime');
    await client.next('speech.end', (end) => end.id === first.id);
    client.plays = false;
    await client.turn('what was that');
    const again = await client.next('speech', ({ text }) => text === first.text);
    await client.next('speech.end', (end) => end.id === again.id);
    await client.turn('yes');
    expect(await stateOf(approvalId)).toMatchObject({ state: 'awaiting_approval' });
  });

  test('asks about two calls one after the other', async () => {
    const client = await world.open();
    await client.turn(`${PAY} and ${PAY.replace('ada', 'bob')}`);
    for (const name of ['ada', 'bob']) {
      const { id } = await client.next('speech', ({ text }) => text.includes(`${name}@example.com`));
      await client.next('speech.end', (end) => end.id === id);
      client.say(name === 'ada' ? 'yes' : 'no');
      expect(await client.next('approval.decided')).toMatchObject({ decision: name === 'ada' ? 'approve' : 'deny' });
    }
  });

  test('what cannot be read out whole is left to the screen', async () => {
    for (const note of ['x'.repeat(600), 'pay\u202Elater', 'аda']) {
      const client = await world.open();
      await client.turn(`call send_money ${JSON.stringify({ to: 'ada@example.com', amount: '1', note })}`);
      const { approvalId, byVoice } = await client.next('approval');
      expect(byVoice).toBe(false);
      const { id, text } = await client.next('speech', ({ from }) => from === 'runtime');
      expect(text).toContain('on your screen');
      await client.next('speech.end', (end) => end.id === id);
      await client.turn('yes');
      expect(await stateOf(approvalId)).toMatchObject({ state: 'awaiting_approval' });
      await world.hangUp();
    }
  });

  test('an agent can ask and never decide, whatever it says', async () => {
    const client = await world.open({ mode: 'voice' }, { token: world.chat.agentToken });
    await client.turn(PAY);
    const { approvalId, byVoice } = await client.next('approval');
    expect(byVoice).toBe(false);
    const { id } = await client.next('speech', ({ from }) => from === 'runtime');
    await client.next('speech.end', (end) => end.id === id);
    await client.turn('yes');
    expect(await stateOf(approvalId)).toMatchObject({ state: 'awaiting_approval' });
  });

  test('in writing a yes is only a word', async () => {
    const client = await world.open({ mode: 'text' });
    await client.turn(PAY);
    const { approvalId, byVoice } = await client.next('approval');
    expect(byVoice).toBe(false);
    await client.turn('yes');
    expect(await stateOf(approvalId)).toMatchObject({ state: 'awaiting_approval' });
  });

  test('in another language it asks and understands in that one', async () => {
    const client = await world.open({ mode: 'voice', language: 'de' });
    await client.turn(PAY);
    const { id, text } = await client.next('speech', ({ from }) => from === 'runtime');
    expect(text).toContain('Ich brauche Ihre Zustimmung');
    await client.next('speech.end', (end) => end.id === id);
    client.say('Ja.');
    expect(await client.next('approval.decided')).toMatchObject({ decision: 'approve' });
  });
});

test('R3: where spoken approval is switched off, everything waits for the screen', async () => {
  await using world = await openVoiceWorld((request) => obey(request), {
    write,
    config: 'voice: { spokenApproval: off }\n',
  });
  const client = await world.open();
  await client.turn(PAY);
  expect(await client.next('approval')).toMatchObject({ risk: 'medium', byVoice: false });
  const { id } = await client.next('speech', ({ from }) => from === 'runtime');
  await client.next('speech.end', (end) => end.id === id);
  await client.turn('yes');
  expect(await world.chat.approvals()).toHaveLength(1);
});

test('R3, R4: high risk is never decided by voice', async () => {
  const base = await mkdtemp(join(tmpdir(), 'voice-high-'));
  const model = await startScriptedModel({ script: (request) => obey(request) });
  const launch = defineTool({
    name: 'launch',
    description: 'Launches it.',
    input: z.strictObject({ what: z.string() }),
    output: z.strictObject({}),
    risk: 'high',
    sideEffects: 'writes',
    run: () => ({}),
  });
  let stores: RuntimeStores | undefined;
  const preset = { name: 'voice', description: '', tools: [launch], policy: '' };
  const capabilities = (opened: RuntimeStores) => {
    stores = opened;
    return () => ({});
  };
  const runtime = await openRuntime({ data: base, presets: [preset], capabilities, log: () => undefined });
  if (!stores) throw new Error('the runtime has no stores');
  const scripted = createModel({ name: 'script', provider: 'openai-compatible', model: 'scripted', url: model.url });
  const assistants = openAssistants({ runtime, models: { list: async () => ['script'], get: async () => scripted } });
  const voice = new VoiceSessions({
    preset: 'voice',
    runtime: () => runtime,
    assistants: async () => assistants,
    blocks: createVoiceBlockStore(stores),
    speech: undefined,
    spokenApproval: true,
    limits: { patienceMs: 1_000, idleMs: 60_000, lastTurnMs: 1_000 },
    keepEnd: async () => undefined,
    log: () => undefined,
  });
  const heard: SessionEvent[] = [];
  let session: LiveVoiceSession | undefined;
  const client: SessionClient = {
    send: (event) => {
      heard.push(event);
      if (event.type === 'speech.end') session?.played(event.id);
    },
    sendAudio: () => undefined,
    close: () => undefined,
  };
  try {
    const person: Principal = await runtime.directory.principal(OWNER, 'person', 'test');
    session = await voice.open(person, { mode: 'voice', language: 'en' }, client);
    const acting = {
      principal: person,
      preset: 'voice',
      mode: 'voice',
      conversationId: session?.conversation.id,
    } as const;
    expect(voice.find(acting)).toMatchObject({ clientId: OWNER, isActive: true });
    // Anyone can name a conversation; only their own is theirs.
    expect(voice.find({ ...acting, principal: { ...person, userId: 'other' } })).toBeUndefined();
    expect(voice.find({ ...acting, preset: 'workspace' })).toBeUndefined();
    const agent = await runtime.directory.principal(OWNER, 'agent', 'test');
    await expect(voice.lift(agent, OWNER)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(voice.lift({ ...person, role: 'user' }, OWNER)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await session?.say('call launch {"what":"it"}');
    await expect
      .poll(() => heard.find(({ type }) => type === 'approval'))
      .toMatchObject({ risk: 'high', byVoice: false });
    await expect
      .poll(() => heard.flatMap((event) => (event.type === 'speech' && event.from === 'runtime' ? [event.text] : [])))
      .toEqual([expect.stringContaining('high risk')]);
    await session?.say('yes');
    await session?.say('I approve it');
    const [waiting] = await runtime.approvals.list(person);
    expect(waiting).toMatchObject({ tool: 'launch', state: 'awaiting_approval' });
  } finally {
    await voice.close();
    await assistants.close();
    await runtime.close();
    await model.close();
    await rm(base, { recursive: true, force: true });
  }
});

/** A page whose example fits other arguments than those of the sample. */
function readDoc(): string {
  const page = readFileSync(new URL('../../../tools/validate-email/doc.md', import.meta.url), 'utf8');
  return page.replaceAll(/```json[\s\S]*?```/g, '```json\n{ "to": "ada@example.com", "amount": "12 euros" }\n```');
}
