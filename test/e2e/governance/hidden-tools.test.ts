/** Tools that are switched off, and tools only for conversations, are in no door's list. */
import type { Client } from '@modelcontextprotocol/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { workspace } from '../../../src/presets/workspace/preset.ts';
import { deputizeJson } from '../../support/processes/cli.ts';
import { startServer, type TestServer } from '../../support/servers/test-server.ts';
import { connectHttp, connectProgram, VERSIONS } from '../mcp/connect.ts';

const ALL = workspace.tools.map(({ name }) => name);
const without = (...hidden: string[]): string[] => ALL.filter((name) => !hidden.includes(name));

async function listed(client: Client): Promise<string[]> {
  try {
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

describe('R16, R19: the server', () => {
  let http: TestServer;
  beforeAll(async () => {
    http = await startServer();
  });
  afterAll(() => http[Symbol.asyncDispose]());

  const names = async (path: string): Promise<string[]> => {
    const { body } = await http.json<{ tools: { name?: string; function?: { name: string } }[] }>(path, {
      token: http.agentToken,
    });
    return body.tools.map(({ name, function: described }) => name ?? described?.name ?? '');
  };
  const mcp = async (version: (typeof VERSIONS)[number]): Promise<string[]> =>
    listed(
      await connectHttp(new URL('/mcp/workspace', http.url), version, undefined, {
        authorization: `Bearer ${http.agentToken}`,
      }),
    );
  const lists: [string, () => Promise<string[]>][] = [
    ['GET /api/tools', () => names('/api/tools?preset=workspace')],
    ['GET /api/tools/openai', () => names('/api/tools/openai?preset=workspace')],
    ...VERSIONS.map((version): [string, () => Promise<string[]>] => [`MCP ${version}`, () => mcp(version)]),
  ];
  const set = (pattern: string, value: string) =>
    http.json('/api/settings', { method: 'PUT', json: { level: 'user', subject: 'owner', pattern, value } });

  const unset = (pattern: string) =>
    http.json(`/api/settings?level=user&subject=owner&pattern=${pattern}`, { method: 'DELETE' });

  test.each(lists)('%s lists the preset’s own tools and no others', async (_, list) => {
    expect(await list()).toEqual(ALL);
  });

  test.each(lists)('%s hides what is switched off, and shows it again', async (_, list) => {
    expect((await set('delete_file', 'off')).status).toBe(200);
    expect(await list()).toEqual(without('delete_file'));
    expect((await unset('delete_file')).status).toBe(200);
    expect(await list()).toEqual(ALL);
  });

  test('a tool that is hidden is refused as well, and the search is there without being listed', async () => {
    await set('move_file', 'off');
    expect((await http.call('move_file', { from: 'a', to: 'b' })).body).toMatchObject({
      state: 'refused',
      decision: { rule: 'switched-off' },
    });
    const { body } = await http.call('search_tools', { query: 'move a file to another folder' });
    expect(body).toMatchObject({ state: 'ok' });
    expect(JSON.stringify(body)).not.toContain('"move_file"');
    await set('move_file', 'allow');
    expect((await http.call('search_tools', { query: 'move a file to another folder' })).body).toMatchObject({
      value: { tools: [{ name: 'move_file' }, {}, {}, {}, {}] },
    });
  });
});

describe('R16, R19: the program', () => {
  let data: string;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'hidden-tools-'));
  });
  afterAll(() => rm(data, { recursive: true, force: true }));

  const mcp = async (): Promise<string[]> =>
    listed(await connectProgram(['mcp', '--preset', 'workspace', '--data', data], VERSIONS[0]));
  const cli = async (): Promise<string[]> =>
    (
      await deputizeJson<{ tools: { name: string }[] }>('tools', 'list', '--preset', 'workspace', '--data', data)
    ).tools.map(({ name }) => name);

  test('MCP on stdio lists all before there is any data, and hides what a person switched off', async () => {
    expect(await mcp()).toEqual(ALL);
    await deputizeJson('settings', 'set', 'write_file', 'off', '--data', data);
    expect(await mcp()).toEqual(without('write_file'));
    expect(await cli()).toEqual(without('write_file'));
  });

  test('and what the configuration switches off', async () => {
    await writeFile(join(data, 'deputize.yaml'), 'settings: { "workspace/*_file": off }');
    expect(await mcp()).toEqual(without('read_file', 'write_file', 'delete_file', 'move_file'));
    expect(await cli()).toEqual(without('read_file', 'write_file', 'delete_file', 'move_file'));
  });
});
