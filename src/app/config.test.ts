import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';

import { loadConfig, refuseOverlap } from './config.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'config-'));
});

function load(text: string) {
  writeFileSync(join(base, 'deputize.yaml'), text);
  return loadConfig(base, undefined);
}
async function refusal(
  run: () => unknown,
): Promise<{ code: string; message: string; details: Record<string, string> }> {
  try {
    await run();
  } catch (error) {
    return error as Awaited<ReturnType<typeof refusal>>;
  }
  throw new Error('nothing was refused');
}

describe('reading', () => {
  test('without a file everything is as by default', async () => {
    const { config, file } = await loadConfig(base, undefined);
    expect(file).toBeUndefined();
    expect(config.server).toEqual({ host: '127.0.0.1', port: 7377, allowedHosts: [] });
    expect(config.settings).toEqual({});
  });

  test('takes every key', async () => {
    const { config, path } = await load(`
presets: [workspace]
workspace: ./work
server: { host: 127.0.0.2, port: 0, origin: 'https://deputize.example', allowedHosts: [deputize.example] }
database: { postgres: DATABASE_URL }
policy: local.cedar
settings: { 'files.*': ask }
approvals: { highRiskExpiry: 90s, expiry: 2h, tokenExpiry: 500ms }
limits: { outputCharacters: 5000 }
mail: { address: inbox@example.com, maxBytes: 50000, smtp: { host: 0.0.0.0, port: 25, perMinute: 5, tls: { key: k.pem, cert: c.pem, required: true } }, discordWebhook: { env: HOOK } }
audit: { checkpointFile: kept.jsonl }
`);
    expect(config.approvals).toEqual({ highRiskExpiry: 90_000, expiry: 7_200_000, tokenExpiry: 500 });
    expect(config.settings).toEqual({ 'files.*': 'ask' });
    expect(config.mail?.smtp).toMatchObject({ host: '0.0.0.0', port: 25, perMinute: 5 });
    expect(path('./work')).toBe(join(base, 'work'));
    expect(path('~/work')).toBe(join(homedir(), 'work'));
    expect(path('/elsewhere')).toBe('/elsewhere');
  });

  test('an empty file is a valid one', async () => {
    expect((await load('')).config.server.port).toBe(7377);
  });

  test.each([
    ['presetz: [workspace]', 'presetz'],
    ['presets: []', 'presets'],
    ['presets: workspace', 'presets'],
    ['workspace: 7', 'workspace'],
    ['server: { hots: x }', 'server.hots'],
    ['server: { port: 99999 }', 'server.port'],
    ['server: { port: "80" }', 'server.port'],
    ['server: { origin: "ftp://x" }', 'server.origin'],
    ['server: { allowedHosts: x }', 'server.allowedHosts'],
    ['database: {}', 'database.postgres'],
    ['policy: []', 'policy'],
    ['settings: { write_file: never }', 'settings.write_file'],
    ['approvals: { highRiskExpiry: 15 }', 'approvals.highRiskExpiry'],
    ['approvals: { expiry: "1 hour" }', 'approvals.expiry'],
    ['approvals: { tokenExpiry: -1s }', 'approvals.tokenExpiry'],
    ['limits: { outputCharacters: 10 }', 'limits.outputCharacters'],
    ['mail: {}', 'mail.address'],
    ['mail: { address: nobody }', 'mail.address'],
    ['mail: { address: a@example.com, smtp: { port: 99999 } }', 'mail.smtp.port'],
    ['mail: { address: a@example.com, smtp: { tls: { key: k } } }', 'mail.smtp.tls.cert'],
    ['mail: { address: a@example.com, discordWebhook: https://x }', 'mail.discordWebhook'],
    ['audit: { checkpointFile: true }', 'audit.checkpointFile'],
    ['just text', ''],
    ['- a list', ''],
  ])('names the wrong key of "%s"', async (text, key) => {
    const { code, message, details } = await refusal(() => load(text));
    expect(code).toBe('INVALID_CONFIGURATION');
    expect(details).toEqual({ file: join(base, 'deputize.yaml'), key });
    expect(message).toContain(key ? `at "${key}"` : 'is not valid');
  });

  test.each([
    ['what is no YAML', 'presets: [a'],
    ['a key that comes twice', 'workspace: a\nworkspace: b'],
  ])('refuses %s and names the line', async (_, text) => {
    expect(await refusal(() => load(text))).toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining('line'),
    });
  });

  test('refuses a file that was named and is not there', async () => {
    expect((await refusal(() => loadConfig(base, join(base, 'other.yaml')))).message).toContain('does not exist');
  });
});

describe('the workspace and what belongs to the runtime', () => {
  const refused = async (workspace: string, data: string, own: string[] = []) =>
    expect(await refusal(() => refuseOverlap(workspace, data, own))).toMatchObject({
      code: 'INVALID_CONFIGURATION',
      details: { key: 'workspace' },
    });

  test('are accepted side by side, and with the default workspace inside the data folder', () => {
    expect(() => refuseOverlap(join(base, 'work'), join(base, 'data'), [])).not.toThrow();
    expect(() => refuseOverlap(join(base, 'data-2'), join(base, 'data'), [])).not.toThrow();
    expect(() => refuseOverlap(join(base, 'data', 'workspace'), join(base, 'data'), [])).not.toThrow();
    expect(() => refuseOverlap(join(base, 'data', 'workspace', 'a'), join(base, 'data'), [])).not.toThrow();
  });

  test.each(['.', 'data', 'data/keys', 'data/objects/ab', 'data/workspace-2', 'data/workspace/..'])(
    'a workspace at %s is refused',
    async (at) => {
      await refused(join(base, at), join(base, 'data'));
    },
  );

  test('the whole disk is refused as a workspace', async () => {
    await refused('/', join(base, 'data'));
  });

  test('a workspace that holds the configuration, the policy or the checkpoints is refused', async () => {
    await refused(join(base, 'work'), join(base, 'data'), [join(base, 'work', 'conf', 'local.cedar')]);
  });

  test('a link does not hide an overlap', async () => {
    mkdirSync(join(base, 'data', 'keys'), { recursive: true });
    symlinkSync(join(base, 'data', 'keys'), join(base, 'innocent'));
    await refused(join(base, 'innocent'), join(base, 'data'));
    symlinkSync(join(base, 'data'), join(base, 'alias'));
    await refused(join(base, 'data'), join(base, 'alias'));
  });
});
