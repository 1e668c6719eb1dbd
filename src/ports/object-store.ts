/** A content-addressed store of bytes: what was put once can be read for ever under its hash, and never changes. */
export interface ObjectStore {
  /** Stores the bytes durably and answers their SHA-256 in hex. Storing the same bytes again is free. */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ hash: string; size: number }>;
  /** The bytes, or undefined when nothing is stored under this hash. */
  get(hash: string): Promise<Uint8Array | undefined>;
  /** The bytes as a stream, for what may not fit in memory. */
  stream(hash: string): AsyncIterable<Uint8Array>;
}
