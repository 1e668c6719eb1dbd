/** Clears away what a crash left behind: only under our own temporary names, and only when it is old. */
import { lstat } from 'node:fs/promises';

import { PortError } from '../../ports/port-error.ts';
import type { DirectoryHandle } from './handles.ts';
import { toProcPath, listNames, openDirectory, errno } from './handles.ts';
import type { FileLimits } from './limits.ts';
import { destroy } from './remove.ts';
import { isTemporary } from './workspace-path.ts';

// Another process may be writing right now under such a name.
const OLD_MS = 60 * 60 * 1000;

export async function sweep(root: DirectoryHandle, limits: FileLimits, now: number): Promise<number> {
  let swept = 0;
  let seen = 0;
  const visit = async (directory: DirectoryHandle, depth: number): Promise<void> => {
    for (const { text } of await listNames(directory)) {
      if (text === undefined || ++seen > limits.entries) continue;
      const stats = await lstat(toProcPath(directory, text)).catch(() => undefined);
      if (isTemporary(text)) {
        if (stats === undefined || now - stats.ctimeMs < OLD_MS) continue;
        // What cannot be cleared now is tried again at the next start.
        await destroy(directory, text).then(
          () => swept++,
          () => undefined,
        );
      } else if (stats?.isDirectory() === true && depth < limits.depth) {
        await descendInto(directory, text, depth);
      }
    }
  };
  const descendInto = async (directory: DirectoryHandle, name: string, depth: number): Promise<void> => {
    try {
      await using inside = await openDirectory(directory, name, name);
      await visit(inside, depth + 1);
    } catch (thrown) {
      // Gone, replaced or closed to us since it was seen: no reason not to start. Anything unexpected is one.
      if (thrown instanceof PortError || ['EACCES', 'EPERM', 'ENOENT'].includes(errno(thrown) ?? '')) return;
      throw thrown;
    }
  };
  await visit(root, 1);
  return swept;
}
