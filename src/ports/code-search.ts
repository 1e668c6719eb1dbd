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

/** Where a line is said to be. Whoever shows it reads the line for himself: files move while they are searched. */
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

/** A passage whose meaning is near. Whoever shows it reads the lines for himself. */
export interface MeaningCandidate {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  /** Its lines, each without its end; a very long one only by its beginning. */
  readonly text: string;
  /** Up to 1. */
  readonly score: number;
}

export interface MeaningCandidates {
  /** The nearest first. */
  readonly candidates: readonly MeaningCandidate[];
  readonly filesSearched: number;
  /** Files that there was no time to take in. Another search goes on with them. */
  readonly filesLeft: number;
}

export interface CodeSearch {
  find(query: CodeQuery, signal: AbortSignal): Promise<CodeCandidates>;
  /** By what the query means. Fails with NOT_AVAILABLE, naming the setting, where no embeddings are set up. */
  findByMeaning(
    query: CodeQuery,
    signal: AbortSignal,
    progress: (done: number, total: number) => void,
  ): Promise<MeaningCandidates>;
}
