/** OpenAI's own client talks to an assistant by way of /v1/responses. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { APIError } from 'openai';
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openChatWorld, type ChatWorld, type Play } from '../../support/worlds/chat-world.ts';

vi.setConfig({ testTimeout: 60_000 });

const model = 'workspace';
const echo: Play = ({ user, results }) => ({
  text: results.length > 0 ? `Heard: ${results[0]?.content.slice(0, 16)}` : `You said: ${user}`,
  usage: { input: 5, output: 2 },
});

let world: ChatWorld;
let openai: OpenAI;
beforeAll(async () => {
  world = await openChatWorld(echo);
  openai = new OpenAI({ apiKey: world.agentToken, baseURL: `${world.url}/v1`, maxRetries: 0 });
});
afterAll(() => world[Symbol.asyncDispose]());

const create = (more: Partial<ResponseCreateParamsNonStreaming>) => openai.responses.create({ model, ...more });
const roles = async (): Promise<string[]> => {
  const [{ id } = { id: '' }] = await world.conversations();
  return (await world.show(id)).messages.map(({ role }) => role);
};

describe('R19: a response', () => {
  test('comes whole, in the shape that clients read', async () => {
    world.play = echo;
    const response = await create({ input: 'hello', metadata: { topic: 'greeting' }, temperature: 1, store: true });
    expect(response).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response',
      status: 'completed',
      error: null,
      model,
      output_text: 'You said: hello',
      output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text' }] }],
      usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
      metadata: { topic: 'greeting' },
    });
  });

  test('comes as events in the order of OpenAI’s, numbered', async () => {
    world.play = echo;
    const stream = await openai.responses.create({ model, input: 'stream this', stream: true });
    const events = [];
    for await (const event of stream) events.push(event);
    const types = events.map(({ type }) => type);
    expect(types.filter((type, at) => type !== types[at - 1])).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    const text = events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
    expect(text).toBe('You said: stream this');
    expect(events.at(-1)).toMatchObject({ response: { status: 'completed', usage: { total_tokens: 7 } } });
  });

  test('follows another by its id, and goes back without touching what came after', async () => {
    world.play = echo;
    const first = await create({ input: 'one' });
    const second = await create({ input: 'two', previous_response_id: first.id });
    expect(second.previous_response_id).toBe(first.id);
    expect(await roles()).toEqual(['user', 'assistant', 'user', 'assistant']);
    const [{ id } = { id: '' }] = await world.conversations();
    await create({ input: 'another two', previous_response_id: first.id });
    expect((await world.show(id)).messages).toHaveLength(4);
    const branch = world.model.requests.at(-1)?.body['messages'] as { content: string }[];
    expect(branch.slice(1).map(({ content }) => content)).toEqual(['one', 'You said: one', 'another two']);
    await create({ input: 'three', previous_response_id: second.id });
    expect((await world.show(id)).messages).toHaveLength(6);
  });

  test('goes on with a conversation that is named', async () => {
    world.play = echo;
    const id = await world.begin();
    const response = await create({ input: 'in here', conversation: id });
    expect(response.conversation).toEqual({ id });
    await create({ input: 'and again', conversation: { id } });
    expect((await world.show(id)).messages).toHaveLength(4);
  });

  test('takes a list of items: instructions, what was said, and references to answers', async () => {
    world.play = echo;
    const first = await create({
      instructions: 'Be kind.',
      input: [
        { role: 'developer', content: 'Be short.' },
        { role: 'user', content: [{ type: 'input_text', text: 'one' }] },
      ],
    });
    const sent = world.model.requests.at(-1)?.body['messages'] as { content: string }[];
    expect(sent[0]?.content).toMatch(/acts through tools[\s\S]*Be kind\.\n\nBe short\./);
    await create({
      input: [
        { role: 'user', content: 'one' },
        { type: 'item_reference', id: first.output[0]?.id ?? '' },
        { role: 'user', content: 'two' },
      ],
    });
    expect(await roles()).toEqual(['user', 'assistant', 'user', 'assistant']);
    await create({
      input: [
        { role: 'user', content: 'told elsewhere' },
        { role: 'assistant', content: 'by another' },
        { role: 'user', content: 'go on' },
      ],
    });
    expect(await roles()).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect((await world.conversations())[0]?.title).toBe('go on');
  });
});

describe('R5, R20: a call that waits', () => {
  test('is said in the response, and its outcome before the one that follows', async () => {
    world.play = (request) =>
      request.user.startsWith('delete') && request.results.length === 0
        ? { calls: [{ name: 'delete_file', args: { path: 'a.txt' } }] }
        : echo(request);
    await writeFile(join(world.workspace, 'a.txt'), 'x');
    const first = await create({ input: 'delete it' });
    expect(first.output_text).toMatch(/^Waiting for your approval:\n- Delete "a.txt" \(1 bytes\): http/);
    const [{ id } = { id: '' }] = await world.approvals();
    await world.decide(id, { decision: 'approve' });
    await expect.poll(roles).toEqual(['user', 'assistant', 'tool', 'assistant']);
    const next = await create({ input: 'thanks', previous_response_id: first.id });
    expect(next.output_text).toBe('Heard: {"success":true,\n\nYou said: thanks');
  });
});

describe('R19: what cannot be done', () => {
  test.each<[string, number, object]>([
    ['background', 400, { background: true }],
    ['text.format', 400, { text: { format: { type: 'json_schema', name: 'x', schema: {} } } }],
    ['tool_choice', 400, { tool_choice: 'required' }],
    ['conversation', 400, { conversation: 'a', previous_response_id: 'resp_b' }],
    ['conversation', 404, { conversation: 'nobody' }],
    ['previous_response_id', 404, { previous_response_id: 'resp_unknown' }],
    [
      'input[0]',
      400,
      {
        input: [
          { type: 'item_reference', id: 'msg_unknown' },
          { role: 'user', content: 'x' },
        ],
      },
    ],
    ['input[0].type', 400, { input: [{ type: 'function_call_output', call_id: 'x', output: 'y' }] }],
    ['input[0].content[0].type', 400, { input: [{ role: 'user', content: [{ type: 'input_image' }] }] }],
    ['input', 400, { input: 7 }],
    ['model', 404, { model: 'nobody' }],
  ])('is refused by the name of its parameter: %s (%i)', async (param, status, more) => {
    const error = await create({ input: 'hi', ...more }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status, param, type: 'invalid_request_error' });
  });

  test('a model that fails after the status was sent ends the stream with its failure', async () => {
    world.play = () => ({ stall: 6_000, status: 401 });
    const stream = await openai.responses.create({ model, input: 'slow failure', stream: true });
    const types: string[] = [];
    const told = await (async () => {
      for await (const event of stream) types.push(event.type);
    })().then(
      () => 'ended',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
    expect([...types, told].join(' ')).toMatch(/response\.created .*(response\.failed|failed)/s);
  });
});
