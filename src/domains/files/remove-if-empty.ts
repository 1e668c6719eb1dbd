/** Removes a folder, unless something was put into it. */
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';

/** Returns whether the folder is gone. */
export async function removeIfEmpty(files: ScopedFiles, path: string, signal: AbortSignal): Promise<boolean> {
  try {
    if ((await files.info(path))?.type === 'directory') await files.remove(path, { recursive: false, signal });
    return true;
  } catch (thrown) {
    // Something was put there since: the folder stays, and so do the folders above it.
    if (thrown instanceof PortError && thrown.code === 'DIRECTORY_NOT_EMPTY') return false;
    throw thrown;
  }
}
