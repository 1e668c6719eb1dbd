/** Finds what a staged run changed: compares its tree with the workspace, and reads what the changes replace. */
import { createHash } from 'node:crypto';
import { readlinkSync, type BigIntStats } from 'node:fs';

import type { ProtectedPaths } from '../../lib/protected-path.ts';
import { PortError } from '../../ports/port-error.ts';
import type { DroppedChange, DropReason, EntryChange, EntryState, LineCounts } from '../../ports/staged-changes.ts';
import { countLines, COUNTED_BYTES } from './count-lines.ts';
import { FolderHandle, type WorkSlices } from './folder-handle.ts';
import type { FileLimits } from './limits.ts';
import { isTemporary } from './workspace-path.ts';

/** Takes the content that a change replaces, piece by piece. */
type ContentKeeper = (piece: Uint8Array) => Promise<void>;

export interface CompareOptions {
  readonly beganAt: bigint;
  readonly protectedPaths: ProtectedPaths;
  readonly limits: FileLimits;
  readonly slices: WorkSlices;
  readonly keep: ContentKeeper;
}

/** A difference, and what the workspace had at the path when it was looked at. */
export interface FoundChange extends EntryChange {
  readonly seen: BigIntStats | undefined;
}

/** The same folder in the workspace, in the staged tree, and in the tree of touched paths. */
interface FolderSides {
  readonly path: string;
  readonly base: FolderHandle | undefined;
  readonly view: FolderHandle;
  readonly touched: FolderHandle | undefined;
}

const MAX_COUNTED = 50;
/** A replaced file of this size is held in memory while it is compared. */
const SMALL_BYTES = 1024 * 1024;
/** A name that is not UTF-8 on disk contains this. */
const REPLACEMENT = '\ufffd';

export class TreeComparison {
  readonly #options: CompareOptions;
  readonly changes: FoundChange[] = [];
  readonly dropped: DroppedChange[] = [];
  /** Folders of the workspace that must stay, since something in them is not changed. */
  readonly #held = new Set<string>();
  #kept = 0;
  #counted = 0;

  constructor(options: CompareOptions) {
    this.#options = options;
  }

  async run(base: string, view: string, touched: string | undefined): Promise<void> {
    using left = FolderHandle.open(base);
    using right = FolderHandle.open(view);
    using hint = touched === undefined ? undefined : FolderHandle.open(touched);
    await this.#compareFolder({ path: '', base: left, view: right, touched: hint });
    this.#holdFolders();
  }

  async #compareFolder({ path, base, view, touched }: FolderSides): Promise<void> {
    const inView = new Set(view.names());
    const inBase = new Set(base?.names());
    const candidates = touched && base ? new Set(touched.names()) : new Set(inView);
    for (const name of inBase) if (!inView.has(name)) candidates.add(name);
    for (const name of [...candidates].toSorted()) {
      await this.#options.slices.rest();
      const at = path === '' ? name : `${path}/${name}`;
      const [before, after] = [base?.find(name), inView.has(name) ? view.find(name) : undefined];
      if (before === undefined && after === undefined) {
        const isChanged = touched !== undefined || inBase.has(name) !== inView.has(name);
        if (isChanged && name.includes(REPLACEMENT)) this.#drop(at, 'special', inBase.has(name));
        continue;
      }
      if (this.#refuse(at, name, before, after, touched !== undefined)) continue;
      await this.#compareEntry({ at, name, before, after }, { path, base, view, touched });
    }
  }

  async #compareEntry({ at, name, before, after }: EntrySides, sides: FolderSides): Promise<void> {
    const { base, view, touched } = sides;
    if (after?.isDirectory() === true) {
      const isSame = before?.isDirectory() === true;
      if (!isSame) await this.#add(at, before, base, name, { kind: 'directory', mode: toMode(after) });
      else if (toMode(before) !== toMode(after)) this.#addMode(at, before, after);
      using inside = view.enter(name);
      using left = isSame ? base?.enter(name) : undefined;
      using hint = isSame && touched?.find(name)?.isDirectory() === true ? touched.enter(name) : undefined;
      await this.#compareFolder({ path: at, base: left, view: inside, touched: hint });
      return;
    }
    if (before?.isDirectory() === true && base) await this.#removeBelow(at, name, base);
    if (after === undefined) return this.#add(at, before, base, name, null);
    if (before?.isFile() === true && after.isFile() && this.#looksEqual(before, after, touched)) return;
    await this.#add(at, before, base, name, await this.#readState(view, name, after), view);
  }

