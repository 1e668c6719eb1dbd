/** The StagedChanges port on a real folder. The object store keeps two objects for a step: its list, and the replaced contents. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';

import type { ProtectedPaths } from '../../lib/protected-path.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { PortError } from '../../ports/port-error.ts';
import type { CapturedStep, EntryChange, RecordedStep, StagedChanges } from '../../ports/staged-changes.ts';
import { copyContent, StepTransition, writePieces, type ContentSource, type PathTransition } from './apply-step.ts';
import { TreeComparison, type FoundChange } from './compare-trees.ts';
import { WorkSlices } from './folder-handle.ts';
import { FileMoves } from './file-moves.ts';
import { withPathErrors } from './handles.ts';
import {
  readHeldChanges,
  readHeldFiles,
  splitHeldChanges,
  storeHeldChanges,
  captureFiles,
  type StoredHeldChanges,
} from './held-changes.ts';
import type { FileLimits } from './limits.ts';
import { OpenFolders } from './open-folders.ts';
import { PackReader } from './pack-reader.ts';

export interface StagedChangesOptions {
  /** The root as a path that cannot be redirected. */
  readonly root: string;
  readonly objects: ObjectStore;
  readonly limits: FileLimits;
  readonly protectedPaths: ProtectedPaths;
  readonly asksFirst: boolean;
  /** Runs changes of the folder one after the other. */
  readonly runSerially: <T>(change: () => Promise<T>) => Promise<T>;
}

/** The list of a step as it is stored. */
interface StoredStep {
  readonly pack: string | null;
  readonly changes: readonly EntryChange[];
}

const HELD_BYTES = 4 * 1024 * 1024;
const WORKSPACE = 'The workspace';

export function createStagedChanges(options: StagedChangesOptions): StagedChanges {
  const { root, objects, runSerially } = options;
  const found = new WeakMap<CapturedStep, readonly FoundChange[]>();

  const transition: StepRunner = async (signal, use) =>
    withPathErrors(WORKSPACE, async () => {
      using folders = new OpenFolders(root);
      return await use(new StepTransition(folders, new WorkSlices(signal)));
    });

  return {
    asksFirst: options.asksFirst,

    capture: (tree, signal) =>
      withPathErrors(WORKSPACE, async () => {
        const { comparison, pack } = await compare(options, tree, signal);
        const { changes, dropped } = comparison;
        const listed = changes.map(withoutStats);
        const stored: StoredStep = { pack, changes: listed };
        const id = changes.length === 0 ? '' : (await objects.put(Buffer.from(JSON.stringify(stored)))).hash;
        const step: CapturedStep = { id, changes: listed, dropped };
        found.set(step, changes);
        return step;
      }),

    apply: (step, tree) =>
      runSerially(() =>
        transition(undefined, async (steps) => {
          const changes = found.get(step) ?? [];
          using view = new OpenFolders(tree.directory);
          const transitions = changes.map(({ path, before, after, seen }): PathTransition => ({
            path,
            from: before,
            to: after,
            seen,
          }));
          // The layer has the changed files alone, so they can be moved out of it.
          using layer = tree.touched === undefined ? undefined : new OpenFolders(tree.touched);
          const moves = new FileMoves(layer ?? view);
          await steps.run(transitions, {
            move: (transition, target) => moves.move(transition, target),
            write: ({ path }, target) => {
              const source = view.look(path);
              if (source?.stats.isFile() !== true) throw damagedError();
              copyContent(source.folder.path(source.name), target, source.stats);
            },
          });
        }),
      ),

    ...heldMethods(options, transition),

    inspect: async (id, signal): Promise<RecordedStep> => {
      const { changes } = await readStep(objects, id);
      const conflict = await transition(signal, (steps) => steps.findConflict(changes.map(toReversal)));
      return { changes, conflict };
    },

    revert: async (id, signal) => {
      const { pack, changes } = await readStep(objects, id);
      await runSerially(() =>
        transition(signal, async (steps) => {
          const reader = new PackReader(pack === null ? undefined : objects.stream(pack));
          // Contents are read in the order in which they were stored.
          const ordered = changes.map(toReversal).toSorted((one, other) => offset(one) - offset(other));
          await steps.run(ordered, writeFrom(reader));
        }),
      );
    },
  };
}

type StepRunner = <T>(signal: AbortSignal | undefined, use: (step: StepTransition) => Promise<T>) => Promise<T>;

