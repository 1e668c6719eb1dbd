/** Every object that a data folder holds, the small ones included, to be brought somewhere else. */
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { ObjectStore } from '../../ports/object-store.ts';
import { PortError } from '../../ports/port-error.ts';
import { createQueryBuilder, prepared } from '../../lib/query-builder.ts';

const sql = createQueryBuilder<{ objects: { hash: Uint8Array; bytes: Uint8Array } }>('sqlite');
const selectBytes = prepared<{ hash: Uint8Array }>(({ hash }) =>
  sql.selectFrom('objects').select('bytes').where('hash', '=', hash),
);
const selectHashes = prepared(() => sql.selectFrom('objects').select('hash'));

const HASH = /^[0-9a-f]{64}$/;

interface Found {
  readonly hash: string;
  read(): Uint8Array | AsyncIterable<Uint8Array>;
}

export interface BroughtObjects {
  readonly objects: number;
  readonly bytes: number;
}

/** Puts each of them, and reads each again. What is there already is only read, so that it can be done again. */
export async function bringObjects(
  folder: string,
  target: ObjectStore,
  { atOnce, onObject }: { atOnce: number; onObject: (done: number, total: number) => void },
): Promise<BroughtObjects> {
  const all = await everyObject(folder);
  const waiting = all.values();
  let [objects, bytes] = [0, 0];
  const bring = async (): Promise<void> => {
    for (const found of waiting) {
      const { hash } = found;
      const put = await target.put(found.read());
      if (put.hash !== hash)
        throw new PortError('CONFLICT', `The object ${hash} is damaged: its content has another hash.`, { hash });
      // Read to its end: that is where another content would show.
      for await (const chunk of target.stream(hash)) bytes += chunk.byteLength;
      onObject((objects += 1), all.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, bring));
  return { objects, bytes };
}

async function everyObject(folder: string): Promise<Found[]> {
  const small = smallOnes(join(folder, 'small.db'));
  if (!existsSync(folder)) return small;
  const found: Found[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isInPlace = path === join(folder, entry.name.slice(0, 2), entry.name.slice(2, 4), entry.name);
    if (entry.isFile() && HASH.test(entry.name) && isInPlace)
      found.push({ hash: entry.name, read: () => createReadStream(path) as AsyncIterable<Uint8Array> });
  }
  return [...found, ...small];
}

function smallOnes(file: string): Found[] {
  if (!existsSync(file)) return [];
  const opened = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const bytesOf = (hash: Uint8Array): Uint8Array =>
    opened((database) => database.prepare(selectBytes({ hash }).sql).get(hash)?.['bytes'] as Uint8Array);
  return opened((database) => database.prepare(selectHashes({}).sql).all()).map(({ hash }) => ({
    hash: Buffer.from(hash as Uint8Array).toString('hex'),
    read: () => bytesOf(hash as Uint8Array),
  }));
}
