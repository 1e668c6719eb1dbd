/** Stores the changes of a run until a person has decided about them. The object store has both contents of every file. */
import { z } from 'zod';

import type { ProtectedPaths } from '../../lib/protected-path.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { PortError } from '../../ports/port-error.ts';
import type { DroppedChange, EntryChange, EntryState, HeldFileChange, NewContent } from '../../ports/staged-changes.ts';
import { listAncestors } from './compare-trees.ts';
import type { WorkSlices } from './folder-handle.ts';
import { sha256 } from './image.ts';
import type { OpenFolders } from './open-folders.ts';
import { PackReader } from './pack-reader.ts';
import { isTemporary } from './workspace-path.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const mode = z.int().min(0).max(0o777);
const size = z.int().min(0);
const entryState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), hash, size, mode, at: z.int().min(0).optional() }),
  z.strictObject({ kind: z.literal('symlink'), target: z.string() }),
  z.strictObject({ kind: z.literal('directory'), mode }),
]) satisfies z.ZodType<EntryState>;
const lines = z.strictObject({ added: z.int(), removed: z.int() });
const entryChange = z.strictObject({
  path: z.string().refine(isInside),
  before: entryState.nullable(),
  after: entryState.nullable(),
  lines: lines.optional(),
}) satisfies z.ZodType<EntryChange>;
const heldChanges = z.strictObject({
  kind: z.literal('held-changes'),
  before: hash.nullable(),
  after: hash,
  changes: z.array(entryChange),
});

/** Changes that wait for a person, as they are stored. */
export type StoredHeldChanges = Readonly<z.output<typeof heldChanges>>;

export async function storeHeldChanges(
  objects: ObjectStore,
  step: { readonly pack: string | null; readonly changes: readonly EntryChange[] },
  read: (path: string) => Iterable<Buffer>,
  slices: WorkSlices,
): Promise<string> {
  const changes: EntryChange[] = [];
  async function* contents(): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (const change of step.changes) {
      const { after } = change;
      changes.push(after?.kind === 'file' ? { ...change, after: { ...after, at } } : change);
      if (after?.kind !== 'file') continue;
      for (const piece of read(change.path)) {
        at += piece.length;
        yield piece;
        await slices.rest();
      }
    }
  }
  const after = (await objects.put(contents())).hash;
  const stored: z.input<typeof heldChanges> = { kind: 'held-changes', before: step.pack, after, changes };
  return (await objects.put(Buffer.from(JSON.stringify(stored)))).hash;
}

/** Reads what new contents would replace. A path that is no file any more is left out. */
export async function captureFiles(
  objects: ObjectStore,
  folders: OpenFolders,
  files: readonly NewContent[],
  slices: WorkSlices,
): Promise<{ readonly pack: string; readonly changes: readonly EntryChange[] }> {
  const changes: EntryChange[] = [];
  async function* contents(): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (const { path, bytes } of files) {
      await slices.rest();
      const place = folders.look(path);
      if (place?.stats.isFile() !== true) continue;
      const old = Buffer.concat([...place.folder.read(place.name)]);
      const mode = Number(place.stats.mode & 0o777n);
      const state = (content: Uint8Array) =>
        ({ kind: 'file', hash: sha256(content), size: content.length, mode }) as const;
      changes.push({ path, before: { ...state(old), at }, after: state(bytes) });
      at += old.length;
      yield old;
    }
  }
  const { hash: pack } = await objects.put(contents());
  return { pack, changes };
}

/** The id comes from the arguments of a call, so it can name any object. */
export async function readHeldChanges(objects: ObjectStore, id: string): Promise<StoredHeldChanges> {
  const bytes = hash.safeParse(id).success ? await objects.get(id) : undefined;
  const parsed = heldChanges.safeParse(bytes === undefined ? undefined : parseJson(bytes));
  if (parsed.success) return parsed.data;
  throw new PortError('NOT_FOUND', 'There are no held changes with this id.', { changes: id });
}

/** The changes with their contents. A content that is larger than `maxBytes` is left out. */
export async function* readHeldFiles(
  objects: ObjectStore,
  { before, after, changes }: StoredHeldChanges,
  maxBytes: number,
): AsyncGenerator<HeldFileChange> {
  const [old, now] = [before, after].map((pack) => new PackReader(pack === null ? undefined : objects.stream(pack)));
  for (const change of changes) {
    const read = async (reader: PackReader | undefined, state: EntryState | null): Promise<Buffer | undefined> => {
      if (state?.kind !== 'file' || state.at === undefined || state.size > maxBytes) return undefined;
      const pieces: Uint8Array[] = [];
      for await (const piece of reader?.read(state.at, state.size) ?? []) pieces.push(piece);
      return Buffer.concat(pieces);
    };
    yield { change, before: await read(old, change.before), after: await read(now, change.after) };
  }
}

/** Splits held changes into those that can be applied and those that must not be. */
export function splitHeldChanges(
  changes: readonly EntryChange[],
  conflicts: ReadonlySet<string>,
  protectedPaths: ProtectedPaths,
): { readonly changes: readonly EntryChange[]; readonly dropped: readonly DroppedChange[] } {
  const dropped: DroppedChange[] = [];
  const reasons = new Map<string, DroppedChange['reason']>();
  // A folder comes before what is in it.
  for (const { path, before, after } of changes.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    const isDirectory = (after ?? before)?.kind === 'directory';
    const above = listAncestors(path).find((folder) => reasons.has(folder));
    const reason = protectedPaths.covers(path, isDirectory)
      ? 'protected'
      : conflicts.has(path)
        ? 'conflict'
        : above === undefined
          ? undefined
          : reasons.get(above);
    if (reason === undefined) continue;
    reasons.set(path, reason);
    dropped.push({ path, reason });
  }
  // A folder with something that stays is neither removed nor replaced.
  const kept = new Set(dropped.flatMap(({ path }) => listAncestors(path)));
  const remaining = changes.filter(
    ({ path, after }) => !reasons.has(path) && (after?.kind === 'directory' || !kept.has(path)),
  );
  return { changes: remaining, dropped };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function isInside(path: string): boolean {
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !isBad(name));
}

const isBad = (name: string): boolean => name.includes('\0') || isTemporary(name);
