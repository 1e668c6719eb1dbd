/** The commands that look, and what happens when the configuration is wrong. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { deputize, systemNode, type RunOptions } from '../../support/processes/command-line.ts';
import { pickByTier } from '../../support/cases/test-tier.ts';

// Each step is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

let base: string;
let data: string;
let flags: string[];
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'cli-'));
  data = join(base, 'data');
  await Promise.all([mkdir(data), mkdir(join(base, 'work'))]);
  flags = ['--data', data, '--workspace', join(base, 'work')];
  await run(['call', 'write_file', '{"path":"a.txt","content":"x"}', '--call', 'first']);
  await run(['call', '\u001B[2Jspoof', '{}', '--call', 'second']);
});
afterAll(() => rm(base, { recursive: true, force: true }));
const run = (argv: readonly string[], options?: RunOptions) => deputize([...argv, ...flags], options);

const COMMANDS = [
  'start',
  'call',
  'chat',
  'connect',
  'approvals',
  'grants',
  'settings',
  'audit',
  'undo',
  'ingest',
  'mail',
  'calendar',
  'voice',
  'tools',
  'mcp-servers',
  'org',
  'departments',
  'users',
  'access',
  'token',
  'sign-in',
  'mcp',
  'scripted-model',
  'automation',
  'stop-all',
  'backup',
  'restore',
  'move',
  'doctor',
];

describe('R19: help', () => {
  test('names every command, under the machine’s own Node too', async () => {
    for (const node of new Set([process.execPath, systemNode])) {
      const { code, out } = await deputize(['--help'], { plain: true, node });
      expect(code).toBe(0);
      for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^  ${command} +\\S`, 'm'));
      expect(out).toContain('Exit codes: 0 done, 1 failed, 2 wrong usage, 3 waiting for approval, 4 refused.');
    }
  });

  test.each(COMMANDS)('%s explains itself', async (command) => {
    const { code, out } = await deputize([command, '--help'], { plain: true });
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^[A-Z][^\n]+\\.\n\ndeputize ${command}`));
    expect(out).toContain('--data DIR');
  });

  test('no command at all is wrong usage, and the version is printed', async () => {
    expect((await deputize([], { plain: true })).code).toBe(2);
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
      version: string;
    };
    expect((await deputize(['--version'], { plain: true })).out.trim()).toBe(version);
  });
});

describe('R1: tools', () => {
  test('are listed and shown', async () => {
    const { code, json } = await run(['tools', 'list', '--preset', 'workspace']);
    const { tools } = json as { tools: Record<string, unknown>[] };
    expect(code).toBe(0);
    expect(tools.map(({ name }) => name)).toContain('write_file');
    const shown = await run(['tools', 'show', 'write_file']);
    expect(shown.json).toMatchObject(tools.find(({ name }) => name === 'write_file') ?? {});
    for (const field of [
      'name',
      'version',
      'description',
      'inputSchema',
      'outputSchema',
      'category',
      'sideEffects',
      'idempotent',
      'risk',
      'confirmation',
      'scopes',
      'modes',
      'latencyBudgetMs',
      'timeoutMs',
      'permissions',
      'documentation',
    ])
      expect(shown.json).toHaveProperty(field);
    expect(await run(['tools', 'show', 'constructor'])).toMatchObject({
      code: 1,
      json: { error: { code: 'UNKNOWN_TOOL' } },
    });
    expect(await run(['tools', 'list', '--preset', 'nope'])).toMatchObject({
      code: 1,
      json: { error: { code: 'UNKNOWN_PRESET' } },
    });
  });
});

describe('R15: tools for a provider', () => {
  test('are printed in the form it takes, and an unknown form is refused', async () => {
    const { json } = await run(['tools', 'list', '--format', 'anthropic']);
    expect((json as { tools: unknown[] }).tools).toContainEqual(
      expect.objectContaining({ name: 'read_file', input_schema: expect.objectContaining({ type: 'object' }) }),
    );
    expect((await run(['tools', 'list', '--format', 'nobody'])).code).toBe(1);
  });
});

describe('R10: audit', () => {
  test('verifies, signs, exports and follows', async () => {
    expect(await run(['audit', 'verify'])).toMatchObject({
      code: 0,
      json: { ok: true, records: 4, head: expect.any(String) },
    });
    const checkpoint = await run(['audit', 'checkpoint']);
    expect(checkpoint.json).toMatchObject({ seq: 4, signature: expect.any(String) });
    const file = join(base, 'kept.json');
    await writeFile(file, checkpoint.out);
    expect(await run(['audit', 'verify', '--checkpoint', file])).toMatchObject({ code: 0, json: { ok: true } });
    const exported = await run(['audit', 'export', '--format', 'jsonl']);
    expect(exported.lines.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'workspace.registered'],
      [2, 'call.started'],
      [3, 'call.ended'],
      [4, 'call.refused'],
    ]);
    expect((await run(['audit', 'export', '--format', 'otel'])).lines).toHaveLength(1);
    expect((await run(['audit', 'tail', '--lines', '2'])).lines.map(({ seq }) => seq)).toEqual([3, 4]);
  });

  test('prints nothing that steers the terminal', async () => {
    const { out } = await run(['audit', 'tail'], { plain: true });
    expect(out).toContain('spoof');
    expect(out).not.toContain('\u001B');
  });

  test('a checkpoint that is not ours is found', async () => {
    const file = join(base, 'foreign.json');
    await writeFile(file, JSON.stringify({ seq: 1, hash: '0', at: 0, keyId: 'x', signature: 'eA==' }));
    expect(await run(['audit', 'verify', '--checkpoint', file])).toMatchObject({
      code: 1,
      json: { ok: false, fault: 'bad_checkpoint' },
    });
  });
});

describe('R11: undo', () => {
  test('takes a call back once', async () => {
    await run(['call', 'write_file', '{"path":"undo.txt","content":"x"}', '--call', 'u1']);
    expect(await run(['undo', 'u1'])).toMatchObject({
      code: 0,
      json: { state: 'undone', callId: 'u1', tool: 'write_file' },
    });
    expect(await run(['undo', 'u1'])).toMatchObject({ code: 1, json: { error: { code: 'NOT_UNDOABLE' } } });
    expect(await run(['undo', 'nothing'])).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } });
  });
});

describe('R18: tokens', () => {
  test('are made, listed without their secret, and revoked', async () => {
    const made = await run(['token', 'create', '--scope', 'agent', '--name', 'laptop']);
    expect(made).toMatchObject({ code: 0, json: { token: expect.stringMatching(/^dpt_/), scope: 'agent' } });
    const { id, token } = made.json as { id: string; token: string };
    const listed = await run(['token', 'list']);
    expect(listed.json).toMatchObject({ tokens: [{ id, name: 'laptop', scope: 'agent' }] });
    expect(listed.out).not.toContain(token);
    expect(await run(['token', 'revoke', id])).toMatchObject({ code: 0, json: { revoked: id } });
    expect((await run(['token', 'list'])).json).toEqual({ tokens: [] });
  });
});

describe('R19: doctor', () => {
  test('says what works, as data and in words', async () => {
    const { code, json } = await run(['doctor']);
    expect(code).toBe(0);
    const { ready, checks } = json as {
      ready: boolean;
      checks: { name: string; ok: boolean; found: string; mend?: string }[];
    };
    expect(ready).toBe(true);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Node', 'data folder', 'disk', 'config', 'policy', 'workspace', 'audit']),
    );
    expect(checks.every(({ ok, mend }) => ok || (mend ?? '') !== '')).toBe(true);
    // It was tried, not only looked for.
    expect(checks.find(({ name }) => name === 'sandbox')).toMatchObject({
      ok: true,
      found: expect.stringMatching(
        /^works with python3, bash.*; no network; totals are watched; changes are staged by an overlay$/,
      ) as string,
    });
    expect(checks.find(({ name }) => name === 'tests')?.found).toMatch(/^node, npm, pytest, make/);
    expect(checks.find(({ name }) => name === 'packages')).toMatchObject({ ok: true, found: 'npm, python3, venv' });
    expect((await run(['doctor'], { plain: true })).out).toMatch(/Ready\.\n$/);
  });
});

describe('R20: models', () => {
  const models = (json: Record<string, unknown>) =>
    (json['checks'] as { name: string; ok: boolean; found: string }[]).filter(({ name }) => name === 'model');
  const env = { OPENAI_API_KEY: '', GEMINI_API_KEY: '', GOOGLE_GENERATIVE_AI_API_KEY: '', OLLAMA_HOST: '127.0.0.1:9' };

  test('are shown by doctor, without their keys', async () => {
    const found = await run(['doctor'], { env: { ...env, ANTHROPIC_API_KEY: 'made-up-key' } });
    expect(models(found.json)).toMatchObject([
      { ok: true, found: expect.stringMatching(/^anthropic: .*ANTHROPIC_API_KEY$/) },
    ]);
    expect(found.out).not.toContain('made-up-key');
    const none = await run(['doctor'], { env: { ...env, ANTHROPIC_API_KEY: '' } });
    expect(models(none.json)).toMatchObject([
      { ok: false, found: 'none', mend: expect.stringContaining('OPENAI_API_KEY') },
    ]);
    const own = await mkdtemp(join(base, 'config-'));
    await writeFile(
      join(own, 'deputize.yaml'),
      'models: { main: { provider: openai, model: gpt-6, key: { file: secret.txt } } }',
    );
    const missing = await deputize(['doctor', '--data', own]);
    expect(missing.code).toBe(0);
    expect(models(missing.json)).toMatchObject([
      { ok: false, found: expect.stringContaining(`${join(own, 'secret.txt')} cannot be read`) },
    ]);
  });
});

describe('R20: a scripted model', () => {
  test('is refused when its script is wrong or not there', async () => {
    const file = join(base, 'script.yaml');
    await writeFile(file, '- txt: hi');
    expect(await run(['scripted-model', file])).toMatchObject({
      code: 1,
      json: { error: { code: 'INVALID_CONFIGURATION', message: expect.stringContaining('turns.0') } },
    });
    expect(await run(['scripted-model', join(base, 'none.yaml')])).toMatchObject({
      code: 1,
      json: { error: { code: 'FILE_NOT_FOUND' } },
    });
    expect((await run(['scripted-model'])).code).toBe(2);
    expect((await run(['scripted-model', file, '--port', 'x'])).code).toBe(2);
  });
});

describe('R3: a wrong configuration', () => {
  /** All commands read the configuration in one place: `npm test` tries `start` on every mistake, the others on some. */
  const STEP = pickByTier({ sample: 4, full: 1, soak: 1 });
  const MISTAKES: readonly (readonly [string, string, string])[] = [
    ['a key there is not', 'serverr: {}', 'serverr'],
    ['a wrong value', 'settings: { write_file: maybe }', 'settings.write_file'],
    ['a preset there is not', 'presets: [nope]', 'nope'],
    ['no YAML', 'presets: [', 'line'],
    ['a policy that is not there', 'policy: absent.cedar', 'policy'],
    ['a policy that does not parse', 'policy: broken.cedar', 'presets.workspace.policy'],
    ['a policy that does not validate', 'policy: unknown.cedar', 'presets.workspace.policy'],
    ['a policy that permits', 'policy: permits.cedar', 'can only forbid'],
    [
      'an environment variable that is not set',
      'database: { postgres: DEPUTIZE_NO_SUCH_VARIABLE }',
      'database.postgres',
    ],
    ['a workspace that holds the data', 'workspace: ..', 'workspace'],
    ['a model that is not described', 'models: { main: { provider: openai } }', 'models.main.model'],
    [
      'a workspace that holds a model’s key',
      'workspace: open\nmodels: { main: { provider: openai, model: x, key: { file: open/key } } }',
      'open/key',
    ],
  ];
  test.each(MISTAKES)('with %s nothing starts, and it is named', async (name, text, named) => {
    const own = await mkdtemp(join(base, 'config-'));
    await writeFile(join(own, 'broken.cedar'), 'forbid (');
    await writeFile(
      join(own, 'unknown.cedar'),
      '@id("x") @reason("y") forbid (principal, action, resource) when { context.nope };',
    );
    await writeFile(join(own, 'permits.cedar'), '@id("x") @reason("y") permit (principal, action, resource);');
    await writeFile(join(own, 'deputize.yaml'), text);
    const started = await deputize(['start', '--port', '0', '--data', own]);
    expect(started.code).toBe(1);
    expect(started.json).toMatchObject({ error: { code: 'INVALID_CONFIGURATION' } });
    expect(JSON.stringify(started.json)).toContain(named);
    if (MISTAKES.findIndex(([mistake]) => mistake === name) % STEP !== 0) return;
    const doctor = await deputize(['doctor', '--data', own]);
    expect([doctor.code, doctor.json['ready']]).toEqual([1, false]);
    const called = await deputize(['call', 'list_directory', '{"path":"."}', '--data', own]);
    expect([1, 4]).toContain(called.code);
    expect(called.json['value']).toBeUndefined();
  });

  test('a setting of the configuration holds for everyone', async () => {
    const own = await mkdtemp(join(base, 'config-'));
    await writeFile(join(own, 'deputize.yaml'), 'settings: { "workspace/list_*": off }');
    expect(await deputize(['call', 'list_directory', '{"path":"."}', '--data', own])).toMatchObject({
      code: 4,
      json: { decision: { rule: 'switched-off' } },
    });
  });
});

