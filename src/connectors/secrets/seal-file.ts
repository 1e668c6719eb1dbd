/** The secret of the next seal in a file that only its owner can read. Replacing it erases the one before. */
import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import type { SealSeed, SealSeedStore } from '../../ports/seals.ts';
import { makeFolder } from './durable-names.ts';

/** No process takes so long to rename a file that it has written. */
const ABANDONED_MS = 60_000;
const ABANDONED = /^seal-[0-9a-f]{16}\.json\.[0-9a-f-]{36}$/;
const LEDGER = /^[0-9a-f]{16}$/;

/** The names of the files in the folder of keys. */
export const SEAL_FILE = /^seal-[0-9a-f]{16}\.json$/;

/** Keeps them in this folder. */
export function openSealFiles(folder: string): SealSeedStore {
  const pathOf = (ledger: string): string => {
    if (LEDGER.test(ledger)) return join(folder, `seal-${ledger}.json`);
    throw new PortError('INVALID_ARGUMENTS', 'A ledger has an id of 16 hex digits.');
  };
  return {
    read: (ledger) => readSeed(pathOf(ledger)),
    async replace(ledger, next) {
      const path = pathOf(ledger);
      const stored = await readSeed(path);
      if (stored && stored.n >= next.n) return;
      makeFolder(folder);
      await removeAbandoned(folder);
      await rename(await write(path, next), path);
      await syncFolder(folder);
    },
  };
}

/** A crash can leave a secret under a temporary name. It must not outlive the seal that it was made for. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!ABANDONED.test(name)) continue;
    const path = join(folder, name);
    // Another process may just have renamed it.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

async function readSeed(path: string): Promise<SealSeed | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0)
    throw new PortError('INVALID_CONFIGURATION', `Others can read the secret of the seals: chmod 600 ${path}`, {
      path,
    });
  const found = parse(text);
  if (found) return found;
  throw new PortError('INVALID_CONFIGURATION', `${path} is not the secret of the seals.`, { path });
}

function parse(text: string): SealSeed | undefined {
  try {
    const { n, seed } = JSON.parse(text) as Partial<SealSeed>;
    return Number.isSafeInteger(n) && /^[0-9a-f]{64}$/.test(seed ?? '') ? ({ n, seed } as SealSeed) : undefined;
  } catch {
    return undefined;
  }
}

async function write(path: string, seed: SealSeed): Promise<string> {
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(seed));
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** As `syncFolder` does, without holding up the thread. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === code;
}
