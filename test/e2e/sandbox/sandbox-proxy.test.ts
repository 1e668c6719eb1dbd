/** W3: with the network switched on, code reaches the hosts that were named, and nothing beside them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { createDeputize, type Deputize } from '../../../src/app/library.ts';
import { isPublicAddress } from '../../../src/connectors/web/public-address.ts';
import { openDiskFiles } from '../../../src/connectors/files/disk.ts';
import { openDiskObjects } from '../../../src/connectors/objects/disk.ts';
import { openSandbox, type OpenSandbox } from '../../../src/connectors/sandbox/open-sandbox.ts';
import { runCode } from '../../../src/toolsets/code/run-code.ts';

vi.setConfig({ testTimeout: 90_000 });
const MB = 1024 * 1024;
const limits = {
  ...{ memoryBytes: 256 * MB, processes: 40, cpuSeconds: 10 },
  ...{ writtenBytes: 16 * MB, temporaryBytes: 8 * MB, outputBytes: 24_000, createdFiles: 100_000 },
};
let base: string;
let port = 0;
let tunnelPort = 0;
/** What arrived at the servers on the host. */
const requests: {
  host: string | undefined;
  url: string | undefined;
  body: string;
  headers: IncomingMessage['headers'];
}[] = [];
const tunnelled: string[] = [];
/** The addresses of names, and the names that were looked up. Loopback replaces the public network, except under `isPublicAddress`. */
const names = new Map<string, string[][]>();
const asked: string[] = [];
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'proxy-'));
  const web = createHttpServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString('utf8')));
    request.on('end', () => {
      requests.push({ host: request.headers.host, url: request.url, body, headers: request.headers });
      response.writeHead(201, { 'x-server': 'example' }).end('from the server');
    });
  }).listen(0, '127.0.0.1');
  const tcp = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      tunnelled.push(data.toString('utf8'));
      socket.end('pong');
    });
  }).listen(0, '127.0.0.1');
  await Promise.all([once(web, 'listening'), once(tcp, 'listening')]);
  [port, tunnelPort] = [web, tcp].map((server) => (server.address() as { port: number }).port) as [number, number];
  closing.push(
    () => web.close(),
    () => tcp.close(),
  );
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  rmSync(base, { recursive: true, force: true });
});
beforeEach(() => {
  requests.length = tunnelled.length = asked.length = 0;
  names.clear();
  for (const name of ['api.example.com', 'other.example.com', 'evil.example.net']) names.set(name, [['127.0.0.1']]);
});

let opened = 0;
async function open(allow: string[], isPublic: (address: string) => boolean = () => true, policy = '') {
  opened += 1;
  const [data, workspace] = [join(base, `data-${opened}`), join(base, `work-${opened}`)];
  mkdirSync(workspace);
  const lookup = async (host: string) => {
    asked.push(host);
    const answers = names.get(host) ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  };
  const sandbox: OpenSandbox = openSandbox({
    ...{ workspace, folder: join(data, 'sandbox'), limits, network: allow },
    reach: async () => ({ lookup, isPublic }),
  });
  const objects = await openDiskObjects(join(data, 'objects'));
  const { stagedChanges, close } = await openDiskFiles({ root: workspace, objects });
  const deputize: Deputize = await createDeputize({
    data,
    tools: [runCode],
    policy,
    capabilities: () => ({ sandbox, stagedChanges }),
  });
  closing.push(async () => {
    await deputize.close();
    await sandbox.close();
    await close();
  });
  const python = async (code: string, env = {}): Promise<string> => {
    const { outcome } = await deputize.call('run_code', { language: 'python', code, env, timeout: 20 });
    if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
    const { stdout, stderr } = outcome.value as { stdout: string; stderr: string };
    return stdout + stderr;
  };
  return { deputize, python, workspace };
}

