/**
 * By what a conversation is known again. OpenAI's clients send the whole history each time and know no ids of ours, so what
 * was said is the key; every key holds the user and the assistant, so nobody comes into another's conversation by it.
 */
import type { AssistantInfo } from '../../agent/assistant-service.ts';
import type { Principal } from '../../core/index.ts';
import type { HistoryMessage } from './assistant-request.ts';

export interface ConversationKeys {
  /** Of a history that ends in an answer of ours. */
  answered(history: readonly HistoryMessage[]): Promise<string>;
  /** Of words that were said after that, until their answer has been heard: to ask again is then to ask the same. */
  asked(after: unknown, words: string): Promise<string>;
  /** Of an answer by its id. */
  answer(id: string): Promise<string>;
  /** Of a conversation that the client gave a name. */
  named(name: string): Promise<string>;
  chat(id: string): Promise<string>;
  /** Up to where a conversation was heard by way of this door. */
  heard(conversationId: string): Promise<string>;
}

export function createConversationKeys({ userId }: Principal, { preset, model }: AssistantInfo): ConversationKeys {
  const digest = async (kind: string, value: unknown): Promise<string> => {
    const text = JSON.stringify(['openai', kind, userId, preset, model, value]);
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
    heard: (conversationId) => digest('heard', conversationId),
  };
}

/** Clients trim, wrap and rejoin what they show. */
export function normalised(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
