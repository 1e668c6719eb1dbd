/** Turns texts into vectors that point the same way where the texts mean alike. */
export interface EmbeddingModel {
  /** Which model, and where: vectors of different ones are never compared. */
  readonly id: string;
  /** One vector for each text. A text that is too long counts by its beginning. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}
