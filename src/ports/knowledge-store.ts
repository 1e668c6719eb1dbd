/** Stores the chunks of an organization's knowledge, and finds those that may answer a question. */
import type { IndexAudience, KnowledgeType } from './knowledge-index.ts';

/** A document without its text. Audience, type and id together identify it. */
export interface StoredDocument {
  readonly audience: IndexAudience;
  readonly type: KnowledgeType;
  readonly id: string;
  readonly title: string;
  readonly at: string;
}

/** A unit vector and the model that made it. Only vectors of the same model are compared. */
export interface EmbeddingVector {
  readonly by: string;
  readonly vector: Float32Array;
}

/** A part of a document's text, from `from` up to and without `to`. */
export interface StoredChunk {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The normalized words of the chunk, each as often as it occurs, without white space. */
  readonly terms: readonly string[];
  /** Absent where no embeddings are configured. */
  readonly embedding?: EmbeddingVector;
}

/** A chunk whose vector is missing, or of another model. */
export interface OutdatedChunk {
  /** The number of the chunk. It is never reused, so a vector for a replaced chunk changes nothing. */
  readonly n: number;
  readonly title: string;
  readonly text: string;
}

/** A question to the store: only chunks of these audiences and types are searched. */
export interface ChunkLookup {
  readonly audiences: readonly IndexAudience[];
  readonly types: readonly KnowledgeType[];
  readonly terms: readonly string[];
  readonly embedding?: EmbeddingVector | undefined;
  /** How many chunks each way of searching returns. */
  readonly each: number;
}

/** A chunk that may answer the question, with the numbers to rank it. */
export interface ChunkCandidate extends StoredDocument {
  readonly chunk: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The cosine of its vector and the question's; zero where one of them is missing. */
  readonly cosine: number;
  /** How many terms it has, and how often each searched term occurs. */
  readonly length: number;
  readonly frequencies: readonly number[];
}

/** All counts cover only chunks of the searched audiences. */
export interface ChunkLookupResult {
  readonly candidates: readonly ChunkCandidate[];
  readonly chunks: number;
  readonly averageLength: number;
  /** How many chunks contain each term. */
  readonly chunksWith: readonly number[];
}

/** Stores chunks with their terms and vectors, and finds candidates. The index ranks them. */
export interface KnowledgeStore {
  /** Replaces the stored chunks of the same document. Durable when it resolves. */
  put(document: StoredDocument, chunks: readonly StoredChunk[]): Promise<void>;
  remove(document: Pick<StoredDocument, 'audience' | 'type' | 'id'>): Promise<void>;
  lookUp(lookup: ChunkLookup): Promise<ChunkLookupResult>;
  /** Some of the chunks that have no vector of this model. */
  outdated(audience: IndexAudience, by: string, limit: number): Promise<readonly OutdatedChunk[]>;
  /** Gives chunks their vector of another model. Ignores chunks that are gone. */
  renew(audience: IndexAudience, embeddings: readonly (EmbeddingVector & { readonly n: number })[]): Promise<void>;
  /** Whether search by vectors works. `reason` says why it does not, or why it is slower than it could be. */
  condition(): Promise<{ readonly vectors: boolean; readonly reason?: string }>;
  close(): Promise<void>;
}
