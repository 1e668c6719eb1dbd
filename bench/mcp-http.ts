/** Our governed server beside the official SDK's bare one, over HTTP in one interleaved run: `node bench/mcp-http.ts`. */
import { openClient, type Client } from './mcp/http-load.ts';
import { startServer, type ServerProcess } from './mcp/server-process.ts';

const CONNECTIONS = 16;
const ROUNDS = 7;
const CALLS = 6_000;
const HEAP_CALLS = 100_000;
const MOST_SECONDS = 180;

interface Side {
  readonly name: string;
  readonly server: ServerProcess;
  readonly client: Client;
  readonly rates: number[];
}

async function side(name: string, file: string, args: readonly string[] = []): Promise<Side> {
  const server = await startServer(new URL(`mcp/${file}`, import.meta.url), args);
  return { name, server, client: await openClient(server.url, CONNECTIONS), rates: [] };
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const ours = await side('deputize (governed, durable)', 'governed-http.ts');
const streams = await side('official SDK (bare, streams)', 'sdk-http.ts');
const json = await side('official SDK (bare, JSON)', 'sdk-http.ts', ['json']);
const sides = [ours, streams, json];
const tooLong = setTimeout(() => process.exit(1), MOST_SECONDS * 1_000);
try {
  for (const { client } of sides) await client.load(CALLS / 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { client, rates } of sides) rates.push(await client.load(CALLS));
  }
  console.log(`\n${CONNECTIONS} connections, ${ROUNDS} rounds of ${CALLS} calls each, alternating`);
  console.table(
    sides.map(({ name, rates }) => ({
      server: name,
      'calls/s (median)': Math.round(median(rates)),
      'deputize is faster by': `${median(ours.rates.map((rate, round) => rate / (rates[round] ?? rate))).toFixed(2)}x`,
    })),
  );
  const before = await ours.server.heap();
  await ours.client.load(HEAP_CALLS);
  const after = await ours.server.heap();
  const mega = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  console.log(`heap before and after ${HEAP_CALLS} calls: ${mega(before)}, ${mega(after)}`);
} finally {
  clearTimeout(tooLong);
  for (const { client, server } of sides) {
    client.close();
    await server.end();
  }
}
