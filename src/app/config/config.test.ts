import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';

import { loadConfig } from './config.ts';
import { listProtectedFiles } from './mcp-servers.ts';
import { createMounts } from '../assemble/mounts.ts';
import { refuseOverlap } from '../assemble/default-workspace.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'config-'));
});

function load(text: string) {
  writeFileSync(join(base, 'deputize.yaml'), text);
  return loadConfig(base, undefined);
}
const caldav = (url: string, password = '{ env: A }') =>
  `{ url: "${url}", username: ann, password: ${password}, calendar: Shared }`;

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
    expect(config.server).toEqual({
      ...{ host: '127.0.0.1', port: 7377, allowedHosts: [], trustedProxies: [], stopWithin: 20_000 },
    });
    expect(config.settings).toEqual({});
    expect(config.sandbox.network.allow).toEqual([]);
    expect(config.packages).toEqual({
      npm: { registry: 'https://registry.npmjs.org/' },
      pip: { index: 'https://pypi.org/simple/', fileHosts: ['files.pythonhosted.org'] },
    });
  });

  test('takes every key', async () => {
    const { config, path } = await load(`
presets: [workspace]
workspace: ./work
tools: ./tools
server: { host: 127.0.0.2, port: 0, origin: 'https://deputize.example', allowedHosts: [deputize.example], stopWithin: 5s }
database: { postgres: DATABASE_URL }
git: { push: [git@example.com:me/it.git, 'https://example.com/me/it.git'], author: { name: Ann, email: ann@example.com } }
web: { allow: [example.org, 'POST https://example.com/hooks/*'] }
webSearch: { provider: tavily, key: { env: TAVILY_API_KEY } }
policy: local.cedar
settings: { 'files.*': ask }
approvals: { highRiskExpiry: 90s, expiry: 2h, tokenExpiry: 500ms }
limits: { outputCharacters: 5000 }
sandbox: { memoryMB: 64, processes: 16, cpuSeconds: 5, diskMB: 10, temporaryMB: 5, outputKB: 8, cgroups: [/sys/fs/cgroup/deputize], network: { allow: [pypi.org, '*.example.com', 'example.com:8080'] } }
packages: { npm: { registry: 'https://npm.example.com/all' }, pip: { index: 'https://pip.example.com/simple/', fileHosts: [files.example.com] } }
mail: { address: inbox@example.com, maxBytes: 50000, smtp: { host: 0.0.0.0, port: 25, perMinute: 5, tls: { key: k.pem, cert: c.pem, required: true } }, discordWebhook: { env: HOOK } }
calendar: { timeZone: Europe/Berlin, caldav: { url: 'https://caldav.icloud.com', username: ann@example.com, password: { env: APPLE_PASSWORD }, calendar: AI Assistant Shared } }
audit: { checkpointFile: kept.jsonl }
models:
  main: { provider: anthropic, model: claude-sonnet-5-5, key: { env: MY_KEY }, idleTimeout: 2m }
  local: { provider: openai-compatible, model: qwen, url: 'http://127.0.0.1:11434/v1', key: { file: key.txt } }
defaultModel: local
mcpServers:
  notes:
    command: npx
    args: [some-server, --quiet]
    env: { LANGUAGE: de, TOKEN: { env: NOTES_TOKEN }, KEY: { file: ./key, prefix: 'Bearer ' } }
    cwd: ./there
    timeout: 2m
    startTimeout: 1m
    presets: [workspace]
    tools: { search: { risk: low, confirmation: never, sideEffects: read_only }, wipe: { off: true } }
  far: { url: 'https://example.com/mcp', headers: { authorization: { env: FAR_TOKEN, prefix: 'Bearer ' } } }
`);
    expect(config.models?.['main']).toEqual({
      provider: 'anthropic',
      model: 'claude-sonnet-5-5',
      key: { env: 'MY_KEY' },
      idleTimeout: 120_000,
    });
    expect(config.mcpServers['notes']).toMatchObject({
      timeout: 120_000,
      startTimeout: 60_000,
      tools: { wipe: { off: true } },
    });
    expect(config.mcpServers['far']).toMatchObject({ args: [], env: {}, timeout: 60_000, startTimeout: 30_000 });
    expect(config.approvals).toEqual({ highRiskExpiry: 90_000, expiry: 7_200_000, tokenExpiry: 500 });
    expect(config.settings).toEqual({ 'files.*': 'ask' });
    expect(config.web.allow).toEqual(['example.org', 'POST https://example.com/hooks/*']);
    expect(config.git).toMatchObject({ author: { name: 'Ann' }, push: [expect.any(String), expect.any(String)] });
    expect(config.webSearch).toEqual({ provider: 'tavily', key: { env: 'TAVILY_API_KEY' } });
    expect(config.sandbox).toMatchObject({
      memoryMB: 64,
      network: { allow: ['pypi.org', '*.example.com', 'example.com:8080'] },
    });
    expect(config.calendar).toMatchObject({ timeZone: 'Europe/Berlin', caldav: { calendar: 'AI Assistant Shared' } });
    expect(config.packages).toEqual({
      npm: { registry: 'https://npm.example.com/all/' },
      pip: { index: 'https://pip.example.com/simple/', fileHosts: ['files.example.com'] },
    });
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
    ['settings: { write_file: allow }', 'settings.write_file'],
    ['autonomy: trusted-values', 'autonomy'],
    ['presets: []', 'presets'],
    ['presets: workspace', 'presets'],
    ['workspace: 7', 'workspace'],
    ['tools: []', 'tools'],
    ['voice: { speech: say }', 'voice.speech'],
    ['voice: { patience: 5 }', 'voice.patience'],
    ['voice: { realtime: { provider: openai, model: m } }', 'voice.realtime.key'],
    ['voice: { realtime: { provider: openai, model: m, key: abc } }', 'voice.realtime.key'],
    ['voice: { realtime: { provider: other, model: m, key: { env: A } } }', 'voice.realtime.provider'],
    [
      'voice: { realtime: { provider: openai, model: m, key: { env: A }, url: "https://example.com" } }',
      'voice.realtime.url',
    ],
    [
      'voice: { realtime: { provider: openai, model: m, key: { env: A }, url: "ws://example.com" } }',
      'voice.realtime.url',
    ],
    [
      'voice: { realtime: { provider: openai, model: m, key: { env: A }, url: "wss://a:b@example.com" } }',
      'voice.realtime.url',
    ],
    ['server: { hots: x }', 'server.hots'],
    ['server: { port: 99999 }', 'server.port'],
    ['server: { port: "80" }', 'server.port'],
    ['server: { origin: "ftp://x" }', 'server.origin'],
    ['server: { allowedHosts: x }', 'server.allowedHosts'],
    ['server: { trustedProxies: [proxy.example] }', 'server.trustedProxies.0'],
    ['server: { trustedProxies: [10.0.0.0/64] }', 'server.trustedProxies.0'],
    ['database: {}', 'database.postgres'],
    ['database: { postgres: A, url: "postgres://db.example.com/a" }', 'database.postgres'],
    ['database: { url: "mysql://db.example.com/a" }', 'database.url'],
    ['database: { url: "postgres://a:b@db.example.com/a" }', 'database.url'],
    ['database: { url: "postgres://db.example.com/a", password: hidden }', 'database.password'],
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
    ['webSearch: { provider: tavily }', 'webSearch.key'],
    ['webSearch: { provider: brave, key: { env: A, file: b } }', 'webSearch.key'],
    ['webSearch: { provider: brave, key: abc }', 'webSearch.key'],
    ['webSearch: { provider: searxng }', 'webSearch.url'],
    ['webSearch: { provider: searxng, url: "ftp://example.org" }', 'webSearch.url'],
    ['webSearch: { provider: searxng, url: "http://user:word@example.org" }', 'webSearch.url'],
    ['calendar: { timeZone: Berlin }', 'calendar.timeZone'],
    [`calendar: { caldav: ${caldav('http://example.com')} }`, 'calendar.caldav.url'],
    [`calendar: { caldav: ${caldav('https://ann:word@example.com')} }`, 'calendar.caldav.url'],
    [`calendar: { caldav: ${caldav('https://example.com', 'secret')} }`, 'calendar.caldav.password'],
    ['calendar: { caldav: { url: "https://example.com" } }', 'calendar.caldav.username'],
    ['policy: []', 'policy'],
    ['settings: { write_file: never }', 'settings.write_file'],
    ['approvals: { highRiskExpiry: 15 }', 'approvals.highRiskExpiry'],
    ['approvals: { expiry: "1 hour" }', 'approvals.expiry'],
    ['approvals: { tokenExpiry: -1s }', 'approvals.tokenExpiry'],
    ['packages: { npm: { registry: "http://npm.example.com/" } }', 'packages.npm.registry'],
    ['packages: { npm: { registry: "https://user:word@npm.example.com/" } }', 'packages.npm.registry'],
    ['packages: { npm: { registry: "https://npm.example.com/?key=x" } }', 'packages.npm.registry'],
    ['packages: { npm: { token: x } }', 'packages.npm.token'],
    ['packages: { pip: { index: pypi.org } }', 'packages.pip.index'],
    ['packages: { pip: { fileHosts: ["*"] } }', 'packages.pip.fileHosts.0'],
    ['packages: { pip: { fileHosts: ["*.example.com"] } }', 'packages.pip.fileHosts.0'],
    ['limits: { outputCharacters: 10 }', 'limits.outputCharacters'],
    ['mail: {}', 'mail.address'],
    ['mail: { address: nobody }', 'mail.address'],
    ['mail: { address: a@example.com, smtp: { port: 99999 } }', 'mail.smtp.port'],
    ['mail: { address: a@example.com, smtp: { tls: { key: k } } }', 'mail.smtp.tls.cert'],
    ['mail: { address: a@example.com, discordWebhook: https://x }', 'mail.discordWebhook'],
    ['audit: { checkpointFile: true }', 'audit.checkpointFile'],
    ['models: {}', 'models'],
    ['models: { "a b": { provider: openai, model: x } }', 'models.a b'],
    ['models: { main: { provider: someone, model: x } }', 'models.main.provider'],
    ['models: { main: { provider: openai } }', 'models.main.model'],
    ['models: { main: { provider: openai, model: x, key: sk-abc } }', 'models.main.key'],
    ['models: { main: { provider: openai, model: x, key: { value: sk-abc } } }', 'models.main.key'],
    ['models: { main: { provider: openai, model: x, url: "file:///x" } }', 'models.main.url'],
    ['models: { main: { provider: openai, model: x, url: "https://a:b@example.com" } }', 'models.main.url'],
    ['models: { main: { provider: openai-compatible, model: x } }', 'models.main.url'],
    ['models: { main: { provider: openai, model: x, idleTimeout: 9 } }', 'models.main.idleTimeout'],
    ['models: { main: { provider: openai, model: x } }\ndefaultModel: other', 'defaultModel'],
    ['defaultModel: main', 'defaultModel'],
    ['sandbox: { memory: 64 }', 'sandbox.memory'],
    ['sandbox: { memoryMB: 1 }', 'sandbox.memoryMB'],
    ['sandbox: { processes: 0 }', 'sandbox.processes'],
    ['sandbox: { network: true }', 'sandbox.network'],
    ['sandbox: { network: { allow: ["https://pypi.org"] } }', 'sandbox.network.allow.0'],
    ['sandbox: { network: { allow: [Pypi.org] } }', 'sandbox.network.allow.0'],
    ['sandbox: { network: { allow: ["*pypi.org"] } }', 'sandbox.network.allow.0'],
    ['sandbox: { cgroups: [relative] }', 'sandbox.cgroups.0'],
    ['mcpServers: { Notes: { command: x } }', 'mcpServers.Notes'],
    ['mcpServers: { a.b: { command: x } }', 'mcpServers.a.b'],
    ['mcpServers: { a: {} }', 'mcpServers.a.command'],
    ['mcpServers: { a: { command: x, url: "https://example.com" } }', 'mcpServers.a.url'],
    ['mcpServers: { a: { command: "" } }', 'mcpServers.a.command'],
    ['mcpServers: { a: { command: x, comand: y } }', 'mcpServers.a.comand'],
    ['mcpServers: { a: { command: x, args: -v } }', 'mcpServers.a.args'],
    ['mcpServers: { a: { command: x, env: { "A B": c } } }', 'mcpServers.a.env.A B'],
    ['mcpServers: { a: { command: x, env: { A: 7 } } }', 'mcpServers.a.env.A'],
    [`mcpServers: { a: { command: x, env: { A: ghp_${'a'.repeat(36)} } } }`, 'mcpServers.a.env.A'],
    [`mcpServers: { a: { command: x, args: [--token=ghp_${'a'.repeat(36)}] } }`, 'mcpServers.a.args.0'],
    ['mcpServers: { a: { command: x, env: { A: { env: "A B" } } } }', 'mcpServers.a.env.A.env'],
    ['mcpServers: { a: { command: x, headers: { b: c } } }', 'mcpServers.a.headers'],
    ['mcpServers: { a: { url: "http://example.com/mcp" } }', 'mcpServers.a.url'],
    ['mcpServers: { a: { url: "ftp://example.com/mcp" } }', 'mcpServers.a.url'],
    ['mcpServers: { a: { url: "https://user:word@example.com/" } }', 'mcpServers.a.url'],
    ['mcpServers: { a: { url: example } }', 'mcpServers.a.url'],
    ['mcpServers: { a: { url: "https://example.com", args: [b] } }', 'mcpServers.a.args'],
    ['mcpServers: { a: { url: "https://example.com", env: { A: b } } }', 'mcpServers.a.env'],
    ['mcpServers: { a: { url: "https://example.com", headers: { Host: b } } }', 'mcpServers.a.headers.Host'],
    ['mcpServers: { a: { command: x, timeout: 5 } }', 'mcpServers.a.timeout'],
    ['mcpServers: { a: { command: x, presets: [] } }', 'mcpServers.a.presets'],
    ['mcpServers: { a: { command: x, tools: { b: { risk: none } } } }', 'mcpServers.a.tools.b.risk'],
    ['mcpServers: { a: { command: x, tools: { b: { trust: true } } } }', 'mcpServers.a.tools.b.trust'],
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

  test('a key in the file is not repeated in the error', async () => {
    const { message } = await refusal(() => load('models: { main: { provider: openai, model: x, key: sk-abc } }'));
    expect(message).toContain('{ env: VARIABLE }');
    expect(message).not.toContain('sk-abc');
  });

  test('refuses a file that was named and is not there', async () => {
    expect((await refusal(() => loadConfig(base, join(base, 'other.yaml')))).message).toContain('does not exist');
  });
});

