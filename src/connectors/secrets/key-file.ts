/** The runtime's Ed25519 key in a file that only its owner can read. The first process creates it. */
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import type { SigningKey } from '../../ports/secrets.ts';
import { makeFolder, syncFolder } from './durable-names.ts';
import { importSigningKey, importVerifyingKey, makeSigningKey, type StoredKey } from './signing-key.ts';

export async function loadSigningKey(path: string): Promise<SigningKey> {
  const key = read(path) ?? (await create(path));
  return importSigningKey(key);
}

/**
 * Loads the public half from a separate file, for a process that verifies and never signs. The first process creates the
 * pair; after that the private half is not read.
 */
export async function loadVerifyingKey(path: string): Promise<SigningKey> {
  const publicPath = path.replace(/\.json$/, '.public.json');
  const known = read(publicPath);
  if (known) return importVerifyingKey(known);
  const { d: _private, ...publicPart } = read(path) ?? (await create(path));
  await place(publicPath, publicPart);
  return importVerifyingKey(publicPart);
}

function read(path: string): StoredKey | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new PortError('INVALID_CONFIGURATION', `Others can read the signing key: chmod 600 ${path}`, { path });
  }
  return JSON.parse(text) as StoredKey;
}

async function create(path: string): Promise<StoredKey> {
  return place(path, await makeSigningKey());
}

async function place(path: string, stored: StoredKey): Promise<StoredKey> {
  makeFolder(dirname(path));
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, JSON.stringify(stored), { mode: 0o600, flush: true });
  try {
    // A link, unlike a rename, fails if another process was first.
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
  // A key that is lost in a power failure makes its signatures unverifiable.
  syncFolder(dirname(path));
  const winner = read(path);
  if (!winner) throw new PortError('INVALID_CONFIGURATION', `The signing key at ${path} could not be made.`, { path });
  return winner;
}
