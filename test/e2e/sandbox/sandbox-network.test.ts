/** W3: without a network nothing is reached, neither far away nor on this very machine. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { CodeRunner } from '../../support/worlds/code-runner.ts';

vi.setConfig({ testTimeout: 90_000 });
let runner: CodeRunner;
/** Every connection and every datagram is recorded here. */
const seen: string[] = [];
const listeners: { tcp: Server; udp: Socket; file: Server; abstract: Server }[] = [];
const [ABSTRACT, FILE] = [`deputize-canary-${process.pid}`, 'canary.sock'];
let port = 0;

async function listen(name: string, where: object): Promise<Server> {
  const server = createServer((socket) => {
    seen.push(name);
    socket.destroy();
  });
  server.listen(where);
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  runner = await CodeRunner.open();
  const tcp = await listen('tcp', { host: '127.0.0.1', port: 0 });
  port = (tcp.address() as { port: number }).port;
  const udp = createSocket('udp4', () => void seen.push('udp'));
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  const file = await listen('file', { path: join(runner.workspace, FILE) });
  const abstract = await listen('abstract', { path: `\0${ABSTRACT}` });
  listeners.push({ tcp, udp, file, abstract });
});
afterAll(async () => {
  for (const { tcp, udp, file, abstract } of listeners) {
    [tcp, file, abstract].forEach((server) => server.close());
    udp.close();
  }
  await runner[Symbol.asyncDispose]();
});

const attempt = (body: string): string => `
import socket, sys
try:
  ${body.replaceAll('\n', '\n  ')}
  print("reached")
except OSError as e: print("refused", e.errno)`;

test('the canaries do see what comes', async () => {
  const { connect } = await import('node:net');
  const one = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(one, 'close');
  expect(seen.splice(0)).toEqual(['tcp']);
});

describe('reaching out', () => {
  test.each([
    ['TCP on loopback', () => `socket.create_connection(("127.0.0.1", ${port}), 2)`],
    ['TCP on IPv6 loopback', () => `socket.create_connection(("::1", ${port}), 2)`],
    ['TCP to a public address', () => 'socket.create_connection(("192.0.2.1", 80), 2)'],
    ['the metadata address of clouds', () => 'socket.create_connection(("169.254.169.254", 80), 2)'],
    ['a raw socket', () => 'socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)'],
    ['a packet socket', () => 'socket.socket(socket.AF_PACKET, socket.SOCK_RAW)'],
    ['netlink', () => 'socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)'],
    ['vsock', () => 'socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)'],
    ['Bluetooth', () => 'socket.socket(31, socket.SOCK_RAW)'],
    ['the kernel’s cryptography', () => 'socket.socket(38, socket.SOCK_SEQPACKET)'],
    ['an abstract Unix socket', () => `s = socket.socket(socket.AF_UNIX)\ns.connect("\\0${ABSTRACT}")`],
    ['a Unix socket in the workspace', () => `s = socket.socket(socket.AF_UNIX)\ns.connect("/workspace/${FILE}")`],
    ['the socket of Docker', () => 's = socket.socket(socket.AF_UNIX)\ns.connect("/var/run/docker.sock")'],
  ])('W3: %s is refused', async (_, body) => {
    const { stdout } = await runner.python(attempt(body()));
    expect(stdout).toMatch(/^refused \d+\n$/);
    expect(seen).toEqual([]);
  });

  test('W3: what is sent by UDP arrives nowhere', async () => {
    await runner.python(
      attempt(`s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.sendto(b"x", ("127.0.0.1", ${port}))`),
    );
    const [sent] = [createSocket('udp4')];
    sent.send('own', port, '127.0.0.1');
    // Once our own has come, one that was sent before would have come as well.
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(seen.splice(0)).toEqual(['udp']);
    sent.close();
  });

  test('W3: no name can be looked up', async () => {
    const { stdout } = await runner.python(attempt('socket.getaddrinfo("example.com", 80)'));
    expect(stdout).toMatch(/^refused -?\d+\n$/);
  });

  test('W3: no program of the system gets out', async () => {
    const { exitCode } = await runner.bash(`exec 3<>/dev/tcp/127.0.0.1/${port}`);
    expect(exitCode).not.toBe(0);
    expect(seen).toEqual([]);
  });

  test('W3: there is no device but its own loopback', async () => {
    const { stdout } = await runner.bash('tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "');
    expect(stdout).toBe('lo\n');
  });
});

describe('among themselves', () => {
  test('W3: its own processes can talk on its own loopback', async () => {
    const code = `
import socket, threading
s = socket.create_server(("127.0.0.1", ${port}))
def serve():
  c, _ = s.accept(); c.sendall(b"hello"); c.close()
threading.Thread(target=serve).start()
print(socket.create_connection(("127.0.0.1", ${port})).recv(10))`;
    expect((await runner.python(code)).stdout).toBe("b'hello'\n");
    expect(seen).toEqual([]);
  });

  test('W3: socket pairs work, and so do libraries that use them', async () => {
    const code = `
import asyncio, multiprocessing
def double(n): return 2 * n
if __name__ == "__main__":
  async def main(): return (await (await asyncio.create_subprocess_exec("echo", "hi", stdout=-1)).communicate())[0]
  print(asyncio.run(main()))
  with multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(double, [1, 2]))`;
    expect((await runner.python(code)).stdout).toBe("b'hi\\n'\n[2, 4]\n");
  });

  test('W3: two runs at once do not see each other', async () => {
    const isUp = Promise.withResolvers<undefined>();
    const server = runner.outcome(
      'python',
      `import socket\ns = socket.create_server(("127.0.0.1", ${port}))\nprint("up", flush=True)\ns.settimeout(2)\ntry: s.accept(); print("visited")\nexcept TimeoutError: print("alone")`,
      { onProgress: () => isUp.resolve(undefined) },
    );
    await isUp.promise;
    const client = await runner.python(
      `import socket\n${attempt(`socket.create_connection(("127.0.0.1", ${port}), 1)`)}`,
    );
    expect(client.stdout).toMatch(/^refused/);
    expect(await server).toMatchObject({ state: 'ok', value: { stdout: 'up\nalone\n' } });
  });
});
