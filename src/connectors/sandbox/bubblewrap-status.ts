/** Parses bubblewrap's status descriptor: the sandbox's first process, and whether the command started. */
import { setTimeout as pause } from 'node:timers/promises';

import { listChildren, isDead, findParent } from './process-tree.ts';

const LOOK_AGAIN_MS = 1;

export class BubblewrapStatus {
  #text = '';

  take(text: string): void {
    this.#text += text;
  }

  /** The first process of the sandbox's PID namespace. When it dies, the kernel ends all the others. */
  get init(): number | undefined {
    return this.#number('child-pid');
  }

  /** bubblewrap reports an exit code only if the command was really started. */
  get hasRun(): boolean {
    return this.#number('exit-code') !== undefined;
  }

  /** Its process id may be reused by now, so it is only killed while it is bubblewrap's child. */
  killInit(bubblewrap: number | undefined): boolean {
    const { init } = this;
    if (init === undefined || bubblewrap === undefined || findParent(init) !== bubblewrap) return false;
    try {
      return process.kill(init, 'SIGKILL');
    } catch {
      return false;
    }
  }

  /** Everything inside descends from the first process. Without children it is about to end. */
  isEmpty(): boolean {
    return this.init === undefined || listChildren(this.init).length === 0;
  }

  /** bubblewrap may exit a moment before the processes that it ends. */
  async gone(): Promise<void> {
    const { init } = this;
    while (init !== undefined && !isDead(init) && !this.isEmpty()) await pause(LOOK_AGAIN_MS);
  }

  #number(key: string): number | undefined {
    const found = new RegExp(`"${key}": ?(\\d+)`).exec(this.#text)?.[1];
    return found === undefined ? undefined : Number(found);
  }
}
