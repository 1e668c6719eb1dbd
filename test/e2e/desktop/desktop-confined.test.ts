/** D3, D4: what the automation service's process can reach of the machine, by what the kernel shows of it; and what is done outside by its keeper. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { serve } from '../../../src/app/server/serve.ts';
import { bothDatabases } from '../../support/worlds/both-databases.ts';
import { deputize } from '../../support/processes/command-line.ts';
import {
  environmentOf,
  openDesktopSession,
  withoutSession,
  type DesktopSession,
} from '../../support/worlds/desktop-session.ts';
import { DesktopWorld } from '../../support/worlds/desktop-world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let session: DesktopSession;
let world: DesktopWorld;
let web: HttpServer;
let entries: string;
const told: string[] = [];
const pidOf = (one: DesktopWorld): number => one.service?.pid ?? 0;
/** A path as the service's process finds it. */
const inside = (path: string, one = world): string => `/proc/${pidOf(one)}/root${path}`;

beforeAll(async () => {
  web = createServer((request, response) => {
    if (request.url === '/hook') {
      void request.toArray().then((parts) => told.push(parts.join('')));
      return void response.writeHead(204).end();
    }
    response.setHeader('content-disposition', 'attachment; filename="report.txt"');
    response.end('what was wanted');
  });
  await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve));
  session = await openDesktopSession();
  const site = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  entries = join(session.folder, 'share');
  mkdirSync(join(entries, 'applications'), { recursive: true });
  mkdirSync(join(session.folder, 'taken'));
  const env = { ...session.env, XDG_DATA_HOME: entries, ANTHROPIC_API_KEY: 'not-a-key' };
  const scopes = { hosts: [site], apps: ['example.notes', join(session.folder, 'look')] };
  writeFileSync(join(session.folder, 'hook'), `http://${site}/hook\n`);
  const config = { approvals: { discordWebhook: { file: join(session.folder, 'hook') } } };
  world = await DesktopWorld.open({ env, scopes, config, desktop: { downloads: join(session.folder, 'taken') } });
  writeFileSync(join(world.base, 'outside.txt'), 'not for it\n');
  writeFileSync(join(world.docs, 'inside.txt'), 'for it\n');
});
afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await session?.[Symbol.asyncDispose]();
  web.close();
});

