/** Where the chunks of an organization's knowledge lie, and how those that may answer a question are found among them. */
import type { IndexAudience, KnowledgeType } from './knowledge-index.ts';

export interface StoredDocument {
  readonly audience: IndexAudience;
  readonly type: KnowledgeType;
  readonly id: string;
  readonly title: string;
  readonly at: string;
}

/** A vector of length one, and the model that made it: only vectors of the same one are ever compared. */
export interface EmbeddingVector {
  readonly by: string;
  readonly vector: Float32Array;
}

export interface StoredChunk {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The words it is found by, as they are compared: each as often as it occurs. They hold no white space. */
  readonly terms: readonly string[];
  /** Absent where nothing makes vectors. */
  readonly embedding?: EmbeddingVector;
}

/** A chunk whose vector is missing, or of another model. */
export interface OutdatedChunk {
  /** Never given to another chunk, so that what was replaced meanwhile is left alone. */
  readonly n: number;
  readonly title: string;
  readonly text: string;
}

export interface ChunkLookup {
  readonly audiences: readonly IndexAudience[];
  readonly types: readonly KnowledgeType[];
  readonly terms: readonly string[];
  readonly embedding?: EmbeddingVector | undefined;
  /** How many chunks to find by each way. */
  readonly each: number;
}

export interface ChunkCandidate extends StoredDocument {
  readonly chunk: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Between its vector and the question's; zero where one of them is missing. */
  readonly cosine: number;
  /** How many terms it has, and how often each of those that were asked for occurs. */
  readonly length: number;
  readonly frequencies: readonly number[];
}

/** All counts are of what was looked at: of nobody else's chunks. */
export interface ChunkLookupResult {
  readonly candidates: readonly ChunkCandidate[];
  readonly chunks: number;
  readonly averageLength: number;
  /** How many chunks each of the terms occurs in. */
  readonly chunksWith: readonly number[];
}

export interface KnowledgeStore {
  /** Replaces what is there of the same document. Durable when it resolves. */
  put(document: StoredDocument, chunks: readonly StoredChunk[]): Promise<void>;
  remove(document: Pick<StoredDocument, 'audience' | 'type' | 'id'>): Promise<void>;
  lookUp(lookup: ChunkLookup): Promise<ChunkLookupResult>;
  /** Some of those that this model has not seen yet. */
  outdated(audience: IndexAudience, by: string, limit: number): Promise<readonly OutdatedChunk[]>;
  /** Gives chunks their vector of another model. Does nothing for those that are gone. */
  renew(audience: IndexAudience, embeddings: readonly (EmbeddingVector & { readonly n: number })[]): Promise<void>;
  /** Whether vectors are found, and if not, or not as quickly as they could be, why. */
  condition(): Promise<{ readonly vectors: boolean; readonly reason?: string }>;
  close(): Promise<void>;
}
