/**
 * The key that seals secrets (AES-256-GCM, each bound to its purpose). It is in a file for its owner alone, apart from the
 * sealed data. The first process creates it. Machines that share a database share this file.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import type { SecretSealer } from '../../ports/secrets.ts';
import { makeFolder, syncFolder } from './durable-names.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export class SealingKey {
  readonly file: string;

  constructor(data: string) {
    this.file = join(data, 'keys', 'secrets.key');
  }

  seal(secret: string, boundTo: string): Buffer {
    const key = this.#read() ?? this.#make();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(boundTo));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Undefined if it was sealed with another key, for another purpose, or is damaged. */
  open(sealed: Buffer, boundTo: string): string | undefined {
    const key = this.#read() ?? Buffer.alloc(KEY_BYTES);
    try {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(boundTo));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const opened = [decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch {
      return undefined;
    }
  }

  #read(): Buffer | undefined {
    const key = readIfThere(this.file);
    if (key === undefined) return undefined;
    if (process.platform !== 'win32' && (statSync(this.file).mode & 0o077) !== 0)
      throw new PortError('INVALID_CONFIGURATION', `Others can read the key of the secrets: chmod 600 ${this.file}`);
    if (key.length !== KEY_BYTES)
      throw new PortError('INVALID_CONFIGURATION', `${this.file} is not the key of the secrets.`);
    return key;
  }

  #make(): Buffer {
    makeFolder(dirname(this.file));
    const temporary = `${this.file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(temporary, randomBytes(KEY_BYTES), { mode: 0o600, flush: true });
    try {
      // A link, unlike a rename, fails if another process was first.
      linkSync(temporary, this.file);
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
    } finally {
      rmSync(temporary);
    }
    // Nothing may be sealed with a key that a power failure could lose.
    syncFolder(dirname(this.file));
    return this.#read() ?? this.#make();
  }
}

/** Seals values that are stored in a database. */
export function createSealing(data: string): SecretSealer {
  const key = new SealingKey(data);
  return {
    seal: (secret, boundTo) => key.seal(secret, boundTo).toString('base64'),
    open(sealed, boundTo) {
      const secret = key.open(Buffer.from(sealed, 'base64'), boundTo);
      if (secret !== undefined) return secret;
      throw new PortError(
        'INVALID_CONFIGURATION',
        `A secret in the database cannot be opened: it is not sealed with ${key.file}.`,
      );
    },
  };
}

export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}
