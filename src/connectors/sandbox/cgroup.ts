/** A control group for one run, in folders that were handed over for that: limits that the kernel holds for all of it together. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { PortError } from '../../ports/port-error.ts';
import type { SandboxLimit, SandboxLimits } from '../../ports/command-sandbox.ts';

const PREFIX = 'deputize-';
/** A group is filled right after it was made. One that is empty and older was left by a process that was killed. */
const LEFT_MS = 60_000;

/** The folders that were looked through for what others have left. */
const swept = new Set<string>();

export class ControlGroup {
  readonly #folders: readonly string[];

  /** One group in each of the folders; of the older kind there is a folder for each controller. */
  constructor(parents: readonly string[], limits: SandboxLimits) {
    for (const parent of parents) sweep(parent);
    // Not named after the process alone: its number comes again, and what it left may still be there.
    const name = `${PREFIX}${process.pid}-${randomUUID()}`;
    this.#folders = parents.map((parent) => join(parent, name));
    try {
      for (const folder of this.#folders) mkdirSync(folder);
      this.#set('pids.max', String(limits.processes));
      this.#set('memory.max', String(limits.memoryBytes));
      this.#set('memory.swap.max', '0');
      this.#set('memory.oom.group', '1');
      this.#set('memory.limit_in_bytes', String(limits.memoryBytes));
    } catch (error) {
      for (const folder of this.#folders) removeQuietly(folder);
      throw new PortError(
        'NOT_AVAILABLE',
        `The control groups named in sandbox.cgroups cannot be used: ${parents.join(', ')}. Hand them over to this user, or leave the key out.`,
        {},
        error,
      );
    }
  }

  add(pid: number): void {
    for (const folder of this.#folders) writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  }

  /** The limit that the kernel had to hold against the run. */
  reached(): SandboxLimit | undefined {
    const killed = this.#folders.some((folder) =>
      /^oom_kill [1-9]/m.test(text(join(folder, 'memory.events')) + text(join(folder, 'memory.oom_control'))),
    );
    return killed ? 'memory' : undefined;
  }

  /** The kernel lets a group go a little after its last process. */
  async remove(): Promise<void> {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      for (const folder of this.#folders) removeQuietly(folder);
      if (!this.#folders.some((folder) => existsSync(folder))) return;
      await pause(10);
    }
  }

  #set(file: string, value: string): void {
    for (const folder of this.#folders) {
      if (existsSync(join(folder, file))) writeFileSync(join(folder, file), value);
    }
  }
}

function removeQuietly(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not there, or not empty yet.
  }
}

/** The kernel does not let a group go that anything runs in. */
function sweep(parent: string): void {
  if (swept.has(parent)) return;
  swept.add(parent);
  try {
    for (const name of readdirSync(parent)) {
      const folder = join(parent, name);
      if (name.startsWith(PREFIX) && Date.now() - statSync(folder).mtimeMs > LEFT_MS) removeQuietly(folder);
    }
  } catch {
    // Whether groups can be made there turns out next.
  }
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
