/** Compiles the shim, and says how a process is started behind it. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { provision } from '../../../../scripts/provision.ts';

const source = fileURLToPath(new URL('disk-shim.c', import.meta.url));

export class DiskShim implements Disposable {
  readonly #folder: string;
  readonly #controls: number;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#controls = openSync(join(folder, 'controls'), 'w+');
    this.control({});
  }

  static async compile(): Promise<DiskShim> {
    const { PATH: path = '' } = process.env;
    await provision(['gcc']);
    const folder = mkdtempSync(join(tmpdir(), 'deputize-shim-'));
    const flags = ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', join(folder, 'shim.so')];
    execFileSync('gcc', [...flags, source, '-ldl'], { stdio: 'pipe', env: { PATH: path } });
    return new DiskShim(folder);
  }

  get journal(): string {
    return join(this.#folder, 'journal');
  }

  /** While processes run: how far their clock is off, and how long a sync takes. */
  control({ clockOffsetMs = 0, syncDelayMs = 0 }: { clockOffsetMs?: number; syncDelayMs?: number }): void {
    writeSync(this.#controls, new BigInt64Array([BigInt(clockOffsetMs), BigInt(syncDelayMs)]), 0, 16, 0);
  }

  /** For a process whose disk or clock is played with. */
  get playing(): Record<string, string> {
    return { LD_PRELOAD: join(this.#folder, 'shim.so'), DISK_SHIM_CONTROLS: join(this.#folder, 'controls') };
  }

  /** For a process of which everything below `root` is written down. */
  recording(root: string): Record<string, string> {
    const { LD_PRELOAD = '' } = this.playing;
    rmSync(this.journal, { force: true });
    return { LD_PRELOAD, DISK_SHIM_ROOT: realpathSync(root), DISK_SHIM_JOURNAL: this.journal, UV_USE_IO_URING: '0' };
  }

  [Symbol.dispose](): void {
    closeSync(this.#controls);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
