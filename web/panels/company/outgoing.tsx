/** What is on its way out: as long as it is scheduled it can be taken back where its call is shown. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { OutgoingMailMessage } from '../../../src/wire/company-mail.ts';
import { messages } from '../../messages.ts';
import { sayTime } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useOutgoing } from '../../state/company.ts';

const words = messages.company.outgoing;
const TONES: Readonly<Record<OutgoingMailMessage['state'], string>> = {
  ...{ scheduled: 'wait', sending: 'wait', sent: 'good', failed: 'bad', unknown: 'bad', cancelled: 'plain' },
};

export function Outgoing(): ReactNode {
  const { data: mails = [] } = useOutgoing();
  if (mails.length === 0) return null;
  return (
    <section aria-label={words.title} className="outgoing">
      <h2 className="section">{words.title}</h2>
      <ul className="cards">
        {mails.map(({ id, callId, subject, recipients, state, at }) => (
          <li key={id} className="card">
            <span className="row-title">
              <VisibleText text={subject || messages.mail.noSubject} />
            </span>
            <span className="soft">
              <VisibleText text={words.to(recipients.join(', '))} />
            </span>
            <span className="row-meta">
              <span className={`badge tone-${TONES[state]}`}>{words.states[state]}</span>
              <time dateTime={at}>{sayTime(at)}</time>
              <Link to="/activity/$id" params={{ id: callId }}>
                {words.life}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
