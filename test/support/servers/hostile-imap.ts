/** An IMAP server that answers properly up to signing in, and from then on as a test wants it. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface HostileImap {
  readonly port: number;
  /** How many lines are open. */
  readonly open: () => number;
  close(): Promise<void>;
}

/** `answer` writes what it likes; false leaves the command to the usual, harmless answers. */
export async function startHostileImap(
  answer: (command: string, tag: string, socket: Socket) => boolean,
): Promise<HostileImap> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.write('* OK ready\r\n');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end);
        received = received.slice(end + 2);
        const [tag = '', ...words] = line.split(' ');
        const command = words.join(' ');
        if (!answer(command, tag, socket)) socket.write(usual(command, tag));
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function usual(command: string, tag: string): string {
  const done = `${tag} OK done\r\n`;
  if (command.startsWith('CAPABILITY'))
    return `* CAPABILITY IMAP4rev1 ENABLE CONDSTORE QRESYNC IDLE AUTH=PLAIN SASL-IR\r\n${done}`;
  if (command.startsWith('ENABLE')) return `* ENABLED CONDSTORE QRESYNC\r\n${done}`;
  if (command.startsWith('LIST')) return `* LIST () "/" INBOX\r\n${done}`;
  if (command.startsWith('EXAMINE'))
    return `* 3 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 4] ok\r\n* OK [HIGHESTMODSEQ 9] ok\r\n${tag} OK [READ-ONLY] done\r\n`;
  return done;
}
