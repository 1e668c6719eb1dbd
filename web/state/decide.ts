/** A person's decisions, and what they would mean before they are made. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';

import type { DecidedMessage, ErrorMessage, DryRunMessage } from '../../src/wire/messages.ts';
import { ApiError, ask } from './api.ts';
import { isReadable, type Fault } from './arguments.ts';
import { useSettled } from './settled.ts';
import { client } from './queries.ts';

export interface Verdict {
  readonly decision: 'approve' | 'deny' | 'reject_always';
  readonly modifiedArgs?: unknown;
  readonly reason?: string | undefined;
  readonly remember?: string | undefined;
  readonly pattern?: Readonly<Record<string, string>> | undefined;
  /** What is remembered holds in every workspace. */
  readonly everywhere?: boolean | undefined;
}

const lookAt = async (ids: readonly string[]): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['approvals'] }),
    ...ids.map((id) => client.invalidateQueries({ queryKey: ['approval', id] })),
  ]);
};

export const useDecide = (id: string) =>
  useMutation({
    mutationKey: ['decide', id],
    mutationFn: (verdict: Verdict) =>
      ask<DecidedMessage>(`/api/approvals/${encodeURIComponent(id)}`, { json: verdict }),
    onSettled: () => lookAt([id]),
  });

export interface ManyDecided {
  readonly results: readonly {
    readonly id: string;
    readonly decided?: DecidedMessage;
    readonly error?: ErrorMessage;
  }[];
}

export const useDecideMany = () =>
  useMutation({
    mutationFn: ({ ids, ...verdict }: { ids: readonly string[] } & Omit<Verdict, 'modifiedArgs' | 'pattern'>) =>
      ask<ManyDecided>('/api/approvals', { json: { ids, ...verdict } }),
    onSettled: (_done, _error, { ids }) => lookAt(ids),
  });

export interface Rehearsed {
  readonly rehearsal: DryRunMessage | undefined;
  readonly faults: readonly Fault[];
  readonly problem: string | undefined;
  /** Whether the result belongs to the current arguments. */
  readonly isCurrent: boolean;
}

const TYPING_MS = 250;

/** Repeats the dry run once the user has stopped typing. */
export function useRehearsal(path: string, body: Readonly<Record<string, unknown>>, args: unknown): Rehearsed {
  const text = isReadable(args) ? JSON.stringify(args) : undefined;
  const settled = useSettled(text, TYPING_MS);
  const { data, error, isFetching } = useQuery<DryRunMessage>({
    queryKey: ['rehearsal', path, body, settled ?? ''],
    enabled: settled !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      ask<DryRunMessage>(path, { json: { ...body, args: JSON.parse(settled ?? '{}') as unknown }, signal }),
  });
  return {
    rehearsal: error ? undefined : data,
    faults: faultsOf(error),
    problem: error?.message,
    isCurrent: text !== undefined && text === settled && !isFetching,
  };
}

function faultsOf(error: Error | null): readonly Fault[] {
  const issues = error instanceof ApiError ? error.details['issues'] : undefined;
  return Array.isArray(issues) ? (issues as Fault[]) : [];
}
