/** A folder in memory for the temporary files of the tests: they write many small ones, and a disk would make them wait. */
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const GB = 1024 ** 3;
const [NEEDED_SPACE, NEEDED_MEMORY] = [8 * GB, 12 * GB];

/** Undefined where memory is scarce, or where the environment names a folder already. */
export function makeMemoryFolder(): string | undefined {
  if (process.env['TMPDIR'] !== undefined || process.platform !== 'linux' || !existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED_SPACE || freemem() < NEEDED_MEMORY) return undefined;
  const folder = mkdtempSync(join(MEMORY, 'deputize-tests-'));
  // Some tests run as another user, as in /tmp.
  chmodSync(folder, 0o1777);
  return folder;
}
