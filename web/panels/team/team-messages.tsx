/** The messages between colleagues, with whether each has arrived and was read. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Time, sayTime } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useMarkRead, useNotifications, useSent } from '../../state/team.ts';

const words = messages.team;

export function TeamMessages(): ReactNode {
  const { data: received = [] } = useNotifications();
  const { data: sent = [] } = useSent();
  const mark = useMarkRead();
  const unread = received.filter(({ readAt }) => readAt === null).map(({ id }) => id);
  return (
    <section aria-labelledby="messages-title">
      <div className="page-head">
        <h2 id="messages-title">
          {words.messages} {unread.length > 0 && <span className="badge tone-wait">{words.unread(unread.length)}</span>}
        </h2>
        {unread.length > 1 && (
          <button type="button" className="button small" onClick={() => mark.mutate(unread)}>
            {words.markAll}
          </button>
        )}
      </div>
      <div className="two-columns">
        <div>
          <h3 className="part-label">{words.received}</h3>
          {received.length === 0 && <p className="soft">{words.none}</p>}
          <ul className="notes">
            {received.map(({ id, from, message, context, createdAt, readAt }) => (
              <li key={id} className="note" data-unread={readAt === null}>
                <p className="note-head">
                  <strong>
                    <VisibleText text={words.from(from.name)} />
                  </strong>{' '}
                  {readAt === null && <span className="badge tone-wait">{words.new}</span>}
                  <span className="soft">
                    <Time at={createdAt} />
                  </span>
                </p>
                <p className="note-text">
                  <VisibleText text={message} />
                </p>
                {context !== null && (
                  <p className="soft small">
                    <VisibleText text={context} />
                  </p>
                )}
                {readAt === null && (
                  <button type="button" className="button small" onClick={() => mark.mutate([id])}>
                    {words.markRead}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="part-label">{words.sent}</h3>
          {sent.length === 0 && <p className="soft">{words.noneSent}</p>}
          <ul className="notes">
            {sent.map(({ id, to, message, createdAt, deliveredAt }) => (
              <li key={id} className="note">
                <p className="note-head">
                  <strong>
                    <VisibleText text={words.to(to.name ?? words.gone)} />
                  </strong>
                  <span className="soft">
                    <Time at={createdAt} />
                  </span>
                </p>
                <p className="note-text">
                  <VisibleText text={message} />
                </p>
                <p className={deliveredAt === null ? 'small' : 'soft small'}>
                  {deliveredAt === null ? words.undelivered : words.delivered(sayTime(deliveredAt))}
                </p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
