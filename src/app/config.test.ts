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
git: { push: [git@example.com:me/it.git, 'https://example.com/me/it.git'], author: { name: Ann, email: ann@example.com } }
web: { allow: [example.org, 'POST https://example.com/hooks/*'] }
webSearch: { provider: tavily, keyEnv: TAVILY_API_KEY }
policy: local.cedar
settings: { 'files.*': ask }
approvals: { highRiskExpiry: 90s, expiry: 2h, tokenExpiry: 500ms }
limits: { outputCharacters: 5000 }
audit: { checkpointFile: kept.jsonl }
`);
    expect(config.approvals).toEqual({ highRiskExpiry: 90_000, expiry: 7_200_000, tokenExpiry: 500 });
    expect(config.settings).toEqual({ 'files.*': 'ask' });
    expect(config.web.allow).toEqual(['example.org', 'POST https://example.com/hooks/*']);
    expect(config.git).toMatchObject({ author: { name: 'Ann' }, push: [expect.any(String), expect.any(String)] });
    expect(config.webSearch).toEqual({ provider: 'tavily', keyEnv: 'TAVILY_API_KEY' });
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
    ['git: { push: ["ext::sh -c true"] }', 'git.push.0'],
    ['git: { push: ["https://user:word@example.com/x.git"] }', 'git.push.0'],
    ['git: { push: ["--upload-pack=x"] }', 'git.push.0'],
    ['git: { push: ["../elsewhere"] }', 'git.push.0'],
    ['git: { author: { name: "a<b>" , email: a@example.com } }', 'git.author.name'],
    ['git: { hooks: true }', 'git.hooks'],
    ['web: { allow: example.org }', 'web.allow'],
    ['web: { allow: [example.org, localhost] }', 'web.allow.1'],
    ['web: { allow: ["http://127.0.0.1:8080/"] }', 'web.allow.0'],
    ['web: { allow: ["*"] }', 'web.allow.0'],
    ['web: { allowPrivate: true }', 'web.allowPrivate'],
    ['web: { resolver: 127.0.0.1 }', 'web.resolver'],
    ['webSearch: { provider: google }', 'webSearch.provider'],
    ['webSearch: { provider: tavily }', 'webSearch.keyEnv'],
    ['webSearch: { provider: brave, keyEnv: A, keyFile: b }', 'webSearch.keyEnv'],
    ['webSearch: { provider: brave, key: abc }', 'webSearch.key'],
    ['webSearch: { provider: searxng }', 'webSearch.url'],
    ['webSearch: { provider: searxng, url: "ftp://example.org" }', 'webSearch.url'],
    ['webSearch: { provider: searxng, url: "http://user:word@example.org" }', 'webSearch.url'],
    ['policy: []', 'policy'],
    ['settings: { write_file: never }', 'settings.write_file'],
    ['approvals: { highRiskExpiry: 15 }', 'approvals.highRiskExpiry'],
    ['approvals: { expiry: "1 hour" }', 'approvals.expiry'],
    ['approvals: { tokenExpiry: -1s }', 'approvals.tokenExpiry'],
    ['limits: { outputCharacters: 10 }', 'limits.outputCharacters'],
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
