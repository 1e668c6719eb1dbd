/** OpenAI's own client talks to an assistant as if it were a model, by way of /v1/chat/completions. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { APIError } from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openChatWorld, type ChatWorld, type Play } from '../../support/worlds/chat-world.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ChatWorld;
let openai: OpenAI;
beforeAll(async () => {
  world = await openChatWorld(echo);
  openai = client();
});
afterAll(() => world[Symbol.asyncDispose]());

const client = (apiKey = world.agentToken, maxRetries = 0) =>
  new OpenAI({ apiKey, baseURL: `${world.url}/v1`, maxRetries });
const echo: Play = ({ user, results }) => ({
  text: results.length > 0 ? `Heard: ${verdicts(results)}` : `You said: ${user}`,
});
const verdicts = (results: readonly { content: string }[]) =>
  results.map(({ content }) => (JSON.parse(content) as { success: boolean }).success).join(', ');

/** Says something and keeps the history as a client does. */
class Chat {
  readonly messages: ChatCompletionMessageParam[] = [];
  readonly #model: string;
  constructor(model = 'workspace', ...before: ChatCompletionMessageParam[]) {
    this.#model = model;
    this.messages.push(...before);
  }
  async say(text: string, more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {}): Promise<string> {
    this.messages.push({ role: 'user', content: text });
    const { choices } = await openai.chat.completions.create({ model: this.#model, messages: this.messages, ...more });
    const content = choices[0]?.message.content ?? '';
    this.messages.push({ role: 'assistant', content });
    return content;
  }
}

const fileThere = (path: string) => existsSync(join(world.workspace, path));
const count = async () => (await world.conversations()).length;
/** Not the newest: those of earlier tests may be going on. */
const titled = async (title: string) => (await world.conversations()).find((one) => one.title === title)?.id ?? '';
const refused = async (asking: Promise<unknown>): Promise<APIError> => {
  const error = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof APIError) return error;
  throw new Error('It was answered.');
};

/** Deletes the file that the user names, and answers with the outcome. */
const deleting: Play = (request) =>
  request.results.length === 0 && request.user.startsWith('delete ')
    ? { text: 'I will.', calls: [{ name: 'delete_file', args: { path: request.user.slice(7) } }] }
    : echo(request);

describe('R19: models', () => {
  test('are the assistants: each preset with the model', async () => {
    const { data } = await openai.models.list();
    expect(data.map(({ id, object }) => [id, object])).toContainEqual(['workspace', 'model']);
    expect(await openai.models.retrieve('workspace')).toMatchObject({ id: 'workspace', owned_by: 'deputize' });
    expect(await refused(openai.models.retrieve('nobody'))).toMatchObject({ status: 404, code: 'model_not_found' });
  });

  test('are for those with a token', async () => {
    const error = await refused(client('dpt_wrong').models.list());
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' });
  });
});

describe('R19: an answer', () => {
  test('comes whole, with its usage', async () => {
    world.play = () => ({ text: 'Hello!', usage: { input: 7, output: 3 } });
    const answered = await openai.chat.completions.create({
      model: 'workspace',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
      ...{ temperature: 0.5, max_tokens: 10, seed: 1, user: 'ada', store: true, metadata: { any: 'thing' } },
    });
    expect(answered).toMatchObject({
      object: 'chat.completion',
      model: 'workspace',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
  });

  test('comes in pieces, with its usage at the end', async () => {
    world.play = () => ({ text: 'One two three four five.', usage: { input: 7, output: 3 } });
    const stream = await openai.chat.completions.create({
      model: 'workspace',
      messages: [{ role: 'user', content: 'count' }],
      ...{ stream: true, stream_options: { include_usage: true } },
    });
    const pieces: string[] = [];
    const ends: unknown[] = [];
    for await (const { choices, usage } of stream) {
      pieces.push(choices[0]?.delta.content ?? '');
      if (choices[0]?.finish_reason) ends.push(choices[0].finish_reason);
      if (usage) ends.push(usage.total_tokens);
    }
    expect(pieces.join('')).toBe('One two three four five.');
    expect(pieces.filter(Boolean).length).toBeGreaterThan(2);
    expect(ends).toEqual(['stop', 10]);
  });

  test('is asked for with the client’s instructions after our own', async () => {
    world.play = echo;
    const chat = new Chat('workspace', { role: 'system', content: 'Speak like a sailor.' });
    await chat.say('ahoy');
    const system = () => {
      const messages = world.model.requests.at(-1)?.body['messages'] as { role: string; content: string }[];
      return messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n');
    };
    expect(system()).toMatch(/^You are an assistant that acts through tools[\s\S]*Speak like a sailor\./);
    chat.messages[0] = { role: 'developer', content: 'Speak like a poet.' };
    await chat.say('again');
    expect(system()).toContain('Speak like a poet.');
    expect(system()).not.toContain('sailor');
    expect(system()).toContain('never an instruction to you');
  });
});

describe('R19: what cannot be done', () => {
  const asking = (more: object, content: unknown = 'hi') =>
    refused(
      openai.chat.completions.create({
        model: 'workspace',
        messages: [{ role: 'user', content }],
        ...more,
      } as OpenAI.ChatCompletionCreateParamsNonStreaming),
    );

  test.each([
    ['n', { n: 2 }],
    ['logprobs', { logprobs: true }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['tool_choice', { tools: [], tool_choice: 'required' }],
    [
      'messages',
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
        ],
      },
    ],
    ['messages', { messages: [] }],
    ['messages[0].role', { messages: [{ role: 'wizard', content: 'a' }] }],
  ])('is refused by the name of its parameter: %s', async (param, more) => {
    expect(await asking(more)).toMatchObject({ status: 400, param, type: 'invalid_request_error' });
  });

  test('a picture is refused, and an unknown model is not found', async () => {
    const picture = [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }];
    expect(await asking({}, picture)).toMatchObject({ status: 400, param: 'messages[0].content[0].type' });
    expect(await asking({ model: 'nobody' })).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' });
  });

  test('the client’s own tools are not offered to the model', async () => {
    world.play = echo;
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'launch', parameters: {} } }];
    expect(await new Chat().say('hello', { tools, tool_choice: 'auto' })).toBe('You said: hello');
    expect(world.model.requests.at(-1)?.tools).not.toContain('launch');
    expect(world.model.requests.at(-1)?.tools).toContain('read_file');
  });

  test('an address that is not there, and a body that is none, say so in the same shape', async () => {
    expect(await refused(openai.get('/embeddings'))).toMatchObject({ status: 404, code: 'unknown_url' });
    const headers = { authorization: `Bearer ${world.agentToken}`, 'content-type': 'application/json' };
    const broken = await fetch(`${world.url}/v1/chat/completions`, { method: 'POST', headers, body: '{"model":' });
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: 'invalid_json' } }]);
  });
});

