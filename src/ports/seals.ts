/** Where the secret of the next seal is kept. An older secret cannot be computed from a newer one. */

/** The secret that the key of seal `n` is derived from, as 64 hex digits. */
export interface SealSeed {
  readonly n: number;
  readonly seed: string;
}

/** Keeps one secret for each ledger: each one that is written erases the one before it. A ledger has an id of hex digits. */
export interface SealSeedStore {
  read(ledger: string): Promise<SealSeed | undefined>;
  /** Replaces the secret durably. An older one does not replace a newer one. */
  replace(ledger: string, next: SealSeed): Promise<void>;
}
