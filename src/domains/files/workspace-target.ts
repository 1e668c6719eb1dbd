/** The path that a file tool changes: what is refused about it, and whether it is still what was approved. */
import { z } from 'zod';

import { DeputizeError, type Facts } from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';

export const pathInput = z.string().max(4_096);

/** A path that is to be changed: in its one spelling, and never the root. */
export function normalizeTarget(files: ScopedFiles, path: string): string {
  const normal = files.normalize(path);
  if (normal === '') {
    throw new DeputizeError(
      'INVALID_PATH',
      'The path names the workspace root, which cannot be written, moved or deleted.',
    );
  }
  return normal;
}

/** The directories above a path, outermost first. */
export function listParentFolders(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

export function pathNotFoundError(path: string, hint = ''): DeputizeError {
  return new DeputizeError('FILE_NOT_FOUND', `"${path}" does not exist.${hint}`, { details: { path } });
}

/** A call that was decided as overwriting nothing must not overwrite what appeared since. */
export function requireStillAbsent(path: string, decided: Facts, found: string): void {
  if (decided.destructive !== false || found === 'absent') return;
  throw new DeputizeError(
    'CONFLICT',
    `"${path}" was created after the policy decision. Overwriting it needs an approval: make the call again.`,
    {
      details: { path },
    },
  );
}

/** Refuses to act on anything but what was approved. */
export function requireUnchanged(path: string, expected: string | undefined, found: string): void {
  if (expected === undefined || expected === found) return;
  throw new DeputizeError('CONFLICT', `"${path}" has changed since it was approved.`, { details: { path } });
}