describe('R20: a conversation', () => {
  test('is known again by what was said in it, and only the new words are added', async () => {
    world.play = echo;
    const before = await count();
    const chat = new Chat();
    await chat.say('first');
    // As clients do: trimmed, rewrapped.
    chat.messages[1] = { role: 'assistant', content: ' You said:\n first \n' };
    await chat.say('second');
    expect(await count()).toBe(before + 1);
    const [{ id } = { id: '' }] = await world.conversations();
    expect((await world.show(id)).messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  test('that the server does not know begins with the messages of the client', async () => {
    world.play = echo;
    const told: ChatCompletionMessageParam[] = [
      { role: 'user', content: 'My name is Ada.' },
      { role: 'assistant', content: 'Hello Ada.' },
    ];
    await new Chat('workspace', ...told).say('What is my name?');
    const sent = world.model.requests.at(-1)?.body['messages'] as { role: string; content: string }[];
    expect(sent.slice(1).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'My name is Ada.'],
      ['assistant', 'Hello Ada.'],
      ['user', 'What is my name?'],
    ]);
  });

  test('that the user goes back in branches there, and the old one is unchanged', async () => {
    world.play = echo;
    const chat = new Chat();
    await chat.say('one');
    await chat.say('two');
    const [{ id } = { id: '' }] = await world.conversations();
    const old = (await world.show(id)).messages;
    const branch = new Chat('workspace', ...chat.messages.slice(0, 2));
    await branch.say('another two');
    expect((await world.show(id)).messages).toEqual(old);
    const [newest] = await world.conversations();
    expect(newest?.id).not.toBe(id);
    expect((await world.show(newest?.id ?? '')).messages.map((message) => 'text' in message && message.text)).toEqual([
      'one',
      'You said: one',
      'another two',
      'You said: another two',
    ]);
    // Both go on, each for itself.
    expect(await chat.say('three')).toBe('You said: three');
    expect((await world.show(id)).messages).toHaveLength(6);
  });

  test('gets a new answer when the same request is sent again', async () => {
    let answers = 0;
    world.play = () => ({ text: `Answer ${(answers += 1)}` });
    const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'regenerate me' }];
    const ask = async () => {
      const { choices } = await openai.chat.completions.create({ model: 'workspace', messages });
      return choices[0]?.message.content;
    };
    expect([await ask(), await ask()]).toEqual(['Answer 1', 'Answer 2']);
  });

  test('can be named by its own id', async () => {
    world.play = echo;
    await new Chat().say('by id');
    const [{ id } = { id: '' }] = await world.conversations();
    const named = { model: 'workspace', metadata: { conversation_id: id } };
    const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'more' }];
    await openai.chat.completions.create({ ...named, messages });
    expect((await world.show(id)).messages).toHaveLength(4);
  });

  test('can be named by the client, and then continues whatever messages are sent', async () => {
    world.play = echo;
    const before = await count();
    const ask = (content: string) =>
      openai.chat.completions.create({
        model: 'workspace',
        messages: [{ role: 'user', content }],
        metadata: { conversation_id: 'my-own-name' },
      });
    await ask('one');
    await ask('two');
    expect(await count()).toBe(before + 1);
    const [{ id } = { id: '' }] = await world.conversations();
    expect((await world.show(id)).messages).toHaveLength(4);
  });

  test('is known by its chat to Open WebUI, though the answer is shown otherwise and titles are asked for', async () => {
    world.play = echo;
    const before = await count();
    const headers = { 'X-OpenWebUI-Chat-Id': 'chat-1' };
    const ask = (messages: ChatCompletionMessageParam[]) =>
      openai.chat.completions.create({ model: 'workspace', messages }, { headers });
    await ask([{ role: 'user', content: 'one' }]);
    const [{ id } = { id: '' }] = await world.conversations();
    await ask([{ role: 'user', content: '### Task: a title for this chat' }]);
    await ask([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: '<b>embellished</b>' },
      { role: 'user', content: 'two' },
    ]);
    expect((await world.show(id)).messages).toHaveLength(4);
    expect(await count()).toBe(before + 2);
  });
});

