/** A proxy between a machine and PostgreSQL. While it is split, it cuts every connection and accepts no new one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';

export class SplittingLine implements AsyncDisposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'deputize-split-'));
  readonly #open = new Set<Socket>();
  readonly #server: Server;
  #isSplit = false;

  private constructor(serverFolder: string) {
    this.#server = createServer((client) => {
      if (this.#isSplit) return void client.destroy();
      const server = connect(join(serverFolder, SOCKET));
      for (const socket of [client, server]) {
        this.#open.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#open.delete(socket);
          client.destroy();
          server.destroy();
        });
      }
      client.pipe(server).pipe(client);
      return undefined;
    });
  }

  static async open(serverFolder: string): Promise<SplittingLine> {
    const line = new SplittingLine(serverFolder);
    await new Promise<void>((resolve) => line.#server.listen(join(line.#folder, SOCKET), resolve));
    return line;
  }

  get connectionString(): string {
    return `postgres:///postgres?host=${encodeURIComponent(this.#folder)}&user=postgres`;
  }

  split(): void {
    this.#isSplit = true;
    for (const socket of this.#open) socket.destroy();
  }

  heal(): void {
    this.#isSplit = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.split();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
