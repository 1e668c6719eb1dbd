/** A trivial tool, fully governed and durable, beside a bare and unaudited call of the official SDK in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { createDeputize, defineTool } from '../src/app/library.ts';
import { inTurns, table, throughput } from './support/rounds.ts';

const folder = mkdtempSync(join(process.env['DEPUTIZE_BENCH_DIR'] ?? tmpdir(), 'deputize-bench-'));
const shape = { text: z.string() };

const deputize = await createDeputize({
  data: join(folder, 'data'),
  tools: [
    defineTool({
      name: 'echo',
      description: 'Says it again.',
      input: z.strictObject(shape),
      output: z.strictObject(shape),
      risk: 'low',
      sideEffects: 'none',
      run: ({ text }) => ({ text }),
    }),
  ],
});
const governed = async (): Promise<void> => {
  const result = await deputize.call('echo', { text: 'hello' });
  if (!result.ok) throw new Error(JSON.stringify(result));
};

const server = new McpServer({ name: 'bare', version: '1' });
server.registerTool('echo', { inputSchema: z.object(shape), outputSchema: z.object(shape) }, ({ text }) => ({
  content: [{ type: 'text', text }],
  structuredContent: { text },
}));
const client = new Client({ name: 'bench', version: '1' });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);
const bare = async (): Promise<void> => {
  const result = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
  if (result.isError) throw new Error(JSON.stringify(result));
};

const plain = new DatabaseSync(join(folder, 'plain.db'));
plain.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table log (id integer primary key, body text)',
);
const insert = plain.prepare('insert into log (body) values (?)');
const body = 'x'.repeat(350);

const many = await inTurns(
  [
    { name: 'governed', round: () => throughput(governed, 20_000, 64) },
    { name: 'bare', round: () => throughput(bare, 20_000, 64) },
  ],
  5,
);
const single = await inTurns(
  [
    { name: 'governed', round: () => throughput(governed, 500, 1) },
    { name: 'insert', round: () => throughput(async () => insert.run(body), 500, 1) },
  ],
  5,
);
const of = (figures: Map<string, number>, name: string): number => figures.get(name) ?? NaN;
table([
  {
    measure: '64 in flight: governed against bare SDK callTool',
    ours: `${Math.round(of(many, 'governed'))}/s`,
    theirs: `${Math.round(of(many, 'bare'))}/s`,
    ratio: (of(many, 'governed') / of(many, 'bare')).toFixed(2),
    goal: 'at least 1.2',
  },
  {
    measure: '1 in flight: time of a governed call against one fsynced insert',
    ours: `${Math.round(1e6 / of(single, 'governed'))} µs`,
    theirs: `${Math.round(1e6 / of(single, 'insert'))} µs`,
    ratio: (of(single, 'insert') / of(single, 'governed')).toFixed(2),
    goal: 'at most 2.5',
  },
]);

await client.close();
await deputize.close();
plain.close();
rmSync(folder, { recursive: true });
