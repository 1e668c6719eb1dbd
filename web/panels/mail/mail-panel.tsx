/** The mail that was forwarded: found by words, and read. What stands in it is only ever text. */
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { useOwnCall } from '../../state/own-calls.ts';
import { useSettled } from '../../state/settled.ts';
import { Sides } from '../company/sides.tsx';
import { MailRows, type MailRow } from './mail-rows.tsx';
import { MailView } from './mail-view.tsx';

const words = messages.mail;
const TYPING_MS = 350;

interface Found {
  readonly emails: readonly MailRow[];
  readonly hasMore: boolean;
}

export function MailPanel(): ReactNode {
  const { id } = useParams({ strict: false });
  const [text, setText] = useState('');
  const query = useSettled(text.trim(), TYPING_MS);
  const [limit, setLimit] = useState(20);
  const args = { limit, ...(query === '' ? {} : { query }) };
  const { data, error, isPending } = useOwnCall<Found>({ preset: 'personal', tool: 'search_emails', args });
  const emails = data?.value?.emails ?? [];
  return (
    <div className="split" data-chosen={id !== undefined}>
      <section className="split-list" aria-labelledby="mail-title">
        <div className="split-head">
          <h1 id="mail-title">{words.title}</h1>
          <Sides page="mail" here="own" />
        </div>
        <div className="filters">
          <label>
            <span className="unseen">{words.search}</span>
            <input
              type="search"
              placeholder={words.search}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </label>
        </div>
        {error && <Notice tone="bad">{error.message}</Notice>}
        {isPending && <p className="placeholder">{messages.loading}</p>}
        {data && emails.length === 0 && <p className="empty">{query === '' ? words.none : words.notFound}</p>}
        <MailRows mails={emails} to="/mail/$id" chosen={id} />
        {data?.value?.hasMore && limit < 100 && (
          <p className="placeholder">
            <button type="button" className="button small" onClick={() => setLimit(100)}>
              {words.more}
            </button>
          </p>
        )}
      </section>
      <section className="split-main" aria-label={words.one}>
        {id === undefined ? <p className="placeholder">{words.choose}</p> : <MailView key={id} id={id} />}
      </section>
    </div>
  );
}
