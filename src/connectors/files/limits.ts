/** How far any one operation on a workspace may go before it is refused. */
export interface FileLimits {
  readonly nameBytes: number;
  readonly pathBytes: number;
  /** Directories below the root. */
  readonly depth: number;
  /** Entries that one listing may answer. */
  readonly listed: number;
  /** Entries that one fingerprint or capture may meet. */
  readonly entries: number;
  /** Bytes of content that one fingerprint or capture may read. */
  readonly treeBytes: number;
}

export const defaultLimits: FileLimits = {
  nameBytes: 255,
  pathBytes: 4_096,
  depth: 100,
  listed: 200_000,
  entries: 50_000,
  treeBytes: 2 * 1024 ** 3,
};
