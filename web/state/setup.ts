/** What is set up, and setting it up. */
import { useMutation, useQuery } from '@tanstack/react-query';

import type { AccessTokenMessage, SetupPart, SetupState, SetupTestResult } from '../../src/wire/setup.ts';
import { ApiError, ask } from './api.ts';
import { client } from './queries.ts';

/** Null for those who do not run the installation. */
export const useSetup = () =>
  useQuery({
    queryKey: ['setup'],
    queryFn: async ({ signal }) => {
      try {
        return await ask<SetupState>('/api/setup', { signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'FORBIDDEN') return null;
        throw error;
      }
    },
  });

export const useTryPart = () =>
  useMutation({ mutationFn: (part: SetupPart) => ask<SetupTestResult>('/api/setup/try', { json: part }) });

export const useSavePart = () =>
  useMutation({
    mutationFn: (part: SetupPart) => ask<SetupTestResult>('/api/setup', { json: part }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['setup'] }),
  });

const freshTokens = (): Promise<void> => client.invalidateQueries({ queryKey: ['tokens'] });

export const useTokens = () =>
  useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await ask<{ tokens: AccessTokenMessage[] }>('/api/tokens', { signal })).tokens,
  });

export const useMakeToken = () =>
  useMutation({
    mutationFn: (wanted: Pick<AccessTokenMessage, 'name' | 'scope'> & { presets?: string[]; days?: number }) =>
      ask<{ token: string }>('/api/tokens', { json: wanted }),
    onSettled: freshTokens,
  });

export const useRevokeToken = () =>
  useMutation({
    mutationFn: (id: string) => ask(`/api/tokens/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: freshTokens,
  });
