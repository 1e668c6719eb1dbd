/** A note in the data folder of the server that runs on it, so that commands can print working links. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isProcessRunning } from '../../lib/node/is-process-running.ts';

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
}

const getServerFilePath = (data: string): string => join(data, 'server.json');

export function noteServer(data: string, server: RunningServer): void {
  writeFileSync(getServerFilePath(data), JSON.stringify(server), { mode: 0o600 });
}

export function forgetServer(data: string): void {
  if (readNote(data)?.pid === process.pid) rmSync(getServerFilePath(data), { force: true });
}

export function runningServer(data: string): RunningServer | undefined {
  const server = readNote(data);
  return server && isProcessRunning(server.pid) ? server : undefined;
}

function readNote(data: string): RunningServer | undefined {
  try {
    return JSON.parse(readFileSync(getServerFilePath(data), 'utf8')) as RunningServer;
  } catch {
    return undefined;
  }
}
