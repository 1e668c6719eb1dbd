/** A content-addressed store of bytes. An object is read by its hash and never changes. */
export interface ObjectStore {
  /** Stores the bytes durably and returns their SHA-256 in hex. Storing the same bytes again changes nothing. */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<{ hash: string; size: number }>;
  /** Undefined if there is no object with this hash. */
  get(hash: string): Promise<Uint8Array | undefined>;
  /** Returns the bytes as a stream, for objects that may not fit in memory. Fails with NOT_FOUND if there is none. */
  stream(hash: string): AsyncIterable<Uint8Array>;
}
