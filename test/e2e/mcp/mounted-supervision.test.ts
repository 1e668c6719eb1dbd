/** Mounted servers are started, kept running, and never left behind. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { ProcessGroup } from '../../../src/connectors/mcp/process-group.ts';
import type { MountedServerView } from '../../../src/core/mounted/view.ts';
import { deputize, startProcess } from '../../support/processes/command-line.ts';
import { hostile, isRunning, official, plainTool, type Hostile } from '../../support/servers/mcp-servers.ts';
import { harmless, mount, mountedWorld, writeConfig } from '../../support/worlds/mounted-world.ts';

vi.setConfig({ testTimeout: 120_000 });

/** The processes that a server was started as. */
const pidsOf = (server: Hostile): number[] =>
  server.log().flatMap((line) => (line.startsWith('start ') ? [Number(line.slice(6))] : []));
const gone = (pid: number) => vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 20_000, interval: 50 });

describe('R14: a server that dies', () => {
  test('is started again, and its calls fail clearly until then', async () => {
    const server = hostile([plainTool('echo')]);
    await using world = await mountedWorld({ frail: mount(server, { tools: harmless('echo') }) });
    const before = await world.running('frail');
    server.plan([], { dies: true });
    process.kill(pidsOf(server)[0] ?? 0, 'SIGKILL');
    await vi.waitFor(async () => expect((await world.show('frail')).state).toBe('waiting'), {
      timeout: 20_000,
      interval: 20,
    });
    const error = await world.error('frail.echo');
    expect(error).toMatchObject({
      state: 'refused',
      code: 'EXTERNAL_ERROR',
      type: 'external_api_error',
      retryable: true,
    });
    expect(error.message).toMatch(/"frail" is not running: it .+ tried again at/);
    const { body } = await world.json<{ tools: { name: string }[] }>('/api/tools');
    expect(body.tools.map(({ name }) => name)).toContain('frail.echo');
    server.plan([plainTool('echo')]);
    const after = await world.running('frail');
    expect(after.pid).not.toBe(before.pid);
    expect(after.restarts).toBeGreaterThan(0);
    expect(await world.value('frail.echo')).toBeTruthy();
  });

  test('is tried again and again, and what it complained of is for a person’s eyes', async () => {
    const server = hostile([], { dies: true });
    await using world = await mountedWorld({ frail: mount(server, { env: { KEY: 'open-sesame' } }) });
    await vi.waitFor(async () => expect((await world.show('frail')).restarts).toBeGreaterThanOrEqual(3), {
      timeout: 60_000,
    });
    await vi.waitFor(async () => expect((await world.show('frail')).state).toBe('waiting'), {
      timeout: 20_000,
      interval: 20,
    });
    const { complaints, error } = await world.show('frail');
    expect(error).toBe('it ended with code 3');
    expect(complaints).toContain('I was never meant to live');
    expect(complaints).not.toMatch(/hunter2|open-sesame/);
    expect((await world.error('frail.anything')).message).not.toContain('never meant');
  });

  test('that cannot be started at all is named, and everything else works', async () => {
    await using world = await mountedWorld({
      nowhere: { command: '/no/such/program' },
      here: mount(hostile([plainTool('echo')])),
    });
    await world.running('here');
    await vi.waitFor(async () => expect((await world.show('nowhere')).error).toBe('its command was not found'), {
      timeout: 20_000,
    });
    const { out } = await deputize(
      ['doctor', '--config', world.config, '--data', world.data, '--workspace', world.workspace],
      { plain: true },
    );
    expect(out).toMatch(/^absent {3}MCP nowhere {2}its command was not found/m);
    expect(out).toMatch(/^ok {7}MCP here {5}1 tools/m);
  });
});

describe('R13: nothing is left behind', () => {
  let base: string;
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'orphans-'));
    await mkdir(join(base, 'work'));
  });
  afterAll(() => rm(base, { recursive: true, force: true }));
  const flags = (config: string) => [
    '--data',
    join(base, 'data'),
    '--workspace',
    join(base, 'work'),
    '--config',
    config,
  ];

  test('when the server stops, also of what does not want to stop', async () => {
    const [meek, stubborn] = [hostile([plainTool('echo')]), hostile([plainTool('echo')], { stubborn: true })];
    const world = await mountedWorld({ meek: mount(meek), stubborn: mount(stubborn) });
    await Promise.all([world.running('meek'), world.running('stubborn')]);
    await world[Symbol.asyncDispose]();
    expect(meek.log()).toContain('input ended');
    expect(stubborn.log()).toContain('SIGTERM');
    for (const pid of [...pidsOf(meek), ...pidsOf(stubborn)]) await gone(pid);
  });

  test('when the whole program is killed, also of what does not want to stop', async () => {
    const [meek, stubborn] = [hostile([plainTool('echo')]), hostile([plainTool('echo')], { stubborn: true })];
    const config = await writeConfig({ meek: mount(meek), stubborn: mount(stubborn) });
    const started = await startProcess(flags(config));
    await vi.waitFor(() => expect([...pidsOf(meek), ...pidsOf(stubborn)]).toHaveLength(2), { timeout: 20_000 });
    process.kill(started.pid, 'SIGKILL');
    for (const pid of [...pidsOf(meek), ...pidsOf(stubborn)]) await gone(pid);
    const { json } = await deputize(['mcp-servers', 'list', ...flags(config)]);
    for (const { state } of (json as { servers: MountedServerView[] }).servers) expect(state).toBe('idle');
  });

  test('after one command, which starts only the server that it needs', async () => {
    const [needed, other] = [hostile([plainTool('echo')]), hostile([plainTool('echo')])];
    const config = await writeConfig({ needed: mount(needed, { tools: harmless('echo') }), other: mount(other) });
    expect(await deputize(['call', 'needed.echo', '{"text":"x"}', ...flags(config)])).toMatchObject({
      code: 0,
      json: { state: 'ok' },
    });
    expect(await deputize(['call', 'list_directory', '{"path":"."}', ...flags(config)])).toMatchObject({ code: 0 });
    expect(pidsOf(needed)).toHaveLength(1);
    expect(pidsOf(other)).toHaveLength(0);
    for (const pid of pidsOf(needed)) await gone(pid);
  });

  test('of a process that a server started itself', async () => {
    const script = 'const c = require("child_process").spawn("sleep", ["600"]); console.log(c.pid); process.exit(0)';
    const group = new ProcessGroup({ command: process.execPath, args: ['-e', script], env: {}, cwd: base });
    let said = '';
    group.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await group.ended).toBe('it ended with code 0');
    expect(Number(said)).toBeGreaterThan(1);
    await gone(Number(said));
  });

  test('a slow server does not delay readiness', async () => {
    const silent = hostile([], { silent: true });
    const config = await writeConfig({
      silent: mount(silent, { startTimeout: '1h' }),
      memory: mount(official('memory')),
    });
    await using started = await startProcess(flags(config));
    expect((await fetch(`${started.url}/healthz`)).status).toBe(200);
    await vi.waitFor(() => expect(pidsOf(silent)).toHaveLength(1), { timeout: 20_000 });
    expect(await started.stop()).toBe(0);
    for (const pid of pidsOf(silent)) await gone(pid);
  });
});
