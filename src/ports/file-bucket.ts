/** A user's own store of files by key. Earlier versions stay readable, so that a change can be undone. */
export interface BucketFile {
  readonly key: string;
  readonly size: number;
  /** ISO 8601. */
  readonly modified: string;
  /** Identifies this state of the key. It is never reused, not even for the same content. */
  readonly version: string;
}

/** The state of a key: a file, or nothing. */
export interface BucketState {
  readonly file: BucketFile | undefined;
  readonly version: string;
  /** The content's hash, or null when there is none. */
  readonly hash: string | null;
}

/**
 * The bucket of one user. Content and keys are stored separately, so a change can be prepared first and undone later.
 */
export interface FileBucket {
  /** Lists files in the order of their keys. `next` is the value for `after` on the next page, or null at the end. */
  list(options: {
    prefix: string;
    after: string | null;
    limit: number;
  }): Promise<{ files: BucketFile[]; next: string | null }>;
  state(key: string): Promise<BucketState>;
  /** Returns stored content. Fails with NOT_FOUND if it no longer exists. */
  content(hash: string): Promise<Uint8Array>;
  /** Stores the content durably under its hash, without a key yet. */
  keep(bytes: Uint8Array): Promise<string>;
  /**
   * Sets the key to stored content, or to nothing, if it is still at the version `expected`; CONFLICT otherwise. Returns
   * the new version.
   */
  change(key: string, to: { hash: string; size: number } | null, expected: string): Promise<string>;
}
