/** Search in the forwarded mail, and the chosen mail. Its content is shown as text only. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { useOwnCall } from '../../state/own-calls.ts';
import { useSettled } from '../../state/settled.ts';
import { MailFrame } from './mail-frame.tsx';
import type { MailRow } from './mail-rows.tsx';
import { MailView } from './mail-view.tsx';

const words = messages.mail;
const TYPING_MS = 350;
const MOST = 100;

interface Found {
  readonly emails: readonly MailRow[];
  readonly hasMore: boolean;
}

export function MailPanel(): ReactNode {
  const [text, setText] = useState('');
  const query = useSettled(text.trim(), TYPING_MS);
  const [limit, setLimit] = useState(20);
  const args = { limit, ...(query === '' ? {} : { query }) };
  const { data, error } = useOwnCall<Found>({ preset: 'personal', tool: 'search_emails', args });
  const canShowMore = data?.value?.hasMore === true && limit < MOST;
  return (
    <MailFrame
      side="own"
      text={text}
      onText={setText}
      mails={data && (data.value?.emails ?? [])}
      fault={error}
      none={query === '' ? words.none : words.notFound}
      onMore={canShowMore ? () => setLimit(MOST) : undefined}
      One={MailView}
    />
  );
}
