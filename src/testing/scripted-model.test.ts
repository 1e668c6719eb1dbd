import OpenAI from 'openai';
import { afterEach, describe, expect, test } from 'vitest';

import { parseScript, startScriptedModel, type ScriptedModel, type ScriptedModelOptions } from './scripted-model.ts';

type Messages = OpenAI.ChatCompletionMessageParam[];

let model: ScriptedModel;
afterEach(() => model.close());

async function start(script: ScriptedModelOptions['script'], options: Partial<ScriptedModelOptions> = {}) {
  model = await startScriptedModel({ script, ...options });
  return new OpenAI({ baseURL: model.url, apiKey: options.key ?? 'none', maxRetries: 0 });
}

const say = (text: string): Messages => [{ role: 'user', content: text }];
const tool = (name: string, parameters: Record<string, unknown> = { type: 'object', properties: {} }) => ({
  type: 'function' as const,
  function: { name, parameters },
});

async function streamed(client: OpenAI, messages: Messages = say('go')) {
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  const stream = await client.chat.completions.create({
    model: 'any',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}
const textIn = (chunks: OpenAI.ChatCompletionChunk[]): string =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');

describe('a chat completion', () => {
  test('is whole or comes in pieces, with the same content', async () => {
    const turn = { text: 'Grüße an Zoë 👩‍👩‍👧 und alle', usage: { input: 7, output: 9 }, repeat: 2 };
    const client = await start([turn]);
    const whole = await client.chat.completions.create({ model: 'any', messages: say('go') });
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: turn.text } });
    const chunks = await streamed(client);
    expect(textIn(chunks)).toBe(turn.text);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 9 });
  });

  test('asks for calls in parallel, arguments in pieces, broken ones as they are', async () => {
    const client = await start([
      {
        text: 'Looking.',
        calls: [
          { name: 'read_file', args: { path: 'a.txt' } },
          { name: 'read_file', args: '{"path": ' },
          { name: 'no such', id: 'own', args: {} },
        ],
      },
    ]);
    const stream = client.chat.completions.stream({ model: 'any', messages: say('go') });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.finish_reason).toBe('tool_calls');
    expect(final.choices[0]?.message.tool_calls).toMatchObject([
      { id: 'call_1', function: { name: 'read_file', arguments: '{"path":"a.txt"}' } },
      { id: 'call_2', function: { name: 'read_file', arguments: '{"path": ' } },
      { id: 'own', function: { name: 'no such', arguments: '{}' } },
    ]);
  });

  test('keeps characters whole though the bytes are cut anywhere', async () => {
    const text = '😀é漢字'.repeat(20);
    const client = await start([{ text, bytes: 3 }]);
    expect(textIn(await streamed(client))).toBe(text);
  });
});

describe('the turns', () => {
  const answered = (id: string, content: string): Messages => [
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: id, content },
  ];
  const ask = async (client: OpenAI, messages: Messages) =>
    (await client.chat.completions.create({ model: 'any', messages })).choices[0]?.message.content;

  test('are played in order, each as often as it says, and then no more', async () => {
    const client = await start([{ text: 'one', repeat: 2 }, { text: 'two' }]);
    expect([await ask(client, say('x')), await ask(client, say('x')), await ask(client, say('x'))]).toEqual([
      'one',
      'one',
      'two',
    ]);
    await expect(ask(client, say('x'))).rejects.toThrow('400 The script has no turn for request 4.');
    expect(model.requests.map(({ refused }) => refused)).toEqual([undefined, undefined, undefined, expect.any(String)]);
  });

  test('are found by what was said last', async () => {
    const client = await start([
      { when: 'weather', text: 'sun', repeat: 'always' },
      { when: '/^not f.und/i', text: 'a result' },
      { when: { user: 'weather', tool: 'rain' }, text: 'both' },
      { when: /hel+o/, text: 'hi' },
      { text: 'anything' },
    ]);
    expect(await ask(client, say('hellllo'))).toBe('hi');
    expect(await ask(client, [...say('the weather?'), ...answered('a', 'Not found: x')])).toBe('a result');
    expect(await ask(client, [...say('the weather?'), ...answered('a', 'rain')])).toBe('both');
    expect(await ask(client, say('the weather?'))).toBe('sun');
    expect(await ask(client, say('the weather?'))).toBe('sun');
    expect(await ask(client, say('else'))).toBe('anything');
  });

  test('can be a function, which gets the request', async () => {
    const client = await start(({ number, user, results, tools }) => ({
      text: JSON.stringify({ number, user, results, tools }),
    }));
    const messages = [...say('go'), ...answered('a', 'rain')];
    const { choices } = await client.chat.completions.create({ model: 'm', messages, tools: [tool('look')] });
    expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({
      number: 1,
      user: 'go',
      results: [{ id: 'a', content: 'rain' }],
      tools: ['look'],
    });
  });

  test('of a file are read, and a wrong key is named', async () => {
    const { turns } = await parseScript('- text: hi\n- { when: bye, calls: [{ name: leave }], stall: { after: 2 } }');
    expect(turns).toMatchObject([{ text: 'hi' }, { when: 'bye', calls: [{ name: 'leave', args: {} }] }]);
    await expect(parseScript('turns: [{ txt: hi }]')).rejects.toThrow('turns.0');
    await expect(startScriptedModel({ script: [{ repeat: 0 }] })).rejects.toThrow('turns.0.repeat');
    model = await startScriptedModel({ script: [] });
  });
});

