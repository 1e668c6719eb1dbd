/** Names the machine and the commit that a benchmark ran on, so that its figures can be compared with those of another run. */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

export interface BenchmarkStamp {
  readonly date: string;
  /** Ends with `+changes` where tracked files differ from the commit; `unknown` outside a clone. */
  readonly commit: string;
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGB: number;
}

const repository = join(import.meta.dirname, '../..');

export function createBenchmarkStamp(now = new Date()): BenchmarkStamp {
  const all = cpus();
  return {
    date: now.toISOString(),
    commit: readCommit(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGB: Math.round(totalmem() / 1e8) / 10,
  };
}

export function formatBenchmarkStamp(stamp: BenchmarkStamp): string {
  return Object.entries(stamp)
    .map(([name, value]) => `${name.padEnd(10)}${value}\n`)
    .join('');
}

function readCommit(): string {
  try {
    const changes = runGit('status', '--porcelain', '--untracked-files=no');
    return `${runGit('rev-parse', 'HEAD')}${changes === '' ? '' : '+changes'}`;
  } catch {
    return 'unknown';
  }
}

function runGit(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
