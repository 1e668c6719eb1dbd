/** The CodeSearch port on a workspace: by ripgrep where it is installed, otherwise by the built-in search. */
import { accessSync, constants } from 'node:fs';

import type { CodeQuery, CodeSearch } from '../../ports/code-search.ts';
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';
import { searchInWorker } from './search-in-worker.ts';
import { collect, type MatchCollector } from './collect.ts';
import { parseIgnoreFile, type IgnoreFile } from './gitignore.ts';
import type { MeaningSearch } from './meaning-search.ts';
import { ripgrep } from './ripgrep.ts';

interface WorkspaceSearchOptions {
  /** Reads ignore files above the searched directory. */
  readonly files: ScopedFiles;
  /** The workspace folder, as a path that cannot be redirected to another folder. */
  readonly directory: string;
  /** Undefined for the built-in search. */
  readonly ripgrep?: string | undefined;
  readonly timeoutMs?: number;
  /** Undefined where search by meaning is not configured. */
  readonly meaning?: MeaningSearch | undefined;
}

const MAX_IGNORE_BYTES = 1_000_000;
const TIMEOUT_MS = 20_000;
/** Search by meaning covers workspaces up to this size. */
const MAX_FILES = 5_000;

export function openWorkspaceSearch(options: WorkspaceSearchOptions): CodeSearch {
  const { files, directory, ripgrep: program, timeoutMs = TIMEOUT_MS, meaning } = options;
  const gather = async (query: CodeQuery, signal: AbortSignal): Promise<MatchCollector> =>
    collect(query, query.includeIgnored ? [] : await readParentIgnores(files, query.path, signal));
  return {
    find: async (query, signal) => {
      const { take, result } = await gather(query, signal);
      return result(
        program === undefined
          ? await searchInWorker(directory, query, take, timeoutMs, signal)
          : await ripgrep(program, directory, query, take, signal),
      );
    },

    findByMeaning: async (query, signal, progress) => {
      if (!meaning) throw noEmbeddingsError();
      // Matches the first line of every text file, so that the walk applies the same rules as a search.
      const everyFile = { ...query, query: '^', regex: true, maxResults: MAX_FILES };
      const { take, result } = await gather(everyFile, signal);
      const { candidates, truncated } = result(await searchInWorker(directory, everyFile, take, timeoutMs, signal, 1));
      if (truncated) throw tooManyFilesError();
      const paths = candidates.map(({ path }) => path);
      return meaning.find(paths, query, signal, progress);
    },
  };
}

function noEmbeddingsError(): PortError {
  return new PortError(
    'NOT_AVAILABLE',
    'Nothing is set up that searches by meaning. Set "embeddings" in deputize.yaml: { provider: local }, or a model with its url or key.',
    { key: 'embeddings' },
  );
}

function tooManyFilesError(): PortError {
  return new PortError(
    'TOO_LARGE',
    `There are more than ${MAX_FILES} files. Search by meaning in a smaller directory, or with globs.`,
  );
}

/** Finds ripgrep in the system's folders. PATH is not used: it may contain a folder that other users can write to. */
export function findRipgrep(): string | undefined {
  return ['/usr/bin/rg', '/usr/local/bin/rg', '/opt/homebrew/bin/rg'].find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function readParentIgnores(files: ScopedFiles, path: string, signal: AbortSignal): Promise<IgnoreFile[]> {
  const found: IgnoreFile[] = [];
  const names = path === '' ? [] : path.split('/');
  for (const depth of names.keys()) {
    const file = [...names.slice(0, depth), '.gitignore'].join('/');
    // A file that is missing or cannot be read ignores nothing.
    const content = await files.read(file, { maxBytes: MAX_IGNORE_BYTES, signal }).catch(() => undefined);
    if (content !== undefined) found.push(parseIgnoreFile(new TextDecoder().decode(content.bytes), depth));
  }
  return found;
}
