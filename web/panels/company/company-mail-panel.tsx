/** The mail of one's own accounts and of the mailboxes that one's departments share. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { useCompanyMail } from '../../state/company.ts';
import { useOwnCall } from '../../state/own-calls.ts';
import { useSettled } from '../../state/settled.ts';
import { MailFrame } from '../mail/mail-frame.tsx';
import { ShownMail } from '../mail/mail-view.tsx';
import { Outgoing } from './outgoing.tsx';

const words = messages.mail;
const own = messages.company.mail;
const TYPING_MS = 350;
const MOST = 100;
const FOLDERS = ['all', 'inbox', 'sent', 'drafts'] as const;

interface Found {
  readonly emails: readonly {
    readonly id: string;
    readonly subject: string;
    readonly from: { readonly email: string; readonly name: string };
    readonly preview: string;
    readonly receivedAt: string;
    readonly unread: boolean;
  }[];
  readonly total: number;
}

export function CompanyMailPanel(): ReactNode {
  const [text, setText] = useState('');
  const query = useSettled(text.trim(), TYPING_MS);
  const [folder, setFolder] = useState<(typeof FOLDERS)[number]>('all');
  const [unreadOnly, setUnreadOnly] = useState(false);
  const [limit, setLimit] = useState(20);
  const args = {
    ...{ limit, unreadOnly },
    ...(query === '' ? {} : { query }),
    ...(folder === 'all' ? {} : { folder }),
  };
  const { data, error } = useOwnCall<Found>({ preset: 'organization', tool: 'search_emails', args });
  const { emails = [], total = 0 } = data?.value ?? {};
  const mails = emails.map(({ from, preview, receivedAt, ...mail }) => ({
    ...mail,
    ...{ sender: from.name || from.email, date: receivedAt, summary: preview },
  }));
  const isPlain = query === '' && folder === 'all' && !unreadOnly;
  const canShowMore = mails.length < total && limit < MOST;
  const filters = (
    <span className="filter-line">
      <label>
        <span className="unseen">{own.folder}</span>
        <select value={folder} onChange={({ target }) => setFolder(target.value as typeof folder)}>
          {FOLDERS.map((one) => (
            <option key={one} value={one}>
              {own.folders[one]}
            </option>
          ))}
        </select>
      </label>
      <label className="check">
        <input type="checkbox" checked={unreadOnly} onChange={() => setUnreadOnly(!unreadOnly)} />
        {own.unread}
      </label>
      {data && <span className="soft">{own.total(mails.length, total)}</span>}
    </span>
  );
  return (
    <MailFrame
      side="company"
      text={text}
      onText={setText}
      mails={data && mails}
      fault={error}
      none={isPlain ? own.none : words.notFound}
      onMore={canShowMore ? () => setLimit(MOST) : undefined}
      filters={filters}
      above={<Outgoing />}
      One={OneMail}
    />
  );
}

function OneMail({ id }: { readonly id: string }): ReactNode {
  const { data, error } = useCompanyMail(id);
  if (error) return <Notice tone="bad">{error.message}</Notice>;
  if (!data) return <p className="placeholder">{messages.loading}</p>;
  const { from, receivedAt, problem, ...mail } = data;
  const sender = from.name === '' ? from.email : `${from.name} <${from.email}>`;
  const shown = { ...mail, sender, date: receivedAt, ...(problem === null ? {} : { problem }) };
  return <ShownMail mail={shown} list="/company/mail" />;
}
