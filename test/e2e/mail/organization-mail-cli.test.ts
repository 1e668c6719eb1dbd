/** O4, O6: accounts at the command line: tried before they are kept, read once, shown, removed. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { deputize } from '../../support/processes/command-line.ts';
import { startDovecot, type ImapServer } from '../../support/servers/imap-server.ts';

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const ADDRESS = 'ann@example.com';
let folder: string;
let server: ImapServer;
beforeAll(async () => {
  [folder, server] = await Promise.all([mkdtemp(join(tmpdir(), 'mail-cli-')), startDovecot([ADDRESS])]);
  await mkdir(join(folder, 'work'));
  await writeFile(join(folder, 'deputize.yaml'), 'presets: [organization]\n');
  await writeFile(join(folder, 'password'), server.password);
  await writeFile(join(folder, 'wrong'), 'wrong');
  await server.as(ADDRESS, (client) =>
    client.append('INBOX', 'From: bob@example.com\r\nSubject: Hello\r\n\r\nHi.\r\n'),
  );
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const data = () => join(folder, 'data');
const run = async (...argv: string[]) => {
  const { code, out, err } = await deputize([
    ...[...argv, '--data', data(), '--workspace', join(folder, 'work')],
    ...['--config', join(folder, 'deputize.yaml'), '--json'],
  ]);
  return { code, err, answer: out.trim() === '' ? {} : (JSON.parse(out) as Record<string, unknown>) };
};
const add = (passwordFile: string) =>
  run(
    ...['mail', 'accounts', 'add', '--address', ADDRESS, '--imap', `127.0.0.1:${server.port}`],
    ...['--imap-security', 'none', '--password-file', join(folder, passwordFile)],
  );

test('O6: an account is added, read and found, and no file contains its password', async () => {
  const refused = await add('wrong');
  expect(refused).toMatchObject({ code: 4, answer: { error: { code: 'PERMISSION_DENIED' } } });
  expect((await run('mail', 'accounts', 'list')).answer).toEqual({ accounts: [] });
  const { account } = (await add('password')).answer as { account: { id: string } };
  expect(account).toMatchObject({ address: ADDRESS, departmentId: null, canSend: false, syncedAt: null });
  expect((await run('mail', 'accounts', 'sync', account.id)).code).toBe(0);
  const found = await run('call', 'search_emails', '{"sender":"bob@example.com"}', '--preset', 'organization');
  expect(found.answer).toMatchObject({ state: 'ok', value: { total: 1, emails: [{ subject: 'Hello' }] } });
  for (const file of await readdir(data(), { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect((await readFile(join(file.parentPath, file.name))).includes(server.password)).toBe(false);
  expect((await run('mail', 'accounts', 'remove', account.id)).code).toBe(0);
  const again = await run('mail', 'accounts', 'remove', account.id);
  expect(again.code).toBe(1);
  expect((await run('mail', 'outbox')).answer).toEqual({ mails: [] });
});

test('O4: a calendar is added, listed and removed', async () => {
  const { account } = (await run('calendar', 'accounts', 'add', '--name', 'Trips')).answer as {
    account: { id: string };
  };
  expect(account).toMatchObject({ name: 'Trips', kind: 'local' });
  const names = async () =>
    ((await run('calendar', 'accounts', 'list')).answer as { accounts: { name: string }[] }).accounts.map(
      ({ name }) => name,
    );
  expect(await names()).toEqual(['Trips', 'Calendar']);
  expect((await run('calendar', 'accounts', 'remove', account.id)).code).toBe(0);
  expect(await names()).toEqual(['Calendar']);
});
