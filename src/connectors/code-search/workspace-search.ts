/** The CodeSearch port on a workspace: by ripgrep where it is installed, else built in. */
import { accessSync, constants } from 'node:fs';

import type { CodeSearch } from '../../ports/code-search.ts';
import type { Files } from '../../ports/files.ts';
import { builtIn } from './built-in.ts';
import { collect } from './collect.ts';
import { parseIgnoreFile, type IgnoreFile } from './gitignore.ts';
import { ripgrep } from './ripgrep.ts';

export interface WorkspaceSearchOptions {
  /** Reads ignore files above the searched directory. */
  readonly files: Files;
  /** The root, as a path that nobody can lead elsewhere. */
  readonly directory: string;
  /** Undefined for the built-in search. */
  readonly ripgrep?: string | undefined;
  readonly timeoutMs?: number;
}

const MAX_IGNORE_BYTES = 1_000_000;
const TIMEOUT_MS = 20_000;

export function openWorkspaceSearch(options: WorkspaceSearchOptions): CodeSearch {
  const { files, directory, ripgrep: program, timeoutMs = TIMEOUT_MS } = options;
  return {
    find: async (query, signal) => {
      const above = query.includeIgnored ? [] : await ignoredAbove(files, query.path, signal);
      const { take, result } = collect(query, above);
      return result(
        program === undefined
          ? await builtIn(directory, query, take, timeoutMs, signal)
          : await ripgrep(program, directory, query, take, signal),
      );
    },
  };
}

/** ripgrep, if it is where the system keeps programs. PATH is not asked: it may name a folder that others write to. */
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

async function ignoredAbove(files: Files, path: string, signal: AbortSignal): Promise<IgnoreFile[]> {
  const found: IgnoreFile[] = [];
  const names = path === '' ? [] : path.split('/');
  for (const depth of names.keys()) {
    const file = [...names.slice(0, depth), '.gitignore'].join('/');
    // Not there, or nothing that can be read: then it ignores nothing.
    const content = await files.read(file, { maxBytes: MAX_IGNORE_BYTES, signal }).catch(() => undefined);
    if (content !== undefined) found.push(parseIgnoreFile(new TextDecoder().decode(content.bytes), depth));
  }
  return found;
}
