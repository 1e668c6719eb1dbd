/** For root the kernel counts processes in control groups alone, and a bomb outruns every watch. Root may make such groups. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { SandboxLimits } from '../../ports/command-sandbox.ts';
import { ControlGroup } from './cgroup.ts';

/** Where groups that count processes can be made without being asked to; nowhere for a plain user, whom RLIMIT_NPROC holds. */
export function groupsOfRoot(limits: SandboxLimits): readonly string[] {
  if (process.getuid?.() !== 0) return [];
  const place = older() ?? newer();
  if (place === undefined) return [];
  try {
    void new ControlGroup([place], limits).remove();
    return [place];
  } catch {
    // Some containers may look at their groups and not make any.
    return [];
  }
}

/** Of the older kind a group may have processes and groups below it: what holds us holds the runs. */
function older(): string | undefined {
  const own = ownGroup(/^\d+:(?:[^:]*,)?pids(?:,[^:]*)?:(.*)$/m);
  return own === undefined ? undefined : present(join('/sys/fs/cgroup/pids', own), 'pids.max', 'cgroup.procs');
}

/** Of the newer kind it may not, so a run has its group beside ours, under the same limits from above. */
function newer(): string | undefined {
  const own = ownGroup(/^0::(.*)$/m);
  if (own === undefined) return undefined;
  const beside = present(join('/sys/fs/cgroup', own === '/' ? own : dirname(own)), 'cgroup.subtree_control');
  return beside !== undefined && readText(join(beside, 'cgroup.subtree_control')).split(/\s/).includes('pids')
    ? beside
    : undefined;
}

function ownGroup(line: RegExp): string | undefined {
  return line.exec(readText('/proc/self/cgroup'))?.[1];
}

function present(folder: string, ...anyOf: readonly string[]): string | undefined {
  return anyOf.some((file) => existsSync(join(folder, file))) ? folder : undefined;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
