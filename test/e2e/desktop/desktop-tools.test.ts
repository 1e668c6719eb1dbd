/** The desktop tools in a real session: a clipboard, a notification service, Chromium, and files in several folders. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { forgetServer, noteServer } from '../../../src/app/server/server-file.ts';
import { openDesktopSession, type DesktopSession } from '../../support/worlds/desktop-session.ts';
import { codeOf, DesktopWorld } from '../../support/worlds/desktop-world.ts';

vi.setConfig({ testTimeout: 60_000 });

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let session: DesktopSession;
let world: DesktopWorld;
let web: Server;
let site: string;
beforeAll(async () => {
  session = await openDesktopSession();
  web = createServer((request, response) => {
    const { url } = request;
    if (url === '/page')
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Hello</title><p>Some words.</p><img src="http://example.com/x.png">');
    else if (url === '/away') response.writeHead(302, { location: 'http://example.com/' }).end();
    else if (url === '/file')
      response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=a.zip' })
        .end('zip');
    else if (url === '/forever')
      response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Slow</title><p>First words.</p>');
    else if (url !== '/silent') response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve));
  site = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  world = await DesktopWorld.open({ env: session.env, scopes: { hosts: [site], apps: ['/usr/bin/touch', 'env'] } });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  web.closeAllConnections();
  web.close();
  await session[Symbol.asyncDispose]();
});

describe('D1, D5: the clipboard', () => {
  test('is written after a yes, read as it is, and undo puts back what was there', async () => {
    expect(await world.approved('clipboard.write', { content: 'first ü' })).toMatchObject({ state: 'ok' });
    expect(await world.call('clipboard.read', {})).toMatchObject({
      state: 'reported',
      value: { content: 'first ü', available: ['text'] },
    });
    const html = await world.approved('clipboard.write', { content: '<b>two</b>', format: 'html' });
    expect(await world.value('clipboard.read', { format: 'html' })).toMatchObject({ content: '<b>two</b>' });
    expect(codeOf(await world.call('clipboard.read', { format: 'text' }))).toBe('NOT_FOUND');
    await world.undo(html.callId);
    expect(await world.value('clipboard.read', {})).toMatchObject({ content: 'first ü' });
    const image = await world.approved('clipboard.write', { content: PNG, format: 'image' });
    expect(await world.value('clipboard.read', { format: 'image' })).toMatchObject({ content: PNG });
    await world.approved('clipboard.write', { content: 'someone else' });
    await expect(world.undo(image.callId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('of too much is not read on, and what is no picture is refused', async () => {
    const { spawnSync } = await import('node:child_process');
    const input = Buffer.alloc(100_000_000, 'x');
    spawnSync('xclip', ['-selection', 'clipboard', '-i'], {
      env: session.env,
      input,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    expect(codeOf(await world.call('clipboard.read', {}))).toBe('TOO_LARGE');
    const asked = await world.pending('clipboard.write', { content: 'small' });
    const person = await world.assembly.owner('person', 'test');
    const { preview } = await world.assembly.runtime.approvals.show(asked.approval.id, person);
    expect(JSON.stringify(preview)).toContain('more than can be put back on undo');
    expect((await world.decide(asked.approval.id)).outcome.state).toBe('ok');
    await expect(world.undo(asked.callId)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' });
    expect(codeOf(await world.call('clipboard.write', { content: 'bm8=', format: 'image' }))).toBe('INVALID_ARGUMENTS');
  });
});

describe('D1: a notification', () => {
  test('is shown as the assistant’s, as text only, and brings back what was chosen', async () => {
    const actions = [
      { id: 'yes', label: 'Do it' },
      { id: 'no', label: 'Leave it' },
    ];
    const answer = world.call('notify.send', { title: 'Deputize wants <b>you</b>', body: 'a & <i>b</i>', actions });
    await session.press('Leave it');
    expect(await answer).toMatchObject({ state: 'ok', value: { shown: true, chosen: 'no' } });
    const [last] = session.past();
    expect(last).toMatchObject({ from: 'Assistant', title: 'Assistant: Deputize wants <b>you</b>' });
    expect(last?.body).toBe('a &amp; &lt;i&gt;b&lt;/i&gt;');
  });

  test('of a short call that waits has a button, and its yes is good for that call', async () => {
    const path = join(world.docs, 'by-button.txt');
    const asked = await world.pending('files.ensure_dir', { path });
    await session.press('Approve');
    await vi.waitFor(() => expect(existsSync(path)).toBe(true), { timeout: 20_000 });
    await vi.waitFor(async () => {
      const about = await world.assembly.runtime.audit.about(asked.callId);
      expect(about).toMatchObject({ result: 'ok', approver: 'owner' });
    });
    const approval = (await world.audit(asked.callId)).find(({ kind }) => kind === 'approval.approved');
    expect(approval?.body).toMatchObject({ via: 'notification' });
    expect(session.past()[0]).toMatchObject({ from: 'Deputize', body: expect.stringContaining(path) });
  });

  test.each([
    ['leads to the page of the server', true],
    ['names the command where no server runs', false],
  ])('of a call that does not fit %s, and approves nothing', async (_, isServed) => {
    if (isServed) noteServer(world.data, { url: 'http://127.0.0.1:9', pid: process.pid });
    onTestFinished(() => forgetServer(world.data));
    const before = session.count();
    const asked = await world.pending('files.write_text', {
      path: join(world.docs, 'long.txt'),
      content: 'x'.repeat(2_000),
    });
    await vi.waitFor(() => expect(session.count()).toBeGreaterThan(before));
    if (isServed) await session.press('Look at it');
    else await world.decide(asked.approval.id, { decision: 'deny' });
    const command = ` Read it with: deputize approvals show ${asked.approval.id}`;
    const expected = `There is more than fits here.${isServed ? '' : command}`;
    await vi.waitFor(() => expect(session.past()[0]?.body.endsWith(expected)).toBe(true));
    expect(session.past()[0]?.body).not.toContain('xxxx');
    if (!isServed) return;
    expect(
      await world.assembly.runtime.calls.outcome(asked.callId, await world.assembly.owner('person', 'test')),
    ).toMatchObject({ state: 'pending' });
    await world.decide(asked.approval.id, { decision: 'deny' });
  });

  test('has a button that stops everything', async () => {
    const asked = await world.pending('files.ensure_dir', { path: join(world.docs, 'stopped') });
    await session.press('Stop everything');
    const person = await world.assembly.owner('person', 'test');
    await vi.waitFor(async () => expect(await world.assembly.runtime.isStopped(person)).toBe(true), {
      timeout: 10_000,
    });
    expect(codeOf(await world.call('files.list_dir', { path: world.docs }))).toBe('STOPPED');
    await vi.waitFor(async () =>
      expect(await world.assembly.runtime.calls.show(asked.callId, person)).toMatchObject({ state: 'denied' }),
    );
    await world.assembly.runtime.liftStop(person, 'test');
    await vi.waitFor(async () => expect((await world.call('files.list_dir', { path: world.docs })).state).toBe('ok'), {
      timeout: 10_000,
    });
  });

  test('R9: is unknown when the service dies while it waits', async () => {
    const waiting = world.call(
      'notify.send',
      { title: 'wait', actions: [{ id: 'a', label: 'A' }] },
      { callId: 'doubt' },
    );
    await vi.waitFor(async () =>
      expect((await world.audit('doubt')).map(({ kind }) => kind)).toEqual(['call.started']),
    );
    await world.stopService('SIGKILL');
    expect(await waiting).toMatchObject({ state: 'unknown', callId: 'doubt' });
    await world.startService();
    const person = await world.assembly.owner('person', 'test');
    await vi.waitFor(async () =>
      expect(await world.assembly.runtime.calls.show('doubt', person)).toMatchObject({ state: 'unknown' }),
    );
  });
});

describe('D1, D4: files', () => {
  test('are found, read and written in several folders, and nowhere else', async () => {
    writeFileSync(join(world.docs, 'plan.md'), 'one\nThe Budget of May\n');
    symlinkSync('/etc/passwd', join(world.docs, 'link'));
    const found = await world.value('files.search', { path: world.docs, patterns: ['*.md'], text: 'budget' });
    expect(found).toMatchObject({ found: [{ path: join(world.docs, 'plan.md'), line: 2, text: 'The Budget of May' }] });
    for (const path of [
      '/etc/passwd',
      '~/.ssh/id',
      `${world.docs}2/x`,
      world.data,
      join(world.data, 'keys', 'signing.json'),
    ])
      expect(codeOf(await world.call('files.read_text', { path }))).toBe('OUT_OF_SCOPE');
    for (const path of [`${world.docs}/../data/deputize.yaml`, join(world.docs, 'link')])
      expect(['INVALID_PATH', 'NOT_A_FILE']).toContain(codeOf(await world.call('files.read_text', { path })));
    expect(codeOf(await world.call('files.write_text', { path: join(world.docs, 'plan.md'), content: 'x' }))).toBe(
      'ALREADY_EXISTS',
    );
    const over = await world.approved('files.write_text', {
      path: join(world.docs, 'plan.md'),
      content: 'x',
      overwrite: true,
    });
    expect(over).toMatchObject({ state: 'ok' });
    await world.undo(over.callId);
    expect(readFileSync(join(world.docs, 'plan.md'), 'utf8')).toContain('Budget');
  });

  test('are moved by pattern across folders, each move listed before, and all brought back', async () => {
    for (const name of ['a.pdf', 'b.pdf', 'c.txt', 'odd\nname.pdf']) writeFileSync(join(world.downloads, name), name);
    const to = join(world.docs, 'papers', 'new');
    const args = { from: world.downloads, patterns: ['*.pdf'], to };
    const dry = await world.value<{ moved: unknown[]; skipped: unknown[] }>('files.move_glob', {
      ...args,
      dryRun: true,
    });
    expect(dry).toMatchObject({
      moved: [{ to: join(to, 'a.pdf') }, { to: join(to, 'b.pdf') }],
      skipped: [{ name: expect.stringContaining('\\u000a') }],
      folders: [join(world.docs, 'papers'), to],
    });
    const asked = await world.pending('files.move_glob', args);
    const person = await world.assembly.owner('person', 'test');
    const { preview } = await world.assembly.runtime.approvals.show(asked.approval.id, person);
    expect(preview.parts[0]).toMatchObject({
      label: 'Moves',
      items: [expect.stringContaining('a.pdf →'), expect.stringContaining('b.pdf →')],
    });
    expect((await world.decide(asked.approval.id)).outcome).toMatchObject({ state: 'ok' });
    expect(readdirSync(to).sort()).toEqual(['a.pdf', 'b.pdf']);
    await world.undo(asked.callId);
    expect(readdirSync(world.downloads).sort()).toEqual(['a.pdf', 'b.pdf', 'c.txt', 'odd\nname.pdf']);
    expect(existsSync(join(world.docs, 'papers'))).toBe(false);
  });

  test('are all left in the new folder by an undo when one of them has changed', async () => {
    const [from, to] = [join(world.downloads, 'scans'), join(world.docs, 'scans')];
    mkdirSync(from);
    for (const name of ['1.png', '2.png', '3.png']) writeFileSync(join(from, name), name);
    const { callId } = await world.approved('files.move_glob', { from, patterns: ['*.png'], to });
    writeFileSync(join(to, '1.png'), 'changed');
    await expect(world.undo(callId)).rejects.toMatchObject({
      ...{ code: 'CONFLICT', partialSideEffects: false, details: { inTheWay: [join(to, '1.png')] } },
      message: expect.stringContaining(join(to, '1.png')),
    });
    expect(readdirSync(to)).toEqual(['1.png', '2.png', '3.png']);
    expect(readdirSync(from)).toEqual([]);
    writeFileSync(join(to, '1.png'), '1.png');
    await world.undo(callId);
    expect(readdirSync(from)).toEqual(['1.png', '2.png', '3.png']);
  });

  test('are never overwritten by a move, and a folder that changed after the yes is left alone', async () => {
    mkdirSync(join(world.docs, 'taken'));
    writeFileSync(join(world.docs, 'taken', 'a.pdf'), 'mine');
    const args = { from: world.downloads, patterns: ['[ab].pdf'], to: join(world.docs, 'taken') };
    const dry = (onCollision: string) => world.call('files.move_glob', { ...args, onCollision, dryRun: true });
    expect(codeOf(await dry('fail'))).toBe('ALREADY_EXISTS');
    expect(await dry('skip')).toMatchObject({
      value: { moved: [{ to: expect.stringContaining('b.pdf') }], skipped: [{ name: 'a.pdf' }] },
    });
    expect(await dry('rename')).toMatchObject({ value: { moved: [{ to: join(args.to, 'a (2).pdf') }, {}] } });
    const asked = await world.pending('files.move_glob', { ...args, onCollision: 'rename' });
    writeFileSync(join(world.downloads, 'b.pdf'), 'changed');
    expect((await world.decide(asked.approval.id)).outcome).toMatchObject({
      state: 'failed',
      error: { code: 'CONFLICT' },
    });
    expect(readdirSync(args.to)).toEqual(['a.pdf']);
    expect(readFileSync(join(args.to, 'a.pdf'), 'utf8')).toBe('mine');
    expect(codeOf(await world.call('files.move_glob', { ...args, patterns: ['*.none'], dryRun: true }))).toBe(
      'FILE_NOT_FOUND',
    );
  });

  test('of more than a thousand are not moved at once', async () => {
    const many = join(world.downloads, 'many');
    mkdirSync(many);
    for (let at = 0; at <= 1_000; at += 1) writeFileSync(join(many, `${at}.txt`), '');
    expect(
      codeOf(await world.call('files.move_glob', { from: many, patterns: ['*'], to: world.docs, dryRun: true })),
    ).toBe('TOO_LARGE');
  });
});

describe('D1, D4: an application', () => {
  test('in scope is opened with its arguments as they are, and no other is', async () => {
    const odd = join(world.docs, '$(id) ; rm -rf "x"');
    const asked = await world.pending('apps.open', { app: '/usr/bin/touch', args: [odd] });
    expect((await world.decide(asked.approval.id)).outcome).toMatchObject({
      state: 'ok',
      value: { pid: expect.any(Number) },
    });
    await vi.waitFor(() => expect(existsSync(odd)).toBe(true));
    expect(codeOf(await world.call('apps.open', { app: 'sh', args: ['-c', 'id'] }))).toBe('OUT_OF_SCOPE');
    expect(codeOf(await world.call('apps.open', { app: '/usr/bin/touch', args: ['/etc/x'] }))).toBe('OUT_OF_SCOPE');
    expect(codeOf(await world.call('apps.open', { app: 'env', args: ['https://example.com/'] }))).toBe('OUT_OF_SCOPE');
    const person = await world.assembly.owner('person', 'test');
    const option = await world.pending('apps.open', { app: 'env', args: ['--version'] });
    expect(await world.assembly.runtime.approvals.show(option.approval.id, person)).toMatchObject({ risk: 'high' });
    await world.decide(option.approval.id, { decision: 'deny' });
  });
});

describe('D1, D4: a web page', () => {
  const open = (path: string, more: object = {}) =>
    world.call('browser.open_url', { url: `http://${site}${path}`, ...more });

  test('of a host in scope is read, and what it wants elsewhere is not given', async () => {
    expect(await open('/page')).toMatchObject({
      state: 'reported',
      value: {
        ...{ title: 'Hello', url: `http://${site}/page`, status: 200, complete: true, downloads: [] },
        ...{ text: 'Some words.', refusedHosts: ['example.com'] },
        screenshot: { type: 'image/jpeg', base64: expect.stringMatching(/^\/9j\//) },
      },
    });
  });

  test('elsewhere is not opened, by whatever way', async () => {
    expect(codeOf(await world.call('browser.open_url', { url: 'http://example.com/' }))).toBe('OUT_OF_SCOPE');
    expect(codeOf(await open('/away'))).toBe('OUT_OF_SCOPE');
    for (const url of ['file:///etc/passwd', `http://me:secret@${site}/page`, 'javascript:alert(1)', 'nonsense'])
      expect(codeOf(await world.call('browser.open_url', { url }))).toBe('INVALID_ARGUMENTS');
  });

  test('that is a download is blocked, and one that never ends is returned in part', async () => {
    expect(await open('/file')).toMatchObject({ value: { downloads: [{ name: 'a.zip', savedTo: null }] } });
    expect(await open('/forever', { timeout: 3 })).toMatchObject({ value: { complete: false, text: 'First words.' } });
    expect(codeOf(await open('/silent', { timeout: 2 }))).toBe('TIMEOUT');
  });
});

describe('D1: the shell', () => {
  test('is off unless it was switched on', async () => {
    expect(await world.call('shell.run', { command: 'id' })).toMatchObject({
      state: 'refused',
      decision: { rule: 'switched-off' },
    });
  });
});
