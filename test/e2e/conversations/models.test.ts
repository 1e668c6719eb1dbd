/** OpenAI's package, and that for servers compatible with it, against a server that speaks the API, over real HTTP. */
import { getEventListeners, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import type { ModelOptions } from '../../../src/agent/models/provider.ts';
import { convertTools } from '../../../src/agent/models/convert-tools.ts';
import {
  startScriptedModel,
  type ScriptedModel,
  type ScriptedModelOptions,
} from '../../../src/testing/scripted-model.ts';
import { askModel, failureOf, goOn, hello } from '../../support/clients/ask-model.ts';
import { startJsonServer } from '../../support/servers/json-server.ts';
import { closeServersAfterEach, KEY, modelAt, open, tools } from '../../support/servers/model-servers.ts';

closeServersAfterEach();

async function scripted(
  provider: 'openai' | 'openai-compatible',
  script: ScriptedModelOptions['script'],
  rest: Partial<ModelOptions> = {},
) {
  const server = await startScriptedModel({ script, key: KEY });
  open.push(server);
  return { server, model: modelAt(provider, server.url, rest) };
}

const nobodyRefused = ({ requests }: ScriptedModel): void =>
  expect(requests.map(({ refused }) => refused)).toEqual(requests.map(() => undefined));

describe.each(['openai', 'openai-compatible'] as const)('R20: %s', (provider) => {
  test('answers with text and parallel calls, and takes the results back', async () => {
    const { server, model } = await scripted(provider, [
      {
        reasoning: 'Both at once.',
        text: 'Ich lese.',
        calls: [
          { name: 'files__read', args: { path: 'ä.txt' } },
          { name: 'files__read', args: { path: 'b.txt' } },
        ],
        usage: { input: 5, output: 6 },
      },
      { when: { tool: '"success":true' }, text: 'Fertig.' },
    ]);
    const offered = convertTools(model, tools);
    const first = await askModel(model, { tools: offered.tools });
    expect(first).toMatchObject({
      text: 'Ich lese.',
      calls: [
        { id: 'call_1', name: 'files__read', args: '{"path":"ä.txt"}' },
        { id: 'call_2', name: 'files__read', args: '{"path":"b.txt"}' },
      ],
      end: { reason: 'calls', usage: { inputTokens: 5, outputTokens: 6 } },
    });
    expect(offered.toolOf('files__read')).toBe('files.read');
    expect(offered.toolOf('constructor')).toBeUndefined();
    const second = await askModel(model, { messages: goOn(hello, first), tools: offered.tools });
    expect(second).toMatchObject({ text: 'Fertig.', calls: [], end: { reason: 'stop' } });
    expect(server.requests[1]?.results.map(({ id }) => id)).toEqual(['call_1', 'call_2']);
    nobodyRefused(server);
  });

  test('hands over broken arguments and invented names as they are, and can go on after them', async () => {
    const { server, model } = await scripted(provider, [
      {
        calls: [
          { name: 'files__read', args: '{"path": "a' },
          { name: 'rm -rf /!', args: {} },
          { name: 'files__read', args: '["a"]' },
          { name: 'files__read', args: '' },
        ],
      },
      { text: 'Sorry.' },
    ]);
    const first = await askModel(model, { tools: convertTools(model, tools).tools });
    expect(first.calls.map(({ name, args }) => [name, args])).toEqual([
      ['files__read', '{"path": "a'],
      ['rm -rf /!', '{}'],
      ['files__read', '["a"]'],
      ['files__read', ''],
    ]);
    expect((await askModel(model, { messages: goOn(hello, first) })).text).toBe('Sorry.');
    nobodyRefused(server);
  });

  test('fifty calls in parallel come whole and in order', async () => {
    const calls = Array.from({ length: 50 }, (_, at) => ({
      name: 'files__read',
      args: { path: `${at}-${'😀é'.repeat(at)}` },
    }));
    const { server, model } = await scripted(provider, [{ calls, bytes: 11 }, { text: 'ok' }]);
    const first = await askModel(model);
    expect(first.calls.map(({ args }) => JSON.parse(args) as unknown)).toEqual(calls.map(({ args }) => args));
    await askModel(model, { messages: goOn(hello, first) });
    expect(server.requests[1]?.results).toHaveLength(50);
    nobodyRefused(server);
  });

  test('characters stay whole wherever the stream is cut', async () => {
    const text = 'Zoë 👩‍👩‍👧 漢字 '.repeat(15);
    for (const bytes of [1, 2, 3, 7]) {
      const { model } = await scripted(provider, [{ text, bytes }]);
      expect((await askModel(model)).text).toBe(text);
    }
  });

  test('a rate limit is waited out', async () => {
    const limit = { status: 429, headers: { 'retry-after': '0' } };
    const { server, model } = await scripted(provider, [
      limit,
      { status: 503 },
      { disconnect: 0 },
      { text: 'at last' },
    ]);
    expect((await askModel(model)).text).toBe('at last');
    expect(server.requests).toHaveLength(4);
  });

  test('a rate limit that does not lift is said, after so many tries', async () => {
    const { server, model } = await scripted(provider, [{ status: 429, repeat: 'always' }], { retries: 2 });
    const { error } = await failureOf(askModel(model));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryable: true, details: { model: 'main', status: 429 } });
    expect(server.requests).toHaveLength(3);
  });

  test('a server that asks for an hour of patience is not waited for', async () => {
    const { server, model } = await scripted(provider, [
      { status: 429, headers: { 'retry-after': '3600' }, repeat: 'always' },
    ]);
    const { error } = await failureOf(askModel(model));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterMs: 3_600_000 } });
    expect(server.requests).toHaveLength(1);
  });

  test('a quota that is used up is not tried again', async () => {
    const { server, model } = await scripted(provider, [
      { status: 429, error: { message: 'You exceeded your quota.', code: 'insufficient_quota' }, repeat: 'always' },
    ]);
    expect((await failureOf(askModel(model))).error.code).toBe('RATE_LIMITED');
    expect(server.requests).toHaveLength(1);
  });

  test('a wrong key is refused and does not appear in the error', async () => {
    const told = { message: `Incorrect API key provided: ${KEY} (${encodeURIComponent(KEY)}).` };
    const { model } = await scripted(provider, [
      { status: 401, error: told },
      { status: 403, error: told },
    ]);
    for (const _ of [401, 403]) {
      const { error, everything } = await failureOf(askModel(model));
      expect(error).toMatchObject({ code: 'PERMISSION_DENIED', message: expect.stringContaining('models.main.key') });
      expect(error.message).toContain('[redacted]');
      for (const secret of [KEY, encodeURIComponent(KEY)]) expect(everything).not.toContain(secret);
    }
  });

  test('an unknown model is named, with those that are near', async () => {
    const models = ['gpt-6', 'whisper', 'gpt-5-mini', 'dall-e'];
    const { model } = await scripted(provider, { models, turns: [] });
    const { error } = await failureOf(askModel(model));
    expect(error).toMatchObject({ code: 'NOT_FOUND', retryable: false, message: expect.stringContaining('"gpt-5"') });
    expect((error.details['known'] as string[]).slice(0, 2).toSorted()).toEqual(['gpt-5-mini', 'gpt-6']);
  });

  test('a conversation that is too long is said to be', async () => {
    const message = "This model's maximum context length is 8192 tokens.";
    const { model } = await scripted(provider, [{ status: 400, error: { message, code: 'context_length_exceeded' } }]);
    expect((await failureOf(askModel(model))).error).toMatchObject({ code: 'TOO_LARGE', retryable: false });
  });

  test('a request that is refused for another reason is not tried again', async () => {
    const { server, model } = await scripted(provider, [{ status: 400, error: { message: 'No.' }, repeat: 'always' }]);
    expect((await failureOf(askModel(model))).error).toMatchObject({
      code: 'EXTERNAL_ERROR',
      retryable: false,
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ refused the request \(400\)\. It said: No\.$/),
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a server that keeps failing, or is not there, is named by its host', async () => {
    const { server, model } = await scripted(provider, [{ status: 500, repeat: 'always' }], { retries: 1 });
    const host = new URL(server.url).host;
    expect((await failureOf(askModel(model))).error).toMatchObject({
      code: 'EXTERNAL_ERROR',
      details: { host, status: 500 },
    });
    await server.close();
    open.length = 0;
    const { error } = await failureOf(askModel(model));
    expect(error).toMatchObject({ code: 'EXTERNAL_ERROR', details: { host } });
    expect(error.message).toMatch(/cannot be reached.*ECONNREFUSED/);
  });

  test('a filter and a limit are reported as the end', async () => {
    const { model } = await scripted(provider, [
      { text: 'I', finishReason: 'content_filter' },
      { text: 'I', finishReason: 'length' },
    ]);
    expect((await askModel(model)).end.reason).toBe('filter');
    expect((await askModel(model)).end.reason).toBe('length');
  });

  test.each([0, 3])('a silence after %i chunks is given up, and the connection closed', async (after) => {
    const { server, model } = await scripted(provider, [{ text: 'a long enough answer', stall: { after } }], {
      idleTimeoutMs: 300,
    });
    expect((await failureOf(askModel(model))).error).toMatchObject({
      code: 'TIMEOUT',
      details: { setting: 'models.main.idleTimeout' },
    });
    expect(await server.requests[0]?.ended).toBe('left');
    expect(server.requests).toHaveLength(1);
  });

  test('an answer that goes on slowly is not idle', async () => {
    const { model } = await scripted(provider, [{ text: 'slowly but surely, word by word', delay: 60 }], {
      idleTimeoutMs: 600,
    });
    expect((await askModel(model)).text).toBe('slowly but surely, word by word');
  });

  test('a reader may take longer than the server may be silent', async () => {
    const { model } = await scripted(provider, [{ text: 'a long enough answer' }], { idleTimeoutMs: 200 });
    let text = '';
    for await (const part of model.ask({ messages: hello, tools: [], signal: new AbortController().signal })) {
      if (text === '') await setTimeout(400);
      if (part.type === 'text') text += part.text;
    }
    expect(text).toBe('a long enough answer');
  });

  test('an answer that breaks off in the middle is not taken for whole, nor asked for again', async () => {
    const { server, model } = await scripted(provider, [
      { text: 'a long enough answer', disconnect: 6 },
      { text: 'a long enough answer', error: { message: `overloaded, ${KEY}` } },
    ]);
    for (const _ of ['dropped', 'failed']) {
      const { error, everything } = await failureOf(askModel(model));
      expect(error).toMatchObject({ code: 'EXTERNAL_ERROR', retryable: true });
      expect(everything).not.toContain(KEY);
    }
    expect(server.requests).toHaveLength(2);
  });

  test('cancelling closes the connection, also while waiting to try again', async () => {
    const { server, model } = await scripted(
      provider,
      [
        { text: 'a long enough answer', stall: { after: 4 } },
        { status: 429, repeat: 'always' },
      ],
      { firstWaitMs: 60_000 },
    );
    for (const ended of ['left', 'answered']) {
      const stop = new AbortController();
      const asking = failureOf(askModel(model, { signal: stop.signal }));
      const at = server.requests.length;
      await expect.poll(() => server.requests.length).toBe(at + 1);
      if (ended === 'answered') await server.requests[at]?.ended;
      stop.abort();
      expect((await asking).error.code).toBe('CANCELLED');
      expect(await server.requests[at]?.ended).toBe(ended);
    }
    const already = failureOf(askModel(model, { signal: AbortSignal.abort() }));
    expect((await already).error.code).toBe('CANCELLED');
    expect(server.requests).toHaveLength(2);
  });

  test('a reader that stops early ends the request', async () => {
    const { server, model } = await scripted(provider, [{ text: 'a long enough answer', stall: { after: 8 } }]);
    const { signal } = new AbortController();
    for await (const part of model.ask({ messages: hello, tools: [], signal })) {
      if (part.type === 'text') break;
    }
    expect(await server.requests[0]?.ended).toBe('left');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('a server that sends us elsewhere is not followed', async () => {
    const { server } = await scripted(provider, [{ text: 'x' }]);
    const detour = createServer((_, response) => response.writeHead(307, { location: server.url }).end());
    detour.listen(0, '127.0.0.1');
    await once(detour, 'listening');
    open.push({ close: async () => void (await new Promise((done) => detour.close(done))) });
    const { port } = detour.address() as AddressInfo;
    const { error } = await failureOf(askModel(modelAt(provider, `http://127.0.0.1:${port}/v1`, { retries: 0 })));
    expect(error.code).toBe('EXTERNAL_ERROR');
    expect(server.requests).toHaveLength(0);
  });
});

describe('R20: what only one of them does', () => {
  test('OpenAI keeps nothing of the conversation, and gets its thoughts back', async () => {
    const { server, model } = await scripted('openai', [
      { reasoning: 'First the file.', calls: [{ name: 'files__read', args: { path: 'a' } }] },
      { text: 'Done.' },
    ]);
    await askModel(model, { messages: goOn(hello, await askModel(model)) });
    expect(server.requests.map(({ body }) => body['store'])).toEqual([false, false]);
    expect(server.requests[1]?.body['input']).toContainEqual(
      expect.objectContaining({ type: 'reasoning', encrypted_content: expect.any(String) }),
    );
  });

  test('another model does not get what the first one wanted back', async () => {
    const { server, model } = await scripted('openai', [
      { reasoning: 'First the file.', calls: [{ name: 'files__read' }] },
      { text: 'Done.' },
    ]);
    const first = await askModel(model);
    const other = modelAt('openai', server.url, { model: 'gpt-6' });
    await askModel(other, { messages: goOn(hello, first) });
    expect(JSON.stringify(server.requests[1]?.body['input'])).not.toContain('reasoning');
    nobodyRefused(server);
  });

  test('a compatible server needs no key, and is not sent one', async () => {
    const server = await startScriptedModel({ script: [{ text: 'hi' }] });
    open.push(server);
    const model = modelAt('openai-compatible', server.url, { key: undefined });
    expect((await askModel(model)).text).toBe('hi');
    expect(server.requests[0]?.headers['authorization']).toBeUndefined();
  });

  test('a compatible server that leaves fields out is understood', async () => {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ delta, finish_reason }] })}\n\n`;
    const call = { function: { name: 'files__read', arguments: '{"path":"a"}' } };
    const server = await startJsonServer(() => ({ events: [chunk({ tool_calls: [call] }), chunk({}, 'stop')] }));
    open.push(server);
    const { calls, end } = await askModel(modelAt('openai-compatible', server.url));
    expect(calls).toEqual([{ id: expect.stringMatching(/./), name: 'files__read', args: '{"path":"a"}' }]);
    expect(end).toEqual({ type: 'end', reason: 'calls', usage: { inputTokens: 0, outputTokens: 0 } });
  });

  test('a web page at the address is said to be none of the API, once', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const server = await startJsonServer(() => ({ status: 200, json: '<html>', headers }));
    open.push(server);
    const { error } = await failureOf(askModel(modelAt('openai-compatible', server.url)));
    expect(error).toMatchObject({
      code: 'EXTERNAL_ERROR',
      message: expect.stringContaining('not the address of the API'),
    });
    expect(server.received).toHaveLength(1);
  });

  test('an endless answer is given up', async () => {
    const event = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(1_000_000) } }] })}\n\n`;
    const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`;
    const server = await startJsonServer(() => ({ events: [...Array.from({ length: 80 }, () => event), end] }));
    open.push(server);
    const { error } = await failureOf(askModel(modelAt('openai-compatible', server.url)));
    expect(error).toMatchObject({ code: 'EXTERNAL_ERROR', message: expect.stringContaining('broke off') });
  });

  test.each([
    ['openai', 'OPENAI_API_KEY'],
    ['google', 'GEMINI_API_KEY'],
    ['anthropic', 'ANTHROPIC_API_KEY'],
  ] as const)('%s without a key says which variable and which setting would mend it', async (provider, variable) => {
    const { error } = await failureOf(askModel(modelAt(provider, 'http://127.0.0.1:9', { key: undefined })));
    expect(error.code).toBe('NOT_AVAILABLE');
    expect(error.message).toContain(variable);
    expect(error.message).toContain('models.main.key');
  });
});