describe('D4: the service’s own process', () => {
  test('finds the folders in scope, and nothing else of the person’s', async () => {
    expect(readFileSync(inside(join(world.docs, 'inside.txt')), 'utf8')).toBe('for it\n');
    for (const path of [join(world.base, 'outside.txt'), '/root', '/home', '/etc/shadow', '/var', '/srv'])
      expect([path, existsSync(inside(path))]).toEqual([path, false]);
    expect(readdirSync(inside(world.base)).sort()).toEqual(['data', 'docs', 'downloads']);
    expect(await world.value('files.read_text', { path: join(world.docs, 'inside.txt') })).toMatchObject({
      content: 'for it\n',
    });
  });

  test('finds neither the signing key nor that of secrets: of the keys only the public half, and the one of recorded contents', async () => {
    expect(existsSync(join(world.data, 'keys', 'signing.json'))).toBe(true);
    mkdirSync(join(world.data, 'secrets'), { recursive: true });
    writeFileSync(join(world.data, 'secrets', 'later'), 'sealed');
    writeFileSync(join(world.data, 'keys', 'later.key'), 'a key');
    expect(readdirSync(inside(join(world.data, 'keys')))).toEqual(['contents.key', 'signing.public.json']);
    expect(readdirSync(inside(join(world.data, 'secrets')))).toEqual([]);
  });

  test('has no capability, can gain none, and knows neither the session nor a key of the environment', () => {
    const status = readFileSync(`/proc/${pidOf(world)}/status`, 'utf8');
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const names = environmentOf(pidOf(world)).map((line) => line.split('=')[0]);
    for (const name of ['DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'ANTHROPIC_API_KEY']) expect(names).not.toContain(name);
    expect(readlinkSync(`/proc/${pidOf(world)}/ns/user`)).not.toBe(readlinkSync('/proc/self/ns/user'));
  });

  test('is confined always, where that is asked for, or does not start; and not at all where that is', async () => {
    const tools = join(world.base, 'tools');
    mkdirSync(tools, { recursive: true });
    await using free = await DesktopWorld.open({ desktop: { confined: 'never' } });
    writeFileSync(join(free.base, 'outside.txt'), 'x');
    expect(existsSync(inside(join(free.base, 'outside.txt'), free))).toBe(true);
    await free.stopService();
    writeFileSync(join(free.data, 'deputize.yaml'), JSON.stringify({ desktop: { confined: 'always' } }));
    const ended = await deputize(['automation', '--data', free.data, '--json'], {
      env: { ...withoutSession(), PATH: tools },
    });
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.out).toContain('bubblewrap is not installed');
  });
});

describe('D1: outside of it', () => {
  test('an application is the person’s own, with all that they have', async () => {
    const app = join(session.folder, 'look');
    writeFileSync(app, `#!/bin/sh\n[ -e '${join(world.base, 'outside.txt')}' ] && echo "$DISPLAY" > "$1"\n`);
    chmodSync(app, 0o755);
    const told = join(world.docs, 'told.txt');
    expect(await world.approved('apps.open', { app, args: [told] })).toMatchObject({ state: 'ok' });
    await vi.waitFor(() => expect(readFileSync(told, 'utf8').trim()).toBe(session.env['DISPLAY']), 10_000);
  });

  test('an application is also one that has a desktop entry, which gtk-launch starts', async () => {
    const told = join(world.docs, 'entry.txt');
    const entry = `[Desktop Entry]\nType=Application\nName=Notes\nExec=/bin/sh -c "echo started > '${told}'"\n`;
    writeFileSync(join(entries, 'applications', 'example.notes.desktop'), entry);
    expect(await world.approved('apps.open', { app: 'example.notes' })).toMatchObject({
      ...{ state: 'ok', value: { target: join(entries, 'applications', 'example.notes.desktop'), pid: null } },
    });
    await vi.waitFor(() => expect(readFileSync(told, 'utf8')).toBe('started\n'), 10_000);
  });
});

describe('R5: a call that waits in it', () => {
  test('is reported on Discord by its supervisor, which has the address', async () => {
    const before = told.length;
    const asked = await world.pending('files.ensure_dir', { path: join(world.docs, 'private-name') });
    await vi.waitFor(() => expect(told.slice(before)).toHaveLength(1), 10_000);
    // No server runs here, so the message has the command instead of the link.
    expect(asked.approval.url).toBeUndefined();
    const content = (JSON.parse(told.at(-1) ?? '') as { content: string }).content.replaceAll('\\', '');
    expect(content).toContain(`deputize approvals show ${asked.approval.id}`);
    expect(told.at(-1)).not.toContain('private-name');
    expect(existsSync(inside(join(session.folder, 'hook')))).toBe(false);
  });
});

describe('D1: a download', () => {
  test('is put where the configuration allows it, and nowhere else', async () => {
    const site = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
    const { downloads } = await world.value<{ downloads: { name: string; savedTo: string }[] }>('browser.open_url', {
      url: site,
    });
    expect(downloads).toMatchObject([{ name: 'report.txt', savedTo: expect.stringContaining(session.folder) }]);
    expect(readFileSync(downloads[0]?.savedTo ?? '', 'utf8')).toBe('what was wanted');
  });
});

const [, postgres] = bothDatabases();

describe('D3: on PostgreSQL', () => {
  test('the service and a server share one ledger: what one asks the other approves, and it runs once', async () => {
    const place = await postgres?.place();
    // Tests may run as root. Inside, root has no special rights.
    chmodSync(new URL(place?.postgres ?? '').searchParams.get('host') ?? '', 0o711);
    const variable = `TEST_DESKTOP_${process.pid}`;
    process.env[variable] = place?.postgres;
    const env = { ...withoutSession(), [variable]: place?.postgres ?? '' };
    await using shared = await DesktopWorld.open({ env, config: { database: { postgres: variable } } });
    const server = await serve({ data: shared.data, port: 0, log: () => undefined });
    try {
      const path = join(shared.docs, 'shared.txt');
      const asked = await shared.pending('files.write_text', { path, content: 'once' });
      const { runtime, owner } = server.assembly;
      const verdict = { decision: 'approve' as const, via: 'test' };
      const { outcome } = await runtime.approvals.decide(asked.approval.id, verdict, await owner('person', 'test'));
      expect(outcome).toMatchObject({ state: 'ok', callId: asked.callId });
      expect(readFileSync(path, 'utf8')).toBe('once');
      const kinds = (await shared.audit(asked.callId)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'call.started')).toHaveLength(1);
      expect(await runtime.audit.verify()).toMatchObject({ ok: true });
      await shared.undo(asked.callId);
      expect(existsSync(path)).toBe(false);
    } finally {
      await server.close();
    }
  });
});
