/** What an administrator knows of people: who there is, and by what they are in. */
import { useMutation, useQuery } from '@tanstack/react-query';

import type { OpenAccessMessage } from '../../src/wire/access.ts';
import type { OrganizationUser } from '../../src/wire/organization.ts';
import { ask } from './api.ts';
import { client } from './queries.ts';

/** No event reports sign-ins of other users, so the data is polled while it is shown. */
const ACCESS_MS = 10_000;

const pathOf = (userId: string): string => `/api/organization/users/${encodeURIComponent(userId)}`;

export const usePeople = () =>
  useQuery({
    queryKey: ['people'],
    queryFn: async ({ signal }) =>
      (await ask<{ users: OrganizationUser[] }>('/api/organization/users', { signal })).users,
  });

export const useAccess = (userId: string) =>
  useQuery({
    queryKey: ['access', userId],
    refetchInterval: ACCESS_MS,
    queryFn: ({ signal }) => ask<OpenAccessMessage>(`${pathOf(userId)}/access`, { signal }),
  });

export interface Ending {
  readonly kind: 'sessions' | 'tokens' | 'programs';
  /** All sessions, when left out. */
  readonly id?: string;
}

export const useEndAccess = (userId: string) =>
  useMutation({
    mutationFn: ({ kind, id }: Ending) =>
      ask(`${pathOf(userId)}/${kind}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['access', userId] }),
  });
