/** Which file would go where, worked out before anything moves. */
import { DeputizeError } from '../../../core/index.ts';
import type { ScopedFiles } from '../../../ports/scoped-files.ts';
import type { GlobCompiler } from '../../../ports/glob-compiler.ts';
import { PortError } from '../../../ports/port-error.ts';
import { oneLine } from '../file-preview.ts';
import { normalizeTarget } from '../workspace-target.ts';
import { missingDirectories } from './make-directories.ts';

interface MoveArgs {
  readonly from: string;
  readonly patterns: readonly string[];
  readonly to: string;
  readonly onCollision: 'fail' | 'skip' | 'rename';
}

export interface PlannedMove {
  readonly from: string;
  readonly to: string;
  /** What is moved, as it was looked at. */
  readonly fingerprint: string;
}

export interface MovePlan {
  readonly from: string;
  readonly to: string;
  readonly moves: readonly PlannedMove[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** Folders that have to be made first, outermost first. */
  readonly folders: readonly string[];
}

const MAX_MOVES = 1_000;

export function ends(files: ScopedFiles, args: Pick<MoveArgs, 'from' | 'to'>): { from: string; to: string } {
  const [from, to] = [files.normalize(args.from), files.normalize(args.to)];
  if (from === to) throw new DeputizeError('INVALID_PATH', 'Both folders are the same.');
  return { from, to };
}

export async function planMoves(
  files: ScopedFiles,
  globs: GlobCompiler,
  args: MoveArgs,
  signal: AbortSignal,
): Promise<MovePlan> {
  const { from, to } = ends(files, args);
  const names = await matching(files, globs, from, to, args.patterns, signal);
  const moves: PlannedMove[] = [];
  const skipped: { name: string; reason: string }[] = [];
  const taken = new Set<string>();
  for (const name of names) {
    signal.throwIfAborted();
    try {
      const source = normalizeTarget(files, `${from}/${name}`);
      const place = await freePlace(files, `${to}/${name}`, args.onCollision, taken);
      if (place === undefined) {
        skipped.push({ name: oneLine(name), reason: 'something of this name is there already' });
        continue;
      }
      taken.add(place);
      moves.push({ from: source, to: place, fingerprint: await files.fingerprint(source, signal) });
    } catch (error) {
      // A name with a line break in it, and the like: it can be seen, and cannot be spelled.
      if (!(error instanceof PortError) || error.code !== 'INVALID_PATH') throw error;
      skipped.push({ name: oneLine(name), reason: error.message });
    }
  }
  return { from, to, moves, skipped, folders: await listMissingFolders(files, to, moves) };
}

async function matching(
  files: ScopedFiles,
  globs: GlobCompiler,
  from: string,
  to: string,
  patterns: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const fits = globs.compile(patterns);
  // Only a pattern with folders in it is meant for more than this one.
  const recursive = patterns.some((pattern) => pattern.includes('/'));
  const includeHidden = patterns.some((pattern) => /(^|\/)\./.test(pattern));
  const entries = await files.list(from, { recursive, includeHidden, signal });
  const names = entries
    .filter(({ name, type }) => type !== 'directory' && fits(name) && !`${from}/${name}`.startsWith(`${to}/`))
    .map(({ name }) => name);
  if (names.length === 0)
    throw new DeputizeError('FILE_NOT_FOUND', `Nothing in "${from}" fits ${patterns.join(', ')}.`, {
      details: { from, patterns: [...patterns] },
    });
  if (names.length > MAX_MOVES)
    throw new DeputizeError('TOO_LARGE', `${names.length} files fit; at most ${MAX_MOVES} are moved at once.`);
  return names;
}

async function freePlace(
  files: ScopedFiles,
  wanted: string,
  onCollision: MoveArgs['onCollision'],
  taken: ReadonlySet<string>,
): Promise<string | undefined> {
  const place = normalizeTarget(files, wanted);
  const isFree = async (path: string): Promise<boolean> => !taken.has(path) && (await files.info(path)) === undefined;
  if (await isFree(place)) return place;
  switch (onCollision) {
    case 'skip':
      return undefined;
    case 'fail':
      throw new DeputizeError('ALREADY_EXISTS', `"${place}" exists already. Say by "onCollision" what is to happen.`, {
        details: { path: place },
      });
    case 'rename':
      for (let copy = 2; copy < 1_000; copy += 1) {
        const other = place.replace(/((?:\.[^./]+)?)$/, ` (${copy})$1`);
        if (await isFree(other)) return other;
      }
      throw new DeputizeError('ALREADY_EXISTS', `There is no free name for "${place}".`);
  }
}

async function listMissingFolders(files: ScopedFiles, to: string, moves: readonly PlannedMove[]): Promise<string[]> {
  const folders = new Set([to, ...moves.map((move) => move.to.slice(0, move.to.lastIndexOf('/')))]);
  const missing = new Set<string>();
  for (const folder of [...folders].sort())
    for (const path of await missingDirectories(files, folder)) missing.add(path);
  return [...missing].sort();
}
