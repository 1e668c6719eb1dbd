/** Keeps objects, secrets and files in a folder until it is killed, and says of each when it is kept: `FOLDER`. */
import { createHash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { join } from 'node:path';

import { openDiskFiles } from '../../../../src/connectors/files/disk.ts';
import { openDiskObjects } from '../../../../src/connectors/objects/disk.ts';
import { keepSmallObjects } from '../../../../src/connectors/objects/small.ts';
import { makeFolder } from '../../../../src/connectors/secrets/durable-names.ts';
import { SecretStore } from '../../../../src/connectors/secrets/secret-store.ts';

export type Kept =
  | { readonly kind: 'object'; readonly hash: string }
  | { readonly kind: 'secret' | 'file'; readonly name: string; readonly round: number }
  | { readonly kind: 'gone'; readonly name: string; readonly round: number; readonly before: string };

export const contentOf = (name: string, round: number): string => `${name} of round ${round}. `.repeat(400);

const signal = new AbortController().signal;
const say = (kept: Kept): void => void writeSync(1, `${JSON.stringify(kept)}\n`);

export async function openPlaces(folder: string) {
  const larger = await openDiskObjects(join(folder, 'objects'));
  const objects = keepSmallObjects(join(folder, 'objects', 'small.db'), larger);
  const files = await openDiskFiles({ root: join(folder, 'work'), objects: larger });
  return { larger, objects, files, secrets: new SecretStore(folder) };
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? '';
  makeFolder(join(folder, 'work'));
  const { larger, objects, files, secrets } = await openPlaces(folder);
  for (let round = 1; round <= 12; round += 1) {
    for (const store of [objects, larger]) {
      const bytes = Buffer.from(contentOf(store === objects ? 'small' : 'large', round));
      await store.put(bytes);
      say({ kind: 'object', hash: createHash('sha256').update(bytes).digest('hex') });
    }
    const name = `name-${round % 3}`;
    secrets.write(name, contentOf(name, round));
    say({ kind: 'secret', name, round });
    const path = `folder-${round % 4}/${name}`;
    const standing = await files.capture(path, signal);
    await files.write(path, Buffer.from(contentOf(path, round)), { createDirs: true, signal });
    say({ kind: 'file', name: path, round });
    if (round % 4 !== 3 || standing.image.kind !== 'file') continue;
    const { image } = await files.capture(path, signal);
    await files.remove(path, { recursive: false, signal });
    if (image.kind === 'file') say({ kind: 'gone', name: path, round, before: image.hash });
  }
  process.exit(0);
}
