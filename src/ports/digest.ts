/** Hashing and randomness, offered by the platform: Node's native code, or WebCrypto-compatible code on Workers. */
export interface Digest {
  /** SHA-256 of UTF-8 text, in lower-case hex. Synchronous, because the audit chain is sealed inside a transaction. */
  sha256(text: string): string;
  /** Cryptographically random bytes. */
  random(length: number): Uint8Array;
}
