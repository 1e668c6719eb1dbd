/** Keeps files and folders to their owner, with any umask and also if another program made them. */
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/** Creates a folder for its owner only. An existing folder and everything in it is closed to others, but for the content of `except`. */
export function ensurePrivateFolder(path: string, except?: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const wasOpen = closeToOthers(path, lstatSync(path));
  // Below a closed folder, files are out of reach. The ones directly in it are few, so they are always looked at.
  closeEntries(path, except, wasOpen);
}

/** Creates an empty file for its owner only, unless it exists. Files that SQLite adds to a database get its mode. */
export function ensurePrivateFile(path: string): void {
  const descriptor = openSync(path, 'a', 0o600);
  try {
    const { mode, uid } = fstatSync(descriptor);
    if ((mode & OTHERS) !== 0 && isOwn(uid)) fchmodSync(descriptor, mode & 0o7777 & ~OTHERS);
  } finally {
    closeSync(descriptor);
  }
}

function closeEntries(folder: string, except: string | undefined, isDeep: boolean): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = readStats(path);
    if (stats === undefined || stats.isSymbolicLink()) continue;
    const wasOpen = closeToOthers(path, stats);
    if (stats.isDirectory() && path !== except && (isDeep || wasOpen)) closeEntries(path, except, isDeep || wasOpen);
  }
}

/** Returns whether others had access. What belongs to another user is left to them. */
function closeToOthers(path: string, { mode, uid }: Stats): boolean {
  if ((mode & OTHERS) === 0 || !isOwn(uid)) return false;
  chmodSync(path, mode & 0o7777 & ~OTHERS);
  return true;
}

/** Undefined for a file that another process has just removed. */
function readStats(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

const isOwn = (uid: number): boolean => process.getuid?.() === uid;
