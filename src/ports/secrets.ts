/** Keys that the runtime signs with. Private halves never leave the implementation. */
export interface SigningKey {
  readonly id: string;
  /** An Ed25519 key for WebCrypto and jose. */
  /** Undefined where tokens are checked and never made. */
  readonly privateKey: CryptoKey | undefined;
  readonly publicKey: CryptoKey;
}

/** Seals what may stand in a database and still be told to nobody who has only the database. */
export interface SecretSealer {
  /** `boundTo` names what it belongs to: sealed for one thing, it opens for no other. */
  seal(secret: string, boundTo: string): string;
  open(sealed: string, boundTo: string): string;
}
