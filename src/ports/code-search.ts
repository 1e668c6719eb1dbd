/** Finds lines in the files of a workspace. */
export interface CodeQuery {
  /** The directory to search, as a normalized path; empty for the root. */
  readonly path: string;
  readonly query: string;
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  /**
   * The files to search: `*.ts` anywhere, `src/**` from the root. A leading `!` excludes. Without an including pattern,
   * all files.
   */
  readonly globs: readonly string[];
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
  readonly maxResults: number;
}

/** A possible match. Files change during a search, so the caller must read the line again before showing it. */
export interface CodeCandidate {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line without its end. */
  readonly text: string;
}

/** The result of a text search. `filesSearched` is undefined for a truncated result. */
export interface CodeCandidates {
  /** Sorted by path and line. */
  readonly candidates: readonly CodeCandidate[];
  readonly truncated: boolean;
  readonly filesSearched: number | undefined;
}

/** A passage with a similar meaning. The caller must read the lines again before showing them. */
export interface MeaningCandidate {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  /** The lines without their ends. A very long line is cut. */
  readonly text: string;
  /** The similarity, at most 1. */
  readonly score: number;
}

/** The result of a search by meaning. It is incomplete as long as `filesLeft` is not zero. */
export interface MeaningCandidates {
  /** The nearest first. */
  readonly candidates: readonly MeaningCandidate[];
  readonly filesSearched: number;
  /** Files that could not be indexed in time. The next search continues with them. */
  readonly filesLeft: number;
}

/** Searches the files of one workspace by text or by meaning. Rejects with the signal's reason on abort. */
export interface CodeSearch {
  /**
   * Searches by text or by a regular expression. Fails with INVALID_ARGUMENTS for a pattern that cannot be searched.
   */
  find(query: CodeQuery, signal: AbortSignal): Promise<CodeCandidates>;
  /** Searches by the meaning of the query. Fails with NOT_AVAILABLE, naming the setting, where no embeddings are configured. */
  findByMeaning(
    query: CodeQuery,
    signal: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<MeaningCandidates>;
}
