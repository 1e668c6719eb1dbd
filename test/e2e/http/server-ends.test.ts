/** A server process ends soon after it is asked to, after everything that it has done. */
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { deputize, startProcess, type Started } from '../../support/processes/command-line.ts';
import { startDovecot, type ImapServer } from '../../support/servers/imap-server.ts';
import { startRelay, type SmtpRelay } from '../../support/servers/smtp-relay.ts';

vi.setConfig({ testTimeout: 120_000 });

const ADDRESS = 'ann@example.com';
let folder: string;
let imap: ImapServer;
let relay: SmtpRelay;
beforeAll(async () => {
  [folder, imap] = await Promise.all([mkdtemp(join(tmpdir(), 'server-ends-')), startDovecot([ADDRESS])]);
  relay = await startRelay({ password: imap.password });
  await mkdir(join(folder, 'work'));
  await writeFile(join(folder, 'password'), imap.password);
  await writeFile(
    join(folder, 'deputize.yaml'),
    'presets: [organization]\norganization: { mail: { undoSeconds: 0, servers: [127.0.0.1] } }\n',
  );
});
afterAll(async () => {
  await Promise.all([imap.stop(), relay.close()]);
  await rm(folder, { recursive: true });
});

test.each(['SIGTERM', 'SIGINT'] as const)('ends within seconds of %s after it sent a mail', async (signal) => {
  const data = join(folder, signal);
  const flags = ['--data', data, '--workspace', join(folder, 'work'), '--config', join(folder, 'deputize.yaml')];
  const added = await deputize([
    ...['mail', 'accounts', 'add', '--address', ADDRESS, '--imap', `127.0.0.1:${imap.port}`],
    ...['--imap-security', 'none', '--smtp', `127.0.0.1:${relay.port}`, '--smtp-security', 'none'],
    ...['--password-file', join(folder, 'password'), ...flags],
  ]);
  expect(added.code).toBe(0);
  const { token } = (await deputize(['token', 'create', '--scope', 'person', ...flags])).json;
  await using server = await startProcess(flags);
  const before = relay.taken.length;
  await sendMail(server.url, String(token), 'bob@example.com');
  await vi.waitFor(() => expect(relay.taken).toHaveLength(before + 1), { timeout: 20_000 });
  await expectEnd(server, signal);
});

test('ends within seconds of SIGTERM after the example company delivered a mail', async () => {
  const data = join(folder, 'demo');
  await using filling = await startProcess(['--demo', '--data', data]);
  expect(await filling.stop()).toBe(0);
  await appendFile(join(data, 'deputize.yaml'), 'organization: { mail: { undoSeconds: 0 } }\n');
  await using server = await startProcess(['--demo', '--data', data]);
  const { token } = (await deputize(['token', 'create', '--scope', 'person', '--data', data])).json;
  const inbox = join(data, 'post-office', 'ada@example.com', 'INBOX');
  const before = (await readdir(inbox)).length;
  await sendMail(server.url, String(token), 'ada@example.com');
  await vi.waitFor(async () => expect((await readdir(inbox)).length).toBe(before + 1), { timeout: 40_000 });
  // The server reads the mailbox that has changed, and watches it again.
  await setTimeout(1_000);
  await expectEnd(server, 'SIGTERM');
});

async function sendMail(url: string, token: string, recipient: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { state: string; approval?: { id: string } };
  };
  const args = { to: [recipient], subject: 'Hello', body: 'Hi.' };
  const called = await post('/api/calls', { tool: 'send_email', args, preset: 'organization' });
  if (called.approval) await post(`/api/approvals/${called.approval.id}`, { decision: 'approve' });
}

async function expectEnd(server: Started, signal: NodeJS.Signals): Promise<void> {
  const asked = performance.now();
  process.kill(server.pid, signal);
  const late = new AbortController();
  const killing = setTimeout(20_000, undefined, { signal: late.signal }).then(
    () => process.kill(server.pid, 'SIGKILL'),
    () => undefined,
  );
  const code = await server.ended;
  late.abort();
  await killing;
  expect(code).toBe(0);
  expect(performance.now() - asked).toBeLessThan(8_000);
}
