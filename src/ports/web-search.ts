/** A search engine for the web. */
export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** How well it fits, from 0 to 1, where the engine says so. */
  readonly score?: number;
}

export interface WebSearch {
  /** Who is asked, for a person to read: the query goes there. */
  readonly provider: string;
  search(query: string, options: { numResults: number; signal: AbortSignal }): Promise<SearchResult[]>;
}
