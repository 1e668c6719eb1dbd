/** What the console knows of the server, and which event makes it look again. */
import { MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query';

import type {
  ApprovalMessage,
  AuditMessage,
  CallMessage,
  GrantMessage,
  MountedServerMessage,
  SettingList,
  CatalogueTool,
} from '../../src/wire/messages.ts';
import { ApiError, ask } from './api.ts';
import type { LiveEvent } from './live.ts';
import type { OwnCall } from './own-calls.ts';
import { noteSignedOut } from './signed-out.ts';
import { freshenCalls } from './calls.ts';

const watchForSignOut = (error: Error): void => {
  if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') noteSignedOut();
};

export const client = new QueryClient({
  queryCache: new QueryCache({ onError: watchForSignOut }),
  mutationCache: new MutationCache({ onError: watchForSignOut }),
  defaultOptions: {
    queries: {
      // Events report most changes. Polling finds the others, such as calls of other users.
      staleTime: 20_000,
      refetchInterval: 60_000,
      // What the server has answered, it has answered; only silence is asked again.
      retry: (count, error) => !(error instanceof ApiError) && count < 3,
    },
  },
});

export interface Waiting {
  readonly approvals: readonly ApprovalMessage[];
  readonly unknown: readonly CallMessage[];
}

export const useWaiting = () =>
  useQuery({ queryKey: ['approvals'], queryFn: ({ signal }) => ask<Waiting>('/api/approvals', { signal }) });

export const useApproval = (id: string) =>
  useQuery({
    queryKey: ['approval', id],
    queryFn: ({ signal }) => ask<ApprovalMessage>(`/api/approvals/${encodeURIComponent(id)}`, { signal }),
    initialData: () => client.getQueryData<Waiting>(['approvals'])?.approvals.find((one) => one.id === id),
    initialDataUpdatedAt: 0,
  });

export interface Tools {
  readonly preset: string;
  readonly presets: readonly string[];
  readonly tools: readonly CatalogueTool[];
}

/** Their documentation is most of their weight, so it comes only where it is read. */
export const useTools = (preset: string | undefined, isDocumented = false) =>
  useQuery({
    queryKey: ['tools', preset ?? '', isDocumented],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ documentation: String(isDocumented) });
      if (preset !== undefined) query.set('preset', preset);
      return ask<Tools>(`/api/tools?${query}`, { signal });
    },
  });

export const useCall = (id: string | undefined) =>
  useQuery({
    queryKey: ['call', id ?? ''],
    enabled: id !== undefined,
    queryFn: ({ signal }) => ask<CallMessage>(`/api/calls/${encodeURIComponent(id ?? '')}`, { signal }),
  });

/** Which kinds of assistant there are. */
export const usePresets = () =>
  useQuery({
    queryKey: ['presets'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await ask<{ presets: string[] }>('/api/presets', { signal })).presets,
  });

/** Everything that was recorded of a call. Only administrators may read it; for others it stays unknown. */
export const useRecords = (callId: string) =>
  useQuery({
    queryKey: ['records', callId],
    queryFn: async ({ signal }) => {
      try {
        const path = `/api/audit?callId=${encodeURIComponent(callId)}&limit=100`;
        return (await ask<{ records: AuditMessage[] }>(path, { signal })).records;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'FORBIDDEN') return null;
        throw error;
      }
    },
  });

export interface WorkspaceMessage {
  readonly id: string;
  readonly label: string;
}

/** The registered folders. Only administrators may see them; others have none to choose from. */
export const useWorkspaces = () =>
  useQuery({
    queryKey: ['workspaces'],
    queryFn: async ({ signal }) => {
      try {
        return (await ask<{ workspaces: WorkspaceMessage[] }>('/api/workspaces', { signal })).workspaces;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'FORBIDDEN') return [];
        throw error;
      }
    },
  });

export const useGrants = () =>
  useQuery({
    queryKey: ['grants'],
    queryFn: async ({ signal }) => (await ask<{ grants: GrantMessage[] }>('/api/grants', { signal })).grants,
  });

export const useSettings = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => ask<SettingList>('/api/settings', { signal }),
    select: ({ settings }) => settings,
  });

export const useAutonomy = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => ask<SettingList>('/api/settings', { signal }),
    select: ({ autonomy }) => autonomy,
  });

export const useMountedServers = () =>
  useQuery({
    queryKey: ['servers'],
    queryFn: async ({ signal }) =>
      (await ask<{ servers: MountedServerMessage[] }>('/api/mcp-servers', { signal })).servers,
  });

const again = (...keys: readonly string[][]): void => {
  for (const queryKey of keys) {
    // A first request under way may return data from before the event, so it is repeated when it ends.
    const first = client
      .getQueryCache()
      .findAll({ queryKey, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    void client.invalidateQueries({ queryKey });
    for (const { promise, queryKey: exactly } of first)
      void promise?.then(
        () => client.invalidateQueries({ queryKey: exactly, exact: true }),
        () => undefined,
      );
  }
};

export function hear({ type, callId, approvalId }: LiveEvent): void {
  if (type === 'file.processed') void client.invalidateQueries({ predicate: ({ queryKey }) => listsFiles(queryKey) });
  const [about] = type.split('.');
  if (about === 'approval') again(['approvals'], ...(approvalId === undefined ? [] : [['approval', approvalId]]));
  if (about === 'runtime') again(['stop'], ['approvals']);
  if (about === 'team' || about === 'notification') again(['notifications'], ['sent']);
  if (about === 'plan' || about === 'call' || about === 'approval') again(['plan']);
  if (about === 'grant') again(['grants']);
  if (about === 'mounted') again(['servers'], ['tools']);
  if (about === 'setting') again(['settings'], ['tools']);
  if (about !== 'approval' && about !== 'call' && about !== 'undo') return;
  if (typeof callId === 'string') {
    again(['call', callId], ['records', callId]);
    const known = client.getQueriesData<ApprovalMessage>({ queryKey: ['approval'] });
    for (const [queryKey, approval] of known)
      if (approval?.callId === callId) void client.invalidateQueries({ queryKey });
  }
  freshenCalls(client);
}

export const lookAgain = (): void => void client.invalidateQueries();

/** The catalogue is the largest answer. It has just arrived when the page opens its first connection. */
export const lookAtOpen = (isFirst: boolean): void =>
  void client.invalidateQueries({ predicate: ({ queryKey }) => !isFirst || queryKey[0] !== 'tools' });

const listsFiles = ([, call]: readonly unknown[]): boolean => (call as OwnCall | undefined)?.tool === 'search_files';
