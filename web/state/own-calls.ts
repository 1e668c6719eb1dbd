/** A person's own calls of tools: governed and recorded as an assistant's are, and shown as what they answer. */
import { useQuery } from '@tanstack/react-query';

import type { OutcomeMessage } from '../../src/wire/messages.ts';
import { ApiError, ask } from './api.ts';

export interface OwnCall {
  readonly preset: string;
  readonly tool: string;
  readonly args: unknown;
}

const PIECE = 500_000;

export const makeCall = ({ preset, tool, args }: OwnCall, signal?: AbortSignal): Promise<OutcomeMessage> =>
  ask<OutcomeMessage>('/api/calls', { json: { preset, tool, args }, ...(signal ? { signal } : {}) });

/** What it answered, whole. What was refused or failed is thrown; what waits for a person has no value yet. */
export async function valueOf<T>(outcome: OutcomeMessage): Promise<T | undefined> {
  const { error, approval, truncated, callId, value } = outcome;
  // A result that was too large to answer is read in pieces, like one that was cut.
  if (error && !truncated) throw new ApiError(error);
  if (approval) return undefined;
  if (!truncated) return value as T;
  let text = '';
  for (let offset: number | null = 0; offset !== null;) {
    const path: string = `/api/calls/${encodeURIComponent(callId)}/result?offset=${offset}&length=${PIECE}`;
    const piece = await ask<{ text: string; next: number | null }>(path);
    text += piece.text;
    offset = piece.next;
  }
  return JSON.parse(text) as T;
}

/** Makes the call once and never repeats it automatically, because every call is recorded. */
export const useOwnCall = <T>(call: OwnCall, isWanted = true) =>
  useQuery({
    queryKey: ['own', call],
    enabled: isWanted,
    staleTime: Infinity,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => {
      const outcome = await makeCall(call, signal);
      return { outcome, value: await valueOf<T>(outcome) };
    },
  });
