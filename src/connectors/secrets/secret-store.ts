/**
 * Secrets that the person gave, each sealed in a file of its own (AES-256-GCM, bound to its name). The key stands in another folder,
 * for its owner alone: a copy of the secrets without it tells nothing.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PortError } from '../../ports/port-error.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

export class SecretStore {
  readonly #folder: string;
  readonly #keyFile: string;

  constructor(data: string) {
    this.#folder = join(data, 'secrets');
    this.#keyFile = join(data, 'keys', 'secrets.key');
  }

  /** Undefined when there is none of this name. */
  read(name: string): string | undefined {
    const sealed = readIfThere(this.#pathOf(name));
    if (sealed === undefined) return undefined;
    const key = this.#key();
    const nonce = sealed.subarray(0, NONCE_BYTES);
    try {
      const decipher = createDecipheriv(CIPHER, key ?? Buffer.alloc(KEY_BYTES), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const opened = [decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(opened).toString('utf8');
    } catch (cause) {
      throw new PortError(
        'INVALID_CONFIGURATION',
        `The stored secret "${name}" cannot be opened: it is damaged, or not sealed with ${this.#keyFile}. Connect again.`,
        { name },
        cause,
      );
    }
  }

  write(name: string, secret: string): void {
    const key = this.#key() ?? this.#makeKey();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const path = this.#pathOf(name);
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, Buffer.concat([nonce, cipher.getAuthTag(), sealed]), { mode: 0o600, flush: true });
    renameSync(temporary, path);
  }

  #pathOf(name: string): string {
    if (NAME.test(name)) return join(this.#folder, name);
    throw new PortError('INVALID_ARGUMENTS', 'A stored secret has a name of small letters, digits and dashes.');
  }

  #key(): Buffer | undefined {
    const key = readIfThere(this.#keyFile);
    if (key === undefined) return undefined;
    if (process.platform !== 'win32' && (statSync(this.#keyFile).mode & 0o077) !== 0)
      throw new PortError(
        'INVALID_CONFIGURATION',
        `Others can read the key of the secrets: chmod 600 ${this.#keyFile}`,
      );
    if (key.length !== KEY_BYTES)
      throw new PortError('INVALID_CONFIGURATION', `${this.#keyFile} is not the key of the secrets.`);
    return key;
  }

  #makeKey(): Buffer {
    mkdirSync(join(this.#keyFile, '..'), { recursive: true, mode: 0o700 });
    const temporary = `${this.#keyFile}.${randomBytes(6).toString('hex')}`;
    writeFileSync(temporary, randomBytes(KEY_BYTES), { mode: 0o600, flush: true });
    try {
      // A link, unlike a rename, fails where another process was first.
      linkSync(temporary, this.#keyFile);
    } catch (error) {
      if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
    } finally {
      rmSync(temporary);
    }
    return this.#key() ?? this.#makeKey();
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined;
    throw error;
  }
}
