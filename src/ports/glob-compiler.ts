/** Patterns for paths, as people write them: `*.pdf` for names anywhere, `2024/*.jpg` from the top, `!` before what is left out. */
export interface GlobCompiler {
  /** Fails with INVALID_ARGUMENTS for patterns that expand to too many others. */
  compile(patterns: readonly string[]): (path: string) => boolean;
}
