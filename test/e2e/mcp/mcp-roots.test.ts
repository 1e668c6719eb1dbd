/** A client that starts us and lists its roots works in the first one that is a project. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { outcomeOf } from './connect.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/deputize.mjs', import.meta.url));

let base: string;
let client: Client | undefined;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'mcp-roots-')));
  for (const folder of ['home', 'plain', 'project', 'other']) await mkdir(join(base, folder));
  for (const folder of ['project', 'other']) await writeFile(join(base, folder, 'package.json'), '{}');
});
afterEach(async () => {
  await client?.close();
  await rm(base, { recursive: true });
});

async function connect(folder: string, listRoots: () => string[] | Promise<string[]>, words: string[] = []) {
  const connecting = new Client(
    { name: 'rooted', version: '1.0.0' },
    { capabilities: { roots: {} }, versionNegotiation: { mode: 'legacy' } },
  );
  connecting.setRequestHandler('roots/list', async () => ({ roots: (await listRoots()).map((uri) => ({ uri })) }));
  client = connecting;
  const args = [PROGRAM, 'mcp', '--preset', 'workspace', '--data', join(base, 'data'), ...words];
  const env = { ...(process.env as Record<string, string>), HOME: join(base, 'home') };
  const cwd = join(base, folder);
  await connecting.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd, stderr: 'ignore' }));
  return async (): Promise<string[]> => {
    const result = await connecting.callTool({ name: 'list_directory', arguments: { path: '.' } });
    expect(outcomeOf(result)?.error).toBeUndefined();
    const { entries } = result.structuredContent as { entries: { name: string }[] };
    return entries.map(({ name }) => name);
  };
}

const url = (folder: string): string => pathToFileURL(join(base, folder)).href;

describe('R22: the roots of a client on standard input', () => {
  test('choose the workspace where the current folder is no project', async () => {
    await writeFile(join(base, 'project', 'here.txt'), '');
    const list = await connect('plain', () => ['https://example.com/x', url('home'), url('project')]);
    expect(await list()).toContain('here.txt');
  });

  test('do not move a client out of the project that it was started in', async () => {
    await writeFile(join(base, 'other', 'elsewhere.txt'), '');
    const list = await connect('project', () => [url('other')]);
    expect(await list()).toEqual(['package.json']);
  });

  test('do not overrule --workspace', async () => {
    await writeFile(join(base, 'other', 'named.txt'), '');
    const list = await connect('plain', () => [url('project')], ['--workspace', join(base, 'other')]);
    expect(await list()).toContain('named.txt');
  });

  test('leave the own folder of the data folder where none is a project or none is listed', async () => {
    const list = await connect('plain', () => new Promise(() => undefined));
    expect(await list()).toEqual([]);
    await client?.close();
    expect(await (await connect('plain', () => [url('plain'), url('home'), 'file://%']))()).toEqual([]);
  });
});
