/** Handing a mail over by SMTP: to a proper server, and to ones that break wherever they can. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { accessTokens } from '../../../src/connectors/mail/access-token.ts';
import { composeMail } from '../../../src/connectors/mail/compose.ts';
import type { MailLogin } from '../../../src/connectors/mail/mail-connection.ts';
import { smtpSender, type SmtpSenderOptions } from '../../../src/connectors/mail/smtp.ts';
import type { ComposedMail, MailSendResult } from '../../../src/ports/mail-account.ts';
import {
  startBreakingRelay,
  startRelay,
  type Break,
  type RelayOptions,
  type SmtpRelay,
} from '../../support/servers/smtp-relay.ts';
import { certificateFor, type TestCertificate } from '../../support/servers/test-certificate.ts';

const never = new AbortController().signal;
const USER = 'ann@example.com';
const login: MailLogin = { user: USER, secret: async () => ({ password: 'correct horse' }) };
const letter = (more: Partial<ComposedMail> = {}): ComposedMail => ({
  ...{ from: `Ann Example <${USER}>`, to: ['bob@example.com'], cc: ['carol@example.com'], subject: 'Käse & Brot' },
  ...{ text: 'Hello\n.\nBob', html: undefined, messageId: '<one@example.com>', date: Date.UTC(2026, 10, 15) },
  ...{ attachments: [], ...more },
});

async function send(
  options: Pick<SmtpSenderOptions, 'port'> & Partial<SmtpSenderOptions>,
  recipients: readonly string[] = ['bob@example.com', 'carol@example.com', 'hidden@example.com'],
): Promise<MailSendResult & { begun: number }> {
  let begun = 0;
  const sender = smtpSender({ host: '127.0.0.1', security: 'none', ...options });
  const mail = { from: USER, recipients, raw: await composeMail(letter()) };
  const handover = await sender.send(mail, async () => void (begun += 1), never);
  return { ...handover, begun };
}

describe('a proper server', () => {
  let certificate: TestCertificate;
  const relays: SmtpRelay[] = [];
  beforeAll(() => {
    certificate = certificateFor('localhost');
  });
  afterAll(() => Promise.all(relays.map((relay) => relay.close())));
  const relay = async (options?: RelayOptions): Promise<SmtpRelay> => {
    const started = await startRelay(options);
    relays.push(started);
    return started;
  };

  it('gets the mail once for all recipients, without the blind copies in it', async () => {
    const { port, taken } = await relay();
    expect(await send({ port })).toMatchObject({ state: 'sent', refused: [], begun: 1 });
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({ from: USER, to: ['bob@example.com', 'carol@example.com', 'hidden@example.com'] });
    expect(taken[0]?.raw).not.toMatch(/bcc|hidden/i);
    const read = await PostalMime.parse(taken[0]?.raw ?? '');
    expect(read).toMatchObject({ subject: 'Käse & Brot', messageId: '<one@example.com>' });
    expect(read.text?.trim()).toBe('Hello\n.\nBob');
  });

  it('says whom it does not deliver to', async () => {
    const { port, taken } = await relay({ refuses: (address) => address.startsWith('carol') });
    expect(await send({ port })).toMatchObject({ state: 'sent', refused: ['carol@example.com'] });
    expect(taken[0]?.to).toEqual(['bob@example.com', 'hidden@example.com']);
    expect(await send({ port }, ['carol@example.com'])).toMatchObject({ state: 'refused', isLasting: true, begun: 0 });
  });

  it.each([
    ['tls', true],
    ['starttls', false],
  ] as const)('is signed in to by a password over %s', async (security, secure) => {
    const { port, taken } = await relay({ certificate, secure, user: USER, password: 'correct horse' });
    const options = { host: 'localhost', port, security, ca: certificate.ca };
    expect(await send({ ...options, login })).toMatchObject({ state: 'sent' });
    expect(taken[0]?.isEncrypted).toBe(true);
    const wrong = { user: USER, secret: async () => ({ password: 'wrong' }) };
    expect(await send({ ...options, login: wrong })).toMatchObject({ state: 'refused', isLasting: true, begun: 0 });
    expect(await send({ ...options, ca: undefined, login })).toMatchObject({ state: 'refused', begun: 0 });
    expect(taken).toHaveLength(1);
  });

  it('gets no password without TLS', async () => {
    const { port, signIns } = await relay({ user: USER, password: 'correct horse' });
    const refused = await send({ host: 'localhost', port, security: 'starttls', login });
    expect(refused).toMatchObject({ state: 'refused', begun: 0 });
    expect(signIns).toEqual([]);
    expect(() => smtpSender({ host: 'mail.example.com', port, security: 'none' })).toThrow('without TLS');
  });

  it('is signed in to by a token, which is renewed by the refresh token as often as it runs out', async () => {
    const tokens = await startTokens();
    let refresh = 'first';
    const clock = { now: 0 };
    const kept = { read: async () => refresh, replace: async (token: string) => void (refresh = token) };
    const client = { tokenUrl: tokens.url, clientId: 'deputize', clientSecret: 'quiet' };
    const secret = accessTokens(client, kept, () => clock.now);
    const { port, taken } = await relay({ certificate, user: USER, accessToken: () => tokens.valid() });
    const options = { host: 'localhost', port, security: 'starttls', ca: certificate.ca } as const;
    const oauth = { user: USER, secret };
    for (let time = 0; time < 2; time += 1)
      expect(await send({ ...options, login: oauth })).toMatchObject({ state: 'sent' });
    expect(tokens.asked).toBe(1);
    clock.now += 3_600_000;
    await Promise.all([secret(), secret()]);
    expect(await send({ ...options, login: oauth })).toMatchObject({ state: 'sent' });
    expect([tokens.asked, refresh, taken.length]).toEqual([2, 'refresh-2', 3]);
    refresh = 'stolen';
    clock.now += 3_600_000;
    await expect(secret()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await tokens.close();
    expect(() => accessTokens({ ...client, tokenUrl: 'http://tokens.example.com/' }, kept)).toThrow('https');
  });
});

describe('a server that breaks', () => {
  const broken = async (at: Break, how?: Parameters<typeof startBreakingRelay>[1]) => {
    const relay = await startBreakingRelay(() => at, how);
    const handover = await send({ port: relay.port, silenceMs: 500 });
    const { whole } = relay;
    await relay.close();
    return { ...handover, whole: whole() };
  };

  it.each(['MAIL', 'RCPT', 'DATA'] as const)('at %s has got nothing, and the mail was not begun', async (at) => {
    expect(await broken(at)).toMatchObject({ state: 'refused', isLasting: false, begun: 0, whole: 0 });
  });

  it('in the middle of the mail leaves it refused or unknown, and never sent', async () => {
    const { state, whole } = await broken('body');
    expect(['refused', 'unknown']).toContain(state);
    expect(whole).toBe(0);
  });

  it.each([
    ['hangs up', (socket: { destroy(): unknown }) => void socket.destroy()],
    ['falls silent', () => undefined],
    [
      'says half a word',
      (socket: { write(text: string): unknown; destroy(): unknown }) => (socket.write('25'), void socket.destroy()),
    ],
  ] as const)('when it has the whole and %s: the outcome is unknown', async (_what, how) => {
    expect(await broken('whole', how)).toMatchObject({ state: 'unknown', begun: 1, whole: 1 });
  });

  it.each([
    ['451 later', false],
    ['554 never', true],
  ])('when it has the whole and says %j: it was not taken', async (answer, isLasting) => {
    const handover = await broken('whole', (socket) => void socket.write(`${answer}\r\n`));
    expect(handover).toMatchObject({ state: 'refused', isLasting });
  });

  it('is given nothing when the mail is called back at the last moment', async () => {
    const relay = await startBreakingRelay(() => undefined);
    const sender = smtpSender({ host: '127.0.0.1', port: relay.port, security: 'none' });
    const mail = { from: USER, recipients: ['bob@example.com'], raw: await composeMail(letter()) };
    const back = Object.assign(new Error('called back'), { code: 'CONFLICT' });
    await expect(sender.send(mail, () => Promise.reject(back), never)).rejects.toBe(back);
    expect([back.code, relay.whole()]).toEqual(['CONFLICT', 0]);
    await relay.close();
  });
});

describe('a mail as it is written down', () => {
  it('keeps attachments and HTML, and takes no header from anything that it is given', async () => {
    const attachments = [{ name: 'a\r\nX-Bad: 1.pdf', type: 'application/pdf', content: new Uint8Array([1, 2, 3]) }];
    const raw = await composeMail(letter({ subject: 'Hi\r\nBcc: eve@example.com', html: '<p>Hello</p>', attachments }));
    const read = await PostalMime.parse(raw);
    expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(Buffer.from(raw).toString()).not.toMatch(/^(?:X-Bad|Bcc)/im);
    expect(read.html).toContain('<p>Hello</p>');
    expect(read.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf']);
  });

  it('opens no file and no address that it names', async () => {
    const html = '<img src="/etc/hostname"><img src="http://127.0.0.1:9/">';
    expect(Buffer.from(await composeMail(letter({ html }))).toString()).toContain('/etc/hostname');
  });
});

async function startTokens() {
  const state = { asked: 0, expected: 'first' };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const form = new URLSearchParams(body);
    if (form.get('refresh_token') !== state.expected || form.get('client_secret') !== 'quiet') {
      response.writeHead(400).end('{"error":"invalid_grant"}');
      return;
    }
    state.asked += 1;
    state.expected = `refresh-${state.asked}`;
    const given = { access_token: `token-${state.asked}`, expires_in: 3_600, refresh_token: state.expected };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given));
  };
  const server: Server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    valid: () => `token-${state.asked}`,
    get asked() {
      return state.asked;
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
