/** The stored messages of a conversation, and the next step that follows from them. They hold its whole state. */
import type { ErrorValue, StoredMessage, CallMode, Outcome } from '../core/index.ts';
import type { ModelCall, ModelUsage } from '../ports/chat-model.ts';

interface UserMessage {
  readonly role: 'user';
  readonly text: string;
  /** Whether the user spoke or wrote. The default is text. */
  readonly mode?: CallMode;
  /** An agent's token wrote it. Its words are not the user's. */
  readonly isOfAgent?: true;
}

/** A call as the model asked for it, with our call id and tool name. */
export interface AskedCall extends ModelCall {
  readonly callId: string;
  /** The name in the registry. If the model invented a tool, the model's name. */
  readonly tool: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly calls: readonly AskedCall[];
  /** How many calls were over the limit. They are not run. */
  readonly dropped?: number;
  readonly usage: ModelUsage;
  readonly reports?: readonly string[];
  readonly problem?: ErrorValue;
}

export interface CallResult {
  readonly callId: string;
  /** The provider's id. */
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly state: Outcome['state'];
  readonly code?: ErrorValue['code'];
  /** What the model reads: JSON text of `{"success": …}`. */
  readonly content: string;
  readonly report?: string;
  /** It is pending, but the result of its partial call is already here. So the conversation continues. */
  readonly hasPart?: true;
}

interface ResultsMessage {
  readonly role: 'tool';
  readonly results: readonly CallResult[];
  /** These results came after the conversation had continued without them. */
  readonly isLate?: true;
}

export type TranscriptMessage = UserMessage | AssistantMessage | ResultsMessage;
export type ConversationTranscript = readonly StoredMessage<TranscriptMessage>[];

type NextStep =
  | { readonly kind: 'ask' }
  | { readonly kind: 'run'; readonly asked: AssistantMessage }
  /** No step, but outcomes of pending calls may still arrive. */
  | { readonly kind: 'rest' };

export function nextStep(transcript: ConversationTranscript): NextStep {
  const last = transcript.at(-1)?.body;
  if (!last) return { kind: 'rest' };
  if (last.role !== 'assistant') return { kind: 'ask' };
  return last.calls.length > 0 ? { kind: 'run', asked: last } : { kind: 'rest' };
}

/** Lists pending calls that the conversation continued without, and that have no outcome yet. */
export function stillWaiting(transcript: ConversationTranscript): CallResult[] {
  const open = new Map<string, CallResult>();
  for (const { body } of transcript) {
    if (body.role !== 'tool') continue;
    for (const result of body.results) {
      if (result.state === 'pending') open.set(result.callId, result);
      else open.delete(result.callId);
    }
  }
  return [...open.values()];
}

/** The mode of the last user message. The answer uses the same mode. */
export function findLastMode(transcript: ConversationTranscript): CallMode {
  const last = transcript.findLast(({ body }) => body.role === 'user')?.body;
  return (last?.role === 'user' ? last.mode : undefined) ?? 'text';
}

/** The messages after the last user message. */
export function thisTurn(transcript: ConversationTranscript): ConversationTranscript {
  return transcript.slice(transcript.findLastIndex(({ body }) => body.role === 'user') + 1);
}

export function askedCalls(transcript: ConversationTranscript): AskedCall[] {
  return transcript.flatMap(({ body }) => (body.role === 'assistant' ? body.calls : []));
}

export function listCallResults(transcript: ConversationTranscript): CallResult[] {
  return transcript.flatMap(({ body }) => (body.role === 'tool' ? body.results : []));
}
