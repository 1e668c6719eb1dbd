/** Anthropic's and Google's packages against servers that speak their APIs, over real HTTP. */
import { describe, expect, test } from 'vitest';

import type { ModelOptions } from '../../../src/agent/models/provider.ts';
import { convertTools } from '../../../src/agent/models/convert-tools.ts';
import { startAnthropic, type AnthropicTurn } from '../../support/servers/anthropic-server.ts';
import { askModel, failureOf, goOn, hello } from '../../support/clients/ask-model.ts';
import { startGemini, type GeminiTurn } from '../../support/servers/gemini-server.ts';
import type { JsonServer } from '../../support/servers/json-server.ts';
import { closeServersAfterEach, KEY, modelAt, open, tools } from '../../support/servers/model-servers.ts';

closeServersAfterEach();

describe('R15, R20: Anthropic', () => {
  let server: JsonServer;
  const start = async (turns: AnthropicTurn[], rest: Partial<ModelOptions> = {}) => {
    server = await startAnthropic(turns, KEY);
    open.push(server);
    return modelAt('anthropic', `${server.url}/v1`, { model: 'claude-sonnet-5-5', ...rest });
  };
  const calls: AnthropicTurn = {
    blocks: [
      { type: 'thinking', thinking: 'Both files.', signature: 'signed-1' },
      { type: 'text', text: 'Ich lese 😀.' },
      { type: 'tool_use', id: 'toolu_1', name: 'files__read', json: '{"path": "ä.txt"}' },
      { type: 'tool_use', id: 'toolu_2', name: 'no such tool', json: '{"path": ' },
    ],
    stop: 'tool_use',
  };

  test('answers with text and parallel calls, and takes thoughts and results back', async () => {
    const model = await start([calls, { blocks: [{ type: 'text', text: 'Fertig.' }], stop: 'end_turn' }]);
    const offered = convertTools(model, tools);
    const first = await askModel(model, { tools: offered.tools });
    expect(first).toMatchObject({
      text: 'Ich lese 😀.',
      calls: [
        { id: 'toolu_1', name: 'files__read', args: '{"path": "ä.txt"}' },
        { id: 'toolu_2', name: 'no such tool', args: '{"path": ' },
      ],
      end: { reason: 'calls', usage: { inputTokens: 11, outputTokens: 22 } },
    });
    const second = await askModel(model, { messages: goOn(hello, first), tools: offered.tools });
    expect(second).toMatchObject({ text: 'Fertig.', end: { reason: 'stop' } });
    const { messages, tools: sent, system } = server.received[1]?.body as Record<string, Record<string, unknown>[]>;
    expect(system).toMatchObject([{ type: 'text', text: 'Be brief.' }]);
    expect(sent).toMatchObject([{ name: 'files__read', input_schema: { type: 'object', required: ['path'] } }]);
    expect(messages?.[1]?.['content']).toMatchObject([
      { type: 'thinking', thinking: 'Both files.', signature: 'signed-1' },
      { type: 'text', text: 'Ich lese 😀.' },
      { type: 'tool_use', id: 'toolu_1', input: { path: 'ä.txt' } },
      { type: 'tool_use', id: 'toolu_2', input: { INVALID_JSON: '{"path": ' } },
    ]);
    expect(messages?.[2]?.['content']).toMatchObject([
      { type: 'tool_result', tool_use_id: 'toolu_1', content: '{"success":true,"data":1}' },
      { type: 'tool_result', tool_use_id: 'toolu_2' },
    ]);
  });

  test('takes a conversation that another provider’s model began', async () => {
    const model = await start([{ blocks: [{ type: 'text', text: 'ok' }], stop: 'end_turn' }]);
    const call = {
      id: 'functions.read:0',
      name: 'files.read',
      args: '',
      meta: { of: 'openai/gpt-5', thoughts: [{ text: 'x' }] },
    };
    const messages = goOn(hello, {
      text: '',
      calls: [call],
      end: { type: 'end', reason: 'calls', usage: { inputTokens: 0, outputTokens: 0 } },
    });
    expect((await askModel(model, { messages })).text).toBe('ok');
    expect(JSON.stringify(server.received[0]?.body)).not.toContain('thinking');
  });

  test('is retried when overloaded, and its errors are mapped to our codes', async () => {
    const refuse = (status: number, type: string, message: string) => ({ status, type, message });
    const model = await start([
      refuse(529, 'overloaded_error', 'Overloaded'),
      { ...refuse(429, 'rate_limit_error', 'Slow down'), headers: { 'retry-after': '0' } },
      { blocks: [{ type: 'text', text: 'ok' }], stop: 'refusal' },
      refuse(400, 'invalid_request_error', 'prompt is too long: 200001 tokens > 200000 maximum'),
      refuse(404, 'not_found_error', 'model: claude-sonnet-5-5'),
      refuse(403, 'permission_error', `not for ${KEY}`),
    ]);
    expect((await askModel(model)).end.reason).toBe('filter');
    expect((await failureOf(askModel(model))).error.code).toBe('TOO_LARGE');
    expect((await failureOf(askModel(model))).error).toMatchObject({
      code: 'NOT_FOUND',
      details: { known: ['claude-sonnet-5-5'] },
    });
    const { error, everything } = await failureOf(askModel(model));
    expect(error.code).toBe('PERMISSION_DENIED');
    expect(everything).not.toContain(KEY);
  });

  test('a wrong key is refused and does not appear in the error', async () => {
    await start([]);
    const stranger = modelAt('anthropic', `${server.url}/v1`, { key: 'another-made-up-key' });
    const { error, everything } = await failureOf(askModel(stranger));
    expect(error.code).toBe('PERMISSION_DENIED');
    expect(everything).not.toContain('another-made-up-key');
  });
});

