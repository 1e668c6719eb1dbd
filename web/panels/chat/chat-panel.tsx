/** Conversations beside the one that was chosen, or a new one. */
import '../../style/chat.css';

import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { ConversationList } from './conversation-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import { NewConversation } from './new-conversation.tsx';

export function ChatPanel(): ReactNode {
  const { id } = useParams({ strict: false });
  return (
    <div className="split" data-chosen={id !== undefined}>
      <section className="split-list" aria-labelledby="chat-title">
        <div className="split-head">
          <h1 id="chat-title">{messages.chat.title}</h1>
          <Link to="/chat/$id" params={{ id: 'new' }} className="button small">
            {messages.chat.new}
          </Link>
        </div>
        <ConversationList current={id} />
      </section>
      <section className="split-main chat" aria-label={messages.chat.conversation}>
        {id === undefined || id === 'new' ? <NewConversation /> : <ConversationView key={id} id={id} />}
      </section>
    </div>
  );
}
