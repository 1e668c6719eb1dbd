/** How long a server on stdio takes from its start to the answer of `tools/list`, beside the official SDK's: `node bench/mcp-spawn.ts`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROUNDS = 21;
const MOST_MS = 10_000;
const data = mkdtempSync(join(tmpdir(), 'deputize-spawn-'));
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list', params: {} },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** Milliseconds until the tools are listed. */
async function start(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], timeout: MOST_MS });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout });
  child.stdin.write(MESSAGES[0] ?? '');
  let took = Number.NaN;
  for await (const line of lines) {
    const { id, result } = JSON.parse(line) as { id: number; result: { tools?: unknown[] } };
    if (id === 1) child.stdin.write(MESSAGES.slice(1).join(''));
    if (id !== 2 || !result.tools?.length) continue;
    took = performance.now() - started;
    child.stdin.end();
  }
  await exited;
  return took;
}

const sides = [
  {
    name: 'deputize (governed, durable)',
    args: [here('../bin/deputize.mjs'), 'mcp', '--preset', 'workspace', '--data', data],
    times: [] as number[],
  },
  { name: 'official SDK (bare)', args: [here('mcp/sdk-stdio.ts')], times: [] as number[] },
];
for (const { args } of sides) await start(args);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { args, times } of sides) times.push(await start(args));
}
rmSync(data, { recursive: true, force: true });

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
const bare = sides[1]?.times ?? [];
console.log(`\n${ROUNDS} starts each, alternating`);
console.table(
  sides.map(({ name, times }) => ({
    server: name,
    'ms to tools/list (median)': Math.round(median(times)),
    'of the official SDK': `${median(times.map((time, round) => time / (bare[round] ?? time))).toFixed(2)}x`,
  })),
);
