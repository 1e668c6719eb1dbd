/** The files that a list of files and folders means. */
import { DeputizeError } from '../../../core/index.ts';
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import { joinPath } from '../project-folder.ts';
import { formatters } from './formatters.ts';

const MOST_FILES = 1_000;
/** Folders of things that were made or fetched. Named themselves they are entered. */
const PASSED_OVER = new Set(['node_modules', '__pycache__', 'build', 'dist', 'target', 'vendor', 'venv']);
const ENDINGS = Object.values(formatters).flatMap(({ endings }) => endings);

export async function collectFiles(
  files: ScopedFiles,
  named: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const found = new Set<string>();
  const take = (path: string): void => {
    found.add(path);
    if (found.size > MOST_FILES) {
      throw new DeputizeError('TOO_LARGE', `These are more than ${MOST_FILES} files. Name fewer with "paths".`);
    }
  };
  const enter = async (folder: string): Promise<void> => {
    for (const { name, type } of await files.list(folder, { recursive: false, includeHidden: false, signal })) {
      const path = joinPath(folder, name);
      if (type === 'file' && ENDINGS.some((ending) => name.endsWith(ending))) take(path);
      if (type === 'directory' && !PASSED_OVER.has(name)) await enter(path);
    }
  };
  for (const name of named) {
    const path = files.normalize(name);
    const info = await files.info(path);
    if (info === undefined)
      throw new DeputizeError('FILE_NOT_FOUND', `"${name}" does not exist.`, { details: { path } });
    if (info.type === 'directory') await enter(path);
    else if (info.type === 'file') take(path);
    else throw new DeputizeError('NOT_A_FILE', `"${name}" is a link, which is not followed.`, { details: { path } });
  }
  return [...found];
}
