/** web_fetch through the whole runtime, against real servers: approvals, redirects, headers, sizes, times and text. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openNodeWeb } from '../../../src/connectors/web/node-web.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { certificateFor, type TestCertificate } from '../../support/servers/test-certificate.ts';
import {
  errorOf,
  openBrowser,
  startSite,
  valueOf,
  type Browser,
  type Handler,
  type Site,
} from '../../support/worlds/web-world.ts';

interface Page {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

let answer: Handler;
let site: Site;
let other: Site;
let secure: Site;
let certificate: TestCertificate;
let browser: Browser;
const LIMITS = { bodyBytes: 200_000, headerBytes: 8_192 };

const resolve = (name: string) => Promise.resolve(name.endsWith('.example') ? ['127.0.0.1'] : []);
const here = (path = '/') => `http://site.example:${site.port}${path}`;
const there = (path = '/') => `http://other.example:${other.port}${path}`;

beforeAll(async () => {
  certificate = certificateFor('secure.example');
  const handle: Handler = (request, response, body) => answer(request, response, body);
  site = await startSite(handle);
  other = await startSite((_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('other'));
  secure = await startSite(handle, { tls: certificate });
  browser = await openBrowser({
    resolve,
    ca: certificate.ca,
    limits: LIMITS,
    allow: [
      `http://site.example:${site.port}/docs/*`,
      `POST http://site.example:${site.port}/hook`,
      `https://secure.example:${secure.port}/*`,
    ],
    allowed: [site, other, secure].map(({ port }) => `127.0.0.1:${port}`),
  });
});
afterAll(async () => {
  for (const each of [browser, site, other, secure]) await each[Symbol.asyncDispose]();
});
beforeEach(() => {
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
  for (const each of [site, other, secure]) each.requests.length = 0;
});

const page = async (args: object): Promise<Page> => valueOf(await browser.fetch(args));
const failure = async (args: object) => errorOf(await browser.fetch(args));
const answering = (headers: Record<string, string>, body: string | Buffer, status = 200) => {
  answer = (_, response) => void response.writeHead(status, headers).end(body);
};

describe('W4: who is asked', () => {
  test('no person, for what is on the allowlist', async () => {
    const outcome = await browser.ask({ url: here('/docs/a?b=c') });
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow', rule: 'low-risk-runs' } });
    expect(valueOf<Page>(outcome)).toEqual({ status: 200, headers: expect.any(Object), body: 'hello' });
    expect(site.requests).toMatchObject([{ method: 'GET', url: '/docs/a?b=c' }]);
  });

  test.each([
    ['another path', () => ({ url: here('/') })],
    ['a path beside', () => ({ url: here('/docs') })],
    ['a path that leads out', () => ({ url: here('/docs/../private') })],
    ['a path that leads out in disguise', () => ({ url: here('/docs/..%2fprivate') })],
    ['another host', () => ({ url: there('/docs/') })],
    ['POST to what is listed for GET', () => ({ url: here('/docs/a'), method: 'POST', body: '' })],
  ])('a person, for %s', async (_, args) => {
    const outcome = await browser.ask(args());
    expect(outcome).toMatchObject({ state: 'pending', decision: { effect: 'confirm' } });
    expect([site.requests, other.requests]).toEqual([[], []]);
  });

  test('POST runs unasked only where the entry says so, and is reported', async () => {
    const outcome = await browser.ask({ url: here('/hook'), method: 'POST', body: 'x=1' });
    expect(outcome).toMatchObject({ state: 'reported', decision: { rule: 'medium-risk-is-reported' } });
    expect(site.requests).toMatchObject([{ method: 'POST', body: 'x=1', headers: { 'content-length': '3' } }]);
  });

  test('R5: the person sees method, address, headers and body, and no credential', async () => {
    const secret = 'Bearer abcdefghijklmnopqrstuvwxyz';
    const url = 'https://xn--exmple-cua.example/p?q=a%E2%80%AEb#fragment';
    const outcome = await browser.ask({
      url,
      method: 'POST',
      headers: { Authorization: secret, 'X-Api-Key': 'short', 'X-Note': 'visible' },
      body: 'what leaves\u200B',
    });
    if (outcome.state !== 'pending') throw new Error(JSON.stringify(outcome));
    const waiting = (await browser.deputize.approvals.list()).find(({ id }) => id === outcome.approval.id);
    const shown = JSON.stringify(waiting?.preview);
    expect(waiting?.preview.title).toBe('POST https://xn--exmple-cua.example/p?q=a%E2%80%AEb');
    expect(waiting?.preview.parts).toMatchObject([
      {
        ...{ kind: 'request', method: 'POST', url: 'https://xn--exmple-cua.example/p?q=a%E2%80%AEb' },
        query: [{ name: 'q', value: 'a\u202Eb' }],
        headers: expect.arrayContaining([
          { name: 'authorization', value: '[redacted]' },
          { name: 'x-note', value: 'visible' },
        ]),
        body: 'what leaves\u200B',
        warnings: [expect.stringContaining('international name')],
      },
    ]);
    expect(shown).not.toContain('abcdefghij');
    expect(shown).not.toContain('short');
    expect(waiting).toMatchObject({ risk: 'high', scope: ['xn--exmple-cua.example', expect.any(String)] });
  });

  test('R10: no credential of a header appears in the audit', async () => {
    await browser.fetch({ url: here('/docs/'), headers: { 'X-Api-Key': 'canary-key-1', Cookie: 'sid=canary-key-2' } });
    expect(site.requests[0]?.headers).toMatchObject({ 'x-api-key': 'canary-key-1', cookie: 'sid=canary-key-2' });
    const records = await browser.deputize.runtime.audit.read({ limit: 1_000 });
    expect(JSON.stringify(records)).toContain('web_fetch');
    expect(JSON.stringify(records)).not.toContain('canary-key');
  });

  test('is labelled as untrusted and as a way out', () => {
    expect(browser.deputize.runtime.registry.find('workspace', 'web_fetch')?.labels).toEqual({
      untrusted: true,
      private: false,
      sendsOut: true,
    });
  });
});

describe('W4: redirects', () => {
  const redirecting = (status: number, location: string) => {
    answer = (request, response) =>
      void (request.url?.startsWith('/docs/go') || request.url?.startsWith('/go') || request.url === '/hook'
        ? response.writeHead(status, { location }).end('moved')
        : response.writeHead(200, { 'content-type': 'text/plain' }).end('arrived'));
  };

  test('a listed call stays on the list, and its error names the target', async () => {
    redirecting(302, '/docs/there');
    expect((await page({ url: here('/docs/go') })).body).toBe('arrived');
    for (const target of [here('/private'), there('/x')]) {
      redirecting(302, target);
      expect(await failure({ url: here('/docs/go') })).toMatchObject({
        code: 'BLOCKED',
        message: expect.stringContaining(target),
        details: { redirect: target },
      });
    }
    expect(other.requests).toEqual([]);
  });

  test('a call that a person approved may leave the origin', async () => {
    redirecting(302, there('/x'));
    expect((await page({ url: here('/go') })).body).toBe('other');
  });

  test('a granted call stays at its origin', async () => {
    redirecting(302, there('/x'));
    const first = await browser.ask({ url: here('/go?granted') });
    if (first.state !== 'pending') throw new Error(JSON.stringify(first));
    await browser.deputize.approvals.decide(first.approval.id, { decision: 'approve', remember: 'always' });
    other.requests.length = 0;
    const again = await browser.ask({ url: here('/go?granted') });
    expect(again.decision.rule).toBe('granted-by-the-person');
    expect(errorOf(again).code).toBe('BLOCKED');
    redirecting(302, '/elsewhere');
    expect(valueOf<Page>(await browser.ask({ url: here('/go?granted') })).body).toBe('arrived');
    expect(other.requests).toEqual([]);
  });

  test.each([
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [307, 'GET', 'GET'],
    [303, 'GET', 'GET'],
  ])('%i after %s is followed by %s', async (status, method, then) => {
    redirecting(status, '/landed');
    const body = method === 'POST' ? { body: 'payload', headers: { 'Content-Type': 'text/plain', 'X-Own': '1' } } : {};
    await page({ url: here('/go'), method, ...body });
    const [, last] = site.requests;
    expect(last).toMatchObject({ method: then, url: '/landed', body: then === 'POST' ? 'payload' : '' });
    if (method === 'POST') expect(last?.headers).toMatchObject({ 'x-own': '1' });
    if (then === 'GET') expect(last?.headers['content-type']).toBeUndefined();
  });

  test('another origin sees no header that could be a credential', async () => {
    redirecting(302, there('/x'));
    const headers = {
      Authorization: 'Bearer x',
      Cookie: 'a=b',
      'X-Api-Key': 'k',
      'X-Anything': 'a',
      Accept: 'text/plain',
    };
    await page({ url: here('/go'), headers });
    const seen = other.requests[0]?.headers ?? {};
    expect(Object.keys(seen).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(seen.accept).toBe('text/plain');
    redirecting(302, '/same');
    await page({ url: here('/go'), headers });
    expect(site.requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k' });
  });

  test.each([307, 308])('%i does not carry a body to another origin', async (status) => {
    redirecting(status, there('/x'));
    expect(await failure({ url: here('/go'), method: 'POST', body: 'secret' })).toMatchObject({ code: 'BLOCKED' });
    expect(other.requests).toEqual([]);
  });

  test('https never becomes http', async () => {
    redirecting(302, here('/docs/'));
    const error = await failure({ url: `https://secure.example:${secure.port}/go` });
    expect(error).toMatchObject({ code: 'BLOCKED', details: { redirect: here('/docs/') } });
    expect(site.requests).toEqual([]);
  });

  test('circles and long chains end', async () => {
    redirecting(302, '/go');
    expect((await failure({ url: here('/go') })).message).toContain('circle');
    answer = (request, response) =>
      void response.writeHead(302, { location: `/n${Number(request.url?.slice(2) ?? 0) + 1}` }).end();
    site.requests.length = 0;
    expect((await failure({ url: here('/n0') })).message).toContain('more than 5');
    expect(site.requests).toHaveLength(6);
  });

  test('without a location a redirect is an answer', async () => {
    answering({ 'content-type': 'text/plain' }, 'choose', 300);
    expect(await page({ url: here('/go') })).toMatchObject({ status: 300, body: 'choose' });
    answering({}, '', 304);
    expect(await page({ url: here('/go') })).toMatchObject({ status: 304, body: '' });
  });
});

describe('W4: headers', () => {
  test.each([
    ...[
      'Host',
      'Content-Length',
      'Transfer-Encoding',
      'Connection',
      'Keep-Alive',
      'TE',
      'Trailer',
      'Upgrade',
      'Expect',
    ],
    ...[
      'Proxy-Authorization',
      'Proxy-Connection',
      'Sec-Fetch-Site',
      'X-Forwarded-For',
      'Forwarded',
      'Via',
      'X-Real-IP',
    ],
    ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', 'Accept-Encoding', 'HTTP2-Settings', 'hOsT'],
  ])('%s is refused', async (name) => {
    expect(errorOf(await browser.ask({ url: here('/docs/'), headers: { [name]: '1' } }))).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining(name),
    });
  });

  test.each([
    ['a line break in a value', { 'X-A': 'a\r\nX-B: b' }],
    ['a single line feed', { 'X-A': 'a\nb' }],
    ['a null in a value', { 'X-A': 'a\0' }],
    ['a letter beyond ASCII that could become a line break', { 'X-A': 'a\u010dX-B: b\u010a' }],
    ['a line break in a name', { 'X-A\r\nX-B': 'b' }],
    ['a colon in a name', { 'X-A:': 'b' }],
    ['an empty name', { '': 'b' }],
    ['one name twice', { 'X-A': '1', 'x-a': '2' }],
  ])('refuses %s', async (_, headers) => {
    expect(errorOf(await browser.ask({ url: here('/docs/'), headers })).code).toBe('INVALID_ARGUMENTS');
    expect(site.requests).toEqual([]);
  });

  test('of an answer come by lower-case name, without cookies', async () => {
    answer = (_, response) => {
      response.setHeader('X-Twice', ['1', '2']);
      response.setHeader('Set-Cookie', ['a=b', 'c=d']);
      response.writeHead(200, { 'Content-Type': 'text/plain', constructor: 'own' }).end('x');
    };
    const { headers } = await page({ url: here('/docs/') });
    expect(headers).toMatchObject({ 'x-twice': '1, 2', 'content-type': 'text/plain', constructor: 'own' });
    expect(JSON.stringify(headers).toLowerCase()).not.toContain('cookie');
  });

  test('too many of an answer are refused', async () => {
    answering({ 'x-long': 'y'.repeat(LIMITS.headerBytes + 1) }, '');
    expect((await failure({ url: here('/docs/') })).code).toBe('TOO_LARGE');
  });

  test('GET with a body and too large a request are refused', async () => {
    expect(errorOf(await browser.ask({ url: here('/docs/'), body: '' })).code).toBe('INVALID_ARGUMENTS');
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`x-${at}`, 'v']));
    expect(errorOf(await browser.ask({ url: here('/docs/'), headers: many })).code).toBe('TOO_LARGE');
  });
});

describe('W4: what comes back', () => {
  const text = 'Grüße, 世界! '.repeat(500);

  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('%s is unpacked', async (encoding, packed) => {
    answering({ 'content-type': 'text/plain', 'content-encoding': encoding }, packed);
    expect((await page({ url: here('/docs/') })).body).toBe(text);
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['deflate', deflateSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['zstd', zstdCompressSync(Buffer.alloc(50_000_000))],
  ])('a %s bomb is cut off', async (encoding, packed) => {
    expect(packed.length).toBeLessThan(LIMITS.bodyBytes);
    answering({ 'content-type': 'text/plain', 'content-encoding': encoding }, packed);
    expect((await failure({ url: here('/docs/') })).code).toBe('TOO_LARGE');
  });

  test('an endless answer is cut off, packed or not', async () => {
    for (const encoding of ['identity', 'gzip']) {
      answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding });
        if (encoding === 'gzip') response.write(gzipSync('x').subarray(0, 10));
        const pour = setInterval(() => response.write(Buffer.alloc(65_536, encoding === 'gzip' ? 0 : 'a')), 1);
        response.on('close', () => clearInterval(pour));
      };
      expect(['TOO_LARGE', 'EXTERNAL_ERROR']).toContain((await failure({ url: here('/docs/') })).code);
    }
  });

  test('a size that is said to be too large is not read', async () => {
    answer = (_, response) => void response.writeHead(200, { 'content-length': '999999999' }).write('x');
    expect((await failure({ url: here('/docs/') })).code).toBe('TOO_LARGE');
  });

  test('what is broken, cut short or packed otherwise is an error', async () => {
    for (const [encoding, packed] of [
      ['gzip', Buffer.from('not gzip')],
      ['gzip', gzipSync(text).subarray(0, 40)],
      ['br', Buffer.from('not br')],
      ['gzip, gzip', gzipSync(gzipSync(text))],
      ['compress', Buffer.from('x')],
    ] as const) {
      answering({ 'content-type': 'text/plain', 'content-encoding': encoding }, packed);
      expect((await failure({ url: here('/docs/') })).code).toBe('EXTERNAL_ERROR');
    }
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await failure({ url: here('/docs/') })).code).toBe('EXTERNAL_ERROR');
  });

  const latin = Buffer.from('caf\u00e9', 'latin1');
  test.each([
    ['UTF-8 without a word', 'text/plain', Buffer.from('café'), 'café'],
    ['bytes that are no UTF-8, without a word', 'text/plain', latin, 'café'],
    ['the charset of the header', 'text/html; charset=ISO-8859-1', latin, 'café'],
    ['a charset in quotes', 'text/html; charset="windows-1252"', latin, 'café'],
    ['Shift_JIS', 'text/html; charset=shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['a charset that nobody knows', 'text/plain; charset=klingon', Buffer.from('café'), 'café'],
    [
      'a meta element',
      'text/html',
      Buffer.concat([Buffer.from('<meta charset=latin1>'), latin]),
      '<meta charset=latin1>café',
    ],
    [
      'an XML declaration',
      'application/xml',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>'), latin]),
      '<?xml version="1.0" encoding="iso-8859-1"?><a>café',
    ],
    ['a byte order mark against the header', 'text/plain; charset=latin1', Buffer.from('\uFEFFcafé'), 'café'],
    ['UTF-16 by its mark', 'text/plain', Buffer.from('\uFEFFcafé', 'utf16le'), 'café'],
    ['JSON, which is UTF-8', 'application/problem+json', Buffer.from('{"a":"é"}'), '{"a":"é"}'],
    ['SVG', 'image/svg+xml', Buffer.from('<svg/>'), '<svg/>'],
    ['CSV', 'text/csv', Buffer.from('a,b'), 'a,b'],
    ['no type, but text', '', Buffer.from('plain'), 'plain'],
  ])('text is decoded: %s', async (_, type, bytes, expected) => {
    answering(type === '' ? {} : { 'content-type': type }, bytes);
    expect((await page({ url: here('/docs/') })).body).toBe(expected);
  });

  test.each([
    ['image/png', Buffer.from([0x89, 0x50, 0, 1])],
    ['application/pdf', Buffer.from('%PDF-1.7')],
    ['application/zip', Buffer.from('PK')],
    ['application/octet-stream', Buffer.from('text after all')],
    ['text/plain', Buffer.from([0, 1, 2])],
  ])('%s that is no text is refused by its name and size', async (type, bytes) => {
    answering({ 'content-type': type, 'content-length': String(bytes.length) }, bytes);
    const error = await failure({ url: here('/docs/') });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', details: { contentType: type, size: bytes.length } });
    expect(error.message).toContain(`${type}, ${bytes.length} bytes`);
  });

  test('statuses that tell of failure are answers', async () => {
    answering({ 'content-type': 'text/plain' }, 'gone', 404);
    expect(await page({ url: here('/docs/') })).toMatchObject({ status: 404, body: 'gone' });
    answering({ 'content-type': 'text/plain', 'content-encoding': 'gzip' }, '');
    expect(await page({ url: here('/docs/') })).toMatchObject({ status: 200, body: '' });
    answering({ 'content-type': 'image/png', 'content-length': '0' }, '', 500);
    expect(await page({ url: here('/docs/') })).toMatchObject({ status: 500, body: '' });
  });
});

describe('W4, R13: time', () => {
  test.each([
    ['never answers', () => undefined],
    ['sends its headers and nothing more', (_: unknown, response: { flushHeaders(): void }) => response.flushHeaders()],
    [
      'sends a byte now and then',
      (_: unknown, response: { write(text: string): void; on(event: 'close', end: () => void): void }) => {
        const drip = setInterval(() => response.write('.'), 50);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('a server that %s is given up', async (_, handle) => {
    answer = handle;
    expect(await failure({ url: here('/docs/'), timeout: 0.5 })).toMatchObject({ code: 'TIMEOUT', retryable: true });
  });

  test('the time covers all redirects together', async () => {
    answer = (request, response) =>
      void setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 200);
    expect((await failure({ url: here('/docs/x'), timeout: 0.7 })).code).toBe('TIMEOUT');
  });

  test('a POST that was sent may have taken effect, and says so', async () => {
    answer = () => undefined;
    expect(await failure({ url: here('/hook'), method: 'POST', body: 'x', timeout: 0.3 })).toMatchObject({
      code: 'TIMEOUT',
      retryable: false,
      partialSideEffects: true,
    });
  });

  test('cancelling ends the request', async () => {
    let begun: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (begun = resolve));
    const closed = new Promise<void>((resolve) => {
      answer = (_, response) => {
        response.on('close', resolve);
        begun();
      };
    });
    const calling = browser.deputize.call('web_fetch', { url: here('/docs/slow') }, { callId: 'to-cancel' });
    await arrived;
    const agent = await browser.deputize.runtime.directory.principal('owner', 'agent', 'library');
    expect(await browser.deputize.runtime.cancel('to-cancel', agent)).toBe(true);
    expect(errorOf((await calling).outcome).code).toBe('CANCELLED');
    await closed;
  });
});

describe('W4: servers that break the rules', () => {
  async function speaking(bytes: string | Buffer, use: (url: string, browser: Browser) => Promise<void>) {
    const server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(bytes));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const own = await openBrowser({ resolve, allowed: [`127.0.0.1:${port}`], limits: LIMITS });
    try {
      await use(`http://raw.example:${port}/`, own);
    } finally {
      await own[Symbol.asyncDispose]();
      server.close();
    }
  }

  test.each([
    ['nothing', ''],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['an answer of another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nx'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a bad chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['a null in a header', 'HTTP/1.1 200 OK\r\nX-A: a\0b\r\n\r\n'],
  ])('%s is an error', async (_, bytes) => {
    await speaking(bytes, async (url, own) => {
      expect(errorOf(await own.fetch({ url, timeout: 3 })).code).toBe('EXTERNAL_ERROR');
    });
  });

  test('a name like an object’s own is nothing special in the headers', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\n__proto__: polluted\r\ncontent-length: 2\r\n\r\nok';
    await speaking(bytes, async (url, own) => {
      const { headers, body } = valueOf<Page>(await own.fetch({ url }));
      expect([headers, body]).toEqual([{ 'content-length': '2' }, 'ok']);
    });
  });
});

describe('W4: https', () => {
  test('asks for the name, checks the certificate, and connects to the address', async () => {
    const { body } = await page({ url: `https://secure.example:${secure.port}/a` });
    expect(body).toBe('hello');
    expect(secure.requests[0]?.headers.host).toBe(`secure.example:${secure.port}`);
  });

  test('refuses a certificate of another name, and one without a trusted issuer', async () => {
    const named = await failure({ url: `https://another.example:${secure.port}/` });
    expect(named).toMatchObject({ code: 'EXTERNAL_ERROR', message: expect.stringContaining('ALTNAME') });
    const distrusting = await openBrowser({ resolve, allowed: [`127.0.0.1:${secure.port}`] });
    const error = errorOf(await distrusting.fetch({ url: `https://secure.example:${secure.port}/` }));
    expect(error.code).toBe('EXTERNAL_ERROR');
    await distrusting[Symbol.asyncDispose]();
    expect(secure.requests).toEqual([]);
  });
});

describe('W4: as it is delivered', () => {
  const patient = new AbortController().signal;
  const options = { timeoutMs: 5_000, mayFollow: () => true, signal: patient };

  test.each(['0x7f.1', '017700000001.0', '127.1'])('the system’s own reading of %s leads nowhere', async (name) => {
    // These names reach the resolver only by going around the URL parser, which already knows them for addresses.
    const { resolvePublic } = await import('../../../src/connectors/web/resolve-public.ts');
    await expect(resolvePublic(name)).rejects.toMatchObject({ code: /PRIVATE_ADDRESS|EXTERNAL_ERROR/ });
  });

  const proxies = () => {
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const all = Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${other.port}`]));
    return { ...all, NO_PROXY: '', NODE_USE_ENV_PROXY: '1', NODE_OPTIONS: '--use-env-proxy' };
  };

  test('no proxy of the environment is used', async () => {
    const child = fileURLToPath(new URL('../../support/processes/web-fetch-child.ts', import.meta.url));
    const env = { ...process.env, ...proxies() };
    const { stdout } = await promisify(execFile)(process.execPath, [child, here(), `127.0.0.1:${site.port}`], { env });
    expect([stdout, site.requests.length, other.requests]).toEqual(['hello', 1, []]);
  });

  test('no variable of the environment leads inside', async () => {
    const base = await mkdtemp(join(tmpdir(), 'delivered-'));
    await mkdir(join(base, 'work'));
    const flags = ['--data', join(base, 'data'), '--workspace', join(base, 'work')];
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const args = JSON.stringify({ url: `http://${host}:${site.port}/` });
      const { json } = await deputize(['call', 'web_fetch', args, ...flags], { env: proxies() });
      expect(json).toMatchObject({ state: 'refused', error: { code: 'PRIVATE_ADDRESS' } });
    }
    expect([site.requests, other.requests]).toEqual([[], []]);
    await rm(base, { recursive: true });
  });

  test('the site of these tests cannot be reached by any name', async () => {
    const web = openNodeWeb({ resolve });
    const request = { method: 'GET' as const, url: here(), headers: {} };
    await expect(web.fetch(request, options)).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' });
    expect(site.requests).toEqual([]);
  });
});
