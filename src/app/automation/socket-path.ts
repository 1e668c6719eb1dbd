/** The note about the automation service of a data folder: its socket and the secret for its clients. Only its owner can read it. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { DeputizeError } from '../../core/index.ts';
import { isProcessRunning } from '../../lib/node/is-process-running.ts';

interface AutomationNote {
  /** A Unix socket, or a named pipe on Windows. */
  readonly socket: string;
  readonly secret: string;
  readonly pid: number;
}

/** Operating systems limit the path of a socket to little more than a hundred bytes. */
const MAX_SOCKET_PATH = 100;
const SOCKET_NAME = '/0123456789ab.sock'.length;

const getNotePath = (data: string): string => join(data, 'automation', 'service.json');

export function createAutomationNote(data: string, platform = process.platform): AutomationNote {
  const folder = dirname(getNotePath(data));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Every service gets a new secret, so an old one is useless.
  return { socket: socketPath(data, platform), secret: randomBytes(32).toString('hex'), pid: process.pid };
}

/** The folder for sockets. A temporary folder if the path of the data folder is too long. */
export function socketFolder(data: string): string {
  const folder = dirname(getNotePath(data));
  const isShort = Buffer.byteLength(folder) + SOCKET_NAME <= MAX_SOCKET_PATH;
  return isShort ? folder : mkdtempSync(join(tmpdir(), 'dpt-'));
}

function socketPath(data: string, platform: NodeJS.Platform): string {
  const name = randomBytes(6).toString('hex');
  if (platform === 'win32') return `\\\\.\\pipe\\deputize-${name}${randomBytes(10).toString('hex')}`;
  // The supervisor has already made the folder where both processes can see it.
  return join(process.env['DEPUTIZE_SOCKETS'] ?? socketFolder(data), `${name}.sock`);
}

/** Publishes the note for clients. Returns false if another service already runs. */
export function announce(data: string, note: AutomationNote): boolean {
  const file = getNotePath(data);
  const temporary = `${file}.${note.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, JSON.stringify(note), { mode: 0o600 });
  try {
    for (;;) {
      try {
        // Unlike a rename, a link fails if the file exists.
        linkSync(temporary, file);
        return true;
      } catch (error) {
        if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
      }
      const existing = readNote(data);
      if (existing && isProcessRunning(existing.pid)) return false;
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}

export function withdraw(data: string, note: AutomationNote): void {
  if (readNote(data)?.secret === note.secret) rmSync(getNotePath(data), { force: true });
  if (process.platform !== 'win32') rmSync(note.socket, { force: true });
}

/** Undefined while no service runs. Throws if other users could read or write the secret. */
export function readNote(data: string): AutomationNote | undefined {
  const file = getNotePath(data);
  try {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new DeputizeError('INVALID_CONFIGURATION', `Others can read the service’s secret: rm ${file}`);
    return JSON.parse(readFileSync(file, 'utf8')) as AutomationNote;
  } catch (error) {
    if (error instanceof DeputizeError) throw error;
    return undefined;
  }
}
