/** Starts the process under load, reads its messages, and kills it by its id. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { LoadOptions, Told } from './crash-messages.ts';
import { onJsonLine } from '../processes/line-reader.ts';

const program = fileURLToPath(new URL('crash-child.ts', import.meta.url));

/** Node keeps compiled code there, which halves the time of a start. */
export const quickStart = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'deputize-test-compile-cache') };

export interface CrashProcess {
  /** Resolves after this many messages. The first one is `ready`. */
  hasTold(count: number): Promise<void>;
  kill(): Promise<void>;
}

export function startCrashProcess(
  options: LoadOptions,
  hear: (told: Told) => void,
  env: Record<string, string> = {},
): CrashProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...quickStart, ...env },
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4_000)));
  const closed = once(child, 'close');
  let told = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  onJsonLine<Told>(child.stdout, (message) => {
    told += 1;
    hear(message);
    for (const { count, resolve } of waiting) if (told >= count) resolve();
  });
  const endedByItself = closed.then(([code]) => {
    throw new Error(`The process ended by itself (${String(code)}):\n${complaints}`);
  });
  endedByItself.catch(() => undefined);
  return {
    hasTold: (count) =>
      Promise.race([
        endedByItself,
        new Promise<void>((resolve) => {
          waiting.push({ count, resolve });
          if (told >= count) resolve();
        }),
      ]),
    async kill() {
      if (child.exitCode !== null) return endedByItself;
      child.kill('SIGKILL');
      await closed;
      if (child.signalCode !== 'SIGKILL') throw new Error(`The process had ended by itself:\n${complaints}`);
      if (complaints !== '') throw new Error(`The process complained:\n${complaints}`);
    },
  };
}
