/** Every example in the documents runs, as a reader would run it, on the package as it is published. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadConfig } from '../../src/app/config.ts';
import { errorCodes } from '../../src/core/index.ts';
import { environmentIn, installPacked, repository } from '../support/packed.ts';

interface Block {
  readonly language: string;
  readonly code: string;
}

function blocks(file: string): Block[] {
  const text = readFileSync(join(repository, file), 'utf8');
  return [...text.matchAll(/^```(\S[^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

function block(file: string, language: string): string {
  const found = blocks(file).filter((candidate) => candidate.language === language);
  expect(found, `${file} has exactly one ${language} block`).toHaveLength(1);
  return found[0]?.code ?? '';
}

let folder: string;
beforeAll(() => {
  folder = installPacked();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(command, args, { cwd: folder, env: { ...environmentIn(folder), ...env }, encoding: 'utf8' });

describe('README.md', () => {
  test('the commands to try it do what their comments say', () => {
    const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh')]);
    expect(out).toContain('"name": "notes.txt"');
    expect(out).toMatch(/^[0-9a-f-]{36} {2}low {5}write_file {2}Overwrite "notes.txt"/m);
    expect(out).toContain('Undone: write_file');
    expect(out).toContain('a first line');
    expect(out).toMatch(/The audit holds: \d+ records/);
  });

  test('the HTTP example reads a file from a running server', async () => {
    mkdirSync(join(folder, 'demo'), { recursive: true });
    writeFileSync(join(folder, 'demo', 'notes.txt'), 'over http\n');
    const args = ['start', '--port', '0', '--json', '--data', 'state', '--workspace', 'demo'];
    const server = spawn('deputize', args, {
      cwd: folder,
      env: environmentIn(folder),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(server.stdout, 'data')) as [Buffer];
      const { url } = JSON.parse(line.toString()) as { url: string };
      const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh http')], { URL: url });
      expect(JSON.parse(out)).toMatchObject({ state: 'ok', value: { content: 'over http\n' } });
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });

  test('the library example asks, is approved and runs', () => {
    writeFileSync(join(folder, 'example.ts'), block('README.md', 'ts').replace('./state', './library-state'));
    expect(run('node', ['example.ts'])).toBe('pending\nok\n');
  });

  test('the mail example finds the letter that it takes in', () => {
    const out = run('bash', ['-euo', 'pipefail', '-c', block('README.md', 'sh mail')]);
    expect(out).toContain('1 mail taken in');
    expect(out).toContain('"summary": "Shall we meet at noon?"');
  });

  test('the configuration example is accepted', async () => {
    const file = join(folder, 'deputize.yaml');
    writeFileSync(file, block('README.md', 'yaml'));
    const { config } = await loadConfig(folder, file);
    expect(config.approvals.highRiskExpiry).toBe(600_000);
    expect(config.settings).toEqual(parse('delete_file: "off"'));
  });

  test('the client configuration starts a server that lists the tools', async () => {
    const example = block('README.md', 'json').replace('/path/to/folder', join(folder, 'demo'));
    const { mcpServers } = JSON.parse(example) as { mcpServers: { workspace: { command: string; args: string[] } } };
    const { command, args } = mcpServers.workspace;
    mkdirSync(join(folder, 'demo'), { recursive: true });
    const env = { ...environmentIn(folder), DEPUTIZE_DATA: join(folder, 'mcp-state') } as Record<string, string>;
    const client = new Client({ name: 'reader', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env, cwd: folder }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('read_file');
    const written = await client.callTool({ name: 'write_file', arguments: { path: 'by-mcp.txt', content: 'hi' } });
    expect(written.structuredContent).toEqual({ path: 'by-mcp.txt', size: 2 });
    await client.close();
  });
});

describe('CONTRIBUTING.md', () => {
  test('the example of a tool is a tool that counts', () => {
    const code = `${block('CONTRIBUTING.md', 'ts')}\nconsole.log(await countWords.run({ text: 'one two  three' }, {}));`;
    writeFileSync(join(folder, 'count-words.ts'), code);
    expect(run('node', ['count-words.ts'])).toBe('{ words: 3 }\n');
  });
});

test('every block of the documents is text, or run by a test here', () => {
  const known = new Set(['text', 'sh', 'sh http', 'sh mail', 'ts', 'json', 'yaml']);
  for (const file of [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...globSync('docs/**/*.md', { cwd: repository }),
  ]) {
    for (const { language } of blocks(file)) expect(known, `${file}: ${language}`).toContain(language);
  }
});

test('the table of errors is the one in the code', () => {
  const listed = [
    ...readFileSync(join(repository, 'docs/errors.md'), 'utf8').matchAll(
      /^\| ([A-Z_]+) +\| (\w+) +\| (yes|no) +\| (.+?) +\|$/gm,
    ),
  ];
  const table = Object.fromEntries(
    listed.map(([, code, type, retryable, meaning]) => [code, { type, retryable: retryable === 'yes', meaning }]),
  );
  expect(table).toEqual(errorCodes);
});
