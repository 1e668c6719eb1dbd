/**
 * Hands one mail over by SMTP, once. A server has not got a mail before the dot that ends it, so whatever fails before that has
 * delivered nothing; what fails after it, without an answer, is not known and must never be tried again.
 */
import { Readable } from 'node:stream';

import SMTPConnection from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';

import type { MailSendResult, MailSender, OutgoingMail } from '../../ports/mail-account.ts';
import { holdsSecret } from '../../ports/holds-secret.ts';
import { checkSecurity, toTlsOptions, type MailAddress, type MailLogin } from './mail-connection.ts';

export interface SmtpSenderOptions extends MailAddress {
  /** Undefined where the server asks for nothing, as one on this machine may. */
  readonly login?: MailLogin | undefined;
  /** The name that this side greets with. */
  readonly name?: string | undefined;
  readonly silenceMs?: number;
}

const SILENCE_MS = 60_000;
const CONNECT_MS = 20_000;
const MAX_ANSWER = 64_000;

export function smtpSender(options: SmtpSenderOptions): MailSender {
  checkSecurity(options);
  return { send: (mail, beforeBody, signal) => send(options, mail, beforeBody, signal) };
}

async function send(
  options: SmtpSenderOptions,
  mail: OutgoingMail,
  beforeBody: () => Promise<void>,
  signal: AbortSignal,
): Promise<MailSendResult> {
  signal.throwIfAborted();
  const { host, port, security, login, name = 'localhost', silenceMs = SILENCE_MS } = options;
  const secret = await login?.secret();
  const connection = new SMTPConnection({
    ...{ host, port, name, secure: security === 'tls', requireTLS: security === 'starttls' },
    ...{ ignoreTLS: security === 'none', tls: toTlsOptions(options), maxResponseSize: MAX_ANSWER },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: silenceMs },
  });
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  lost.catch(() => undefined);
  connection.on('error', lose);
  connection.once('end', () => lose(new Error('The line was lost.')));
  const abort = (): void => lose(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  let isWhole = false;
  let kept: { readonly back: unknown } | undefined;
  const mayBegin = (): Promise<void> =>
    beforeBody().catch((error: unknown) => {
      kept = { back: error };
      throw new Error('It is not to be sent.');
    });
  try {
    await Promise.race([lost, new Promise<void>((resolve) => connection.connect(() => resolve()))]);
    if (login && secret) await Promise.race([lost, signIn(connection, login.user, secret)]);
    const body = Readable.from(pieces(mail.raw, mayBegin), { objectMode: false });
    // Only when there is nothing left to read does the dot follow.
    body.once('end', () => (isWhole = true));
    const info = await Promise.race([lost, sendMessage(connection, mail, body)]);
    connection.quit();
    return { state: 'sent', answer: plain(info.response ?? '', secret), refused: addresses(info.rejected) };
  } catch (error) {
    if (kept) throw kept.back;
    return judge(error, isWhole, signal, secret);
  } finally {
    signal.removeEventListener('abort', abort);
    connection.close();
  }
}

async function* pieces(raw: Uint8Array, mayBegin: () => Promise<void>): AsyncGenerator<Uint8Array> {
  await mayBegin();
  yield raw;
}

type Secret = { readonly password: string } | { readonly accessToken: string };

function signIn(connection: SMTPConnection, user: string, secret: Secret): Promise<void> {
  const how =
    'password' in secret
      ? { credentials: { user, pass: secret.password } }
      : { method: 'XOAUTH2', oauth2: new XOAuth2({ user, accessToken: secret.accessToken }) };
  return new Promise((resolve, reject) => connection.login(how, (error) => (error ? reject(error) : resolve())));
}

type Info = { response?: string | undefined; rejected?: readonly unknown[] | undefined };

function sendMessage(
  connection: SMTPConnection,
  { from, recipients, raw }: OutgoingMail,
  body: Readable,
): Promise<Info> {
  const envelope = { from, to: [...recipients], size: raw.byteLength, use8BitMime: true };
  return new Promise((resolve, reject) =>
    connection.send(envelope, body, (error, info) => (error ? reject(error) : resolve(info))),
  );
}

function judge(error: unknown, isWhole: boolean, signal: AbortSignal, secret: Secret | undefined): MailSendResult {
  const of = (key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined);
  const code = of('responseCode');
  if (typeof code === 'number' && code >= 400)
    return {
      state: 'refused',
      reason: `The server refuses it: ${plain(of('response'), secret)}`,
      isLasting: code >= 500,
    };
  if (isWhole)
    return { state: 'unknown', reason: 'The server was given the mail, and the line was lost before it answered.' };
  if (signal.aborted) throw signal.reason;
  const tls = of('code') === 'ETLS' ? ' It cannot be spoken to safely.' : '';
  return { state: 'refused', reason: `The mail server cannot be reached, or broke off.${tls}`, isLasting: false };
}

const addresses = (rejected: readonly unknown[] = []): string[] =>
  rejected.map((one) => (typeof one === 'string' ? one : String(Reflect.get(Object(one), 'address') ?? '')));

/** A server's words are shown to a person: one line, not much of it, and nothing where it gives back what it was signed in with. */
function plain(answer: unknown, secret: Secret | undefined): string {
  // Each line of an answer begins with its number, also where it was broken in the middle of a word.
  const text = (typeof answer === 'string' ? answer : '').replaceAll(/\r?\n\d{3}[ -]?/g, '\n');
  const given = secret && ('password' in secret ? secret.password : secret.accessToken);
  if (given !== undefined && holdsSecret(text, given)) return 'its words are left out, they hold the credential';
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 300);
}
