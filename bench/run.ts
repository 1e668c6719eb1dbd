/** Runs benchmarks one after the other, and stores their output with machine and commit in `bench/results`: `npm run bench [NAME…]`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createBenchmarkStamp, formatBenchmarkStamp } from './support/benchmark-stamp.ts';

const BENCHMARKS = [
  ...['in-process', 'run-code', 'mcp-http', 'mcp-spawn', 'memory'],
  ...['catalogue', 'build-tools', 'handlers', 'search-code', 'list-directory', 'mail', 'console'],
  ...['embeddings', 'semantic-search', 'organization-mail'],
  ...['stalls', 'two-nodes', 'ledger-growth', 'simulate-scale'],
];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !BENCHMARKS.includes(name));
if (unknown !== undefined) throw new Error(`There is no benchmark ${unknown}. There are: ${BENCHMARKS.join(', ')}`);

const folder = join(import.meta.dirname, 'results');
const stamp = createBenchmarkStamp();
const file = join(folder, `${stamp.date.replaceAll(':', '-').slice(0, 19)}-${stamp.commit.slice(0, 7)}.txt`);
mkdirSync(folder, { recursive: true });
writeFileSync(file, formatBenchmarkStamp(stamp));

function print(text: string): void {
  process.stdout.write(text);
  appendFileSync(file, text);
}

for (const name of wanted.length > 0 ? wanted : BENCHMARKS) {
  print(`\n${name}\n`);
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8').on('data', print);
  const [status] = (await once(child, 'close')) as [number | null];
  if (status === 0) continue;
  print(`${name} ended with ${status ?? 'a signal'}\n`);
  process.exitCode = 1;
}
process.stdout.write(`\nStored in ${file}\n`);
