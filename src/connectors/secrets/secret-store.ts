/** Secrets that the user gave, each sealed in a separate file. Without the key, a copy of the files reveals nothing. */
import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PortError } from '../../ports/port-error.ts';
import { makeFolder, syncFolder } from './durable-names.ts';
import { readIfThere, SealingKey } from './sealing-key.ts';

const NAME = /^[a-z][a-z0-9-]{0,63}$/;

export class SecretStore {
  readonly #folder: string;
  readonly #key: SealingKey;

  constructor(data: string) {
    this.#folder = join(data, 'secrets');
    this.#key = new SealingKey(data);
  }

  /** Undefined if there is no secret of this name. */
  read(name: string): string | undefined {
    const sealed = readIfThere(this.#pathOf(name));
    if (sealed === undefined) return undefined;
    const secret = this.#key.open(sealed, name);
    if (secret !== undefined) return secret;
    throw new PortError(
      'INVALID_CONFIGURATION',
      `The stored secret "${name}" cannot be opened: it is damaged, or not sealed with ${this.#key.file}. Connect again.`,
      { name },
    );
  }

  write(name: string, secret: string): void {
    const path = this.#pathOf(name);
    const sealed = this.#key.seal(secret, name);
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    makeFolder(this.#folder);
    writeFileSync(temporary, sealed, { mode: 0o600, flush: true });
    renameSync(temporary, path);
    syncFolder(this.#folder);
  }

  #pathOf(name: string): string {
    if (NAME.test(name)) return join(this.#folder, name);
    throw new PortError('INVALID_ARGUMENTS', 'A stored secret has a name of small letters, digits and dashes.');
  }
}