describe('faults', () => {
  test('an error comes with its status, headers and words', async () => {
    const client = await start([
      { status: 429, headers: { 'retry-after': '3' }, error: { message: 'slow down' } },
      { status: 500 },
    ]);
    await expect(streamed(client)).rejects.toMatchObject({ status: 429, message: '429 slow down' });
    await expect(streamed(client)).rejects.toMatchObject({ status: 500 });
  });

  test('a stream breaks off with an error', async () => {
    const client = await start([{ text: 'so far', error: { message: 'overloaded' } }]);
    await expect(streamed(client)).rejects.toThrow('overloaded');
  });

  test('the connection is dropped after so many chunks', async () => {
    const client = await start([
      { text: 'a long enough answer', disconnect: 3 },
      { text: 'x', disconnect: 0 },
    ]);
    const got: unknown[] = [];
    const stream = await client.chat.completions.create({ model: 'any', messages: say('go'), stream: true });
    await expect(
      (async () => {
        for await (const chunk of stream) got.push(chunk);
      })(),
    ).rejects.toThrow();
    expect(got).toHaveLength(3);
    expect(await model.requests[0]?.ended).toBe('cut');
    await expect(streamed(client)).rejects.toThrow('Connection error');
  });

  test('a silence lasts until the client leaves, and that is seen', async () => {
    const client = await start([{ text: 'a long enough answer', stall: { after: 2 } }]);
    const stream = await client.chat.completions.create({ model: 'any', messages: say('go'), stream: true });
    let seen = 0;
    for await (const _ of stream) {
      seen += 1;
      if (seen === 2) break;
    }
    expect(await model.requests[0]?.ended).toBe('left');
  });

  test('a silence that passes delays the answer, and closing ends one that does not', async () => {
    const client = await start([{ text: 'late', stall: 20, delay: 1 }, { stall: {} }]);
    expect(textIn(await streamed(client))).toBe('late');
    const closing = async () => {
      await expect.poll(() => model.requests.length).toBe(2);
      await model.close();
    };
    const [ended] = await Promise.allSettled([streamed(client), closing()]);
    expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'Connection error.' } });
    await start([]);
  });

  test('a key that is not borne and a model that is not there are refused', async () => {
    const client = await start({ models: ['one', 'two'], turns: [{ text: 'x' }] }, { key: 'the-right-one' });
    const stranger = new OpenAI({ baseURL: model.url, apiKey: 'a-wrong-one', maxRetries: 0 });
    await expect(streamed(stranger)).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    await expect(streamed(client)).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['one', 'two']);
  });
});

describe('what OpenAI refuses is refused', () => {
  const called = (...ids: string[]) => ({
    role: 'assistant',
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
  });
  const result = (id: string, content: unknown = 'x') => ({ role: 'tool', tool_call_id: id, content });
  const hello = { role: 'user', content: 'go' };

  test.each([
    ['no messages', [], "'messages'"],
    ['an unknown role', [{ role: 'robot', content: 'x' }], 'messages[0].role'],
    ['a call without a result', [hello, called('a', 'b'), result('a'), hello], 'b'],
    ['a call without a result at the end', [hello, called('a')], 'a'],
    ['a result without a call', [hello, result('a')], 'messages[1].tool_call_id'],
    ['a result that comes twice', [hello, called('a'), result('a'), result('a')], 'messages[3].tool_call_id'],
    ['a result that is no text', [hello, called('a'), result('a', { ok: true })], 'messages[2].content'],
    ['the same id twice', [hello, called('a', 'a'), result('a')], 'messages[1].tool_calls'],
    ['an empty list of calls', [hello, { role: 'assistant', content: 'x', tool_calls: [] }], 'messages[1].tool_calls'],
    ['an assistant that said nothing', [hello, { role: 'assistant', content: null }], 'messages[1].content'],
    [
      'a call under a name that is none',
      [
        hello,
        { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'a b', arguments: '' } }] },
        result('a'),
      ],
      'messages[1].tool_calls[0].function.name',
    ],
    [
      'arguments that are no text',
      [
        hello,
        { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'a', arguments: {} } }] },
        result('a'),
      ],
      'messages[1].tool_calls[0].function.arguments',
    ],
  ])('%s', async (_, messages, named) => {
    const client = await start([{ text: 'x' }]);
    const asking = client.chat.completions.create({ model: 'any', messages: messages as Messages });
    await expect(asking).rejects.toMatchObject({ status: 400, type: 'invalid_request_error' });
    await expect(asking).rejects.toThrow(named);
  });

  test.each([
    ['a name with a dot', [tool('files.read')], 'tools[0].function.name'],
    ['a name that is too long', [tool('x'.repeat(65))], '64'],
    ['the same name twice', [tool('a'), tool('a')], 'twice'],
    ['too many tools', Array.from({ length: 129 }, (_, at) => tool(`t${at}`)), '129'],
    ['parameters that are no object', [tool('a', { type: 'string' })], 'type "object"'],
    ['a choice at the root', [tool('a', { type: 'object', properties: {}, anyOf: [] })], 'anyOf'],
    ['an object without properties', [tool('a', { type: 'object' })], 'no properties'],
    [
      'a list of anything',
      [tool('a', { type: 'object', properties: { list: { anyOf: [{ type: 'array' }] } } })],
      "'/list'",
    ],
  ])('%s', async (_, tools, named) => {
    const client = await start([{ text: 'x' }]);
    const asking = client.chat.completions.create({ model: 'any', messages: say('go'), tools });
    await expect(asking).rejects.toMatchObject({ status: 400 });
    await expect(asking).rejects.toThrow(named);
  });

  test('128 tools with proper names are taken', async () => {
    const client = await start([{ text: 'x' }]);
    const tools = Array.from({ length: 128 }, (_, at) => tool(`tool-${at}_${'x'.repeat(50)}`));
    await client.chat.completions.create({ model: 'any', messages: say('go'), tools });
    expect(model.requests[0]?.tools).toHaveLength(128);
  });
});