function heldMethods(
  options: StagedChangesOptions,
  transition: StepRunner,
): Pick<StagedChanges, 'hold' | 'holdFiles' | 'readHeld' | 'applyHeld'> {
  const { root, objects, runSerially } = options;
  return {
    hold: (step, tree, signal) =>
      withPathErrors(WORKSPACE, async () => {
        using view = new OpenFolders(tree.directory);
        const read = (path: string): Iterable<Buffer> => {
          const source = view.look(path);
          if (source === undefined) throw damagedError();
          return source.folder.read(source.name);
        };
        const { pack } = await readStep(objects, step.id);
        return await storeHeldChanges(objects, { pack, changes: step.changes }, read, new WorkSlices(signal));
      }),

    readHeld: async function* (id, maxBytes) {
      yield* readHeldFiles(objects, await readHeldChanges(objects, id), maxBytes);
    },

    holdFiles: (files, signal) =>
      withPathErrors(WORKSPACE, async () => {
        using folders = new OpenFolders(root);
        const step = await captureFiles(objects, folders, files, new WorkSlices(signal));
        const contents = new Map(files.map(({ path, bytes }) => [path, bytes]));
        const read = (path: string): Iterable<Buffer> => [Buffer.from(contents.get(path) ?? [])];
        return await storeHeldChanges(objects, step, read, new WorkSlices(signal));
      }),

    applyHeld: async (id, keep, signal) => {
      const held = await readHeldChanges(objects, id);
      return runSerially(() => transition(signal, (steps) => applyHeldChanges(options, held, keep, steps)));
    },
  };
}

/** Links, files and folders are compared by content: no process has watched them since they were held. */
async function applyHeldChanges(
  { objects, protectedPaths }: StagedChangesOptions,
  held: StoredHeldChanges,
  keep: (step: CapturedStep) => Promise<void>,
  steps: StepTransition,
): Promise<CapturedStep> {
  const toTransition = ({ path, before, after }: EntryChange): PathTransition => ({ path, from: before, to: after });
  const conflicts = await steps.findConflicts(held.changes.map(toTransition));
  const { changes, dropped } = splitHeldChanges(held.changes, conflicts, protectedPaths);
  const stored: StoredStep = { pack: held.before, changes };
  const id = changes.length === 0 ? '' : (await objects.put(Buffer.from(JSON.stringify(stored)))).hash;
  const step: CapturedStep = { id, changes, dropped };
  if (changes.length === 0) return step;
  await keep(step);
  await steps.run(changes.map(toTransition), writeFrom(new PackReader(objects.stream(held.after))));
  return step;
}

const writeFrom = (reader: PackReader): ContentSource => ({
  write: async ({ to }, target) => {
    if (to?.kind !== 'file' || to.at === undefined) throw damagedError();
    await writePieces(target, checkHash(reader.read(to.at, to.size), to.hash));
  },
});

const withoutStats = ({ path, before, after, lines }: FoundChange): EntryChange => ({ path, before, after, lines });

const toReversal = ({ path, before, after }: EntryChange): PathTransition => ({ path, from: after, to: before });

const offset = ({ to }: PathTransition): number => (to?.kind === 'file' ? (to.at ?? 0) : 0);

async function compare(
  { root, objects, limits, protectedPaths }: StagedChangesOptions,
  tree: Parameters<StagedChanges['capture']>[0],
  signal: AbortSignal,
): Promise<{ comparison: TreeComparison; pack: string | null }> {
  let storing: Promise<{ hash: string }> | undefined;
  const contents = new PassThrough({ highWaterMark: HELD_BYTES });
  const keep = async (piece: Uint8Array): Promise<void> => {
    storing ??= objects.put(contents);
    // An error of the store must not end the process before the comparison has ended.
    storing.catch(() => contents.destroy());
    if (!contents.write(piece)) await Promise.race([once(contents, 'drain'), storing]);
  };
  const slices = new WorkSlices(signal);
  const comparison = new TreeComparison({ beganAt: tree.beganAt, protectedPaths, limits, slices, keep });
  try {
    await comparison.run(root, tree.directory, tree.touched);
  } catch (thrown) {
    contents.destroy();
    await storing?.catch(() => undefined);
    throw thrown;
  }
  contents.end();
  return { comparison, pack: storing === undefined ? null : (await storing).hash };
}

async function readStep(objects: ObjectStore, id: string): Promise<StoredStep> {
  const bytes = await objects.get(id);
  if (bytes === undefined) throw new PortError('NOT_FOUND', 'The list of these changes is no longer stored.');
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as StoredStep;
}

async function* checkHash(pieces: AsyncIterable<Uint8Array>, expected: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== expected) throw damagedError();
}

function damagedError(): PortError {
  return new PortError('EXECUTION_ERROR', 'The stored content of a change is damaged.');
}
