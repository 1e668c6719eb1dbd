/** A conversation's messages as they are kept, and what has to happen next: its whole state is in them. */
import type { ErrorValue, StoredMessage, CallMode, Outcome } from '../core/index.ts';
import type { ModelCall, ModelUsage } from '../ports/chat-model.ts';

export interface UserMessage {
  readonly role: 'user';
  readonly text: string;
  /** How it was said; written, when left out. */
  readonly mode?: CallMode;
}

/** A call as the model asked for it, with our names for it. */
export interface AskedCall extends ModelCall {
  readonly callId: string;
  /** The tool's own name; the model's when it made one up. */
  readonly tool: string;
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly text: string;
  readonly calls: readonly AskedCall[];
  /** How many calls there were beyond the limit. They were not taken. */
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
  /** It waits, but a part of it was told already: the conversation need not wait with it. */
  readonly hasPart?: true;
}

export interface ResultsMessage {
  readonly role: 'tool';
  readonly results: readonly CallResult[];
  /** These came after the conversation had gone on without them. */
  readonly isLate?: true;
}

export type TranscriptMessage = UserMessage | AssistantMessage | ResultsMessage;
export type ConversationTranscript = readonly StoredMessage<TranscriptMessage>[];

export type NextStep =
  | { readonly kind: 'ask' }
  | { readonly kind: 'run'; readonly asked: AssistantMessage }
  /** Nothing, except to hear what becomes of calls that still wait. */
  | { readonly kind: 'rest' };

export function nextStep(transcript: ConversationTranscript): NextStep {
  const last = transcript.at(-1)?.body;
  if (!last) return { kind: 'rest' };
  if (last.role !== 'assistant') return { kind: 'ask' };
  return last.calls.length > 0 ? { kind: 'run', asked: last } : { kind: 'rest' };
}

/** Calls that the conversation went on without, and of which nothing has been heard since. */
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

/** How the user spoke last: the answer goes the same way. */
export function findLastMode(transcript: ConversationTranscript): CallMode {
  const last = transcript.findLast(({ body }) => body.role === 'user')?.body;
  return (last?.role === 'user' ? last.mode : undefined) ?? 'text';
}

/** What has been said since the user last spoke. */
export function thisTurn(transcript: ConversationTranscript): ConversationTranscript {
  return transcript.slice(transcript.findLastIndex(({ body }) => body.role === 'user') + 1);
}

export function askedCalls(transcript: ConversationTranscript): AskedCall[] {
  return transcript.flatMap(({ body }) => (body.role === 'assistant' ? body.calls : []));
}

export function listCallResults(transcript: ConversationTranscript): CallResult[] {
  return transcript.flatMap(({ body }) => (body.role === 'tool' ? body.results : []));
}
