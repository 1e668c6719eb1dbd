/** Push notifications about waiting calls: encrypted, without arguments, and only until the session that subscribed ends. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { openPush } from '../../../src/app/notifications/push.ts';
import { serve, type DeputizeServer } from '../../../src/app/server/serve.ts';
import { OWNER } from '../../../src/core/index.ts';
import { PlainBrowser } from '../../support/clients/plain-browser.ts';
import { certificateFor } from '../../support/servers/test-certificate.ts';

const HOST = 'push.example.com';

interface Received {
  readonly path: string;
  readonly headers: Record<string, unknown>;
  readonly body: Buffer;
}

let base: string;
let server: DeputizeServer;
let service: HttpsServer;
let endpoint: string;
let browser: PlainBrowser;
let reach: NonNullable<Parameters<typeof openPush>[0]['reach']>;
let status = 201;
const received: Received[] = [];
const device = createECDH('prime256v1');
const p256dh = device.generateKeys().toString('base64url');
const secret = randomBytes(16);

beforeAll(async () => {
  const { ca, key, cert } = certificateFor(HOST);
  service = createServer({ key, cert }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  endpoint = `https://${HOST}:${(service.address() as AddressInfo).port}/device/1`;
  base = await mkdtemp(join(tmpdir(), 'push-'));
  await mkdir(join(base, 'work'));
  reach = { ca, resolve: async () => ['127.0.0.1'] };
  const where = { data: join(base, 'data'), workspace: join(base, 'work'), port: 0, log: () => undefined };
  server = await serve({ ...where, pushReach: reach });
});
beforeEach(async () => {
  const link = await server.assembly.runtime.credentials.createSignInLink(OWNER);
  browser = await PlainBrowser.byLink(`${server.url}/sign-in?link=${link}`);
  received.length = 0;
  status = 201;
});
afterAll(async () => {
  await server.close();
  service.close();
  await rm(base, { recursive: true, force: true });
});

const post = (path: string, json?: unknown) =>
  browser.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
const subscribe = (where = endpoint) =>
  post('/api/push', { endpoint: where, p256dh, auth: secret.toString('base64url') });

async function makeWait(name: string): Promise<string> {
  await writeFile(join(base, 'work', name), 'x');
  const agent = await server.assembly.owner('agent', 'test');
  const outcome = await server.assembly.runtime.call(
    { tool: 'delete_file', args: { path: name }, preset: 'workspace' },
    agent,
  );
  if (outcome.state !== 'pending') throw new Error(outcome.state);
  return outcome.approval.id;
}

/** What the browser does with it: RFC 8291. */
function opened(body: Buffer): string {
  const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const shared = device.computeSecret(theirs);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), theirs]);
  const material = Buffer.from(hkdfSync('sha256', shared, secret, info, 32));
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
  const sealed = body.subarray(21 + theirs.length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

describe('R5: a device', () => {
  test('gets the tool, the risk and the link of an approval, encrypted for it alone', async () => {
    expect((await subscribe()).status).toBe(200);
    const id = await makeWait('very-secret-name.txt');
    await vi.waitFor(() => expect(received.length).toBe(1), { timeout: 10_000 });
    const [{ body, headers, path } = { body: Buffer.alloc(0), headers: {}, path: '' }] = received;
    expect(path).toBe('/device/1');
    expect(headers['authorization']).toMatch(/^vapid t=/);
    expect(JSON.parse(opened(body))).toEqual({ id, tool: 'delete_file', risk: 'high' });
    expect(body.includes('delete_file')).toBe(false);
  });

  test('gets one notification, however many processes see the approval', async () => {
    await subscribe();
    const { runtime } = server.assembly;
    const others = Array.from({ length: 3 }, () =>
      openPush({ runtime, data: join(base, 'data'), origin: () => server.url, log: () => undefined, reach }),
    );
    const stops = await Promise.all(others.map((other) => other.follow()));
    await makeWait('once.txt');
    await makeWait('twice.txt');
    await vi.waitFor(() => expect(received.length).toBe(2));
    await pause(300);
    expect(new Set(received.map(({ body }) => opened(body))).size).toBe(2);
    expect(received.length).toBe(2);
    for (const stop of stops) stop();
  });

  test('gets no notification after its session has ended, or once it is gone', async () => {
    await subscribe();
    status = 410;
    await makeWait('b.txt');
    await vi.waitFor(() => expect(received.length).toBe(1), { timeout: 10_000 });
    status = 201;
    await vi.waitFor(async () => expect(await server.assembly.runtime.push.of(OWNER)).toEqual([]));
    await subscribe();
    expect(await server.assembly.runtime.push.of(OWNER)).toHaveLength(1);
    await post('/sign-out');
    expect(await server.assembly.runtime.push.of(OWNER)).toEqual([]);
  });

  test('is a person’s: an agent cannot have one, and no other place than https is taken', async () => {
    const person = await server.assembly.owner('person', 'test');
    const { token } = await server.assembly.runtime.credentials.createToken(person, { scope: 'agent', name: 'x' });
    const asAgent = await fetch(`${server.url}/api/push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, p256dh, auth: secret.toString('base64url') }),
    });
    expect(asAgent.status).toBe(403);
    expect((await subscribe('http://127.0.0.1:9/')).status).toBe(400);
  });

  test('uses keys that are created once and stored encrypted', async () => {
    const key = async () => (await browser.json<{ publicKey: string }>('/api/push')).body.publicKey;
    expect(await key()).toBe(await key());
    expect(await readdir(join(base, 'data', 'secrets'))).toContain('push-keys');
    expect((await readFile(join(base, 'data', 'secrets', 'push-keys'))).includes(await key())).toBe(false);
  });
});

test('R5: a device at an address that is not public is not reached', async () => {
  const { sendPush, makePushKeys } = await import('../../../src/connectors/notices/web-push.ts');
  const { resolvePublic } = await import('../../../src/connectors/web/resolve-public.ts');
  const target = { endpoint: 'https://127.0.0.1/x', p256dh, auth: secret.toString('base64url') };
  const options = {
    keys: makePushKeys(),
    subject: 'https://example.com',
    resolve: (host: string) => resolvePublic(host),
  };
  await expect(sendPush(target, 'x', options)).rejects.toThrow('public');
});
