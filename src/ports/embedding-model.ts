/** Turns texts into vectors. Texts with a similar meaning have vectors with a similar direction. */
export interface EmbeddingModel {
  /** Identifies the model and its place. Vectors of different models are never compared. */
  readonly id: string;
  /** Returns one vector for each text. Of a text that is too long, only the beginning counts. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}
