/** How the Git tools name a repository and the paths in it: as everywhere, from the workspace root. */
import { z } from 'zod';

import { DeputizeError } from '../../core/index.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import type { GitChange } from '../../ports/git-client.ts';

export const repositoryInput = z
  .string()
  .max(4_096)
  .default('.')
  .describe('The folder of the repository, relative to the workspace root');
export const pathsInput = z.array(z.string().min(1).max(4_096)).max(1_000).default([]);
export const revisionInput = z.string().min(1).max(200);

export const change = z.strictObject({
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type']),
  from: z.string().optional(),
});

/** Paths of the workspace as the repository calls them. */
export function inRepository(files: ScopedFiles, repository: string, paths: readonly string[]): string[] {
  return paths.map((path) => {
    const normal = files.normalize(path);
    if (repository === '') return normal || '.';
    if (normal === repository) return '.';
    if (normal.startsWith(`${repository}/`)) return normal.slice(repository.length + 1);
    throw new DeputizeError('INVALID_PATH', `"${path}" is not in the repository "${repository}".`, {
      details: { path },
    });
  });
}

export const fromRepository = (repository: string, path: string): string =>
  repository === '' ? path : `${repository}/${path}`;

export const toWorkspaceChange = (
  repository: string,
  { path, from, change: what }: GitChange,
): z.output<typeof change> => ({
  path: fromRepository(repository, path),
  change: what,
  ...(from === undefined ? {} : { from: fromRepository(repository, from) }),
});
