/** Conversations with assistants, as the server keeps them. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';

import type { AssistantListing, ChatMessage, ConversationMessage, TurnMessage } from '../../src/wire/conversations.ts';
import { ask } from './api.ts';
import { client } from './queries.ts';

const MOST = 200;

const pathOf = (id: string, rest = ''): string => `/api/conversations/${encodeURIComponent(id)}${rest}`;

export const useAssistants = () =>
  useQuery({
    queryKey: ['assistants'],
    queryFn: async ({ signal }) =>
      (await ask<{ assistants: AssistantListing[] }>('/api/assistants', { signal })).assistants,
  });

export const useConversations = (search: string) =>
  useQuery({
    queryKey: ['conversations', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ limit: String(MOST), ...(search === '' ? {} : { search }) });
      const found = await ask<{ conversations: ConversationMessage[] }>(`/api/conversations?${query}`, { signal });
      return found.conversations;
    },
  });

export interface Transcript {
  readonly conversation: ConversationMessage;
  readonly messages: readonly ChatMessage[];
}

export const useTranscript = (id: string) =>
  useQuery({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) => ask<Transcript>(pathOf(id), { signal }),
  });

export const lookAtConversation = (id: string): void => {
  void client.invalidateQueries({ queryKey: ['conversation', id] });
  void client.invalidateQueries({ queryKey: ['conversations'] });
};

export const useBegin = () =>
  useMutation({
    mutationFn: (assistant: string) => ask<ConversationMessage>('/api/conversations', { json: { assistant } }),
  });

/** Resolves when the turn is over. The conversation's event connection reports the progress. */
export const useSay = (id: string) =>
  useMutation({
    mutationKey: ['say', id],
    mutationFn: (text: string) => ask<TurnMessage>(pathOf(id, '/messages'), { json: { text } }),
    onSettled: () => lookAtConversation(id),
  });

export const useStop = (id: string) =>
  useMutation({ mutationFn: () => ask(pathOf(id, '/cancel'), { method: 'POST' }) });
