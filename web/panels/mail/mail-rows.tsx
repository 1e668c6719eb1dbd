/** Mails one below the other, each a link to the whole of it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { sayTime } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';

const words = messages.mail;

export interface MailRow {
  readonly id: string;
  readonly subject: string;
  readonly sender: string;
  readonly date: string;
  readonly summary: string;
  readonly unread: boolean;
}

interface Props {
  readonly mails: readonly MailRow[];
  readonly to: '/mail/$id' | '/company/mail/$id';
  readonly chosen: string | undefined;
}

export function MailRows({ mails, to, chosen }: Props): ReactNode {
  return (
    <ul className="rows">
      {mails.map(({ id, subject, sender, date, summary, unread }) => (
        <li key={id} className="row" data-current={id === chosen}>
          <Link to={to} params={{ id }} className="row-link" aria-current={id === chosen || undefined}>
            <span className="row-title" data-unread={unread}>
              <VisibleText text={subject || words.noSubject} />
            </span>
            <span className="row-meta">
              <span className="cut">
                <VisibleText text={sender} />
              </span>
              <time dateTime={date}>{sayTime(date)}</time>
            </span>
            <span className="row-summary">
              <VisibleText text={summary} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
