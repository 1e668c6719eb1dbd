/** What a conversation tells while it goes on, and how one turn of it ends. */
import type { ApprovalNotice, ErrorValue, Outcome, Progress } from '../core/index.ts';
import type { ModelUsage } from '../ports/model.ts';

export type ChatEvent =
  /** A piece of the answer. */
  | { readonly type: 'text'; readonly text: string }
  /** The model asks for a tool. `args` is the text that it wrote. */
  | {
      readonly type: 'call';
      readonly callId: string;
      readonly tool: string;
      readonly title: string;
      readonly args: string;
    }
  | { readonly type: 'progress'; readonly callId: string; readonly tool: string; readonly progress: Progress }
  /** What became of it, also when that is that it waits. */
  | { readonly type: 'outcome'; readonly callId: string; readonly tool: string; readonly outcome: Outcome };

export interface WaitingCall {
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly approval: ApprovalNotice;
}

export interface Turn {
  /** `waiting`: some calls wait for a person; the conversation goes on by itself once they are decided. */
  readonly state: 'done' | 'waiting' | 'failed';
  /** What the model said last. */
  readonly text: string;
  /** R3: what ran without asking and has to be said, in the runtime's words. */
  readonly reports: readonly string[];
  readonly waiting: readonly WaitingCall[];
  /** Why the turn ended early: a limit, a cancellation, a model that fails. */
  readonly problem: ErrorValue | undefined;
  /** Of every answer of the model within the turn. */
  readonly usage: ModelUsage;
}
