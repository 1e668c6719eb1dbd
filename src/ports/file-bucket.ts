/** A person's own store of files by key. Nothing is ever lost: earlier versions stay readable, so that a change can be taken back. */
export interface BucketFile {
  readonly key: string;
  readonly size: number;
  /** ISO 8601. */
  readonly modified: string;
  /** Names this very state of the key. It never comes back, not even with the same content. */
  readonly version: string;
}

/** What stands at a key: a file, or nothing. */
export interface BucketState {
  readonly file: BucketFile | undefined;
  readonly version: string;
  /** The content's hash, or null when there is none. */
  readonly hash: string | null;
}

export interface FileBucket {
  /** In the order of their keys. `next` is where to go on, or null at the end. */
  list(options: {
    prefix: string;
    after: string | null;
    limit: number;
  }): Promise<{ files: BucketFile[]; next: string | null }>;
  state(key: string): Promise<BucketState>;
  content(hash: string): Promise<Uint8Array>;
  /** Keeps the content, durable and under its hash, without naming it yet. */
  keep(bytes: Uint8Array): Promise<string>;
  /**
   * Puts what was kept, or nothing, at the key, if it is still at the version `expected`; CONFLICT otherwise. Answers the
   * new version.
   */
  change(key: string, to: { hash: string; size: number } | null, expected: string): Promise<string>;
}
