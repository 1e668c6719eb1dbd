/** The hostile inputs by every door. */
import { Buffer } from 'node:buffer';
import { WebSocket } from 'ws';

import { hostileEvents, hostileMails, hostileMultistatus } from '../../test/support/cases/hostile-inputs.ts';
import { SmtpLine } from '../../test/support/clients/smtp-client.ts';
import type { BenchAccess } from './server.ts';
import { hostileModelAnswers, hostileSearchAnswers, toCalendarAnswer, type HostileStrangers } from './strangers.ts';

export interface PlayedInput {
  readonly door: string;
  readonly name: string;
  /** Builds the input, and returns what plays it. */
  readonly prepare: () => () => Promise<string>;
}

export const MAIL_ADDRESS = 'ann@example.com';
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const numbers = (count: number): string => `[${'1,'.repeat(count)}1]`;
const objects = (count: number): string => `[${'{},'.repeat(count)}{}]`;
const keys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`;
const text = (unit: string, length: number): string => JSON.stringify(unit.repeat(Math.ceil(length / unit.length)));

export function listPlayedInputs(access: BenchAccess, strangers: HostileStrangers): readonly PlayedInput[] {
  const post = (path: string, body: string | Uint8Array, token = access.agent): Promise<string> =>
    fetch(new URL(path, access.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: body as BodyInit,
    }).then(readOutcome);
  const input = (
    door: string,
    name: string,
    build: () => string,
    play: (body: string) => Promise<string>,
  ): PlayedInput => ({
    ...{ door, name },
    prepare: () => {
      const body = build();
      return () => play(body);
    },
  });
  const http = (name: string, build: () => string): PlayedInput =>
    input('HTTP', name, build, (body) => post('/api/calls', body));
  const call = (tool: string, args: string, preset = 'workspace'): string =>
    `{"tool":"${tool}","preset":"${preset}","args":${args}}`;
  const mcp = (name: string, args: () => string): PlayedInput =>
    input(
      'MCP',
      name,
      () => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_tools","arguments":${args()}}}`,
      (body) => post('/mcp', body),
    );
  const line = (name: string, build: () => string): PlayedInput =>
    input('WebSocket', name, build, (body) => sendLine(access, body));
  const chat = (name: string, messages: () => string): PlayedInput =>
    input(
      '/v1',
      name,
      () => `{"model":"workspace","messages":${messages()}}`,
      (body) => post('/v1/chat/completions', body),
    );
  const ask = (tool: string, args: object, preset: string): Promise<string> =>
    post('/api/calls', call(tool, JSON.stringify(args), preset));
  const range = { start: '2026-01-01', end: '2026-12-31' };
  const calendar = (name: string, build: () => string): PlayedInput =>
    input('CalDAV', name, build, (answer) => {
      strangers.setCalendar(answer);
      return ask('get_events_details', range, 'personal');
    });
  const model = (name: string, build: () => string): PlayedInput =>
    input('model', name, build, (answer) => {
      strangers.setModel(answer);
      return post('/v1/chat/completions', '{"model":"workspace","messages":[{"role":"user","content":"Hello"}]}');
    });
  const mounted = (name: string, how: string): PlayedInput =>
    input(
      'mounted server',
      name,
      () => how,
      (kind) => ask('hostile.answer', { how: kind }, 'workspace'),
    );
  const document = (name: string, build: () => Uint8Array, contentType: string): PlayedInput => ({
    ...{ door: 'document', name },
    prepare: () => {
      const args = { filename: `${name}.bin`, content: Buffer.from(build()).toString('base64'), contentType };
      const body = call('upload_file', JSON.stringify(args), 'organization');
      return () => post('/api/calls', body);
    },
  });
  return [
    http('objects, 7.5 MB', () => call('search_tools', `{"query":${objects(2_500_000)}}`)),
    http('199,000 objects', () => call('search_tools', `{"query":${objects(199_000)}}`)),
    http('199,000 numbers', () => call('search_tools', `{"query":${numbers(199_000)}}`)),
    http('90,000 keys', () => call('search_tools', keys(90_000))),
    http('nested four million deep', () => call('search_tools', `{"query":${nested(4_000_000)}}`)),
    http('a text of eight megabytes', () =>
      call('write_file', `{"path":"a.txt","content":${text('word ', 8_000_000)}}`),
    ),
    http('dots, 4 MB', () => call('write_file', `{"path":"b.txt","content":${text('.', 4_000_000)}}`)),
    http('address-like words, 4 MB', () => call('write_file', `{"path":"c.txt","content":${text('a@b.', 4_000_000)}}`)),
    http('combining marks, 2 MB', () =>
      call('write_file', `{"path":"d.txt","content":${text('\u0344\u0323', 1_000_000)}}`),
    ),
    line(
      '199,000 objects',
      () => `{"type":"tool.call","requestId":"a","tool":"search_tools","args":{"query":${objects(199_000)}}}`,
    ),
    line('nested a million deep', () => nested(1_000_000)),
    line(
      'a text of four megabytes',
      () => `{"type":"tool.call","requestId":"b","tool":"search_tools","args":{"query":${text('x', 4_000_000)}}}`,
    ),
    mcp('199,000 objects', () => `{"query":${objects(199_000)}}`),
    mcp('objects, 7.5 MB', () => `{"query":${objects(2_500_000)}}`),
    mcp('a text of eight megabytes', () => `{"query":${text('x', 8_000_000)}}`),
    chat('30,000 messages', () => `[${'{"role":"user","content":"a"},'.repeat(30_000)}{"role":"user","content":"a"}]`),
    chat('a message of eight megabytes', () => `[{"role":"user","content":${text('word ', 8_000_000)}}]`),
    chat('199,000 objects', () => objects(199_000)),
    ...hostileModelAnswers.map(([name, build]) => model(name, build)),
    ...hostileMails.map(([name, build]): PlayedInput => ({
      ...{ door: 'SMTP', name },
      prepare: () => {
        const raw = build();
        return () => sendMail(access.smtpPort, raw);
      },
    })),
    ...hostileEvents.map(([name, build]) => calendar(name, () => toCalendarAnswer(build()))),
    ...hostileMultistatus.map(([name, build]) => calendar(name, build)),
    ...hostileSearchAnswers.map(([name, build]) =>
      input('web search', name, build, (answer) => {
        strangers.setSearch(answer);
        return ask('web_search', { query: 'news' }, 'workspace');
      }),
    ),
    mounted('a text of eight megabytes', 'text'),
    mounted('4,000,000 dots', 'dots'),
    mounted('3,000,000 objects', 'objects'),
    mounted('nested four million deep', 'deep'),
    mounted('150,000 blocks', 'blocks'),
    document('a page of open elements', () => Buffer.from('<div>'.repeat(600_000)), 'text/html'),
    document(
      'a damaged PDF',
      () => Buffer.from(`%PDF-1.7\n${'1 0 obj << /Kids [1 0 R] >>\n'.repeat(100_000)}`),
      'application/pdf',
    ),
    document(
      'a mail of soft line breaks',
      () =>
        Buffer.from(`From: a@b.c\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${'=\r\n'.repeat(1_000_000)}`),
      'message/rfc822',
    ),
  ];
}

