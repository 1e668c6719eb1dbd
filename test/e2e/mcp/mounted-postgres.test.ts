/** Two nodes on one PostgreSQL, each with its own copy of a mounted server. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openRuntime } from '../../../src/app/assemble/open-runtime.ts';
import { openToolServer } from '../../../src/connectors/mcp/tool-server.ts';
import { OWNER, type Runtime } from '../../../src/core/index.ts';
import { PostgresServer } from '../../contracts/database/postgres-server.ts';
import { hostile, plainTool } from '../../support/servers/mcp-servers.ts';

let database: PostgresServer;
let base: string;
beforeAll(async () => {
  database = await PostgresServer.create();
  base = await mkdtemp(join(tmpdir(), 'mounted-nodes-'));
});
afterAll(async () => {
  await database.remove();
  await rm(base, { recursive: true, force: true });
});

test('R18: what one node’s person accepts, every node offers', { timeout: 60_000 }, async () => {
  const server = hostile([plainTool('add')]);
  const node = async (name: string): Promise<{ runtime: Runtime; call: () => ReturnType<Runtime['call']> }> => {
    const way = { kind: 'command', command: server.command, args: server.args, env: {}, cwd: base } as const;
    const runtime = await openRuntime({
      data: join(base, name),
      postgres: database.connectionString,
      presets: [{ name: 'app', description: '', tools: [], policy: '' }],
      mounts: [
        {
          name: 'shared',
          server: openToolServer('shared', way, 20_000),
          timeoutMs: 10_000,
          tools: new Map([['add', { risk: 'low' }]]),
        },
      ],
      log: () => undefined,
    });
    const agent = await runtime.directory.principal(OWNER, 'agent', 'test');
    return { runtime, call: () => runtime.call({ tool: 'shared.add', args: {}, preset: 'app' }, agent) };
  };
  const first = await node('first');
  // Nodes on one database share their keys.
  await cp(join(base, 'first', 'keys'), join(base, 'second', 'keys'), { recursive: true });
  const second = await node('second');
  // Both see it for the first time, at once; it is accepted once.
  for (const outcome of await Promise.all([first.call(), second.call()]))
    expect(outcome).toMatchObject({ state: 'ok' });
  const person = await first.runtime.directory.principal(OWNER, 'person', 'test');
  const accepted = async () =>
    (await first.runtime.audit.read({ limit: 1_000 })).filter(({ kind }) => kind === 'mounted.accepted').length;
  expect(await accepted()).toBe(1);
  await first.runtime.close();

  server.plan([plainTool('add', { description: 'Another.' })]);
  const third = await node('first');
  expect(await third.call()).toMatchObject({ state: 'refused', error: { code: 'QUARANTINED' } });
  // The second still talks to a copy that lists what was accepted.
  expect(await second.call()).toMatchObject({ state: 'ok' });
  const view = await third.runtime.mounted.accept({ server: 'shared' }, person);
  expect(view.tools).toMatchObject([
    { name: 'shared.add', state: 'offered', acceptedBy: OWNER, acceptedAt: expect.any(String) },
  ]);
  expect(await third.call()).toMatchObject({ state: 'ok' });
  await Promise.all([second.runtime.close(), third.runtime.close()]);
});
