/** Writes and reads tar archives of plain files, one file at a time. The format itself is the work of `tar-stream`. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack, type Pack } from 'tar-stream';

import { PortError } from '../../ports/port-error.ts';

export interface TarEntry {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly modifiedAt: Date;
  /** Must be read to its end before the next entry is requested. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The bytes of an archive. Fails with what an entry fails with. */
export function writeTar(entries: AsyncIterable<TarEntry>): Readable {
  const archive = pack();
  const fill = async (): Promise<void> => {
    for await (const entry of entries) await addEntry(archive, entry);
    archive.finalize();
  };
  fill().catch((error: unknown) => archive.destroy(error as Error));
  return Readable.from(archive);
}

async function addEntry(archive: Pack, { path, size, mode, modifiedAt, content }: TarEntry): Promise<void> {
  const stored = Promise.withResolvers<void>();
  const header = { name: path, size, mode: mode & 0o777, mtime: modifiedAt, type: 'file' as const };
  const sink = archive.entry(header, (error) => (error ? stored.reject(error) : stored.resolve()));
  // The same failure reaches the reader of the archive.
  stored.promise.catch(() => undefined);
  sink.on('error', () => undefined);
  for await (const piece of content) {
    if (!sink.write(piece))
      await Promise.race([new Promise<void>((resolve) => sink.once('drain', () => resolve())), stored.promise]);
  }
  sink.end(undefined);
  await stored.promise;
}

/** Accepts plain files only: no links, directories or devices. The paths are not checked. */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const parser = extract();
  const source = new WatchedSource(stream);
  const feeding = pipeline(source, parser as unknown as NodeJS.WritableStream);
  // A failure reaches the reader of the entries.
  feeding.catch(() => undefined);
  try {
    for await (const entry of parser) {
      const { name, size, mode, mtime, type } = entry.header;
      if (type !== 'file') throw damagedTarError(`it holds something that is no file (${JSON.stringify(name)})`);
      yield { path: name, size, mode, modifiedAt: mtime, content: source.explain(entry as AsyncIterable<Uint8Array>) };
    }
  } catch (error) {
    throw source.explainError(error);
  }
}

/** Distinguishes a failure of the stream from a fault that the parser found in it. */
class WatchedSource {
  readonly #stream: AsyncIterable<Uint8Array>;
  #failure: { readonly error: unknown } | undefined;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#stream = stream;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of this.#stream) yield chunk;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  async *explain(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (error) {
      throw this.explainError(error);
    }
  }

  explainError(error: unknown): unknown {
    if (this.#failure) return this.#failure.error;
    if (error instanceof PortError) return error;
    const message = error instanceof Error ? error.message : '';
    return damagedTarError(message.startsWith('Unexpected end') ? 'it ends in the middle' : 'a header is damaged');
  }
}

const damagedTarError = (why: string): PortError =>
  new PortError('INVALID_REQUEST', `This is no whole backup: ${why}.`);
