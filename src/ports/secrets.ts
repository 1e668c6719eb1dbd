/** Keys that the runtime signs with. Private halves never leave the implementation. */
export interface SigningKey {
  readonly id: string;
  /** An Ed25519 key for WebCrypto and jose. */
  /** Undefined where tokens are checked and never made. */
  readonly privateKey: CryptoKey | undefined;
  readonly publicKey: CryptoKey;
}
