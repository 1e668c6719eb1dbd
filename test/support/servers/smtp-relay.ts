/** SMTP servers for tests: a correct one that keeps the received mails, and one that fails at a chosen step. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { SMTPServer } from 'smtp-server';

import type { TestCertificate } from './test-certificate.ts';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly isEncrypted: boolean;
}

export interface SmtpRelay {
  readonly port: number;
  readonly taken: TakenMail[];
  /** Who tried to sign in. */
  readonly signIns: string[];
  close(): Promise<void>;
}

export interface RelayOptions {
  readonly certificate?: TestCertificate;
  /** TLS from the first byte on. */
  readonly secure?: boolean;
  /** Left out, everybody may sign in who knows the password. */
  readonly user?: string;
  /** Without a password and a token, clients need not sign in. */
  readonly password?: string;
  readonly accessToken?: () => string;
  readonly refuses?: (address: string) => boolean;
}

export async function startRelay(options: RelayOptions = {}): Promise<SmtpRelay> {
  const { certificate, secure = false, user, password, accessToken, refuses = () => false } = options;
  const isOpen = password === undefined && accessToken === undefined;
  const taken: TakenMail[] = [];
  const signIns: string[] = [];
  const server = new SMTPServer({
    ...{ secure, logger: false, authOptional: isOpen, disableReverseLookup: true, closeTimeout: 100 },
    ...(certificate ? { key: certificate.key, cert: certificate.cert } : {}),
    disabledCommands: [...(certificate ? [] : ['STARTTLS']), ...(isOpen ? ['AUTH'] : [])],
    authMethods: accessToken ? ['XOAUTH2'] : ['PLAIN', 'LOGIN'],
    allowInsecureAuth: certificate === undefined,
    onAuth(auth, _session, callback) {
      signIns.push(auth.username ?? '');
      const isRight = accessToken ? auth.accessToken === accessToken() : auth.password === password;
      if ((user === undefined || auth.username === user) && isRight) callback(null, { user: auth.username ?? '' });
      else callback(new Error('wrong user name or password'));
    },
    onRcptTo({ address }, _session, callback) {
      callback(refuses(address) ? Object.assign(new Error('unknown here'), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope, secure: isEncrypted }, callback) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        taken.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(pieces).toString(),
          isEncrypted,
        });
        callback(null, 'taken');
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    signIns,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** When it breaks: on a command, in the middle of the mail, or when it has the whole, before or after it keeps it. */
export type Break = 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'whole';

export interface BreakingRelay {
  readonly port: number;
  /** How many mails it was given whole. */
  readonly whole: () => number;
  readonly connections: () => number;
  close(): Promise<void>;
}

/** `how` is what it does instead of answering; it may say something else. Undefined lets everything pass. */
export async function startBreakingRelay(
  at: () => Break | undefined,
  how: (socket: Socket) => void = (socket) => socket.destroy(),
): Promise<BreakingRelay> {
  let [whole, connections] = [0, 0];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.write('220 breaking ESMTP\r\n');
    let [received, isBody] = ['', false];
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      while (!socket.destroyed) {
        if (isBody) {
          if (at() === 'body' && received.length > 0) return how(socket);
          const end = received.indexOf('\r\n.\r\n');
          if (end < 0) return;
          received = received.slice(end + 5);
          isBody = false;
          whole += 1;
          if (at() === 'whole') return how(socket);
          socket.write('250 kept\r\n');
          continue;
        }
        const end = received.indexOf('\r\n');
        if (end < 0) return;
        const verb = received.slice(0, 4).toUpperCase();
        received = received.slice(end + 2);
        if (verb === at()) return how(socket);
        isBody = verb === 'DATA';
        socket.write(isBody ? '354 go on\r\n' : verb === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        if (verb === 'QUIT') socket.end();
      }
      return undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    whole: () => whole,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
