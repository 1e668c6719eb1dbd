/** Applies what a staged run changed to the workspace, as one step that can be undone. */
import type { StagedTree } from './command-sandbox.ts';

/** What is at a path. `at` is where the content of a file begins in the stored contents of its step. */
export type EntryState =
  | {
      readonly kind: 'file';
      readonly hash: string;
      readonly size: number;
      readonly mode: number;
      readonly at?: number | undefined;
    }
  | { readonly kind: 'symlink'; readonly target: string }
  | { readonly kind: 'directory'; readonly mode: number };

/** How many lines of a text file differ. */
export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** One path that a step changes. Null means that nothing is there. */
export interface EntryChange {
  readonly path: string;
  readonly before: EntryState | null;
  readonly after: EntryState | null;
  /** Only for the first text files of a step. */
  readonly lines?: LineCounts | undefined;
}

/**
 * Why a change is not applied. `protected`: other programs run or obey the file. `conflict`: something else changed it during
 * the run. `special`: it is a FIFO, socket or device, or its name cannot be used.
 */
export type DropReason = 'protected' | 'conflict' | 'special';

/** A change of a run that is not applied. */
export interface DroppedChange {
  readonly path: string;
  readonly reason: DropReason;
}

/** Everything that a run changed. The object store has all that an undo needs. */
export interface CapturedStep {
  /** Identifies the step. Empty if nothing is to be applied. */
  readonly id: string;
  readonly changes: readonly EntryChange[];
  readonly dropped: readonly DroppedChange[];
}

/** The changes of a recorded step, as a person sees them before an undo. */
export interface RecordedStep {
  readonly changes: readonly EntryChange[];
  /** The first path that has changed since, if any. Then the undo is refused. */
  readonly conflict: string | undefined;
}

/** A change that waits for a person, with its contents as far as they are files of a bounded size. */
export interface HeldFileChange {
  readonly change: EntryChange;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/** What a file is to contain. */
export interface NewContent {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Compares staged trees with the workspace and applies the differences. Links are never followed. */
export interface StagedChanges {
  /** Whether a person decides before a run overwrites or deletes existing files. */
  readonly asksFirst: boolean;
  /** Finds all differences and stores what is to be replaced. The workspace does not change. */
  capture(tree: StagedTree, signal: AbortSignal): Promise<CapturedStep>;
  /**
   * Applies a captured step, and moves its files out of the tree. Fails with CONFLICT before the first change if a path has
   * changed since.
   */
  apply(step: CapturedStep, tree: StagedTree): Promise<void>;
  /** Stores a captured step with all contents, for a person to decide about. Returns the id of the held changes. */
  hold(step: CapturedStep, tree: StagedTree, signal: AbortSignal): Promise<string>;
  /** Stores new contents of existing files in the same way. */
  holdFiles(files: readonly NewContent[], signal: AbortSignal): Promise<string>;
  /** Reads held changes. Larger contents are left out. */
  readHeld(id: string, maxBytes: number): AsyncIterable<HeldFileChange>;
  /** Applies held changes as `keep` has stored their step. A path that has changed since they were held is dropped. */
  applyHeld(id: string, keep: (step: CapturedStep) => Promise<void>, signal: AbortSignal): Promise<CapturedStep>;
  /** Looks at a recorded step. Nothing changes. */
  inspect(id: string, signal: AbortSignal): Promise<RecordedStep>;
  /**
   * Restores everything that a step changed, also after a crash in the middle of it. Fails with CONFLICT before the first
   * change if a path has changed since.
   */
  revert(id: string, signal: AbortSignal): Promise<void>;
}
