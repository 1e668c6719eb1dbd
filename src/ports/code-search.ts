/** Finds lines in the files of a workspace. */
export interface CodeQuery {
  /** The directory to look in, in its one spelling; empty for the root. */
  readonly path: string;
  readonly query: string;
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  /** Which files: `*.ts` anywhere, `src/**` from the root, `!*.test.ts` not. All when there is none without `!`. */
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

export interface CodeCandidates {
  /** By path and line. */
  readonly candidates: readonly CodeCandidate[];
  readonly truncated: boolean;
  readonly filesSearched: number | undefined;
}

/** A passage with a similar meaning. The caller must read the lines again before showing them. */
export interface MeaningCandidate {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  /** Its lines, each without its end; of a very long line only the beginning. */
  readonly text: string;
  /** Up to 1. */
  readonly score: number;
}

export interface MeaningCandidates {
  /** The nearest first. */
  readonly candidates: readonly MeaningCandidate[];
  readonly filesSearched: number;
  /** Files that could not be indexed in time. The next search continues with them. */
  readonly filesLeft: number;
}

export interface CodeSearch {
  find(query: CodeQuery, signal: AbortSignal): Promise<CodeCandidates>;
  /** Searches by the meaning of the query. Fails with NOT_AVAILABLE, naming the setting, where no embeddings are configured. */
  findByMeaning(
    query: CodeQuery,
    signal: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<MeaningCandidates>;
}