describe('mounted servers', () => {
  const mounts = async (text: string) => {
    const loaded = await load(text);
    return createMounts(loaded, join(base, 'data'));
  };

  test('take http on this machine, and what they are reached by holds no secret', async () => {
    process.env['MOUNT_TEST_TOKEN'] = 'a-token-of-somebody';
    const [far] = await mounts(
      'mcpServers: { far: { url: "http://127.0.0.1:9/mcp", headers: { authorization: { env: MOUNT_TEST_TOKEN } } } }',
    );
    delete process.env['MOUNT_TEST_TOKEN'];
    expect(far?.server).toMatchObject({ target: 'http://127.0.0.1:9/mcp', host: '127.0.0.1:9' });
  });

  test.each([
    ['a variable that is not set', '{ env: NO_SUCH_VARIABLE_HERE }', 'NO_SUCH_VARIABLE_HERE is not set'],
    ['a file that is not there', '{ file: ./nothing }', 'nothing cannot be read'],
  ])('refuse %s', async (_, value, why) => {
    const refused = await refusal(() => mounts(`mcpServers: { a: { command: x, env: { TOKEN: ${value} } } }`));
    expect(refused).toMatchObject({ code: 'INVALID_CONFIGURATION', details: { key: 'mcpServers.a.env.TOKEN' } });
    expect(refused.message).toContain(why);
  });

  test('have programs and secrets that no workspace may hold', async () => {
    const { config, path } = await load(
      'mcpServers: { a: { command: ./bin/x, env: { T: { file: ./t } } }, b: { command: npx } }',
    );
    expect(listProtectedFiles(config.mcpServers, path)).toEqual([join(base, 't')]);
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

  test('a workspace inside the folder of tools is refused', async () => {
    await refused(join(base, 'tools', 'a'), join(base, 'data'), [join(base, 'tools')]);
  });

  test('a link does not hide an overlap', async () => {
    mkdirSync(join(base, 'data', 'keys'), { recursive: true });
    symlinkSync(join(base, 'data', 'keys'), join(base, 'innocent'));
    await refused(join(base, 'innocent'), join(base, 'data'));
    symlinkSync(join(base, 'data'), join(base, 'alias'));
    await refused(join(base, 'data'), join(base, 'alias'));
  });
});
