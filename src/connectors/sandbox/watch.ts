/** Looks how much a run takes altogether, where no limit of the kernel counts it. */
import { statfsSync } from 'node:fs';

import type { SandboxLimit, SandboxLimits } from '../../ports/command-sandbox.ts';
import { measureUsage } from './process-tree.ts';

/** Bubblewrap itself, and its process inside. */
const NOT_THEIRS = 2;
/** Entries of a directory in memory, which its size does not limit. */
const MOST_ENTRIES = 100_000;
const TMPFS = 0x01021994;

export function exceeded(
  bubblewrap: number | undefined,
  init: number | undefined,
  limits: SandboxLimits,
): SandboxLimit | undefined {
  if (bubblewrap === undefined || init === undefined) return undefined;
  const tasks = limits.processes + NOT_THEIRS;
  const usage = measureUsage(bubblewrap, { tasks, memoryBytes: limits.memoryBytes });
  if (usage.tasks > tasks) return 'processes';
  if (usage.memoryBytes > limits.memoryBytes) return 'memory';
  if (usage.writtenBytes > limits.writtenBytes) return 'disk';
  const isFull = (place: string) => countEntries(init, place, limits.temporaryBytes) > MOST_ENTRIES;
  return ['/tmp', '/dev/shm'].some(isFull) ? 'disk' : undefined;
}

function countEntries(init: number, place: string, size: number): number {
  try {
    const { type, blocks, bsize, files, ffree } = statfsSync(`/proc/${init}/root${place}`);
    // Until the sandbox is set up, the same name leads to the host's own.
    const isTheirs = type === TMPFS && blocks * bsize < size + bsize;
    return isTheirs ? files - ffree : 0;
  } catch {
    // It is not mounted yet, or gone again.
    return 0;
  }
}
