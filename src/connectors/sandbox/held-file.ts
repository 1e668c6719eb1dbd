/** A file without a name, which only this process can pass on. No other process can change its content between two runs. */
import { closeSync, mkdirSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

export class HeldFile {
  readonly #descriptor: number;

  constructor(folder: string, content: Buffer) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const name = join(folder, randomUUID());
    this.#descriptor = openSync(name, 'wx+', 0o600);
    unlinkSync(name);
    writeFileSync(this.#descriptor, content);
  }

  /** A reader moves the file position, so each reader gets a separate descriptor. */
  open(): number {
    return openSync(`/proc/self/fd/${this.#descriptor}`, 'r');
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
