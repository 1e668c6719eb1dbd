/** Defines what an outcome says about the files that a call changed. */

/** A changed file. The counts of lines are null for binary and large files. */
interface ChangedFileLines {
  readonly path: string;
  readonly added: number | null;
  readonly removed: number | null;
}

/** A change that was not made. */
interface RefusedFileChange {
  readonly path: string;
  /** Why, in a sentence. */
  readonly reason: string;
}

/** The files that a call changed, as one step that can be undone. Long lists are cut. */
export interface FileChanges {
  /** The numbers of all changes in a sentence. */
  readonly summary: string;
  readonly created: readonly string[];
  readonly changed: readonly ChangedFileLines[];
  readonly deleted: readonly string[];
  readonly dropped: readonly RefusedFileChange[];
  /** How many changes are not listed. */
  readonly omitted: number;
}
