/** The AI SDK talks to an assistant, by both of OpenAI's ways. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText, type LanguageModel, type ModelMessage } from 'ai';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openChatWorld, type ChatWorld } from '../../support/worlds/chat-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ChatWorld;
beforeAll(async () => {
  world = await openChatWorld(({ user, results }) => {
    if (results.length > 0) return { text: 'It is done.' };
    if (user.startsWith('delete ')) return { calls: [{ name: 'delete_file', args: { path: user.slice(7) } }] };
    return { text: `You said: ${user}`, usage: { input: 5, output: 2 } };
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const WAYS: readonly [string, () => LanguageModel][] = [
  [
    'openai-compatible',
    () =>
      createOpenAICompatible({ name: 'deputize', baseURL: `${world.url}/v1`, apiKey: world.agentToken })('workspace'),
  ],
  ['openai responses', () => createOpenAI({ baseURL: `${world.url}/v1`, apiKey: world.agentToken })('workspace')],
  ['openai chat', () => createOpenAI({ baseURL: `${world.url}/v1`, apiKey: world.agentToken }).chat('workspace')],
];

describe.each(WAYS)('R15, R19: %s', (name, model) => {
  test('asks for a text, whole and in pieces', async () => {
    const whole = await generateText({ model: model(), prompt: `hello ${name}` });
    expect(whole.text).toBe(`You said: hello ${name}`);
    expect(whole.usage).toMatchObject({ inputTokens: 5, outputTokens: 2 });
    const { textStream, finishReason } = streamText({ model: model(), prompt: `pieces ${name}` });
    const pieces: string[] = [];
    for await (const piece of textStream) pieces.push(piece);
    expect(pieces.join('')).toBe(`You said: pieces ${name}`);
    expect(pieces.length).toBeGreaterThan(2);
    expect(await finishReason).toBe('stop');
  });

  test('holds one conversation, which reports a call approved between messages', async () => {
    const path = `${name.replace(' ', '-')}.txt`;
    await writeFile(join(world.workspace, path), 'x');
    const before = (await world.conversations()).length;
    const messages: ModelMessage[] = [];
    const say = async (content: string): Promise<string> => {
      messages.push({ role: 'user', content });
      const { text, response } = await generateText({ model: model(), messages });
      messages.push(...response.messages);
      return text;
    };
    expect(await say(`delete ${path}`)).toContain(`Waiting for your approval:\n- Delete "${path}"`);
    const [{ id } = { id: '' }] = await world.approvals();
    await world.decide(id, { decision: 'approve' });
    expect(existsSync(join(world.workspace, path))).toBe(false);
    // The conversation goes on by itself.
    const [{ id: conversation } = { id: '' }] = await world.conversations();
    await expect.poll(async () => (await world.show(conversation)).messages.length).toBe(4);
    expect(await say('and?')).toBe('It is done.\n\nYou said: and?');
    expect(await say('bye')).toBe('You said: bye');
    expect((await world.conversations()).length).toBe(before + 1);
  });

  test('reads our errors', async () => {
    const wrong = createOpenAICompatible({ name: 'd', baseURL: `${world.url}/v1`, apiKey: 'wrong' })('workspace');
    await expect(generateText({ model: wrong, prompt: 'x', maxRetries: 0 })).rejects.toMatchObject({ statusCode: 401 });
  });
});
