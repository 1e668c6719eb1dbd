/** The messages of a process under load to its parent, one JSON object a line: each step before it, each answer after it. */
import type { Outcome } from '../../../src/core/index.ts';

export type VerdictKind = 'approve' | 'deny' | 'mint';

export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'begin'; readonly id: string; readonly tool: string; readonly args: unknown }
  | { readonly kind: 'outcome'; readonly id: string; readonly outcome: Outcome }
  | { readonly kind: 'deciding'; readonly id: string; readonly verdict: VerdictKind }
  | {
      readonly kind: 'decided';
      readonly id: string;
      readonly verdict: VerdictKind;
      readonly outcome: Outcome;
      readonly token: string | undefined;
    }
  | { readonly kind: 'too-late'; readonly id: string; readonly code: string }
  | { readonly kind: 'redeeming'; readonly id: string };

export interface LoadOptions {
  readonly data: string;
  readonly effects: string;
  readonly postgres?: string | undefined;
  /** Starts every call id, so that no two processes make the same. */
  readonly name: string;
  readonly seed: number;
  readonly lanes: number;
}
