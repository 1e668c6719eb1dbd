/** A key pair that the runtime signs with. The private key never leaves the implementation. */
export interface SigningKey {
  readonly id: string;
  /** An Ed25519 key for WebCrypto and jose. Undefined in a process that only verifies tokens. */
  readonly privateKey: CryptoKey | undefined;
  readonly publicKey: CryptoKey;
}

/** Seals secrets that are stored in a database: the database alone does not reveal them. */
export interface SecretSealer {
  /** `boundTo` names the purpose: a secret sealed for one purpose does not open for another. */
  seal(secret: string, boundTo: string): string;
  /** Returns the secret. Throws INVALID_CONFIGURATION if it was sealed for another purpose, with another key, or was changed. */
  open(sealed: string, boundTo: string): string;
}
