/** Patterns for paths: `*.pdf` matches names anywhere, `2024/*.jpg` starts at the root, a leading `!` excludes. */
export interface GlobCompiler {
  /** Returns a test for paths. Throws INVALID_ARGUMENTS for patterns that expand to too many others. */
  compile(patterns: readonly string[]): (path: string) => boolean;
}
