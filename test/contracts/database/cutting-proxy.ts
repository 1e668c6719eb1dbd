/** A proxy between a client and PostgreSQL that cuts the connection once, right after it has passed on a chosen message. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const socketName = '.s.PGSQL.5432';

export class CuttingProxy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'deputize-proxy-'));
  readonly #server: Server;
  #cutAfter: string | undefined;
  cuts = 0;
  /** Resolves once the server has processed everything before the last cut, and has closed the connection. */
  serverEnded: Promise<unknown> = Promise.resolve();

  constructor(serverFolder: string) {
    this.#server = createServer((client) => {
      const server = connect(join(serverFolder, socketName));
      for (const socket of [client, server]) socket.on('error', () => undefined);
      client.on('data', (chunk) => this.#pass(chunk, client, server));
      client.on('close', () => server.end());
      server.on('close', () => client.end());
      server.on('data', (chunk) => client.write(chunk));
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(join(this.#folder, socketName), resolve));
  }

  get connectionString(): string {
    return `postgres:///postgres?host=${encodeURIComponent(this.#folder)}&user=postgres`;
  }

  cutAfter(text: string): void {
    this.#cutAfter = text;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #pass(chunk: Buffer, client: Socket, server: Socket): void {
    server.write(chunk);
    if (this.#cutAfter === undefined || !chunk.includes(this.#cutAfter)) return;
    this.#cutAfter = undefined;
    this.cuts += 1;
    // The server still processes the messages; only its answer never arrives.
    server.removeAllListeners('data');
    this.serverEnded = once(server, 'close');
    server.resume();
    client.destroy();
  }
}
