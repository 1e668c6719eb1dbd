/** What a model has had before it when it asked for a call: the user's own words, and what its calls brought. */
import type { Json } from '../../../ports/json.ts';
import type { ToolLabels } from '../../contract.ts';

export interface Seen {
  readonly tool: string;
  readonly labels: Pick<ToolLabels, 'untrusted' | 'private'>;
  readonly value: Json;
  /** What the call that brought it was given. */
  readonly given?: readonly string[] | undefined;
}

export interface History {
  /** Undefined where the client does not show them. */
  readonly words: readonly string[] | undefined;
  readonly seen: readonly Seen[];
}
