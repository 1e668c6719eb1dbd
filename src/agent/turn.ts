/** The events of a running conversation, and the result of one turn. */
import type { ApprovalNotice, ErrorValue, Outcome, CallProgress } from '../core/index.ts';
import type { ModelUsage } from '../ports/chat-model.ts';

export type ChatEvent =
  /** A part of the answer that is still streaming. */
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
  /** The outcome of a call, also when it is pending. */
  | { readonly type: 'outcome'; readonly callId: string; readonly tool: string; readonly outcome: Outcome };

/** An answer of the model is stored at `seq`. It may be new, or an earlier answer since the last user message. */
export interface AnswerEvent {
  readonly type: 'said';
  readonly seq: number;
  readonly text: string;
  /** Whether its text was already sent as `text` events. False for an earlier answer or one from another process. */
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
  /** `waiting`: it continues automatically once the pending calls are decided. */
  readonly state: 'done' | 'waiting' | 'failed';
  /** The text of the last answer. */
  readonly text: string;
  /** R3: reports of calls that ran without an approval. The runtime writes them, and the user must see them. */
  readonly reports: readonly string[];
  /** Calls that wait for a person, also from earlier turns. */
  readonly waiting: readonly WaitingCall[];
  /** Why the turn ended early: a limit, a cancellation or a model failure. */
  readonly problem: ErrorValue | undefined;
  /** The sum over all answers of the turn. */
  readonly usage: ModelUsage;
  /** The number of the last message that this covers. */
  readonly seq: number;
}
