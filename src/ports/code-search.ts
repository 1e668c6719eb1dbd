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

export interface CodeSearch {
  find(query: CodeQuery, signal: AbortSignal): Promise<CodeCandidates>;
}
