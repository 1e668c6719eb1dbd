/** Every benchmark, one after the other: `npm run bench`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

for (const name of ['in-process', 'mcp-http', 'mcp-spawn', 'mail', 'memory']) {
  process.stdout.write(`\n${name}\n`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
