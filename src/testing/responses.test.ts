import OpenAI from 'openai';
import { afterEach, describe, expect, test } from 'vitest';

import { startScriptedModel, type ScriptedModel, type ScriptedModelOptions } from './scripted-model.ts';

type Input = OpenAI.Responses.ResponseInputItem[];

let model: ScriptedModel;
afterEach(() => model.close());

async function start(script: ScriptedModelOptions['script']) {
  model = await startScriptedModel({ script });
  return new OpenAI({ baseURL: model.url, apiKey: 'none', maxRetries: 0 });
}

const turn = {
  reasoning: 'Two files are wanted.',
  text: 'Ich lese beide: é 😀',
  calls: [
    { name: 'read_file', args: { path: 'a.txt' } },
    { name: 'read_file', args: '{"path": ' },
  ],
  usage: { input: 3, output: 4 },
};

describe('a response', () => {
  test('is whole or comes as events, with the same content', async () => {
    const client = await start([{ ...turn, repeat: 2 }]);
    const whole = await client.responses.create({ model: 'any', input: 'go' });
    const stream = client.responses.stream({ model: 'any', input: 'go' });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    const streamed = await stream.finalResponse();
    for (const answer of [whole, streamed]) {
      expect(answer.output_text).toBe(turn.text);
      expect(answer.output).toMatchObject([
        { type: 'reasoning', summary: [{ text: turn.reasoning }] },
        { type: 'message' },
        { type: 'function_call', name: 'read_file', arguments: '{"path":"a.txt"}' },
        { type: 'function_call', name: 'read_file', arguments: '{"path": ' },
      ]);
      expect(answer.usage).toMatchObject({ input_tokens: 3, output_tokens: 4 });
    }
    expect(types.slice(0, 2)).toEqual(['response.created', 'response.in_progress']);
    expect(types.at(-1)).toBe('response.completed');
    expect(types.filter((type) => type === 'response.function_call_arguments.delta').length).toBeGreaterThan(3);
  });

  test('ends early where the script says so', async () => {
    const client = await start([{ text: 'so', finishReason: 'length' }]);
    expect(await client.responses.create({ model: 'any', input: 'go' })).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
  });

  test('takes back what it kept, and refuses what it did not keep', async () => {
    const client = await start([{ ...turn, repeat: 2 }, { text: 'done' }]);
    const results = (ids: string[]): Input =>
      ids.map((call_id) => ({ type: 'function_call_output', call_id, output: '{"ok":true}' }));
    const ask = async (store: boolean) => {
      const first = await client.responses.create({ model: 'any', input: 'go', store });
      const references: Input = first.output.map(({ id }) => ({ type: 'item_reference', id: String(id) }));
      const ids = first.output.filter((item) => item.type === 'function_call').map(({ call_id }) => call_id);
      return client.responses.create({ model: 'any', input: [...references, ...results(ids)], store });
    };
    await expect(ask(false)).rejects.toMatchObject({ status: 404 });
    expect((await ask(true)).output_text).toBe('done');
    expect(model.requests.at(-1)?.results).toEqual([
      { id: 'call_3', content: '{"ok":true}' },
      { id: 'call_4', content: '{"ok":true}' },
    ]);
  });

  test('breaks off with an error', async () => {
    const client = await start([{ text: 'so far', error: { message: 'overloaded' } }]);
    const stream = await client.responses.create({ model: 'any', input: 'go', stream: true });
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await expect(reading).rejects.toThrow('overloaded');
  });
});

describe('what OpenAI refuses is refused', () => {
  const call = { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'a', output: 'x' };
  const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'eA==' };

  test.each([
    ['nothing at all', [], "'input'"],
    ['a call without an output', [call], 'a'],
    ['an output without a call', [output], 'input[0].call_id'],
    ['an output twice', [call, output, output], 'input[2].call_id'],
    ['an output that is no text', [call, { ...output, output: { ok: 1 } }], 'input[1].output'],
    ['a name that is none', [{ ...call, name: 'a.b' }, output], 'input[0].name'],
    ['arguments that are no text', [{ ...call, arguments: {} }, output], 'input[0].arguments'],
    ['a role there is not', [{ role: 'tool', content: 'x' }], 'input[0].role'],
    ['a thought without what followed it', [thought, { role: 'user', content: 'x' }], 'input[0]'],
    ['a thought that is not kept anywhere', [{ ...thought, encrypted_content: null }, call, output], 'rs_1'],
  ])('%s', async (_, input, named) => {
    const client = await start([{ text: 'x' }]);
    const asking = client.responses.create({ model: 'any', input: input as unknown as Input, store: false });
    await expect(asking).rejects.toThrow(named);
    expect(model.requests[0]?.refused).toContain(named);
  });

  test('a proper conversation is taken', async () => {
    const client = await start([{ text: 'x' }]);
    const input = [{ role: 'user', content: 'go' }, thought, call, output] as unknown as Input;
    await client.responses.create({ model: 'any', input, store: false });
    expect(model.requests[0]).toMatchObject({ user: 'go', results: [{ id: 'a', content: 'x' }], refused: undefined });
  });
});
