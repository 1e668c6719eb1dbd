/** Seals contents with a key and commits to texts. Synchronous, because contents are sealed while a change is built. */
export interface ContentCipher {
  /** Seals the text (AES-256-GCM) with a key of 32 bytes. `boundTo` must be named again to open it. */
  seal(key: Uint8Array, text: string, boundTo: string): string;
  /** Returns undefined if the text was sealed with another key or bound to something else, or was changed. */
  open(key: Uint8Array, sealed: string, boundTo: string): string | undefined;
  /** HMAC-SHA-256 of UTF-8 text, in lower-case hex. */
  hmac(key: Uint8Array | string, text: string): string;
}
