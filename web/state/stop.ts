/** The state of the stop switch. */
import { useMutation, useQuery } from '@tanstack/react-query';

import type { StopMessage } from '../../src/wire/stop.ts';
import { ask } from './api.ts';
import { lookAgain } from './queries.ts';

export const useStop = () =>
  useQuery({
    queryKey: ['stop'],
    refetchInterval: 20_000,
    queryFn: async ({ signal }) => (await ask<StopMessage>('/api/stop-all', { signal })).stop,
  });

export const useStopAll = () =>
  useMutation({
    mutationFn: (lift: boolean) => ask<{ readonly stopped: boolean }>('/api/stop-all', { json: { lift } }),
    onSettled: lookAgain,
  });
