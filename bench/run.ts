/** Every benchmark, one after the other: `npm run bench`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHMARKS = [
  ...['in-process', 'run-code', 'mcp-http', 'mcp-spawn', 'memory'],
  ...['catalogue', 'build-tools', 'handlers', 'search-code', 'list-directory', 'mail', 'console'],
  ...['embeddings', 'semantic-search', 'organization-mail'],
  ...['two-nodes', 'ledger-growth', 'simulate-scale'],
];

for (const name of BENCHMARKS) {
  process.stdout.write(`\n${name}\n`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
