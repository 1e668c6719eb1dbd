/** The load of the HTTP benchmark: keep-alive connections with one call at a time each, on bare sockets so that the client costs little. */
import { connect, type Socket } from 'node:net';

class Connection {
  readonly #socket: Socket;
  readonly #url: URL;
  #received = '';
  #resolve: ((response: string) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;

  private constructor(socket: Socket, url: URL) {
    this.#socket = socket;
    this.#url = url;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => this.#take(String(chunk)));
    socket.on('error', (error) => this.#reject?.(error));
    socket.on('close', () => this.#reject?.(new Error('the server closed the connection')));
  }

  static async open(url: URL): Promise<Connection> {
    const socket = connect(Number(url.port), url.hostname);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Connection(socket, url);
  }

  post(body: string, session?: string): Promise<string> {
    const head =
      `POST ${this.#url.pathname} HTTP/1.1\r\nHost: ${this.#url.host}\r\nContent-Type: application/json\r\n` +
      'Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-11-25\r\n' +
      (this.#url.username === '' ? '' : `Authorization: Bearer ${this.#url.username}\r\n`) +
      `${session === undefined ? '' : `Mcp-Session-Id: ${session}\r\n`}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) reject(new Error('the server closed the connection'));
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(head + body);
    });
  }

  close(): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const [, length] = /content-length: (\d+)/i.exec(this.#received.slice(0, headEnd)) ?? [];
    const isWhole =
      length === undefined
        ? this.#received.endsWith('\r\n0\r\n\r\n') || this.#received.startsWith('HTTP/1.1 202')
        : this.#received.length >= headEnd + 4 + Number(length);
    if (!isWhole) return;
    const response = this.#received;
    this.#received = '';
    this.#resolve?.(response);
  }
}

export interface Client {
  /** Makes this many calls over all connections, and answers how many a second that were. */
  load(calls: number): Promise<number>;
  close(): void;
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
});
const INITIALIZED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

/** One session a connection, as real clients have it. */
export async function openClient(url: URL, connections: number): Promise<Client> {
  const open = await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await Connection.open(url);
      const [, session] = /mcp-session-id: (\S+)/i.exec(await connection.post(INITIALIZE)) ?? [];
      if (session === undefined) throw new Error('no session was begun');
      await connection.post(INITIALIZED, session);
      return { connection, session };
    }),
  );
  let id = 0;
  return {
    async load(calls) {
      let left = calls;
      const started = performance.now();
      await Promise.all(
        open.map(async ({ connection, session }) => {
          while (left > 0) {
            left -= 1;
            id += 1;
            const text = `hello ${id}`;
            const params = { name: 'echo', arguments: { text } };
            const response = await connection.post(
              JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
              session,
            );
            if (!response.includes(`"structuredContent":{"text":"${text}"}`))
              throw new Error(`a wrong answer: ${response}`);
          }
        }),
      );
      return (calls / (performance.now() - started)) * 1_000;
    },
    close() {
      for (const { connection } of open) connection.close();
    },
  };
}
