/** The content of a request to the model, independent of the API. */
export interface RequestSummary {
  /** The last message of the user. */
  readonly user: string;
  /** The tool results at the end of the request; empty if the message of the user is last. */
  readonly results: readonly { readonly id: string; readonly content: string }[];
  /** The names of the tools that are offered. */
  readonly tools: readonly string[];
}
