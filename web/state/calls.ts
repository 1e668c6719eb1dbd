/** The calls, newest first, a page at a time. News is put on top without reading again what is known. */
import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';

import type { CallMessage } from '../../src/wire/messages.ts';
import { ask } from './api.ts';

export interface CallFilter {
  readonly state?: string | undefined;
  readonly tool?: string | undefined;
  readonly workspace?: string | undefined;
}

const PAGE = 500;
const FRESHEN_MS = 400;

async function page(filter: CallFilter, before: string | undefined, signal?: AbortSignal): Promise<CallMessage[]> {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (filter.state) query.set('state', filter.state);
  if (filter.tool) query.set('tool', filter.tool);
  if (filter.workspace) query.set('workspace', filter.workspace);
  if (before !== undefined) query.set('before', before);
  const { calls } = await ask<{ calls: CallMessage[] }>(`/api/calls?${query}`, signal ? { signal } : {});
  return calls;
}

export const useCalls = (filter: CallFilter) =>
  useInfiniteQuery({
    queryKey: ['calls', filter],
    queryFn: ({ pageParam, signal }) => page(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.callId),
    refetchInterval: false,
    staleTime: Infinity,
    // News is put on top of the first page, so that two may overlap.
    select: ({ pages }) => [...new Map(pages.flat().map((call) => [call.callId, call])).values()],
  });

let timer: ReturnType<typeof setTimeout> | undefined;

/** Reads the first page of every list that is shown, once for many events. */
export function freshenCalls(client: QueryClient): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const query of client.getQueryCache().findAll({ queryKey: ['calls'], type: 'active' })) {
      const filter = query.queryKey[1] as CallFilter;
      void page(filter, undefined).then(
        (newest) =>
          client.setQueryData<InfiniteData<CallMessage[], string | undefined>>(query.queryKey, (known) =>
            known ? merge(known, newest, filter) : known,
          ),
        () => undefined,
      );
    }
  }, FRESHEN_MS);
}

type Known = InfiniteData<CallMessage[], string | undefined>;

function merge({ pages, pageParams }: Known, newest: CallMessage[], { state }: CallFilter): Known {
  const fresh = new Map(newest.map((call) => [call.callId, call]));
  const oldest = newest.at(-1)?.createdAt ?? '';
  const [first = [], ...older] = pages;
  // What the server no longer lists among the newest has changed its state, where a state is filtered by.
  const rest = first.filter(({ callId, createdAt }) => !fresh.has(callId) && !(state && createdAt >= oldest));
  return { pages: [[...newest, ...rest], ...older], pageParams };
}
