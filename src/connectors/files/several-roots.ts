/** The ScopedFiles port on several folders of the machine at once. Paths are whole ones, and what lies in none of the folders is refused. */
import type { ScopedFiles } from '../../ports/scoped-files.ts';
import { PortError } from '../../ports/port-error.ts';

export interface FileRoot {
  /** Where it really is, and how the configuration spells it. Whole paths without a slash at the end. */
  readonly path: string;
  readonly alias: string;
  readonly files: ScopedFiles;
}

interface Place {
  readonly root: FileRoot;
  readonly below: string;
}

export function severalRoots(roots: readonly FileRoot[], home: string): ScopedFiles {
  const find = (path: string): Place => locatePath(roots, home, path);
  const on = <T>(path: string, use: (files: ScopedFiles, below: string) => Promise<T>): Promise<T> => {
    const { root, below } = find(path);
    return use(root.files, below);
  };
  return {
    normalize: (path) => {
      const { root, below } = find(path);
      return whole(root, root.files.normalize(below));
    },
    isProtected: (path, isDirectory) => {
      const { root, below } = find(path);
      return below !== '' && root.files.isProtected(below, isDirectory);
    },
    list: async (path, options) => on(path, (files, below) => files.list(below, options)),
    info: async (path) => {
      // The folders above a root are there, whatever else may be said of them.
      const above = roots.find((root) => isInsideFolder(root.path, path === '' ? '/' : path) && root.path !== path);
      if (above !== undefined && !roots.some((root) => isInsideFolder(path, root.path))) return above.files.info('');
      return on(path, (files, below) => files.info(below));
    },
    read: async (path, options) => on(path, (files, below) => files.read(below, options)),
    fingerprint: async (path, signal) => on(path, (files, below) => files.fingerprint(below, signal)),
    fingerprintOnceWritten: async (path, bytes) =>
      on(path, (files, below) => files.fingerprintOnceWritten(below, bytes)),
    readCapturedContent: async (hash, maxBytes) => roots[0]?.files.readCapturedContent(hash, maxBytes),
    capture: async (path, signal) => on(path, (files, below) => files.capture(below, signal)),
    write: async (path, bytes, options) => on(path, (files, below) => files.write(below, bytes, options)),
    remove: async (path, options) => {
      const { root, below } = find(path);
      return (await root.files.remove(below, options)).map((removed) => whole(root, removed));
    },
    move: async (from, to, options) => {
      const [source, target] = [find(from), find(to)];
      if (source.root === target.root) return source.root.files.move(source.below, target.below, options);
      return moveBetweenRoots(source, target, options);
    },
    restore: async (path, image, options) => on(path, (files, below) => files.restore(below, image, options)),
  };
}

/** Another folder may be another disk: it is copied whole first, and then taken away where it was. */
async function moveBetweenRoots(
  source: Place,
  target: Place,
  options: Parameters<ScopedFiles['move']>[2],
): Promise<void> {
  const { overwrite, expected, signal } = options;
  const { image, fingerprint } = await source.root.files.capture(source.below, signal);
  const changed = (place: Place): PortError =>
    new PortError('CONFLICT', `"${whole(place.root, place.below)}" has changed since it was looked at.`);
  if (image.kind === 'absent') {
    if (expected !== undefined) throw changed(source);
    throw new PortError('FILE_NOT_FOUND', `"${whole(source.root, source.below)}" does not exist.`);
  }
  if (expected !== undefined && fingerprint !== expected.from) throw changed(source);
  const existing = await target.root.files.fingerprint(target.below, signal);
  if (expected !== undefined && existing !== expected.to) throw changed(target);
  if (existing !== 'absent' && !overwrite)
    throw new PortError('ALREADY_EXISTS', `"${whole(target.root, target.below)}" exists already.`);
  await target.root.files.restore(target.below, image, { expected: existing, signal });
  await source.root.files.remove(source.below, { recursive: true, expected: fingerprint, signal });
}

function locatePath(roots: readonly FileRoot[], home: string, given: string): Place {
  const path = wholePath(roots, home, given);
  // Of folders that lie in one another the innermost.
  let best: { root: FileRoot; start: string } | undefined;
  for (const root of roots)
    for (const start of [root.path, root.alias])
      if (isInsideFolder(path, start) && start.length > (best?.start.length ?? 0)) best = { root, start };
  if (best !== undefined) return { root: best.root, below: path.slice(best.start.length).replace(/^\/+/, '') };
  const folders = roots.map((root) => root.path).join(', ') || 'none';
  throw new PortError('OUT_OF_SCOPE', `"${given}" lies in none of the folders that may be touched: ${folders}.`, {
    path: given.slice(0, 4_096),
  });
}

function wholePath(roots: readonly FileRoot[], home: string, given: string): string {
  if (given === '~' || given.startsWith('~/')) return `${home}${given.slice(1)}`;
  if (given.startsWith('/')) return given;
  const [only, another] = roots;
  if (only !== undefined && another === undefined) return given === '' ? only.path : `${only.path}/${given}`;
  throw new PortError('INVALID_PATH', `"${given}" is not a whole path, such as ~/Documents/notes.txt.`);
}

/** By names, so that /home/me2 does not lie in /home/me. */
function isInsideFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

function whole({ path }: FileRoot, below: string): string {
  return below === '' ? path : `${path}/${below}`;
}
