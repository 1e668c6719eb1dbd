/** What a person reads in their company: mails, what they send, and files. */
import { useQuery } from '@tanstack/react-query';

import type { CompanyMailMessage, OutgoingMailMessage } from '../../src/wire/company-mail.ts';
import { ask } from './api.ts';

/** Polled, because no event reports that a mail was sent. */
const OUTGOING_MS = 3_000;

export const useCompanyMail = (id: string) =>
  useQuery({
    queryKey: ['company-mail', id],
    queryFn: ({ signal }) => ask<CompanyMailMessage>(`/api/mails/${encodeURIComponent(id)}`, { signal }),
  });

/** What has come to a good end is soon in the folder of what was sent. */
const RECENT_MS = 60_000;

export const useOutgoing = () =>
  useQuery({
    queryKey: ['outgoing'],
    refetchInterval: OUTGOING_MS,
    queryFn: async ({ signal }) => {
      const { mails } = await ask<{ mails: OutgoingMailMessage[] }>('/api/outgoing-mails', { signal });
      return mails.filter(
        ({ state, at }) => state === 'scheduled' || state === 'sending' || Date.now() - Date.parse(at) < RECENT_MS,
      );
    },
  });
