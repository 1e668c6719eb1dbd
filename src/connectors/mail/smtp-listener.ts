/**
 * Receives mail by SMTP for one address only. A mail is acknowledged only when it is durable; until then the sender keeps
 * it and retries.
 */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

import { ClientRateLimiter } from '../../lib/client-rate-limiter.ts';
import type { MailInbox } from '../../ports/forwarded-mailbox.ts';
import { PortError } from '../../ports/port-error.ts';

interface SmtpOptions {
  /** The only address that mail is accepted for. */
  readonly address: string;
  readonly inbox: MailInbox;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  readonly tls?: { readonly key: Uint8Array; readonly cert: Uint8Array; readonly required: boolean } | undefined;
  readonly maxBytes: number;
  /** How many mails one client may send in a minute. */
  readonly perMinute: number;
  readonly log: (level: 'warn' | 'error', message: string, fields: Record<string, unknown>) => void;
}

export interface SmtpListener {
  readonly port: number;
  close(): Promise<void>;
}

const MAX_CLIENTS = 50;
/** Mails that are received at the same time. Further clients are asked to retry later. */
const MAX_AT_ONCE = 8;
const SILENCE_MS = 60_000;
const LAST_WORDS_MS = 5_000;

export async function listenForMail(options: SmtpOptions): Promise<SmtpListener> {
  const { address, inbox, host, port, tls, maxBytes, perMinute, log } = options;
  const rate = new ClientRateLimiter(perMinute, 60_000);
  let inHand = 0;

  const take = async (
    stream: SMTPServerDataStream,
    { remoteAddress, envelope }: SMTPServerSession,
  ): Promise<string> => {
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    if (inHand >= MAX_AT_ONCE) throw refusal(451, 'Busy; try again later.');
    inHand += 1;
    try {
      const { state, id } = await inbox.deliver(stream, { via: 'smtp', from, client: remoteAddress });
      return state === 'stored' ? `Kept as ${id}` : `Known already as ${id}`;
    } finally {
      inHand -= 1;
    }
  };

  const server = new SMTPServer({
    name: address.slice(address.lastIndexOf('@') + 1),
    banner: 'Deputize',
    size: maxBytes,
    rejectOversized: true,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    logger: false,
    maxClients: MAX_CLIENTS,
    socketTimeout: SILENCE_MS,
    closeTimeout: LAST_WORDS_MS,
    ...(tls ? { key: Buffer.from(tls.key), cert: Buffer.from(tls.cert), minVersion: 'TLSv1.2' as const } : {}),
    onMailFrom(_from, { secure, remoteAddress }, callback) {
      if (tls?.required && !secure) callback(refusal(530, 'Use STARTTLS first.'));
      else if (!rate.allows(remoteAddress)) callback(refusal(451, 'Too many mails from here; try again in a minute.'));
      else callback();
    },
    onRcptTo(to, _session, callback) {
      callback(
        isSame(to.address, address) ? null : refusal(550, 'No mail is taken for this address, and none is passed on.'),
      );
    },
    onData(stream, session, callback) {
      take(stream, session).then(
        (answer) => callback(null, answer),
        (error: unknown) => {
          const answer = toRefusal(error);
          if (answer.responseCode === 451)
            log('warn', 'a mail was not taken', { error, client: session.remoteAddress });
          // The rest of the stream is not needed.
          stream.destroy();
          callback(answer);
        },
      );
    },
  });
  // A client that disconnects or sends invalid data must not end the server.
  server.on('error', (error) => log('warn', 'an SMTP connection failed', { error }));

  await startListening(server, host, port);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function startListening(server: SMTPServer, host: string, port: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const fail = (cause: Error): void => {
      const reason = String(Reflect.get(cause, 'code'));
      reject(
        new PortError(
          'NOT_AVAILABLE',
          `Cannot listen for mail on ${host}, port ${port}: ${reason}.`,
          { host, port },
          cause,
        ),
      );
    };
    server.server.once('error', fail);
    server.listen(port, host, () => {
      server.server.off('error', fail);
      resolve();
    });
  });
}

const isSame = (one: string, other: string): boolean =>
  one.normalize().toLowerCase() === other.normalize().toLowerCase();

interface Refusal extends Error {
  responseCode: number;
}

function refusal(responseCode: number, message: string): Refusal {
  return Object.assign(new Error(message), { responseCode });
}

/** 5xx only where a retry can never succeed. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof Error && 'responseCode' in error) return error as Refusal;
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'TOO_LARGE') return refusal(552, 'The mail is too large.');
  if (code === 'INVALID_REQUEST') return refusal(554, 'There is nothing in this mail.');
  if (code === 'STORAGE_FULL') return refusal(452, 'There is no room left; try again later.');
  return refusal(451, 'The mail could not be kept; try again later.');
}
