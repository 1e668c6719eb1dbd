/** The argument that names a place in the workspace, and what is refused about it before anything else happens. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';

export const pathInput = z.string().max(4_096);

/** A path that is to be changed: in its one spelling, and never the root. */
export function target(files: ScopedFiles, path: string): string {
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