describe('R15, R20: Gemini', () => {
  let server: JsonServer;
  const start = async (turns: GeminiTurn[], rest: Partial<ModelOptions> = {}) => {
    server = await startGemini(turns, KEY);
    open.push(server);
    return modelAt('google', `${server.url}/v1beta`, { model: 'gemini-3.8-flash', ...rest });
  };

  test('answers with text and parallel calls, and takes signatures and results back', async () => {
    const model = await start([
      {
        chunks: [
          [{ text: 'Both files.', thought: true }],
          [{ text: 'Ich ' }],
          [{ text: 'lese 😀.' }],
          [
            { functionCall: { name: 'files__read', args: { path: 'ä.txt' } }, thoughtSignature: 'signed-1' },
            { functionCall: { name: 'files__read', args: { path: 'b.txt' } } },
          ],
        ],
      },
      { chunks: [[{ text: 'Fertig.' }]] },
    ]);
    const offered = convertTools(model, tools);
    const first = await askModel(model, { tools: offered.tools });
    expect(first).toMatchObject({
      text: 'Ich lese 😀.',
      end: { reason: 'calls', usage: { inputTokens: 11, outputTokens: 22 } },
    });
    expect(first.calls.map(({ name, args }) => [name, JSON.parse(args) as unknown])).toEqual([
      ['files__read', { path: 'ä.txt' }],
      ['files__read', { path: 'b.txt' }],
    ]);
    expect(new Set(first.calls.map(({ id }) => id)).size).toBe(2);
    const second = await askModel(model, { messages: goOn(hello, first), tools: offered.tools });
    expect(second).toMatchObject({ text: 'Fertig.', end: { reason: 'stop' } });
    const body = server.received[1]?.body ?? {};
    expect(body['tools']).toMatchObject([
      { functionDeclarations: [{ name: 'files__read', parametersJsonSchema: { type: 'object', required: ['path'] } }] },
    ]);
    expect(JSON.stringify(body['contents'])).toContain('"thoughtSignature":"signed-1"');
  });

  test('is retried when busy, and its errors are mapped to our codes', async () => {
    const refuse = (status: number, code: string, message: string) => ({ status, code, message });
    const model = await start([
      refuse(503, 'UNAVAILABLE', 'The model is overloaded.'),
      refuse(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.'),
      { chunks: [[{ text: 'I' }]], finish: 'SAFETY' },
      refuse(
        400,
        'INVALID_ARGUMENT',
        'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).',
      ),
    ]);
    expect((await askModel(model)).end.reason).toBe('filter');
    expect((await failureOf(askModel(model))).error.code).toBe('TOO_LARGE');
    const other = modelAt('google', `${server.url}/v1beta`, { model: 'gemini-1' });
    expect((await failureOf(askModel(other))).error).toMatchObject({
      code: 'NOT_FOUND',
      details: { known: ['gemini-3.8-flash'] },
    });
    const stranger = modelAt('google', `${server.url}/v1beta`, { key: 'another-made-up-key' });
    const { error, everything } = await failureOf(askModel(stranger));
    expect(error.code).toBe('PERMISSION_DENIED');
    expect(everything).not.toContain('another-made-up-key');
  });
});
