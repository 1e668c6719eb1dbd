/** Makes folders that are missing, and on undo takes away those that are still empty. */
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import { DeputizeError } from '../../../core/index.ts';
import { listParentFolders } from '../workspace-target.ts';
import { removeIfEmpty } from '../remove-if-empty.ts';

const MODE = 0o755;

/** The folders that would have to be made for this one to be there, outermost first. */
export async function missingDirectories(files: ScopedFiles, path: string): Promise<string[]> {
  const missing: string[] = [];
  for (const folder of [...listParentFolders(path), path]) {
    const existing = await files.info(folder);
    if (existing === undefined) missing.push(folder);
    else if (existing.type !== 'directory')
      throw new DeputizeError('NOT_A_DIRECTORY', `"${folder}" is a ${existing.type}.`, { details: { path: folder } });
  }
  return missing;
}

export async function makeDirectories(
  files: ScopedFiles,
  missing: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const path of missing) {
    const image = { kind: 'directory', mode: MODE, modified: new Date().toISOString(), entries: [] } as const;
    await files.restore(path, image, { expected: 'absent', signal });
  }
}

export async function removeDirectories(
  files: ScopedFiles,
  made: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const path of made.toReversed()) if (!(await removeIfEmpty(files, path, signal))) return;
}
