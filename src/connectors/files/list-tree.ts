/**
 * Lists a whole tree by the system's `find`, several times faster than one entry at a time. It starts in the open
 * directory, reaches every name through a handle on its directory, and follows no link.
 */
import { isUtf8 } from 'node:buffer';
import { spawn, spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';

import type { DirectoryEntry } from '../../ports/scoped-files.ts';
import type { DirectoryHandle } from './handles.ts';
import { listingTooLargeError, unspelled, type FileListOptions } from './list.ts';
import { isTemporary } from './workspace-path.ts';

const FIND = '/usr/bin/find';
const FORMAT = String.raw`%y\t%s\t%T@\t%p\0`;
const LANES = 2;
/** More would make the command line long, and dividing many small directories gains little. */
const MAX_SHARED = 1_000;

/** Returns undefined if `find` cannot list the tree completely. Then each name has to be read separately. */
export async function listTree(
  directory: DirectoryHandle,
  options: FileListOptions,
): Promise<DirectoryEntry[] | undefined> {
  if (!isGnuFind()) return undefined;
  options.signal.throwIfAborted();
  const gathered = new Gathered(options);
  const ended = await Promise.all(
    (await lanes(directory)).map((places) => find(directory, places, options, new Records(gathered))),
  );
  options.signal.throwIfAborted();
  return ended.every(Boolean) ? gathered.sorted() : undefined;
}

/** Where each `find` starts: one lists the top level, the others share the directories below it. */
async function lanes(directory: DirectoryHandle): Promise<(readonly string[])[]> {
  const names = await readdir(`/proc/self/fd/${directory.fd}`, { withFileTypes: true, encoding: 'buffer' });
  const inside = names.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (inside.length < LANES || inside.length > MAX_SHARED || !inside.every((name) => isUtf8(name))) return [['.']];
  const shared: string[][] = Array.from({ length: LANES }, () => []);
  for (const [index, name] of inside.entries()) shared[index % LANES]?.push(`./${name.toString('utf8')}`);
  return [['.', '-maxdepth', '1'], ...shared];
}

async function find(
  directory: DirectoryHandle,
  places: readonly string[],
  { signal, includeHidden }: FileListOptions,
  records: Records,
): Promise<boolean> {
  const unwanted = includeHidden ? [] : ['-name', '.*', '-prune', '-o'];
  const child = spawn(FIND, ['-P', ...places, '-mindepth', '1', ...unwanted, '-printf', FORMAT], {
    cwd: `/proc/${process.pid}/fd/${directory.fd}`,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const closed = new Promise<number | null>((resolve) => {
    child.on('error', () => undefined);
    child.on('close', resolve);
  });
  const end = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) records.take(chunk);
    return (await closed) === 0;
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

let gnu: boolean | undefined;
function isGnuFind(): boolean {
  gnu ??= spawnSync(FIND, ['--version'], { env: {} }).stdout?.includes('GNU findutils') ?? false;
  return gnu;
}

const TYPES = new Map([
  ['f', 'file'],
  ['d', 'directory'],
  ['l', 'symlink'],
] as const);

/** Splits the output of one `find` into records. */
class Records {
  readonly #gathered: Gathered;
  #rest: Buffer = Buffer.alloc(0);

  constructor(gathered: Gathered) {
    this.#gathered = gathered;
  }

  take(chunk: Buffer): void {
    const all = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = all.lastIndexOf(0);
    this.#rest = all.subarray(end + 1);
    if (end === -1) return;
    const text = all.toString('utf8', 0, end);
    // Bytes that are not UTF-8 become this character. A valid name may contain it too, so each record is checked.
    if (text.includes('\uFFFD')) this.#takeOneByOne(all.subarray(0, end));
    else for (const record of text.split('\0')) this.#gathered.add(record);
  }

  #takeOneByOne(records: Buffer): void {
    for (let from = 0; from <= records.length;) {
      const next = records.indexOf(0, from);
      const record = records.subarray(from, next === -1 ? records.length : next);
      from += record.length + 1;
      const path = record.subarray(startOfPath(record) + './'.length);
      if (isUtf8(record)) this.#gathered.add(record.toString('utf8'));
      // If the path of its directory is UTF-8, the entry is listed. What is below it cannot be reached.
      else if (isUtf8(path.subarray(0, path.lastIndexOf(47) + 1)))
        this.#gathered.keep({ name: path.toString('utf8'), ...unspelled });
    }
  }
}

/** Grouped by directory: many small lists are sorted faster than one long list. */
class Gathered {
  readonly #limits: FileListOptions['limits'];
  readonly #byDirectory = new Map<string, DirectoryEntry[]>([['', []]]);
  readonly #seconds = new Map<string, string>();
  #count = 0;
  #directory = '';
  #entries = this.#byDirectory.get('') ?? [];

  constructor({ limits }: FileListOptions) {
    this.#limits = limits;
  }

  add(record: string): void {
    const size = record.indexOf('\t') + 1;
    const time = record.indexOf('\t', size) + 1;
    const path = record.indexOf('\t', time) + 1;
    const type = TYPES.get(record.slice(0, size - 1) as 'f');
    if (type === undefined) return;
    const name = record.slice(path + './'.length);
    if (type === 'directory' && name.split('/', this.#limits.depth).length >= this.#limits.depth) {
      throw listingTooLargeError(`A directory lies deeper than ${this.#limits.depth} levels.`);
    }
    const modified = this.#modified(record.slice(time, path - 1));
    this.keep({ name, type, size: type === 'directory' ? 0 : Number(record.slice(size, time - 1)), modified });
  }

  keep(entry: DirectoryEntry): void {
    const { name } = entry;
    if (name.includes('.deputize-') && name.split('/').some(isTemporary)) return;
    const { listed } = this.#limits;
    if (this.#count >= listed) throw listingTooLargeError(`There are more than ${listed} entries.`);
    this.#count += 1;
    this.#inDirectoryOf(name).push(entry);
  }

  /** Successive entries mostly share their directory, so the last one is cached. */
  #inDirectoryOf(name: string): DirectoryEntry[] {
    const end = Math.max(0, name.lastIndexOf('/'));
    if (end === this.#directory.length && name.startsWith(this.#directory)) return this.#entries;
    this.#directory = name.slice(0, end);
    this.#entries = this.#byDirectory.get(this.#directory) ?? [];
    this.#byDirectory.set(this.#directory, this.#entries);
    return this.#entries;
  }

  /** Many files have the same second, and formatting a date is expensive. */
  #modified(time: string): string {
    const dot = time.indexOf('.');
    const seconds = time.slice(0, dot);
    const known = this.#seconds.get(seconds);
    if (known !== undefined) return `${known}${time.slice(dot + 1, dot + 4)}Z`;
    const date = new Date(Math.max(-MAX_TIME, Math.min(MAX_TIME, Number(seconds) * 1_000)));
    if (!/^\d{1,11}$/.test(seconds)) return date.toISOString();
    this.#seconds.set(seconds, date.toISOString().slice(0, -4));
    return this.#modified(time);
  }

  /** Lists each directory before its content, with names in the order of their characters. */
  sorted(): DirectoryEntry[] {
    const all: DirectoryEntry[] = [];
    const append = (directory: string): void => {
      const entries = this.#byDirectory.get(directory) ?? [];
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        all.push(entry);
        if (entry.type === 'directory') append(entry.name);
      }
    };
    append('');
    return all;
  }
}

/** After the third tab. */
function startOfPath(record: Buffer): number {
  return record.indexOf(9, record.indexOf(9, record.indexOf(9) + 1) + 1) + 1;
}

const MAX_TIME = 8_640_000_000_000_000;
