/**
 * The key that seals the keys of people's contents, in a file for its owner alone. It is derived from the signing key, so that
 * nodes with the same signing key have the same file. A confined process reads this file and not the signing key.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import type { SecretSealer } from '../../ports/secrets.ts';
import { createSecretSealer } from './content-cipher.ts';
import { syncFolder } from './durable-names.ts';
import { loadSigningKey } from './key-file.ts';
import { readIfThere } from './sealing-key.ts';
import type { StoredKey } from './signing-key.ts';

/** The path of the file in a data folder. */
export const contentKeyFile = (data: string): string => join(data, 'keys', 'contents.key');

/** Opens the sealer of the content keys. Creates the file if there is none. */
export async function openContentSealer(data: string): Promise<SecretSealer> {
  const path = contentKeyFile(data);
  const key = readIfThere(path) ?? (await createKey(path, join(data, 'keys', 'signing.json')));
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new PortError('INVALID_CONFIGURATION', `Others can read the key of the contents: chmod 600 ${path}`);
  return createSecretSealer(key.toString('utf8'));
}

async function createKey(path: string, signingPath: string): Promise<Buffer> {
  await loadSigningKey(signingPath);
  const { d = '' } = JSON.parse(readFileSync(signingPath, 'utf8')) as StoredKey;
  const temporary = `${path}.${randomUUID()}`;
  const key = createHmac('sha256', d).update('deputize content keys').digest('hex');
  writeFileSync(temporary, key, { mode: 0o600, flush: true });
  try {
    // A link, unlike a rename, fails if another process was first.
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
  syncFolder(dirname(path));
  return readFileSync(path);
}
