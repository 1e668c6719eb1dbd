/** A secret is needed by what uses it: a command that does not use it runs without it, and a server refuses to start. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { deputize } from '../../support/processes/command-line.ts';

vi.setConfig({ testTimeout: 120_000 });

const VARIABLE = 'DEPUTIZE_TEST_UNSET';
const HELD = `{ env: ${VARIABLE} }`;
const settings: readonly (readonly [string, string])[] = [
  ['approvals.discordWebhook', `approvals: { discordWebhook: ${HELD} }`],
  ['mail.discordWebhook', `mail: { address: inbox@example.com, discordWebhook: ${HELD} }`],
  ['webSearch.key', `webSearch: { provider: brave, key: ${HELD} }`],
  [
    'calendar.caldav.password',
    `calendar: { caldav: { url: 'http://127.0.0.1:9/dav/', username: ann, password: ${HELD}, calendar: Home } }`,
  ],
  ['embeddings.key', `embeddings: { model: m, url: 'http://127.0.0.1:9/v1', key: ${HELD} }`],
  ['mcpServers.notes.env.TOKEN', `mcpServers: { notes: { command: 'false', env: { TOKEN: ${HELD} } } }`],
];

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'late-secrets-'));
  await mkdir(join(base, 'work'));
  await writeFile(join(base, 'work', 'a.txt'), 'text');
});
afterAll(() => rm(base, { recursive: true, force: true }));

describe.each(settings)('with %s in a variable that is not set', (key, yaml) => {
  let flags: string[];
  beforeAll(async () => {
    const config = join(base, `${key}.yaml`);
    await writeFile(config, `${yaml}\n`);
    flags = ['--data', join(base, key), '--workspace', join(base, 'work'), '--config', config];
  });

  test('commands that do not use it work', async () => {
    const called = await deputize(['call', 'list_directory', '{"path":"."}', '--preset', 'workspace', ...flags]);
    expect(called.json).toMatchObject({ state: 'ok' });
    expect(called.code).toBe(0);
    expect((await deputize(['approvals', 'list', ...flags])).code).toBe(0);
    const examined = await deputize(['doctor', ...flags]);
    expect(examined.json).toHaveProperty('checks');
  });

  test('the server refuses to start and names the key and the variable', async () => {
    const { code, json } = await deputize(['start', '--port', '0', ...flags]);
    expect(code).toBe(1);
    const { error } = json as { error: { code: string; message: string } };
    expect(error.code).toBe('INVALID_CONFIGURATION');
    expect(error.message).toContain(key);
    expect(error.message).toContain(VARIABLE);
  });
});

test('a call that uses the secret names the key and the variable', async () => {
  const flags = [
    '--data',
    join(base, 'used'),
    '--workspace',
    join(base, 'work'),
    '--config',
    join(base, 'webSearch.key.yaml'),
  ];
  const { json } = await deputize(['call', 'web_search', '{"query":"x"}', '--preset', 'workspace', ...flags]);
  expect(json).toMatchObject({ error: { code: 'INVALID_CONFIGURATION' } });
  expect(JSON.stringify(json)).toContain(VARIABLE);
});

test('a call that waits is answered without the address of the webhook', async () => {
  const config = join(base, 'approvals.discordWebhook.yaml');
  const flags = ['--data', join(base, 'waits'), '--workspace', join(base, 'work'), '--config', config];
  const { code, json } = await deputize(['call', 'delete_file', '{"path":"a.txt"}', '--preset', 'workspace', ...flags]);
  expect(json).toMatchObject({ state: 'pending' });
  expect(code).toBe(3);
});
