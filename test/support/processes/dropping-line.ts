/** A proxy that drops every connection after a number of bytes. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DroppingLine {
  readonly port: number;
  readonly drops: () => number;
  close(): Promise<void>;
}

export async function startDroppingLine(target: number, bytes: number): Promise<DroppingLine> {
  let drops = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        behind.destroy();
      });
    }
    let come = 0;
    client.on('data', (chunk) => behind.write(chunk));
    behind.on('data', (chunk: Buffer) => {
      come += chunk.length;
      if (come <= bytes) return void client.write(chunk);
      drops += 1;
      client.destroy();
      return undefined;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    drops: () => drops,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
