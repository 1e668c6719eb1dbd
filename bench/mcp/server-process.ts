/** A server as a child process: it tells its address, its heap when asked, and ends when told. */
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** In the child. */
export function answerParent(url: string, close: () => Promise<void>): void {
  process.on('message', (message) => {
    if (message === 'heap') void settledHeap().then((heap) => process.send?.({ heap }));
    if (message === 'end') void close().then(() => process.disconnect());
  });
  // Also when the benchmark was ended from outside.
  process.on('disconnect', () => process.exit());
  process.send?.({ url });
}

async function settledHeap(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await sleep(100);
  }
  return process.memoryUsage().heapUsed;
}

export interface ServerProcess {
  readonly url: URL;
  heap(): Promise<number>;
  end(): Promise<void>;
}

/** In the parent. */
export async function startServer(file: URL, args: readonly string[] = []): Promise<ServerProcess> {
  const child = fork(file, args, { execArgv: ['--expose-gc'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { url } = await nextMessage<{ url: string }>(child);
  return {
    url: new URL(url),
    async heap() {
      child.send('heap');
      return (await nextMessage<{ heap: number }>(child)).heap;
    },
    async end() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.send('end');
      const late = setTimeout(() => child.kill(), 5_000);
      await exited;
      clearTimeout(late);
    },
  };
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
