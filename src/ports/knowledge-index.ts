/** What an organization can look up by meaning and by words: mails, files and conversations, each for one audience. */

/** One person or one department: who may see a thing. */
export type IndexAudience = `user:${string}` | `department:${string}`;
export type KnowledgeType = 'email' | 'file' | 'conversation';

export interface KnowledgeDocument {
  readonly audience: IndexAudience;
  readonly type: KnowledgeType;
  readonly id: string;
  /** A subject, a file's name, a conversation's title. It is found by its words too. */
  readonly title: string;
  readonly text: string;
  /** When it was written or received, in ISO 8601. */
  readonly at: string;
}

export interface KnowledgeQuestion {
  /** Nothing of any other audience is looked at. None means nothing is found. */
  readonly audiences: readonly IndexAudience[];
  readonly text: string;
  /** All of them if left out. */
  readonly types?: readonly KnowledgeType[];
  readonly limit: number;
  /** The least relevance of what is found. */
  readonly threshold: number;
  /** Also what has every word of it, however relevant that makes it. */
  readonly orEveryWord?: true;
}

/** A document, with the part of it that answers best. */
export interface KnowledgeHit {
  readonly audience: IndexAudience;
  readonly type: KnowledgeType;
  readonly id: string;
  readonly title: string;
  readonly at: string;
  /** From 0 to 1: how likely it is that someone who asked this wanted this, if every second one looked at were wanted. */
  readonly relevance: number;
  readonly citation: KnowledgeCitation;
}

/** Where in a document's text the part stands. */
export interface KnowledgeCitation {
  readonly chunk: number;
  /** In UTF-16 units of the document's text; `to` is the first that no longer belongs to it. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface KnowledgeAnswer {
  /** Best first, each document once. */
  readonly found: readonly KnowledgeHit[];
  /** How many documents reached the threshold, as far as it looked. */
  readonly total: number;
}

export interface KnowledgeIndex {
  /** Once it is done, it is found. A document that is there already is replaced: doing it again changes nothing. */
  add(document: KnowledgeDocument, signal: AbortSignal): Promise<void>;
  /** Does nothing where there is none. */
  remove(document: Pick<KnowledgeDocument, 'audience' | 'type' | 'id'>): Promise<void>;
  search(question: KnowledgeQuestion, signal: AbortSignal): Promise<KnowledgeAnswer>;
  /** Makes the vectors anew that another model has made, or none; answers how many. Until then these are found by words. */
  renew(audience: IndexAudience, signal: AbortSignal): Promise<number>;
  /** In which ways it can search here, and what would mend a way that it cannot. */
  condition(): Promise<IndexCondition>;
  close(): Promise<void>;
}

export interface IndexCondition {
  readonly meaning: boolean;
  readonly words: boolean;
  /** What a person reads where one of them is missing, or slower than it could be. */
  readonly reason?: string;
}

/** The index as one person may ask it. */
export interface KnowledgeSearch {
  search(question: Omit<KnowledgeQuestion, 'audiences'>, signal: AbortSignal): Promise<KnowledgeAnswer>;
}