const fetching = (url: string, more = '') => `
import urllib.request, urllib.error
request = urllib.request.Request(${JSON.stringify(url)}${more})
try:
  with urllib.request.urlopen(request, timeout=10) as r: print(r.status, r.headers["x-server"], r.read().decode())
except urllib.error.HTTPError as e: print(e.code, e.read().decode())
except OSError as e: print("unreachable", e)`;

const connecting = (authority: string) => `
import socket
s = socket.create_connection(("127.0.0.1", 3128), 10)
s.sendall(b"CONNECT ${authority} HTTP/1.1\\r\\nHost: ${authority}\\r\\n\\r\\n")
head = s.recv(1000).decode()
print(head.splitlines()[0])
if " 200 " in head:
  s.sendall(b"ping"); print(s.recv(100).decode())
else: print(head.splitlines()[-1])`;

describe('hosts that were named', () => {
  test('W3: are reached by HTTP', async () => {
    const { python } = await open([`api.example.com:${port}`]);
    const url = `http://api.example.com:${port}/path?q=1`;
    expect(await python(fetching(url, ', data=b"sent", headers={"X-Own": "1"}'))).toBe('201 example from the server\n');
    expect(requests).toMatchObject([
      { host: `api.example.com:${port}`, url: '/path?q=1', body: 'sent', headers: { 'x-own': '1' } },
    ]);
  });

  test('W3: are reached through a tunnel, as HTTPS is', async () => {
    const { python } = await open([`api.example.com:${tunnelPort}`]);
    expect(await python(connecting(`api.example.com:${tunnelPort}`))).toBe(
      'HTTP/1.1 200 Connection established\npong\n',
    );
    expect(tunnelled).toEqual(['ping']);
  });

  test('W3: a pattern means what is below it', async () => {
    const { python } = await open([`*.example.com:${port}`]);
    expect(await python(fetching(`http://other.example.com:${port}/`))).toContain('201');
    expect(await python(fetching(`http://evil.example.net:${port}/`))).toContain('403');
    expect(await python(fetching(`http://example.com:${port}/`))).toContain('403');
    expect(await python(fetching(`http://notexample.com:${port}/`))).toContain('403');
  });

  test('W3: many connections at once are carried', async () => {
    const { python } = await open([`api.example.com:${port}`]);
    const code = `
import threading, urllib.request
got = []
def one(): got.append(urllib.request.urlopen("http://api.example.com:${port}/").status)
all = [threading.Thread(target=one) for _ in range(20)]
for t in all: t.start()
for t in all: t.join()
print(len(got), set(got))`;
    expect(await python(code)).toBe('20 {201}\n');
  });
});

