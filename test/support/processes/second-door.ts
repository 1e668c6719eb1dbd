/** Another process on the same ledger. It runs a batch of requests at the same time and returns the result of each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { RuntimeLimits, Outcome } from '../../../src/core/index.ts';
import { quickStart } from '../crash/crash-process.ts';
import type { Gate } from '../worlds/gated-tools.ts';
import { onJsonLine } from './line-reader.ts';

const program = fileURLToPath(new URL('second-door-child.ts', import.meta.url));

export type Task =
  | {
      readonly do: 'call';
      readonly tool: string;
      readonly args: unknown;
      readonly callId?: string;
      readonly confirmToken?: string;
    }
  | { readonly do: 'decide'; readonly approval: string; readonly decision: 'approve' | 'deny' }
  | { readonly do: 'expire' }
  /** Says that it lives, and takes over what the dead have left, once the file `when` is there. */
  | { readonly do: 'tick'; readonly when?: string }
  | { readonly do: 'revoke'; readonly grant: string };

/** The outcome, or the code of the error that was thrown. */
export interface Done {
  readonly outcome?: Outcome;
  readonly code?: string;
}

export interface DoorOptions {
  readonly data: string;
  readonly effects: string;
  readonly postgres?: string;
  readonly limits?: Partial<RuntimeLimits>;
  /** Also has the tools that wait for this. */
  readonly gate?: Gate;
}

/** The machine that a process pretends to run on: a separate host name, so others cannot check its processes, and variables. */
export interface Machine {
  readonly name?: string;
  readonly env?: Record<string, string>;
}

export class SecondDoor implements AsyncDisposable {
  readonly #child;
  readonly #answers: ((done: Done[]) => void)[] = [];

  private constructor(options: DoorOptions, machine: Machine, isReady: () => void) {
    const words = [process.execPath, program, JSON.stringify(options)];
    const own = ['unshare', '--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', machine.name ?? '', ...words];
    const [command = '', ...args] = machine.name === undefined ? words : own;
    this.#child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...quickStart, ...machine.env },
    });
    onJsonLine<Done[] | 'ready'>(this.#child.stdout, (said) => {
      if (said === 'ready') isReady();
      else this.#answers.shift()?.(said);
    });
  }

  static async open(options: DoorOptions, machine: Machine = {}): Promise<SecondDoor> {
    let door: SecondDoor | undefined;
    await new Promise<void>((resolve) => (door = new SecondDoor(options, machine, resolve)));
    if (!door) throw new Error('no door');
    return door;
  }

  /** All at once, but not before `at`, a time in milliseconds. */
  perform(tasks: readonly Task[], at = 0): Promise<Done[]> {
    return new Promise((resolve) => {
      this.#answers.push(resolve);
      this.#child.stdin.write(`${JSON.stringify({ tasks, at })}\n`);
    });
  }

  /** Suspends the process, like a machine that sleeps, until `wake`. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  wake(): void {
    this.#child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.wake();
    const closed = once(this.#child, 'close');
    this.#child.stdin.end();
    await closed;
  }
}
