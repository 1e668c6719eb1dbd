/** What a person knows of their company: who is there, what was said, and which mail accounts there are. */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';

import type { notification, OrganizationUser } from '../../src/wire/organization.ts';
import type { MailAccountMessage, NewMailAccountMessage, SentMessage, TeamMessage } from '../../src/wire/team.ts';
import { ask } from './api.ts';
import { makeCall, valueOf } from './own-calls.ts';
import { client, usePresets } from './queries.ts';

export type NotificationMessage = z.output<typeof notification>;

/** No event reports who comes online, so presence is polled while it is shown. */
const PRESENCE_MS = 5_000;
const PROGRESS_MS = 3_000;

const look = (...keys: readonly string[]): void => {
  for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
};

export const useTeam = () =>
  useQuery({
    queryKey: ['team'],
    refetchInterval: PRESENCE_MS,
    queryFn: ({ signal }) => ask<TeamMessage>('/api/team', { signal }),
  });

export const useSelf = () =>
  useQuery({
    queryKey: ['self'],
    queryFn: ({ signal }) => ask<OrganizationUser>('/api/organization/users/me', { signal }),
  });

export function useNotifications() {
  const { data: presets = [] } = usePresets();
  return useQuery({
    queryKey: ['notifications'],
    enabled: presets.includes('organization'),
    queryFn: async ({ signal }) =>
      (await ask<{ notifications: NotificationMessage[] }>('/api/notifications', { signal })).notifications,
  });
}

export const useSent = () =>
  useQuery({
    queryKey: ['sent'],
    // Only the recipient gets an event when a message arrives, so the sender polls.
    refetchInterval: PRESENCE_MS,
    queryFn: async ({ signal }) =>
      (await ask<{ messages: SentMessage[] }>('/api/notifications/sent', { signal })).messages,
  });

export const useMarkRead = () =>
  useMutation({
    mutationFn: (ids: readonly string[]) => ask('/api/notifications/read', { json: { ids } }),
    onSettled: () => look('notifications'),
  });

export const useRelay = () =>
  useMutation({
    mutationFn: async (args: { readonly userId: string; readonly message: string }) =>
      valueOf<{ delivered: boolean }>(await makeCall({ preset: 'organization', tool: 'relay_message', args })),
    onSettled: () => look('sent'),
  });

export const useMailAccounts = () =>
  useQuery({
    queryKey: ['mail-accounts'],
    refetchInterval: PROGRESS_MS,
    queryFn: async ({ signal }) =>
      (await ask<{ accounts: MailAccountMessage[] }>('/api/mail-accounts', { signal })).accounts,
  });

export const useConnectAccount = () =>
  useMutation({
    mutationFn: (account: NewMailAccountMessage) => ask<MailAccountMessage>('/api/mail-accounts', { json: account }),
    onSettled: () => look('mail-accounts'),
  });

export const useRemoveAccount = () =>
  useMutation({
    mutationFn: (id: string) => ask(`/api/mail-accounts/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSettled: () => look('mail-accounts'),
  });