describe('R16: settings', () => {
  test('switch a tool off for one user, and are listed', async () => {
    expect(await run(['settings', 'set', 'move_file', 'off'])).toMatchObject({ code: 0 });
    const { json } = await run(['settings', 'list']);
    expect((json as { settings: unknown[] }).settings).toContainEqual(
      expect.objectContaining({ level: 'user', pattern: 'move_file', value: 'off' }),
    );
    const refused = await run(['call', 'move_file', '{"from":"a","to":"b"}']);
    expect(refused).toMatchObject({ code: 4, json: { state: 'refused', decision: { rule: 'switched-off' } } });
    expect(await run(['settings', 'set', 'move_file', 'allow'])).toMatchObject({ code: 0 });
    expect((await run(['settings', 'set', 'move_file', 'allow', '--level', 'organization'])).code).not.toBe(0);
    expect((await run(['settings', 'set', 'delete_file', 'allow'])).code).not.toBe(0);
    expect(await run(['settings', 'unset', 'move_file'])).toMatchObject({ code: 0, json: { value: null } });
    expect(((await run(['settings', 'list'])).json as { settings: unknown[] }).settings).not.toContainEqual(
      expect.objectContaining({ pattern: 'move_file' }),
    );
    expect((await run(['settings', 'remove', 'move_file'])).code).not.toBe(0);
    expect((await run(['settings', 'set', 'move_file', 'sometimes'])).code).toBe(2);
  });
});
