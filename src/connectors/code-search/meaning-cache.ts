/** The vectors of texts that were looked at before, in files named after what they are of: nothing in here is ever wrong. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class MeaningCache {
  readonly #folder: string;

  constructor(folder: string, model: string) {
    this.#folder = join(folder, hashText(model).slice(0, 16));
  }

  /** Undefined when there are not exactly so many of one length: then they are made again. */
  async get(texts: readonly string[]): Promise<Float32Array[] | undefined> {
    const bytes = await readFile(this.#pathOf(texts)).catch(() => undefined);
    if (!bytes || texts.length === 0 || bytes.length === 0 || bytes.length % (4 * texts.length) !== 0) return undefined;
    const all = new Float32Array(new Uint8Array(bytes).buffer);
    const length = all.length / texts.length;
    return texts.map((_, at) => all.subarray(at * length, (at + 1) * length));
  }

  async put(texts: readonly string[], vectors: readonly Float32Array[]): Promise<void> {
    const path = this.#pathOf(texts);
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    await writeFile(temporary, Buffer.concat(vectors.map((vector) => new Uint8Array(vector.slice().buffer))), {
      mode: 0o600,
    });
    await rename(temporary, path);
  }

  #pathOf(texts: readonly string[]): string {
    const name = hashText(JSON.stringify(texts));
    return join(this.#folder, name.slice(0, 2), name);
  }
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
