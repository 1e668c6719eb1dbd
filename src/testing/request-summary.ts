/** What a request told the model, whichever API it came by. */
export interface RequestSummary {
  /** What the user said last. */
  readonly user: string;
  /** The results that the request ends in; none when the user spoke last. */
  readonly results: readonly { readonly id: string; readonly content: string }[];
  /** The names of the tools that are offered. */
  readonly tools: readonly string[];
}
