/** Counts the entries and bytes of a folder that programs of a run may still be changing. */
import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface TreeSize {
  readonly entries: number;
  readonly bytes: number;
}

const BLOCK = 512;

/** How many files are looked at before other work of the process runs. A synchronous call takes a tenth of the time. */
const SLICE = 200;

export async function measureTree(root: string): Promise<TreeSize> {
  let [entries, bytes] = [0, 0];
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of found) {
      entries += 1;
      if (entries % SLICE === 0) await new Promise((resolve) => setImmediate(resolve));
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += sizeOnDisk(path);
    }
  }
  return { entries, bytes };
}

/** Zero for a file that is gone or cannot be reached. */
function sizeOnDisk(path: string): number {
  try {
    return (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * BLOCK;
  } catch {
    return 0;
  }
}