/** Plays a harmless input by a door. */
export async function warmUp(access: BenchAccess, strangers: HostileStrangers, door: string): Promise<unknown> {
  const call = (tool: string, args: object, preset: string): Promise<Response> =>
    fetch(new URL('/api/calls', access.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${access.agent}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool, args, preset }),
    });
  strangers.setCalendar(toCalendarAnswer([]));
  strangers.setSearch('{"results":[]}');
  switch (door) {
    case 'SMTP':
      return sendMail(access.smtpPort, Buffer.from(`Subject: Hello\r\n\r\n${'Hello. '.repeat(2_000)}`));
    case 'CalDAV':
      return call('get_events_details', { start: '2026-01-01', end: '2026-01-02' }, 'personal');
    case 'web search':
      return call('web_search', { query: 'news' }, 'workspace');
    case 'mounted server':
      return call('hostile.answer', { how: 'nothing' }, 'workspace');
    case 'document':
      return call('upload_file', { filename: 'a.txt', content: 'YQ==', contentType: 'text/plain' }, 'organization');
    case 'WebSocket':
      return sendLine(access, '{}');
    case 'model':
      return fetch(new URL('/v1/chat/completions', access.url), {
        method: 'POST',
        headers: { authorization: `Bearer ${access.agent}`, 'content-type': 'application/json' },
        body: '{"model":"workspace","messages":[{"role":"user","content":"Hello"}]}',
      });
    default:
      return call('search_tools', { query: 'files' }, 'workspace');
  }
}

/** The state or the error code of an answer, which are at its beginning or its end. */
async function readOutcome(response: Response): Promise<string> {
  const text = await response.text();
  const ends = text.length > 2_000 ? text.slice(0, 1_000) + text.slice(-1_000) : text;
  const code = /\\?"code\\?":\\?"?([\w-]+)/.exec(ends)?.[1] ?? /"state":"(\w+)"/.exec(ends)?.[1] ?? '';
  return `${response.status} ${code}`;
}

function sendLine({ url, agent }: BenchAccess, message: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${agent}` } });
    let heard = 0;
    socket.on('open', () => socket.send(message));
    // The first message is the greeting.
    socket.on('message', () => {
      heard += 1;
      if (heard > 1) socket.close();
    });
    socket.on('error', () => undefined).on('close', (code) => resolve(String(code)));
    setTimeout(() => socket.terminate(), 10_000).unref();
  });
}

async function sendMail(port: number, raw: Uint8Array): Promise<string> {
  await using line = await SmtpLine.open(port);
  await line.begin(MAIL_ADDRESS);
  line.write(raw);
  return (await line.say('\r\n.')).slice(0, 30);
}
