/** What comes over the wire when someone means no good, or does not know better. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startHttp, type Face, type Started } from './http-server.ts';
import { testPreset } from './test-tools.ts';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly json: { result?: Record<string, unknown>; error?: { code: number; message: string } };
}

const call = (args: unknown, name: unknown = 'echo', more: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...more } });
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Messages, and the JSON-RPC error or the outcome's error that each must get. */
const MESSAGES: readonly (readonly [string, string | Buffer, number | string])[] = [
  ['text that is not JSON', '{"jsonrpc": nope', -32700],
  ['half a message', '{"jsonrpc":"2.0","id":1', -32700],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), -32700],
  ['a batch', `[${call({ text: 'a' })}]`, -32600],
  ['an empty batch', '[]', -32600],
  ['a number', '42', -32600],
  ['null', 'null', -32600],
  ['another JSON-RPC version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
  ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":7}', -32600],
  ['parameters that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600],
  ['a method that is not there', '{"jsonrpc":"2.0","id":1,"method":"resources/list"}', -32601],
  ['a method named like a property of every object', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
  ['a tool name that is a list', call({}, ['echo']), -32602],
  ['arguments that are a list', call([]), -32602],
  ['a made-up cursor', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"from-7"}}', -32602],
  ['a _meta that is a text', call({ text: 'a' }, 'echo', { _meta: 'x' }), -32602],
  ['a confirm token that is a number', call({ text: 'a' }, 'echo', { _meta: { 'deputize/confirmToken': 1 } }), -32602],
  ['a tool called __proto__', call({}, '__proto__'), -32602],
  ['a tool called constructor', call({}, 'constructor'), -32602],
  ['a tool called toString', call({}, 'toString'), -32602],
  ['__proto__ among the arguments', call(JSON.parse('{"text":"a","__proto__":{"x":1}}')), 'INVALID_ARGUMENTS'],
  ['constructor among the arguments', call({ text: 'a', constructor: {} }), 'INVALID_ARGUMENTS'],
  ['an argument of the wrong type', call({ text: 7 }), 'INVALID_ARGUMENTS'],
  ['half a surrogate pair', call({ text: '\ud800' }), 'INVALID_ARGUMENTS'],
  ['arguments nested 100,000 deep', call({ text: 'DEEP' }).replace('"DEEP"', nested(100_000)), 'TOO_LARGE'],
  ['a call id with a slash', call({ text: 'a' }, 'echo', { _meta: { 'deputize/callId': '../x' } }), 'INVALID_REQUEST'],
  [
    'a confirm token that is none',
    call({ text: 'a' }, 'echo', { _meta: { 'deputize/confirmToken': 'x' } }),
    'TOKEN_INVALID',
  ],
];

function codeOf({ result, error }: Answer['json']): unknown {
  const meta = result?.['_meta'] as { 'deputize/outcome'?: { error?: { code: string } } } | undefined;
  return error?.code ?? meta?.['deputize/outcome']?.error?.code;
}

describe.each<Face>(['web', 'node'])('the %s face', (face) => {
  let server: Started;
  let session: string;

  const post = (
    body: string | Buffer,
    headers: Record<string, string> = {},
    method = 'POST',
    path?: string,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(
        path === undefined ? server.url : new URL(path, server.url),
        {
          method,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-session-id': session,
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, json: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['json'] });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  beforeAll(async () => {
    server = await startHttp(testPreset('test'), face);
    session = '';
    session = String((await post(initialize)).headers['mcp-session-id']);
  });
  afterAll(() => server.close());

  it.each(MESSAGES)('R14 refuses %s', async (_, body, code) => {
    const answer = await post(body);
    expect(codeOf(answer.json)).toBe(code);
    expect(answer.json.error?.message ?? '').not.toMatch(/\/src\/|node:|\n\s+at /);
    const fine = await post(call({ text: 'fine' }));
    expect(fine.json.result?.['structuredContent']).toEqual({ text: 'fine' });
  });

  it('R19 refuses a Host that is not this machine, whatever the session', async () => {
    for (const host of ['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.nip.io'])
      expect((await post(call({ text: 'a' }), { host })).status).toBe(403);
    expect((await post(call({ text: 'a' }), { host: `localhost:${server.url.port}` })).status).toBe(200);
  });

  it('R19 refuses pages of another origin', async () => {
    for (const origin of [
      'https://evil.example',
      'http://localhost.evil.example',
      'null',
      'file://',
      'http://127.0.0.1@evil.example',
    ])
      expect((await post(call({ text: 'a' }), { origin })).status).toBe(403);
    expect((await post(call({ text: 'a' }), { origin: 'http://localhost:5173' })).status).toBe(200);
  });

  it('R19 does not know another principal’s session, nor lets it be ended', async () => {
    const other = { 'x-test-via': 'token:other' };
    expect((await post(call({ text: 'a' }), other)).status).toBe(404);
    expect((await post('', other, 'DELETE')).status).toBe(404);
    expect((await post(call({ text: 'a' }))).status).toBe(200);
  });

  it('wants a session that was begun and not ended', async () => {
    expect((await post(call({ text: 'a' }), { 'mcp-session-id': 'made-up' })).status).toBe(404);
    const mine = String((await post(initialize)).headers['mcp-session-id']);
    expect((await post('', { 'mcp-session-id': mine }, 'DELETE')).status).toBe(204);
    expect((await post(call({ text: 'a' }), { 'mcp-session-id': mine })).status).toBe(404);
  });

  it('answers wrong methods, types, versions, presets and sizes by their status', async () => {
    expect((await post('', {}, 'GET')).status).toBe(405);
    expect((await post('', {}, 'PUT')).status).toBe(405);
    expect((await post(call({ text: 'a' }), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(call({ text: 'a' }), { accept: 'text/html' })).status).toBe(406);
    expect((await post(call({ text: 'a' }), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400);
    expect((await post(call({ text: 'a' }), {}, 'POST', '/mcp/nothing')).status).toBe(404);
    expect((await post(call({ text: 'x'.repeat(10 * 1024 * 1024) }))).status).toBe(413);
    expect((await post(call({ text: 'a' }))).status).toBe(200);
  });

  it('refuses requests of 2026-07-28 whose headers say something else than their body', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = call({ text: 'a' }, 'echo', { _meta: meta });
    const right = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' };
    const code = async (text: string, headers: Record<string, string>) => {
      const { status, json } = await post(text, headers);
      return [status, json.error?.code];
    };
    expect(await code(body, right)).toEqual([200, undefined]);
    expect(await code(body, { ...right, 'mcp-name': '=?base64?ZWNobw==?=' })).toEqual([200, undefined]);
    expect(await code(body, { ...right, 'mcp-name': 'send_letter' })).toEqual([400, -32020]);
    expect(await code(body, { ...right, 'mcp-method': 'tools/list' })).toEqual([400, -32020]);
    expect(await code(body, { 'mcp-method': 'tools/call', 'mcp-name': 'echo' })).toEqual([400, -32020]);
    expect(await code(call({ text: 'a' }), right)).toEqual([400, -32602]);
    expect(await code(initialize, right)).toEqual([400, -32020]);
    const future = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    expect(await code(call({ text: 'a' }, 'echo', { _meta: future }), right)).toEqual([400, -32022]);
    const bare = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    expect(await code(call({ text: 'a' }, 'echo', { _meta: bare }), right)).toEqual([400, -32602]);
  });
});

it('R14 survives every wrong line on stdio, answers what is in flight at the end, and writes nothing but the protocol', async () => {
  const data = mkdtempSync(join(tmpdir(), 'deputize-mcp-hostile-'));
  const program = fileURLToPath(new URL('stdio-server.ts', import.meta.url));
  const child = spawn(process.execPath, [program, data], { stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for (const [, message] of MESSAGES) {
    child.stdin.write(message);
    child.stdin.write('\n');
  }
  child.stdin.write(`${call({ text: 'x'.repeat(10 * 1024 * 1024) })}\n\n`);
  child.stdin.write(`${call({ label: 'last', ms: 300 }, 'wait_long').replace('"id":1', '"id":"slow"')}\n`);
  child.stdin.end(call({ text: 'unfinished line' }).replace('"id":1', '"id":"last"'));
  const answers: (Answer['json'] & { id: unknown })[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    answers.push(JSON.parse(line) as (typeof answers)[0]);
  expect(await exited).toBe(0);
  expect(answers).toHaveLength(MESSAGES.length + 3);
  expect(answers.find(({ id }) => id === 'slow')?.result?.['structuredContent']).toEqual({ waited: true });
  expect(answers.find(({ id }) => id === 'last')?.result?.['structuredContent']).toEqual({ text: 'unfinished line' });
  rmSync(data, { recursive: true, force: true });
});
