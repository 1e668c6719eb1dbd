/** Keys that the runtime signs with. Private halves never leave the implementation. */
export interface SigningKey {
  readonly id: string;
  /** An Ed25519 key for WebCrypto and jose. */
  /** Undefined where tokens are verified and never made. */
  readonly privateKey: CryptoKey | undefined;
  readonly publicKey: CryptoKey;
}

/** Seals secrets that are stored in a database: the database alone does not reveal them. */
export interface SecretSealer {
  /** `boundTo` names the purpose: a secret sealed for one purpose does not open for another. */
  seal(secret: string, boundTo: string): string;
  open(sealed: string, boundTo: string): string;
}