describe('everything else', () => {
  test.each([
    ['another host', () => `http://evil.example.net:${port}/`],
    ['another port', () => `http://api.example.com:${tunnelPort}/`],
    ['an address', () => `http://127.0.0.1:${port}/`],
    ['an address in another form', () => `http://0x7f000001:${port}/`],
    ['a name before an @', () => `http://api.example.com:${port}@evil.example.net:${port}/`],
  ])('W3: %s is refused, and says so', async (_, url) => {
    const { python } = await open([`api.example.com:${port}`]);
    // Python itself would go around the proxy for loopback.
    const told = await python(fetching(url()), { no_proxy: '', NO_PROXY: '' });
    expect(told).toMatch(/^403 (The sandbox may not reach|This is not a request)|InvalidURL|nonnumeric port/m);
    expect([requests, tunnelled]).toEqual([[], []]);
  });

  test.each([
    'evil.example.net:443',
    '127.0.0.1:443',
    '[::1]:443',
    'api.example.com:22',
    'api.example.com',
    '/',
    'a b:1',
  ])('W3: no tunnel leads to %j', async (authority) => {
    const { python } = await open(['api.example.com']);
    expect(await python(connecting(authority))).toMatch(/^HTTP\/1.1 40[03] /);
    expect(asked).toEqual([]);
  });

  test('W3: the Host header does not choose the server', async () => {
    const { python } = await open([`api.example.com:${port}`]);
    const code = fetching(`http://api.example.com:${port}/`, ', headers={"Host": "evil.example.net"}');
    expect(await python(code)).toContain('201');
    expect(requests).toMatchObject([{ host: `api.example.com:${port}` }]);
  });

  test('W3: there is no way around the proxy', async () => {
    const { python } = await open([`api.example.com:${port}`]);
    const direct = `
import socket
for where in (("127.0.0.1", ${port}), ("api.example.com", ${port})):
  try: socket.create_connection(where, 2); print("reached")
  except OSError: print("refused")
for path in ("/code/proxy", "/workspace/x"):
  try: socket.socket(socket.AF_UNIX).connect(path); print("reached")
  except OSError as e: print("refused", e.errno)`;
    expect(await python(direct)).toBe('refused\nrefused\nrefused 97\nrefused 97\n');
    expect(requests).toEqual([]);
  });

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.0.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '0.0.0.0',
  ])('W3: a name that leads to %s is refused', async (address) => {
    names.set('api.example.com', [[address]]);
    const { python } = await open(['api.example.com'], isPublicAddress);
    expect(await python(connecting('api.example.com:443'))).toContain('an address that is not public');
    expect(asked).toEqual(['api.example.com']);
  });

  test('W3: one private address among public ones is enough to refuse', async () => {
    names.set('api.example.com', [['93.184.215.14', '10.0.0.1']]);
    const { python } = await open(['api.example.com'], isPublicAddress);
    expect(await python(connecting('api.example.com:443'))).toContain('an address that is not public');
  });

  test('W3: a name that changes between two looks is looked at once', async () => {
    names.set('api.example.com', [['127.0.0.1'], ['10.0.0.1']]);
    const { python } = await open([`api.example.com:${port}`], (address) => address === '127.0.0.1');
    expect(await python(fetching(`http://api.example.com:${port}/`))).toContain('201');
    expect(asked).toEqual(['api.example.com']);
  });

  test('W3: modules and variables of the workspace do not change what carries the connections', async () => {
    const { python, workspace } = await open([`api.example.com:${port}`]);
    for (const name of ['asyncio.py', 'socket.py', 'sitecustomize.py']) {
      writeFileSync(join(workspace, name), 'open("/workspace/owned", "w")\n');
    }
    const env = { PYTHONPATH: '/nowhere', PYTHONSTARTUP: '/workspace/asyncio.py', PYTHONHOME: '' };
    expect(await python(fetching(`http://api.example.com:${port}/`), env)).toContain('201');
  });
});

describe('who is asked', () => {
  test('W3, R3: no person, when hosts are named in the configuration', async () => {
    const { deputize } = await open(['api.example.com']);
    const { outcome } = await deputize.call('run_code', { language: 'bash', code: 'echo' });
    expect(outcome).toMatchObject({ state: 'ok', decision: { effect: 'allow' } });
  });

  test('W3, R4: a person, when a rule says so about one of the hosts', async () => {
    const rule = `@id("not-there") @reason("Not there without me.")
forbid (principal, action == Action::"run", resource) when { context.facts.hosts.contains("api.example.com") };`;
    const { deputize } = await open(['api.example.com'], () => true, rule);
    const { outcome } = await deputize.call('run_code', { language: 'bash', code: 'echo' });
    expect(outcome).toMatchObject({ state: 'pending', decision: { rule: 'not-there' } });
  });

  test('W3, R4: a person, when code could reach any host', async () => {
    const { deputize } = await open(['*']);
    const { outcome } = await deputize.call('run_code', { language: 'bash', code: 'echo hi', env: { A: 'b' } });
    expect(outcome).toMatchObject({ state: 'pending', decision: { effect: 'confirm', rule: 'high-risk-asks' } });
    const [waiting] = await deputize.approvals.list();
    expect(JSON.stringify(waiting)).toContain('echo hi');
    const { outcome: done } = await deputize.approvals.decide(waiting?.id ?? '', { decision: 'approve' });
    expect(done).toMatchObject({ state: 'ok', value: { stdout: 'hi\n' } });
  });
});