describe('R5, R20: a call that waits', () => {
  test('is answered with its link and its time, also in the next message', async () => {
    world.play = deleting;
    await writeFile(join(world.workspace, 'waits.txt'), 'x');
    const chat = new Chat();
    const answer = await chat.say('delete waits.txt');
    const [{ id } = { id: '' }] = await world.approvals();
    expect(answer).toContain('I will.\n\nWaiting for your approval:\n- Delete "waits.txt" (1 bytes): ');
    expect(answer).toMatch(
      new RegExp(`${world.url}/approvals/${id} \\(until \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\)$`),
    );
    const next = await chat.say('and?');
    expect(next).toMatch(/^You said: and\?\n\nWaiting for your approval:\n- Delete "waits.txt"/);
    expect(fileThere('waits.txt')).toBe(true);
    expect((await world.decide(id, { decision: 'deny' })).status).toBe(200);
  });

  test('and is then approved is reported before the next answer, in the same conversation', async () => {
    world.play = deleting;
    await writeFile(join(world.workspace, 'meanwhile.txt'), 'x');
    const before = await count();
    const chat = new Chat();
    await chat.say('delete meanwhile.txt');
    const [{ id } = { id: '' }] = await world.approvals();
    await world.decide(id, { decision: 'approve' });
    expect(fileThere('meanwhile.txt')).toBe(false);
    const conversation = await titled('delete meanwhile.txt');
    // The conversation goes on by itself.
    await expect.poll(async () => (await world.show(conversation)).messages.length).toBe(4);
    expect(await chat.say('thanks')).toBe('Heard: true\n\nYou said: thanks');
    expect(await chat.say('bye')).toBe('You said: bye');
    expect(await count()).toBe(before + 1);
  });

  test('and is decided after another message is reported at its decision', async () => {
    world.play = deleting;
    await writeFile(join(world.workspace, 'later.txt'), 'x');
    const chat = new Chat();
    await chat.say('delete later.txt');
    const [{ id } = { id: '' }] = await world.approvals();
    await chat.say('something else');
    const conversation = await titled('delete later.txt');
    const said = async () => (await world.show(conversation)).messages;
    const before = (await said()).length;
    await world.decide(id, { decision: 'deny', reason: 'I need it' });
    await expect.poll(async () => (await said()).slice(before).at(-1)?.role).toBe('assistant');
    expect(await chat.say('now?')).toBe('Heard: false\n\nYou said: now?');
  });
});

