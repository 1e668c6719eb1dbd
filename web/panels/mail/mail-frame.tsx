/** Mails on one side, the one that was chosen on the other. */
import { useParams } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { SearchField } from '../../primitives/search-field.tsx';
import { Sides } from '../company/sides.tsx';
import { MailRows, type MailRow } from './mail-rows.tsx';

const words = messages.mail;

interface Props {
  readonly side: 'own' | 'company';
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Undefined while they are looked for. */
  readonly mails: readonly MailRow[] | undefined;
  readonly fault: Error | null;
  /** What is said where there are none. */
  readonly none: string;
  readonly onMore: (() => void) | undefined;
  readonly filters?: ReactNode;
  readonly above?: ReactNode;
  /** How one of them is shown. */
  readonly One: ComponentType<{ readonly id: string }>;
}

export function MailFrame({ side, text, onText, mails, fault, none, onMore, filters, above, One }: Props): ReactNode {
  const { id } = useParams({ strict: false });
  return (
    <div className="split" data-chosen={id !== undefined}>
      <section className="split-list" aria-labelledby="mail-title">
        <div className="split-head">
          <h1 id="mail-title">{words.title}</h1>
          <Sides page="mail" here={side} />
        </div>
        <div className="filters">
          <SearchField label={words.search} value={text} onChange={onText} />
          {filters}
        </div>
        {above}
        {fault && <Notice tone="bad">{fault.message}</Notice>}
        {!mails && !fault && <p className="placeholder">{messages.loading}</p>}
        {mails?.length === 0 && <p className="empty">{none}</p>}
        <MailRows mails={mails ?? []} to={side === 'own' ? '/mail/$id' : '/company/mail/$id'} chosen={id} />
        {onMore && (
          <p className="placeholder">
            <button type="button" className="button small" onClick={onMore}>
              {words.more}
            </button>
          </p>
        )}
      </section>
      <section className="split-main" aria-label={words.one}>
        {id === undefined ? <p className="placeholder">{words.choose}</p> : <One key={id} id={id} />}
      </section>
    </div>
  );
}
