/** The identity of this process, and whether another one is alive. The start time distinguishes a reused process id. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

interface NodeRecord {
  readonly host: string;
  readonly process: string;
  readonly seen_at: number;
}

export const identity = { host: machine(), process: `${process.pid}:${readStartTime(process.pid) ?? Date.now()}` };

/** A process on another machine is known only by its heartbeat. It counts as dead after its lease without one. */
export function isAlive(node: NodeRecord, now: number, leaseMs: number): boolean {
  if (node.host !== identity.host) return now - node.seen_at < leaseMs;
  const [pid, start] = node.process.split(':');
  const known = readStartTime(Number(pid));
  if (known !== undefined) return known === start;
  return process.platform !== 'linux' && respondsToSignals(Number(pid));
}

function machine(): string {
  try {
    // After a reboot every earlier process is gone, even if its id is in use again.
    return `${hostname()}/${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return hostname();
  }
}

/** The kernel's start time of a process; undefined if the process is gone or there is no /proc. */
function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    return state === 'Z' || state === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function respondsToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM';
  }
}