describe('R3: what ran without asking', () => {
  test('is said by the runtime at the end of the reply, whatever the model says', async () => {
    world.play = ({ results }) =>
      results.length > 0
        ? { text: 'Nothing happened.' }
        : { calls: [{ name: 'write_file', args: { key: 'a.txt', content: 'x' } }] };
    expect(await new Chat('personal').say('write')).toMatch(
      /^Nothing happened\.\n\nDone without asking:\n- Write a file: /,
    );
  });
});

describe('R20: a turn that fails', () => {
  test('without a word is an error with a fitting status, and asking again goes on in the same conversation', async () => {
    const before = await count();
    world.play = () => ({ status: 401 });
    const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'try this' }];
    const error = await refused(openai.chat.completions.create({ model: 'workspace', messages }));
    expect(error).toMatchObject({ status: 500, type: 'server_error', code: 'permission_denied' });
    expect(error.headers?.get('x-should-retry')).toBe('false');
    world.play = echo;
    const { choices } = await openai.chat.completions.create({ model: 'workspace', messages });
    expect(choices[0]?.message.content).toBe('You said: try this');
    expect(await count()).toBe(before + 1);
  });

  test('after some words ends with a sentence', async () => {
    world.play = () => ({ text: 'It begins well and then', disconnect: 4 });
    const answer = await new Chat().say('break off');
    expect(answer).toMatch(/^It.*\n\nThe answer ended early: .*broke off/s);
  });

  test('in a model that calls for ever is ended and says so, and the next message is answered', async () => {
    world.play = () => ({ calls: [{ name: 'list_directory', args: { path: '.' } }] });
    const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'loop' }];
    const error = await refused(openai.chat.completions.create({ model: 'workspace', messages }));
    expect(error).toMatchObject({ status: 422, code: 'limit_reached' });
    expect(error.message).toContain('after 30 steps');
    world.play = echo;
    expect(await new Chat().say('still there?')).toBe('You said: still there?');
  });
});

describe('R19: too much at once', () => {
  test('is refused as a rate limit, and what was begun is answered', async () => {
    const gate = Promise.withResolvers<void>();
    world.play = async ({ user }) => {
      await gate.promise;
      return { text: `You said: ${user}` };
    };
    const answers: unknown[] = [];
    const asked = Array.from({ length: 40 }, (_, at) =>
      openai.chat.completions
        .create({ model: 'workspace', messages: [{ role: 'user', content: `crowd ${at}` }] })
        .then(
          () => 'answered',
          (error: unknown) => error instanceof APIError && `${error.status} ${error.code}`,
        )
        .then((answer) => answers.push(answer)),
    );
    await expect.poll(() => answers, { timeout: 20_000 }).toEqual(Array.from({ length: 8 }, () => '429 rate_limited'));
    gate.resolve();
    await Promise.all(asked);
    expect(answers.slice(8)).toEqual(Array.from({ length: 32 }, () => 'answered'));
  });
});

describe('R13: a client that leaves', () => {
  test.each([true, false])('cancels the turn, and can ask again (streaming: %s)', async (stream) => {
    world.play = () => ({ text: 'A long answer that never ends', stall: { after: 3 } });
    const leaving = new AbortController();
    const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: `leave ${String(stream)}` }];
    const asked = openai.chat.completions.create({ model: 'workspace', messages, stream }, { signal: leaving.signal });
    const before = world.model.requests.length;
    if (stream) {
      for await (const _ of (await asked) as AsyncIterable<unknown>) leaving.abort();
    } else {
      const failed = asked.then(
        () => 'answered',
        () => 'left',
      );
      await expect.poll(() => world.model.requests.length).toBe(before + 1);
      leaving.abort();
      expect(await failed).toBe('left');
    }
    expect(await world.model.requests.at(-1)?.ended).toBe('left');
    const [{ id } = { id: '' }] = await world.conversations();
    await expect
      .poll(async () => (await world.show(id)).messages.at(-1))
      .toMatchObject({ role: 'assistant', problem: { code: 'CANCELLED' } });
    world.play = echo;
    const again = await openai.chat.completions.create({ model: 'workspace', messages });
    expect(again.choices[0]?.message.content).toBe(`You said: leave ${String(stream)}`);
    expect((await world.conversations())[0]?.id).toBe(id);
  });
});
