/** Lets one server process at a time serve a data folder. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

import { DeputizeError } from '../../core/errors.ts';
import { ensurePrivateFile, ensurePrivateFolder } from '../../lib/node/private-files.ts';
import { defaultWorkspace } from '../config/config.ts';
import { runningServer, type RunningServer } from './server-file.ts';

export const LOCK_FILE = 'server.lock';
/** A server that starts on a busy machine, or one that lets its calls end, may take this long. */
const WAIT_MS = 60_000;
const LOOK_MS = 50;

interface ServerLock {
  release(): void;
}

/** Another process of this machine serves the data folder. */
export class ServerRunningError extends DeputizeError {
  readonly running: RunningServer;

  constructor(running: RunningServer) {
    super('CONFLICT', `A server runs on this data folder already, at ${running.url}.`);
    this.running = running;
  }
}

/** Waits for a server that starts or stops on the folder. Throws ServerRunningError where one runs. */
export async function lockDataFolder(data: string): Promise<ServerLock> {
  ensurePrivateFolder(data, defaultWorkspace(data));
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const lock = tryLock(join(data, LOCK_FILE));
    if (lock) return lock;
    const running = runningServer(data);
    if (running) throw new ServerRunningError(running);
    if (performance.now() > until)
      throw new DeputizeError('NOT_AVAILABLE', 'Another server starts or stops on this data folder. Try again later.', {
        retryable: true,
      });
    await pause(LOOK_MS);
  }
}

/** The lock is one of the operating system, which removes it with its process, however that ends. */
function tryLock(file: string): ServerLock | undefined {
  ensurePrivateFile(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Raw SQL: the lock itself.
    database.exec('begin exclusive');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && Reflect.get(error, 'errcode') === SQLITE_BUSY) return undefined;
    throw error;
  }
}

const SQLITE_BUSY = 5;
