/** What /proc says of a process and of everything below it. Whatever is gone by the time it is looked at counts as nothing. */
import { readdirSync, readFileSync } from 'node:fs';

interface ProcessUsage {
  /** Processes and threads. */
  readonly tasks: number;
  readonly memoryBytes: number;
  /** Written to disks since the beginning, also by processes that have ended. */
  readonly writtenBytes: number;
}

/** Adds up everything below a process, itself included. Stops counting where there are more tasks than anyone asked about. */
export function measureUsage(
  root: number,
  enough: { readonly tasks: number; readonly memoryBytes: number },
): ProcessUsage {
  const pids: number[] = [];
  const waiting = [root];
  let [tasks, memoryBytes, writtenBytes] = [0, 0, 0];
  for (let pid = waiting.pop(); pid !== undefined && tasks <= enough.tasks; pid = waiting.pop()) {
    const status = read(`/proc/${pid}/status`);
    if (status === undefined) continue;
    pids.push(pid);
    tasks += field(status, 'Threads');
    memoryBytes += (field(status, 'RssAnon') + field(status, 'RssShmem')) * 1024;
    writtenBytes += field(read(`/proc/${pid}/io`) ?? '', 'write_bytes');
    waiting.push(...listChildren(pid));
  }
  // What forked processes still share was counted for each of them. The exact figure is dear, so it is only made in doubt.
  if (memoryBytes > enough.memoryBytes) {
    memoryBytes = pids.reduce((sum, pid) => sum + proportionalBytes(pid), 0);
  }
  return { tasks, memoryBytes, writtenBytes };
}

export function listChildren(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((task) =>
    (read(`/proc/${pid}/task/${task}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

export function findParent(pid: number): number | undefined {
  const status = read(`/proc/${pid}/status`);
  return status === undefined ? undefined : field(status, 'PPid');
}

/** A process that is only waiting to be collected is dead, and so is everything in its namespace. */
export function isDead(pid: number): boolean {
  const status = read(`/proc/${pid}/status`);
  return status === undefined || /^State:\s+[ZX]/m.test(status);
}

function proportionalBytes(pid: number): number {
  const rollup = read(`/proc/${pid}/smaps_rollup`) ?? '';
  return field(rollup, 'Pss') * 1024;
}

function field(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
