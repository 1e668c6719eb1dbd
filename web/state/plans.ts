/** The plans of assistants and their current state. */
import { useMutation, useQuery } from '@tanstack/react-query';

import type { PlanMessage } from '../../src/wire/plan-view.ts';
import { ApiError, ask } from './api.ts';
import { client } from './queries.ts';

const pathOf = (id: string): string => `/api/plans/${encodeURIComponent(id)}`;

/** Null as long as there is none of this name. */
export const usePlan = (id: string) =>
  useQuery({
    queryKey: ['plan', id],
    queryFn: async ({ signal }) => {
      try {
        return await ask<PlanMessage>(pathOf(id), { signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
  });

export const useApprovePlan = (id: string) =>
  useMutation({
    mutationFn: (items: readonly { readonly callId: string; readonly shown: string }[]) =>
      ask<PlanMessage>(`${pathOf(id)}/approve`, { json: { items } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['plan', id] }),
  });
