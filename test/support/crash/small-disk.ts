/** A real file system of a few megabytes, which can be filled and made larger. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class SmallDisk implements Disposable {
  readonly path: string;

  constructor(megabytes: number) {
    this.path = mkdtempSync(join(tmpdir(), 'deputize-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'deputize-test', this.path], { stdio: 'pipe' });
    } catch (cause) {
      rmSync(this.path, { recursive: true });
      throw new Error(
        'This test fills a real disk, so it mounts a small tmpfs, which is not permitted here. Run it as root, in a container with CAP_SYS_ADMIN.',
        { cause },
      );
    }
  }

  /** Takes every byte that is left. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    for (let size = 1 << 20; size >= 1;) {
      try {
        if (writeSync(file, Buffer.alloc(size)) < size) size >>= 1;
      } catch (error) {
        if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'ENOSPC') throw error;
        size >>= 1;
      }
    }
    closeSync(file);
  }

  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  grow(megabytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${megabytes}m`, this.path], { stdio: 'pipe' });
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }

  [Symbol.dispose](): void {
    execFileSync('umount', [this.path], { stdio: 'pipe' });
    rmSync(this.path, { recursive: true });
  }
}
