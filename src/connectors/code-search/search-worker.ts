/** The built-in search: walks and matches in a separate thread, which is ended when a pattern takes too long. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

import type { CodeMatch } from './collect.ts';
import { isIgnored, parseIgnoreFile, type IgnoreFile } from './gitignore.ts';
import { createMatcher, type LineMatcher } from './matcher.ts';

export interface SearchTask {
  readonly directory: string;
  readonly path: string;
  readonly query: string;
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
  readonly maxPerFile: number;
}
export type SearchReply = { readonly found: readonly CodeMatch[] } | { readonly searched: number };

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_DEPTH = 100;
const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

const work = workerData as SearchTask;
const say = (said: SearchReply): void => parentPort?.postMessage(said);
const match = createMatcher(work);
let searched = 0;
walk(work.path === '' ? [] : work.path.split('/'), []);
say({ searched });

function walk(names: readonly string[], above: readonly IgnoreFile[]): void {
  if (names.length > MAX_DEPTH) return;
  const entries = list(names);
  const rules =
    work.includeIgnored || !entries.some(({ name }) => name === '.gitignore') ? above : [...above, ignoreFile(names)];
  for (const entry of entries) {
    const path = [...names, entry.name];
    if (entry.name === '.git' || (!work.includeHidden && entry.name.startsWith('.'))) continue;
    if (isIgnored(rules, path, entry.isDirectory())) continue;
    if (entry.isDirectory()) walk(path, rules);
    else if (entry.isFile()) searchFile(path.join('/'), match);
  }
}

function list(names: readonly string[]): Dirent[] {
  try {
    return readdirSync([work.directory, ...names].join('/'), { withFileTypes: true });
  } catch {
    // The directory is gone or may not be read.
    return [];
  }
}

function ignoreFile(names: readonly string[]): IgnoreFile {
  const bytes = readPlain([...names, '.gitignore'].join('/'));
  return parseIgnoreFile(bytes?.toString('utf8') ?? '', names.length);
}

function searchFile(path: string, matches: LineMatcher): void {
  const bytes = readPlain(path);
  if (bytes === undefined) return;
  searched += 1;
  const found = matches(bytes, work.maxPerFile).map((hit) => ({ path, ...hit }));
  if (found.length > 0) say({ found });
}

/** Reads a regular file up to the size limit; returns undefined for anything else. */
function readPlain(path: string): Buffer | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(`${work.directory}/${path}`, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(handle);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(handle) : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
