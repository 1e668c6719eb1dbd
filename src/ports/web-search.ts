/** A search engine for the web. */
export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** The relevance from 0 to 1, if the engine reports it. */
  readonly score?: number;
}

/**
 * One search engine. Results are untrusted content. Fails with NOT_AVAILABLE if none is set up, otherwise with the
 * engine's error.
 */
export interface WebSearch {
  /** The name of the service that receives the query, for people. */
  readonly provider: string;
  search(query: string, options: { numResults: number; signal: AbortSignal }): Promise<SearchResult[]>;
}
