/** Counts the entries and bytes of a folder that programs of a run may still be changing. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface TreeSize {
  readonly entries: number;
  readonly bytes: number;
}

const BLOCK = 512;

export async function measureTree(root: string): Promise<TreeSize> {
  let [entries, bytes] = [0, 0];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
    entries += found.length;
    const files: string[] = [];
    for (const entry of found) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) files.push(path);
    }
    const sizes = await Promise.all(
      files.map((path) =>
        lstat(path).then(
          ({ blocks }) => blocks * BLOCK,
          () => 0,
        ),
      ),
    );
    bytes += sizes.reduce((sum, size) => sum + size, 0);
  }
  return { entries, bytes };
}
