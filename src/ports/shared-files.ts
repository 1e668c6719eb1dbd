/** Files that a user may attach to mail: their own and those of their departments. */
export interface SharedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The hash of the content. */
  readonly hash: string;
}

/** The files that one user may attach to a mail. */
export interface SharedFiles {
  /** Undefined if there is no such file, or if the user may not see it. */
  find(id: string): Promise<SharedFile | undefined>;
  /** Returns the content of a found file. Fails with NOT_FOUND if it no longer exists. */
  content(hash: string): Promise<Uint8Array>;
}
