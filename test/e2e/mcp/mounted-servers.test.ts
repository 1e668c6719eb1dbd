/** The official MCP servers from npm, mounted: their tools under our contract, by every door. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import { openRuntime } from '../../../src/app/assemble/open-runtime.ts';
import { openToolServer } from '../../../src/connectors/mcp/tool-server.ts';
import { defineTool, type Outcome, type CallProgress } from '../../../src/core/index.ts';
import { deputize } from '../../support/processes/command-line.ts';
import { everythingOverHttp, official } from '../../support/servers/mcp-servers.ts';
import { mount, mountedWorld, writeConfig, type MountedWorld } from '../../support/worlds/mounted-world.ts';

vi.setConfig({ testTimeout: 120_000 });

const program = join(import.meta.dirname, '..', '..', '..', 'bin', 'deputize.mjs');
const OUR_SECRET = 'our-own-secret-that-no-server-may-see';
const low = { risk: 'low' };

let world: MountedWorld;
let base: string;
let distant: Awaited<ReturnType<typeof everythingOverHttp>>;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'official-'));
  await mkdir(join(base, 'shared'));
  await writeFile(join(base, 'shared', 'a.txt'), 'a first line\n');
  await writeFile(join(base, 'token'), 'from-a-file\n');
  distant = await everythingOverHttp();
  process.env['DEPUTIZE_TEST_SECRET'] = OUR_SECRET;
  process.env['DEPUTIZE_TEST_TOKEN'] = 'from-our-environment';
  world = await mountedWorld({
    fs: mount(official('filesystem', join(base, 'shared')), {
      tools: {
        read_text_file: { risk: 'low', sideEffects: 'read_only' },
        create_directory: { risk: 'medium' },
        list_directory: { risk: 'low', confirmation: 'always' },
        move_file: { off: true },
      },
    }),
    memory: mount(official('memory'), {
      env: { MEMORY_FILE_PATH: join(base, 'memory.jsonl') },
      tools: { create_entities: low, create_relations: low, read_graph: low, search_nodes: low },
    }),
    everything: mount(official('everything', 'stdio'), {
      timeout: '5m',
      env: {
        PLAIN: 'as it stands',
        FROM_ENV: { env: 'DEPUTIZE_TEST_TOKEN', prefix: 'Bearer ' },
        FROM_FILE: { file: join(base, 'token') },
      },
      tools: Object.fromEntries(
        [
          ...['get-env', 'get-sum', 'get-tiny-image', 'get-structured-content', 'get-resource-links'],
          ...['get-resource-reference', 'get-annotated-message', 'trigger-long-running-operation'],
        ].map((name) => [name, low]),
      ),
    }),
    brief: mount(official('everything', 'stdio'), {
      timeout: '1s',
      tools: { 'trigger-long-running-operation': low },
    }),
    distant: { url: distant.url, headers: { 'x-example': 'yes' }, tools: { echo: low, 'get-structured-content': low } },
  });
  await Promise.all(['fs', 'memory', 'everything', 'brief', 'distant'].map((name) => world.running(name)));
});
afterAll(async () => {
  delete process.env['DEPUTIZE_TEST_SECRET'];
  delete process.env['DEPUTIZE_TEST_TOKEN'];
  await world[Symbol.asyncDispose]();
  await distant.stop();
  await rm(base, { recursive: true, force: true });
});

interface Listed {
  name: string;
  risk: string;
  sideEffects: string;
  idempotent: boolean;
  confirmation: string;
}
const listed = async (): Promise<Map<string, Listed>> => {
  const { body } = await world.json<{ tools: Listed[] }>('/api/tools');
  return new Map(body.tools.map((tool) => [tool.name, tool]));
};

describe('R1: mounted tools', () => {
  test('are listed under their server’s name, beside our own', async () => {
    const names = [...(await listed()).keys()];
    expect(names).toEqual(
      expect.arrayContaining(['read_file', 'fs.read_text_file', 'memory.read_graph', 'everything.echo']),
    );
    expect(names.filter((name) => name.startsWith('fs.'))).toHaveLength(13);
    expect(names.filter((name) => name.startsWith('memory.'))).toHaveLength(9);
    expect(names.filter((name) => name.startsWith('everything.'))).toHaveLength(12);
    expect(names).not.toContain('fs.move_file');
    expect(new Set(names).size).toBe(names.length);
  });

  test('are taken for the worst, whatever the server claims of them', async () => {
    // The server says of this one that it only reads, does no harm and can be repeated.
    expect((await listed()).get('everything.echo')).toMatchObject({
      risk: 'high',
      sideEffects: 'writes',
      idempotent: false,
      confirmation: 'always',
    });
    expect((await world.call('everything.echo', { message: 'x' })).body).toMatchObject({ state: 'pending' });
  });

  test('are what the operator says of them', async () => {
    expect((await listed()).get('fs.read_text_file')).toMatchObject({
      risk: 'low',
      sideEffects: 'read_only',
      idempotent: true,
    });
    const path = join(base, 'shared', 'a.txt');
    expect(await world.value('fs.read_text_file', { path })).toEqual({ content: 'a first line\n' });
    const made = await world.call('fs.create_directory', { path: join(base, 'shared', 'new') });
    expect(made.body).toMatchObject({ state: 'reported', decision: { rule: 'medium-risk-is-reported' } });
    expect((await world.call('fs.list_directory', { path: join(base, 'shared') })).body).toMatchObject({
      state: 'pending',
      decision: { rule: 'always-asks' },
    });
    expect(await world.error('fs.move_file', { source: path, destination: `${path}2` })).toMatchObject({
      code: 'UNKNOWN_TOOL',
    });
  });

  test('check what they are given, and take nothing that their schema does not name', async () => {
    expect(await world.error('everything.get-sum', { a: 1, b: 'two' })).toMatchObject({
      state: 'refused',
      code: 'INVALID_ARGUMENTS',
    });
    expect(await world.error('everything.get-sum', { a: 1, b: 2, c: 3 })).toMatchObject({
      state: 'refused',
      code: 'INVALID_ARGUMENTS',
    });
  });

  test('answer with structure where they declare it, and with content otherwise', async () => {
    for (const server of ['everything', 'distant']) {
      expect(await world.value(`${server}.get-structured-content`, { location: 'Chicago' })).toEqual({
        temperature: expect.any(Number),
        conditions: expect.any(String),
        humidity: expect.any(Number),
      });
    }
    expect(await world.value('everything.get-sum', { a: 1, b: 2 })).toEqual({
      content: [{ type: 'text', text: 'The sum of 1 and 2 is 3.' }],
    });
    const image = await world.value<{ content: { type: string; mimeType?: string }[] }>('everything.get-tiny-image');
    expect(image.content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/png' }));
    const links = await world.value<{ content: { type: string }[] }>('everything.get-resource-links', { count: 2 });
    expect(links.content.filter(({ type }) => type === 'resource_link')).toHaveLength(2);
    const resource = await world.value<{ content: { type: string }[] }>('everything.get-resource-reference');
    expect(resource.content.map(({ type }) => type)).toContain('resource');
  });

  test('work over Streamable HTTP as well', async () => {
    expect(await world.value('distant.echo', { message: 'far away' })).toEqual({
      content: [{ type: 'text', text: 'Echo: far away' }],
    });
  });

  test('keep state between calls', async () => {
    const entity = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };
    expect(await world.value('memory.create_entities', { entities: [entity] })).toEqual({ entities: [entity] });
    expect(await world.value('memory.search_nodes', { query: 'Ada' })).toEqual({ entities: [entity], relations: [] });
    expect(await readFile(join(base, 'memory.jsonl'), 'utf8')).toContain('Ada');
  });
});

describe('R10, R5: a mounted call that changes something', () => {
  test('waits for a person, who sees all of it, and is in the audit', async () => {
    const args = { path: join(base, 'shared', 'written.txt'), content: 'by way of a server\n' };
    const { body } = await world.call('fs.write_file', args, { callId: 'mounted-write' });
    if (body.state !== 'pending') throw new Error(body.state);
    const { body: approval } = await world.json(`/api/approvals/${body.approval.id}`);
    expect(approval).toMatchObject({ tool: 'fs.write_file', risk: 'high', args, scope: ['MCP server fs'] });
    expect(JSON.stringify(approval['preview'])).toContain('Create a new file or completely overwrite');
    const agent = await world.request(`/api/approvals/${body.approval.id}`, {
      token: world.agentToken,
      json: { decision: 'approve' },
    });
    expect(agent.status).toBe(403);
    const { body: decided } = await world.json<Outcome>(`/api/approvals/${body.approval.id}`, {
      json: { decision: 'approve' },
    });
    expect(decided.state).toBe('ok');
    expect(await readFile(args.path, 'utf8')).toBe(args.content);
    const { body: audit } = await world.json<{ records: { kind: string; body: { version?: string } }[] }>(
      '/api/audit?callId=mounted-write',
    );
    expect(audit.records.map(({ kind }) => kind)).toEqual([
      'approval.requested',
      'approval.approved',
      'call.started',
      'call.ended',
    ]);
    expect(audit.records[2]?.body.version).toMatch(/^[0-9a-f]{16}$/);
  });

  test('says what the server says when it fails', async () => {
    const error = await world.error('fs.read_text_file', { path: '/etc/passwd' });
    expect(error).toMatchObject({
      state: 'failed',
      code: 'EXTERNAL_ERROR',
      retryable: false,
      partialSideEffects: false,
    });
    expect(error.details['serverSays']).toContain('Access denied');
  });
});

describe('R13: a long mounted call', () => {
  const tool = 'everything.trigger-long-running-operation';
  test('reports its progress', async () => {
    const seen: CallProgress[] = [];
    const { runtime, owner } = world.server.assembly;
    const outcome = await runtime.call(
      { tool, args: { duration: 0.3, steps: 3 }, preset: 'workspace', onProgress: (progress) => seen.push(progress) },
      await owner('agent', 'test'),
    );
    expect(outcome.state).toBe('ok');
    expect(seen).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
  });

  test('ends at its timeout', async () => {
    expect(await world.error('brief.trigger-long-running-operation', { duration: 600, steps: 600 })).toMatchObject({
      state: 'failed',
      code: 'TIMEOUT',
      partialSideEffects: true,
    });
  });

  test('can be cancelled', async () => {
    const running = world.call(tool, { duration: 600, steps: 600 }, { callId: 'to-cancel' });
    await vi.waitFor(async () => {
      const { body } = await world.json<{ cancelled: boolean }>('/api/calls/to-cancel/cancel', {
        method: 'POST',
        token: world.agentToken,
      });
      expect(body.cancelled).toBe(true);
    }, 20_000);
    expect((await running).body).toMatchObject({ state: 'failed', error: { code: 'CANCELLED' } });
  });
});

describe('R10: secrets', () => {
  test('only what is configured reaches a server, and a secret comes from where it is kept', async () => {
    const { content } = await world.value('everything.get-env');
    const env = JSON.parse(content[0]?.text ?? '{}') as Record<string, string>;
    expect(env).toMatchObject({
      PLAIN: 'as it stands',
      FROM_ENV: 'Bearer from-our-environment',
      FROM_FILE: 'from-a-file',
    });
    expect(Object.values(env)).not.toContain(OUR_SECRET);
    const known = /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|PWD|OLDPWD|SHLVL|_|PLAIN|FROM_ENV|FROM_FILE)$/;
    expect(Object.keys(env).filter((name) => !known.test(name))).toEqual([]);
  });
});

describe('R15, R19: every door', () => {
  test('hands mounted tools over in each provider’s form, under names that lead back', async () => {
    for (const format of ['openai', 'openai-strict', 'gemini', 'gemini-legacy', 'anthropic', 'mcp']) {
      const { body } = await world.json<{ names: Record<string, string>; tools: unknown[] }>(`/api/tools/${format}`);
      const [wire = ''] = Object.entries(body.names).find(([, name]) => name === 'fs.read_text_file') ?? [];
      expect(wire, format).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(JSON.stringify(body.tools)).toContain(`"${wire}"`);
    }
  });

  test('MCP over HTTP lists and calls them', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(world.server.mcpUrl), {
        requestInit: { headers: { authorization: `Bearer ${world.agentToken}` } },
      }),
    );
    const { tools } = await client.listTools();
    const sum = tools.find(({ name }) => name === 'everything__get-sum');
    expect(sum?.annotations).toMatchObject({ readOnlyHint: false, openWorldHint: true });
    const result = await client.callTool({ name: 'everything__get-sum', arguments: { a: 20, b: 22 } });
    expect(result.structuredContent).toEqual({ content: [{ type: 'text', text: 'The sum of 20 and 22 is 42.' }] });
    await client.close();
  });

  test('MCP on standard input and output offers them, at the first start too', async () => {
    const data = join(base, 'data-stdio');
    const client = new Client({ name: 'test', version: '1' });
    const config = await writeConfig({ everything: mount(official('everything', 'stdio'), { tools: { echo: low } }) });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [program, 'mcp', '--data', data, '--config', config],
        stderr: 'ignore',
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_file', 'everything__echo']));
    const result = await client.callTool({ name: 'everything__echo', arguments: { message: 'hello' } });
    expect(result.structuredContent).toEqual({ content: [{ type: 'text', text: 'Echo: hello' }] });
    await client.close();
  });

  test('the command line calls, asks and approves, each in a separate process', async () => {
    const config = await writeConfig({ fs: mount(official('filesystem', join(base, 'shared'))) });
    const flags = ['--data', join(base, 'data-cli'), '--workspace', join(base, 'shared'), '--config', config];
    const path = join(base, 'shared', 'from-cli.txt');
    const asked = await deputize(['call', 'fs.write_file', JSON.stringify({ path, content: 'x' }), ...flags]);
    expect(asked).toMatchObject({ code: 3, json: { state: 'pending' } });
    const { id } = (asked.json as { approval: { id: string } }).approval;
    expect(await deputize(['approvals', 'approve', id, ...flags])).toMatchObject({ code: 0, json: { state: 'ok' } });
    expect(await readFile(path, 'utf8')).toBe('x');
    const { json } = await deputize(['tools', 'show', 'fs.write_file', ...flags]);
    expect(json).toMatchObject({ name: 'fs.write_file', labels: { untrusted: true, private: true, sendsOut: true } });
  });
});

describe('R1: names', () => {
  const shadowing = async (servers: Record<string, object>) => {
    const config = await writeConfig(servers);
    return deputize(['tools', 'list', '--data', join(base, 'data-names'), '--config', config]);
  };

  test('a server cannot have the name of a toolset of ours', async () => {
    const ours = defineTool({
      name: 'notes.send',
      description: 'Sends a note.',
      input: z.strictObject({}),
      output: z.strictObject({}),
      risk: 'low',
      run: () => ({}),
    });
    const server = openToolServer('notes', { kind: 'command', ...official('memory'), env: {}, cwd: base }, 1_000);
    const opening = openRuntime({
      data: join(base, 'data-shadow'),
      presets: [{ name: 'app', description: '', tools: [ours], policy: '' }],
      mounts: [{ name: 'notes', server, timeoutMs: 1_000, tools: new Map() }],
    });
    await expect(opening).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining('would shadow the tool notes.send'),
      details: { key: 'mcpServers.notes' },
    });
    expect(server.status().state).toBe('idle');
  });

  test('a server’s name is small letters, digits and dashes', async () => {
    const { code, json } = await shadowing({ 'read-file': { command: 'x' }, read_file: { command: 'x' } });
    expect({ code, json }).toMatchObject({ code: 1, json: { error: { code: 'INVALID_CONFIGURATION' } } });
    expect((json as { error: { details: { key: string } } }).error.details.key).toBe('mcpServers.read_file');
  });

  test('a preset that is not there is named', async () => {
    const { json } = await shadowing({ fs: { ...mount(official('memory')), presets: ['nobody'] } });
    expect(json).toMatchObject({ error: { code: 'INVALID_CONFIGURATION', details: { key: 'mcpServers.fs.presets' } } });
  });
});
