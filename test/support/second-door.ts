/** Another process on the same ledger, which does what it is told, all at once, and answers with what came of each. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Limits, Outcome } from '../../src/core/index.ts';
import { quickStart } from './crash-process.ts';
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
  | { readonly do: 'revoke'; readonly grant: string };

/** The outcome, or the code of the error that was thrown. */
export interface Done {
  readonly outcome?: Outcome;
  readonly code?: string;
}

export interface DoorOptions {
  readonly data: string;
  readonly effects: string;
  readonly limits?: Partial<Limits>;
}

export class SecondDoor implements AsyncDisposable {
  readonly #child;
  readonly #answers: ((done: Done[]) => void)[] = [];

  private constructor(options: DoorOptions, isReady: () => void) {
    this.#child = spawn(process.execPath, [program, JSON.stringify(options)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: quickStart,
    });
    onJsonLine<Done[] | 'ready'>(this.#child.stdout, (said) => {
      if (said === 'ready') isReady();
      else this.#answers.shift()?.(said);
    });
  }

  static async open(options: DoorOptions): Promise<SecondDoor> {
    let door: SecondDoor | undefined;
    await new Promise<void>((resolve) => (door = new SecondDoor(options, resolve)));
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

  async kill(): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.stdin.end();
    await closed;
  }
}
