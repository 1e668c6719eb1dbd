/** What is malformed is answered with an error that has a code, and never with a crash. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startServer, type TestServer } from '../../support/servers/test-server.ts';

let http: TestServer;
beforeAll(async () => {
  http = await startServer();
});
afterAll(() => http[Symbol.asyncDispose]());

const send = (path: string, body: BodyInit, type = 'application/json', method = 'POST') =>
  http.json<{ error: { code: string; type: string; message: string } }>(path, {
    method,
    body,
    headers: { 'content-type': type },
  });
const list = '{"tool":"list_directory","args":{"path":"."}}';

describe('R2, R14: bodies', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['half an object', '{"tool":'],
    ['nothing', ''],
    ['a trailing comma', '{"tool":"x",}'],
    ['two values', '{}{}'],
    ['a comment', '{/* */}'],
    ['NaN', '{"tool":NaN}'],
    ['invalid UTF-8 in a string', new Uint8Array([...new TextEncoder().encode('{"tool":"a'), 0xff, 0x22, 0x7d])],
    ['an overlong form', new Uint8Array([0x7b, 0xc0, 0xaf, 0x7d])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ])('%s is not valid JSON', async (_, body) => {
    for (const path of ['/api/calls', '/api/approvals', '/api/approvals/x', '/api/grants'])
      expect(await send(path, body)).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_JSON', type: 'validation_error' } },
      });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    'application/JSON-x',
  ])('a body called %s is not taken for a call', async (type) => {
    const { status, body } = await send('/api/calls', list, type);
    expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('the type of a JSON body may be written in capitals', async () => {
    expect((await send('/api/calls', list, 'Application/JSON; Charset=UTF-8')).status).toBe(200);
    expect(await send('/api/calls', '{', 'APPLICATION/JSON')).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_JSON' } },
    });
  });

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['text', '"x"'],
    ['no tool', '{"args":{}}'],
    ['a tool that is a number', '{"tool":7,"args":{}}'],
    ['an unknown property', '{"tool":"x","args":{},"approve":true}'],
    ['a preset that is an object', '{"tool":"x","args":{},"preset":{}}'],
    ['an id with a blank', '{"tool":"x","args":{},"callId":"a b"}'],
    ['an unknown mode', '{"tool":"x","args":{},"mode":"telepathy"}'],
    ['a tool name of 300 letters', JSON.stringify({ tool: 'x'.repeat(300), args: {} })],
  ])('%s is an invalid request', async (_, body) => {
    const answer = await send('/api/calls', body);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST', type: 'validation_error' } },
    });
    expect(answer.body.error.message).toContain('The request is not valid');
  });

  test.each([
    ['an unknown decision', '{"decision":"maybe"}'],
    ['no decision', '{}'],
    ['a time that is none', '{"decision":"approve","remember":"forever"}'],
    ['an unknown property', '{"decision":"approve","force":true}'],
    ['a pattern without a pointer', '{"decision":"approve","pattern":{"to":"*"}}'],
  ])('%s is not a verdict', async (_, body) => {
    expect(await send('/api/approvals/x', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST' } },
    });
  });

  test.each([
    ['/api/calls?state=lost', 400],
    ['/api/calls?limit=-1', 400],
    ['/api/calls?limit=x', 400],
    ['/api/calls?before=yesterday', 400],
    ['/api/audit?after=1.5', 400],
    ['/api/calls/x?wait=3600', 400],
    ['/api/calls/x/result?length=-5', 400],
    [`/api/calls/${'x'.repeat(200)}`, 400],
  ])('%s is refused', async (path, status) => {
    expect(await http.json(path)).toMatchObject({ status, body: { error: { code: 'INVALID_REQUEST' } } });
  });

  test('10 MB are too large', async () => {
    const large = new Uint8Array(10_000_000).fill(0x20);
    expect(await send('/api/calls', large)).toMatchObject({ status: 413, body: { error: { code: 'TOO_LARGE' } } });
  });

  test.each(['/api/calls', '/approvals/x'])('a body of %s that never ends is cut off at the limit', async (path) => {
    const { port } = new URL(http.url);
    const headers = {
      authorization: `Bearer ${http.personToken}`,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      origin: http.url,
    };
    const piece = Buffer.alloc(100_000, ' ');
    let sent = 0;
    const status = await new Promise<number>((resolve, reject) => {
      const sending = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
        clearInterval(timer);
        resolve(response.statusCode ?? 0);
        sending.destroy();
      });
      sending.on('error', reject);
      const timer = setInterval(() => {
        for (let time = 0; time < 20 && sent < 60_000_000; time += 1) {
          sending.write(piece);
          sent += piece.length;
        }
      }, 5);
    });
    expect(status).toBe(413);
    expect(sent).toBeLessThan(60_000_000);
  });

  test('arguments over the limit, nested deeply, or with half a character are refused as a call', async () => {
    const args = async (text: string) => (await send('/api/calls', `{"tool":"list_directory","args":${text}}`)).body;
    expect(await args(`{"path":"${'x'.repeat(8_100_000)}"}`)).toMatchObject({
      state: 'refused',
      error: { code: 'TOO_LARGE' },
    });
    expect(await args(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toMatchObject({ error: { code: 'TOO_LARGE' } });
    expect(await args('{"path":"\\ud800"}')).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
    expect(await args('{"path":".","__proto__":{"recursive":true}}')).toMatchObject({
      error: { code: 'INVALID_ARGUMENTS' },
    });
  });

  test('nothing of it stops the server, and what is not HTTP is cut off', async () => {
    const socket = connect(Number(new URL(http.url).port), '127.0.0.1');
    const said = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (data) => (text += data.toString())).on('close', () => resolve(text));
      socket.write('\x16\x03\x01 not http at all\r\n\r\n');
    });
    expect(said).toMatch(/^HTTP\/1\.1 400/);
    expect((await http.json('/healthz')).status).toBe(200);
  });
});
