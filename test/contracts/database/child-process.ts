/** Runs the suite's child program and collects the numbers that it writes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Place } from './fixture.ts';

const program = fileURLToPath(new URL('child.ts', import.meta.url));

export class Child {
  readonly told: number[] = [];
  readonly ended: Promise<void>;
  readonly #process;

  constructor(task: 'claim' | 'add', place: Place) {
    const child = spawn(process.execPath, [program, task, JSON.stringify(place)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let rest = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      this.told.push(...lines.map(Number));
    });
    this.#process = child;
    this.ended = once(child, 'close').then(() => undefined);
  }

  async hasTold(count: number): Promise<void> {
    const exited = () => this.#process.exitCode !== null;
    while (this.told.length < count && !exited()) await new Promise((resolve) => setTimeout(resolve, 5));
    if (this.told.length < count) throw new Error(`The child ended after ${this.told.length} of ${count}.`);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }
}
