/** Whether a file tool would change a protected path: the target itself, or one below a folder that moves. */
import type { ScopedFiles } from '../../ports/scoped-files.ts';

/** The path and everything below it, if it is a folder. */
export async function isProtectedTree(
  files: ScopedFiles,
  path: string,
  signal: AbortSignal,
  /** The path that the tree gets. */
  target = path,
): Promise<boolean> {
  const info = await files.info(path);
  const isDirectory = info?.type === 'directory';
  if (files.isProtected(target, isDirectory)) return true;
  if (!isDirectory) return false;
  const below = await files.list(path, { recursive: true, includeHidden: true, signal });
  return below.some(({ name, type }) => files.isProtected(`${target}/${name}`, type === 'directory'));
}
