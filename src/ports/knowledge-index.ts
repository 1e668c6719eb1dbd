/** What an organization can search by meaning and by words: mails, files and conversations, each for one audience. */

/** One user or one department: who may see a document. */
export type IndexAudience = `user:${string}` | `department:${string}`;
/** What a document was made from. */
export type KnowledgeType = 'email' | 'file' | 'conversation';

/** A text to index, with who may see it. Audience, type and id together identify it. */
export interface KnowledgeDocument {
  readonly audience: IndexAudience;
  readonly type: KnowledgeType;
  readonly id: string;
  /** A subject, a file name or a conversation title. Its words are searched too. */
  readonly title: string;
  readonly text: string;
  /** When it was written or received, in ISO 8601. */
  readonly at: string;
}

interface KnowledgeQuestion {
  /** Only documents of these audiences are searched. An empty list finds nothing. */
  readonly audiences: readonly IndexAudience[];
  readonly text: string;
  /** All types when absent. */
  readonly types?: readonly KnowledgeType[];
  readonly limit: number;
  /** The least relevance of a hit. */
  readonly threshold: number;
  /** Also finds documents that contain every word, whatever their relevance. */
  readonly orEveryWord?: true;
}

/** A document with its best matching part. */
export interface KnowledgeHit {
  readonly audience: IndexAudience;
  readonly type: KnowledgeType;
  readonly id: string;
  readonly title: string;
  readonly at: string;
  /** From 0 to 1: the probability that the document is wanted, if every second candidate were wanted. */
  readonly relevance: number;
  readonly citation: KnowledgeCitation;
}

/** Where the part is in the document's text. */
interface KnowledgeCitation {
  readonly chunk: number;
  /** In UTF-16 units of the document's text; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface KnowledgeAnswer {
  /** Best first, each document once. */
  readonly found: readonly KnowledgeHit[];
  /** How many documents reached the threshold, among those that were examined. */
  readonly total: number;
}

/** Searches documents by words, and by meaning where embeddings are configured. Every search names its audiences. */
export interface KnowledgeIndex {
  /** The document can be found once this resolves. An existing document is replaced, so a repeated call changes nothing. */
  add(document: KnowledgeDocument, signal: AbortSignal): Promise<void>;
  /** Does nothing if there is no such document. */
  remove(document: Pick<KnowledgeDocument, 'audience' | 'type' | 'id'>): Promise<void>;
  search(question: KnowledgeQuestion, signal: AbortSignal): Promise<KnowledgeAnswer>;
  /** Makes the vectors that are missing or of another model, and returns how many. Until then these are found by words. */
  renew(audience: IndexAudience, signal: AbortSignal): Promise<number>;
  /** Which ways of searching work here, and how to repair one that does not. */
  condition(): Promise<IndexCondition>;
  close(): Promise<void>;
}

interface IndexCondition {
  readonly meaning: boolean;
  readonly words: boolean;
  /** A text for users if one of them is missing, or slower than it could be. */
  readonly reason?: string;
}

/** The index, limited to what one user may see. */
export interface KnowledgeSearch {
  search(question: Omit<KnowledgeQuestion, 'audiences'>, signal: AbortSignal): Promise<KnowledgeAnswer>;
}
