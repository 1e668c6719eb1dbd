/** One's conversations, newest first, and those in which something was said. */
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { SearchField } from '../../primitives/search-field.tsx';
import { useConversations } from '../../state/chat.ts';
import { useSettled } from '../../state/settled.ts';

const TYPING_MS = 200;

export function ConversationList({ current }: { readonly current: string | undefined }): ReactNode {
  const [search, setSearch] = useState('');
  const { data = [], error, isPending } = useConversations(useSettled(search.trim(), TYPING_MS));
  return (
    <>
      <div className="filters">
        <SearchField label={messages.chat.search} value={search} onChange={setSearch} />
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {isPending && <p className="placeholder">{messages.loading}</p>}
      {!isPending && data.length === 0 && (
        <p className="empty">{search === '' ? messages.chat.none : messages.chat.notFound}</p>
      )}
      <ul className="rows">
        {data.map(({ id, title, preset, isOpen, updatedAt }) => (
          <li key={id} className="row" data-current={id === current}>
            <Link to="/chat/$id" params={{ id }} className="row-link" aria-current={id === current || undefined}>
              <span className="row-title">
                <VisibleText text={title || messages.chat.untitled} />
              </span>
              <span className="row-meta">
                <span>{preset}</span>
                {isOpen && <span className="badge tone-busy">{messages.chat.open}</span>}
                <Time at={updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
