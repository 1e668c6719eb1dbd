/** What a conversation tells while it goes on, and how one turn of it ends. */
import type { ApprovalNotice, ErrorValue, Outcome, CallProgress } from '../core/index.ts';
import type { ModelUsage } from '../ports/chat-model.ts';

export type ChatEvent =
  /** A piece of the answer, while the model is still at it. */
  | { readonly type: 'text'; readonly text: string }
  | AnswerEvent
  /** The model asks for a tool. `args` is the text that it wrote. */
  | {
      readonly type: 'call';
      readonly callId: string;
      readonly tool: string;
      readonly title: string;
      readonly args: string;
    }
  | { readonly type: 'progress'; readonly callId: string; readonly tool: string; readonly progress: CallProgress }
  /** What became of it, also when that is that it waits. */
  | { readonly type: 'outcome'; readonly callId: string; readonly tool: string; readonly outcome: Outcome };

/** An answer of the model is kept, at this place: one of now, or one that was given since the user last spoke. */
export interface AnswerEvent {
  readonly type: 'said';
  readonly seq: number;
  readonly text: string;
  /** Whether its text came before as `text`. Not so when it was said earlier, or by another process. */
  readonly wasStreamed: boolean;
  readonly reports: readonly string[];
  readonly problem: ErrorValue | undefined;
}

export interface WaitingCall {
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly approval: ApprovalNotice;
}

export interface Turn {
  /** `waiting`: it goes on by itself once the calls that wait for a person are decided. */
  readonly state: 'done' | 'waiting' | 'failed';
  /** What the model said last. */
  readonly text: string;
  /** R3: what ran without asking and has to be said, in the runtime's words. */
  readonly reports: readonly string[];
  /** What waits for a person, also from earlier turns. */
  readonly waiting: readonly WaitingCall[];
  /** Why the turn ended early: a limit, a cancellation, a model that fails. */
  readonly problem: ErrorValue | undefined;
  /** Of every answer of the model within the turn. */
  readonly usage: ModelUsage;
  /** The place in the conversation up to which this tells. */
  readonly seq: number;
}
