/** search_code by meaning: with the model that comes along, and with a server's. */
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { assemble } from '../../../src/app/assemble/assemble.ts';

vi.setConfig({ testTimeout: 120_000 });

const FILES = {
  'src/login.ts':
    'export function verify(name: string, secret: string) {\n  return hash(secret) === stored(name);\n}\n',
  'src/weather.ts': 'export const forecast = (city: string) => fetch(`/rain/${city}`);\n',
  'docs/cake.md': '# Baking\n\nMix flour, sugar and eggs. Forty minutes in the oven.\n',
  'node_modules/x/password.js': 'checkPassword();\n',
  '.gitignore': 'node_modules\n',
};

interface Found {
  readonly matches: { path: string; line: number; endLine: number; text: string; after: string[]; score: number }[];
  readonly filesSearched: number;
  readonly filesLeft: number;
}

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'deputize-meaning-'));
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(base, 'work', name)), { recursive: true });
    await writeFile(join(base, 'work', name), content);
  }
  await mkdir(join(base, 'data'));
});
afterEach(() => rm(base, { recursive: true }));

async function search(config: string, query: string, more: object = {}) {
  await writeFile(join(base, 'data/deputize.yaml'), config);
  const assembly = await assemble({
    ...{ data: join(base, 'data'), workspace: join(base, 'work'), log: () => undefined },
  });
  try {
    const agent = await assembly.owner('agent', 'test');
    const args = { query, meaning: true, ...more };
    return await assembly.runtime.call({ tool: 'search_code', args, preset: 'workspace' }, agent);
  } finally {
    await assembly.close();
  }
}
const found = async (...args: Parameters<typeof search>): Promise<Found> => {
  const outcome = await search(...args);
  if (outcome.state !== 'ok') throw new Error(JSON.stringify(outcome));
  return outcome.value as unknown as Found;
};

test('W5: the model on this machine finds what shares no word with the query, and reads nothing that is ignored', async () => {
  const local = 'embeddings: { provider: local }\n';
  await symlink('/etc/hostname', join(base, 'work/src/away'));
  const password = await found(local, 'where a password is checked');
  expect(password.matches[0]).toMatchObject({ path: 'src/login.ts', line: 1, endLine: 3 });
  expect(password.matches[0]?.after).toEqual(['  return hash(secret) === stored(name);', '}']);
  expect(password.matches.map(({ path }) => path).sort()).toEqual(['docs/cake.md', 'src/login.ts', 'src/weather.ts']);
  expect(password).toMatchObject({ filesSearched: 3, filesLeft: 0 });
  expect((await found(local, 'a recipe for dessert')).matches[0]?.path).toBe('docs/cake.md');
  expect((await found(local, 'Regen und Sonne', { globs: ['*.ts'] })).matches).toHaveLength(2);
});

/** Counts three words, and what it was asked. */
function embeddingServer(answer?: (inputs: readonly string[]) => unknown) {
  const asked: string[][] = [];
  const server: Server = createServer((request, response) => {
    void (async () => {
      const body = (await request.toArray()).join('');
      const { input } = JSON.parse(body) as { input: string[] };
      asked.push(input);
      const vector = (text: string) => ['secret', 'rain', 'flour'].map((word) => text.split(word).length - 1 + 0.01);
      const given = answer?.(input) ?? {
        data: input.map((text, index) => ({ object: 'embedding', index, embedding: vector(text) })),
        model: 'm',
        usage: { prompt_tokens: 1, total_tokens: 1 },
      };
      response.writeHead(typeof given === 'number' ? given : 200, { 'content-type': 'application/json' });
      response.end(typeof given === 'number' ? '{"error":{"message":"no"}}' : JSON.stringify(given));
    })();
  });
  return { server, asked };
}

async function serving<T>(server: Server, use: (config: string) => Promise<T>): Promise<T> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await use(`embeddings: { model: m, url: "http://127.0.0.1:${port}/v1" }\n`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('W5: a server is asked once about each passage, and only about what is new after that', async () => {
  const { server, asked } = embeddingServer();
  await serving(server, async (config) => {
    expect((await found(config, 'flour')).matches[0]?.path).toBe('docs/cake.md');
    const first = asked.splice(0).flat();
    expect(first).toHaveLength(4);
    await writeFile(join(base, 'work/src/new.ts'), 'let rain = 1;\n');
    const { matches } = await found(config, 'rain');
    expect(matches.filter(({ score }) => score > 0.9).map(({ path }) => path)).toEqual([
      'src/weather.ts',
      'src/new.ts',
    ]);
    expect(asked.flat()).toEqual(['rain', 'src/new.ts\nlet rain = 1;']);
    // What is kept could be spoiled by whatever spoils files.
    const kept = (await readdir(join(base, 'data/meaning'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(kept).toHaveLength(4);
    for (const { parentPath, name } of kept) await writeFile(join(parentPath, name), 'xyz');
    expect((await found(config, 'secret')).matches[0]?.path).toBe('src/login.ts');
  });
});

test.each([
  ['another number of vectors', () => ({ data: [], model: 'm', usage: { prompt_tokens: 1 } }), 'EXTERNAL_ERROR'],
  ['a key that is not accepted', () => 401, 'PERMISSION_DENIED'],
  ['nonsense', () => 'nonsense', 'EXTERNAL_ERROR'],
])('W5: a server that answers with %s gives a clear error', async (_, answer, code) => {
  await serving(embeddingServer(answer).server, async (config) => {
    expect(await search(config, 'flour')).toMatchObject({ state: 'failed', error: { code } });
  });
});

test('W5: without embeddings it says what to set, and a pattern has no meaning', async () => {
  expect(await search('', 'flour')).toMatchObject({
    state: 'failed',
    error: { code: 'NOT_AVAILABLE', message: expect.stringContaining('"embeddings" in deputize.yaml') },
  });
  const both = await search('embeddings: { provider: local }\n', 'a+', { regex: true });
  expect(both).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
});
