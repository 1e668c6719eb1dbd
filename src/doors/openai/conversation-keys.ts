/**
 * Keys that find a conversation again. OpenAI clients send the whole history each time and do not know our ids, so the key is a
 * digest of the messages. Every key includes the user, the agent and the assistant, so a caller cannot reach the conversation of another one.
 */
import type { AssistantInfo } from '../../agent/assistant-service.ts';
import type { Principal } from '../../core/index.ts';
import type { HistoryMessage } from './assistant-request.ts';

export interface ConversationKeys {
  /** The key of a history that ends with our answer. */
  answered(history: readonly HistoryMessage[]): Promise<string>;
  /** The key of the next user message, stored until its answer is delivered. So a repeated request is recognized. */
  asked(after: unknown, words: string): Promise<string>;
  /** The key of an answer id. */
  answer(id: string): Promise<string>;
  /** The key of a conversation that the client has named. */
  named(name: string): Promise<string>;
  chat(id: string): Promise<string>;
  /** The key of the position up to which this door has delivered a conversation. */
  seenKey(conversationId: string): Promise<string>;
}

export function createConversationKeys(principal: Principal, { preset, model }: AssistantInfo): ConversationKeys {
  const { userId, kind, via } = principal;
  // Two agents with the same history hold two conversations.
  const holder = kind === 'person' ? userId : [userId, via];
  const digest = async (what: string, value: unknown): Promise<string> => {
    const text = JSON.stringify(['openai', what, holder, preset, model, value]);
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  return {
    answered: (history) =>
      digest(
        'answered',
        history.map(({ role, text }) => [role, normalised(text)]),
      ),
    asked: (after, words) => digest('asked', [after, normalised(words)]),
    answer: (id) => digest('answer', id),
    named: (name) => digest('named', name),
    chat: (id) => digest('chat', id),
    seenKey: (conversationId) => digest('heard', conversationId),
  };
}

/** Ignores white space, because clients trim and wrap the text that they send back. */
export function normalised(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