  /** In a copy, times are preserved. A program that forges them hides its change, which is then not applied. */
  #looksEqual(before: BigIntStats, after: BigIntStats, touched: FolderHandle | undefined): boolean {
    if (touched !== undefined) return false;
    return before.size === after.size && before.mtimeNs === after.mtimeNs && before.mode === after.mode;
  }

  /** Drops a change that must not be applied. */
  #refuse(
    at: string,
    name: string,
    before: BigIntStats | undefined,
    after: BigIntStats | undefined,
    isTouched: boolean,
  ): boolean {
    const reason = this.#findReason(at, name, before, after);
    if (reason === undefined) return false;
    const isEqual = before !== undefined && after !== undefined && isUntouched(before, after);
    if (isTouched || !isEqual) this.#drop(at, reason, before !== undefined);
    return true;
  }

  #findReason(
    at: string,
    name: string,
    before: BigIntStats | undefined,
    after: BigIntStats | undefined,
  ): DropReason | undefined {
    const { protectedPaths, beganAt } = this.#options;
    if (isTemporary(name) || name.includes(REPLACEMENT)) return 'special';
    if (protectedPaths.covers(at, (after ?? before)?.isDirectory() === true)) return 'protected';
    if (before && protectedPaths.covers(at, before.isDirectory())) return 'protected';
    for (const stats of [before, after]) if (stats && !isKnown(stats)) return 'special';
    // The status time changes with every write, and programs cannot set it.
    if (before && !before.isDirectory() && before.ctimeNs > beganAt) return 'conflict';
    return undefined;
  }

  #drop(path: string, reason: DropReason, isThere: boolean): void {
    this.dropped.push({ path, reason });
    if (isThere) for (const folder of listAncestors(path)) this.#held.add(folder);
  }

  async #removeBelow(path: string, name: string, parent: FolderHandle): Promise<void> {
    using folder = parent.enter(name);
    for (const entry of folder.names().toSorted()) {
      await this.#options.slices.rest();
      const at = `${path}/${entry}`;
      const before = folder.find(entry);
      if (before === undefined && entry.includes(REPLACEMENT)) this.#drop(at, 'special', true);
      if (before === undefined || this.#refuse(at, entry, before, undefined, true)) continue;
      if (before.isDirectory()) await this.#removeBelow(at, entry, folder);
      await this.#add(at, before, folder, entry, null);
    }
  }

  #addMode(path: string, before: BigIntStats, after: BigIntStats): void {
    const state = (stats: BigIntStats): EntryState => ({ kind: 'directory', mode: toMode(stats) });
    this.changes.push({ path, before: state(before), after: state(after), seen: before });
  }

  async #add(
    path: string,
    seen: BigIntStats | undefined,
    base: FolderHandle | undefined,
    name: string,
    after: EntryState | null,
    view?: FolderHandle,
  ): Promise<void> {
    if (this.changes.length >= this.#options.limits.entries * 4) throw tooManyError(this.changes.length);
    if (seen === undefined || base === undefined) return void this.changes.push({ path, before: null, after, seen });
    if (seen.isFile() && seen.size <= SMALL_BYTES) return this.#addSmall({ path, base, name, seen }, after, view);
    const before = await this.#readState(base, name, seen);
    if (isSameState(before, after)) return;
    const stored = before.kind === 'file' ? { ...before, at: await this.#keep(base.read(name)) } : before;
    this.changes.push({ path, before: stored, after, seen });
  }

  /** A small file is read once: for its hash, its lines and its stored content. */
  async #addSmall(
    { path, base, name, seen }: SmallFile,
    after: EntryState | null,
    view: FolderHandle | undefined,
  ): Promise<void> {
    const pieces = [...base.read(name)];
    const content = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    const hash = createHash('sha256').update(content).digest('hex');
    const before: EntryState = { kind: 'file', hash, size: content.length, mode: toMode(seen) };
    if (isSameState(before, after)) return;
    const lines = view && after?.kind === 'file' ? this.#count(content, after.size, () => view.read(name)) : undefined;
    const at = await this.#keep([content]);
    this.changes.push({ path, before: { ...before, at }, after, seen, ...(lines ? { lines } : {}) });
  }

  #count(before: Buffer, size: number, readAfter: () => Iterable<Buffer>): LineCounts | undefined {
    if (before.length > COUNTED_BYTES || size > COUNTED_BYTES || this.#counted >= MAX_COUNTED) return undefined;
    this.#counted += 1;
    return countLines(before, Buffer.concat([...readAfter()]));
  }

  /** Stores a content, and returns where it begins. */
  async #keep(pieces: Iterable<Buffer>): Promise<number> {
    const at = this.#kept;
    for (const piece of pieces) {
      this.#kept += piece.length;
      if (this.#kept > this.#options.limits.treeBytes) throw tooManyError(this.changes.length);
      await this.#options.keep(piece);
      await this.#options.slices.rest();
    }
    return at;
  }

  async #readState(folder: FolderHandle, name: string, stats: BigIntStats): Promise<EntryState> {
    return readState(folder, name, stats, this.#options.slices);
  }

  /** A folder with something that stays cannot be removed or replaced. */
  #holdFolders(): void {
    if (this.#held.size === 0) return;
    const kept = this.changes.filter(({ path, after }) => after?.kind === 'directory' || !this.#held.has(path));
    if (kept.length !== this.changes.length) this.changes.splice(0, Infinity, ...kept);
  }
}

interface SmallFile {
  readonly path: string;
  readonly base: FolderHandle;
  readonly name: string;
  readonly seen: BigIntStats;
}

interface EntrySides {
  readonly at: string;
  readonly name: string;
  readonly before: BigIntStats | undefined;
  readonly after: BigIntStats | undefined;
}

/** Reads what is at a name, which must be a file, a link or a folder. */
export async function readState(
  folder: FolderHandle,
  name: string,
  stats: BigIntStats,
  slices: WorkSlices,
): Promise<EntryState> {
  if (stats.isDirectory()) return { kind: 'directory', mode: toMode(stats) };
  if (stats.isSymbolicLink()) return { kind: 'symlink', target: readlinkSync(folder.path(name)) };
  const hash = createHash('sha256');
  let size = 0;
  for (const piece of folder.read(name)) {
    hash.update(piece);
    size += piece.length;
    await slices.rest();
  }
  return { kind: 'file', hash: hash.digest('hex'), size, mode: toMode(stats) };
}

export function isSameState(one: EntryState | null, other: EntryState | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'file') return other.kind === 'file' && one.hash === other.hash && one.mode === other.mode;
  if (one.kind === 'symlink') return other.kind === 'symlink' && one.target === other.target;
  return other.kind === 'directory';
}

/** Without set-user-id, set-group-id and sticky bits, which a run never gives. */
const toMode = (stats: BigIntStats): number => Number(stats.mode & 0o777n);

export const isKnown = (stats: BigIntStats): boolean => stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();

/** The view shows an entry that no program has touched with the time of the workspace. */
function isUntouched(before: BigIntStats, after: BigIntStats): boolean {
  if (before.isDirectory() && after.isDirectory()) return before.mtimeNs === after.mtimeNs;
  return before.mode === after.mode && before.size === after.size && before.mtimeNs === after.mtimeNs;
}

export function listAncestors(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

function tooManyError(changes: number): PortError {
  return new PortError(
    'LIMIT_REACHED',
    `The run changed more than can be undone, so none of it was applied (${changes} paths so far).`,
    { limit: 'disk' },
  );
}
