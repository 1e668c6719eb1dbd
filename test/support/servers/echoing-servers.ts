/** Mail servers that repeat the client's credentials, in every encoding, at the step where they refuse. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { spelled } from '../worlds/canaries.ts';
import { startHostileImap } from './hostile-imap.ts';

export interface EchoingServer {
  readonly port: number;
  /** What it was signed in with. */
  readonly heard: string[];
  /** The commands that are refused. */
  refuses: RegExp;
  close(): Promise<void>;
}

const NONE = /^$/;

/** Of `\0user\0password`, or of `user=…\1auth=Bearer token\1\1`. */
function secretIn(coded: string): string {
  const text = Buffer.from(coded, 'base64').toString('utf8');
  return /auth=Bearer ([^\u0001]+)/.exec(text)?.[1] ?? text.split('\0').at(-1) ?? '';
}

export async function startEchoingImap(): Promise<EchoingServer> {
  const heard: string[] = [];
  const state = { refuses: NONE };
  const asked = new Map<Socket, string>();
  const refuse = (socket: Socket, tag: string): void => {
    const lines = spelled(heard.at(-1) ?? '').flatMap((text) => text.split('\n'));
    socket.write(lines.map((line) => `* NO [ALERT] wrong: ${line}\r\n`).join(''));
    socket.write(`${tag} NO ${lines.join(' ')}\r\n`);
  };
  const letIn = (socket: Socket, tag: string, coded: string): boolean => {
    heard.push(secretIn(coded));
    if (state.refuses.test('AUTHENTICATE')) refuse(socket, tag);
    else socket.write(`${tag} OK welcome\r\n`);
    return true;
  };
  const server = await startHostileImap((command, tag, socket) => {
    const signsIn = asked.get(socket);
    asked.delete(socket);
    if (signsIn !== undefined) return letIn(socket, signsIn, tag);
    const [verb, , coded] = command.split(' ');
    if (verb === 'AUTHENTICATE' && coded !== undefined) return letIn(socket, tag, coded);
    if (verb === 'AUTHENTICATE') {
      asked.set(socket, tag);
      return socket.write('+ \r\n');
    }
    if (verb === 'CAPABILITY')
      return socket.write(`* CAPABILITY IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 SASL-IR\r\n${tag} OK done\r\n`);
    if (!state.refuses.test(command)) return false;
    refuse(socket, tag);
    return true;
  });
  return Object.defineProperty({ ...server, heard }, 'refuses', refusing(state)) as unknown as EchoingServer;
}

export async function startEchoingSmtp(): Promise<EchoingServer> {
  const heard: string[] = [];
  const state = { refuses: NONE };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.write('220 ready\r\n');
    let received = '';
    let isBody = false;
    const say = (code: number): void => {
      const lines = [...spelled(heard.at(-1) ?? '').flatMap((text) => text.split('\n')), 'done'];
      const ofLine = (line: string, at: number) => `${code}${at === lines.length - 1 ? ' ' : '-'}${line}\r\n`;
      socket.write(lines.map(ofLine).join(''));
    };
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (;;) {
        const mark = isBody ? '\r\n.\r\n' : '\r\n';
        const end = received.indexOf(mark);
        if (end < 0) return;
        const command = isBody ? 'body' : received.slice(0, end);
        received = received.slice(end + mark.length);
        const coded = /^AUTH \S+ (\S+)/i.exec(command)?.[1];
        if (coded !== undefined) heard.push(secretIn(coded));
        if (state.refuses.test(command)) say(command.startsWith('AUTH') ? 535 : 550);
        else if (command === 'body') say(250);
        else if (/^EHLO/i.test(command)) socket.write('250-localhost\r\n250 AUTH PLAIN XOAUTH2\r\n');
        else if (coded !== undefined) socket.write('235 welcome\r\n');
        else if (/^DATA/i.test(command)) socket.write('354 go on\r\n');
        else socket.write(/^QUIT/i.test(command) ? '221 bye\r\n' : '250 ok\r\n');
        isBody = /^DATA/i.test(command) && !state.refuses.test(command);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  const made = { port: (server.address() as AddressInfo).port, heard, close };
  return Object.defineProperty(made, 'refuses', refusing(state)) as unknown as EchoingServer;
}

const refusing = (state: { refuses: RegExp }): PropertyDescriptor => ({
  get: () => state.refuses,
  set: (refuses: RegExp) => (state.refuses = refuses),
});
