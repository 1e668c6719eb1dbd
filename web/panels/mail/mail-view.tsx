/** One mail as text: who, to whom, what, and what is attached. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Notice } from '../../primitives/notice.tsx';
import { sayTime } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useOwnCall } from '../../state/own-calls.ts';

const words = messages.mail;

export interface Mail {
  readonly sender: string;
  readonly subject: string;
  readonly date: string;
  readonly to?: readonly string[];
  readonly cc?: readonly string[];
  readonly body: string;
  readonly quoted?: string;
  readonly originalSender?: string;
  readonly note?: string;
  readonly problem?: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
}

export function MailView({ id }: { readonly id: string }): ReactNode {
  const { data, error } = useOwnCall<Mail>({ preset: 'personal', tool: 'read_email', args: { id } });
  if (error) return <Notice tone="bad">{error.message}</Notice>;
  if (!data) return <p className="placeholder">{messages.loading}</p>;
  return data.value ? <ShownMail mail={data.value} /> : <Notice tone="wait">{messages.catalogue.pending}</Notice>;
}

export function ShownMail({
  mail,
  list = '/mail',
}: {
  readonly mail: Mail;
  readonly list?: '/mail' | '/company/mail';
}): ReactNode {
  const facts: readonly (readonly [string, string | undefined])[] = [
    [words.from, mail.sender],
    [words.original, mail.originalSender],
    [words.to, mail.to?.join(', ')],
    [words.cc, mail.cc?.join(', ')],
    [words.date, sayTime(mail.date)],
  ];
  return (
    <article className="item">
      <Link to={list} className="back">
        ← {words.title}
      </Link>
      <h2 className="item-title">
        <VisibleText text={mail.subject || words.noSubject} />
      </h2>
      <dl className="facts">
        {facts.map(([label, text]) =>
          text === undefined || text === '' ? null : (
            <div key={label} className="fact">
              <dt>{label}</dt>
              <dd>
                <VisibleText text={text} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {[mail.note, mail.problem].map(
        (text) =>
          text !== undefined && (
            <Notice key={text} tone="wait">
              <VisibleText text={text} />
            </Notice>
          ),
      )}
      <div className="mail-body">
        <VisibleText text={mail.body} />
      </div>
      {mail.quoted !== undefined && (
        <details className="fold">
          <summary>{words.quoted}</summary>
          <div className="mail-body">
            <VisibleText text={mail.quoted} />
          </div>
        </details>
      )}
      {mail.attachments.length > 0 && (
        <>
          <h3 className="section">{words.attachments}</h3>
          <ul>
            {mail.attachments.map(({ name, type, size }, at) => (
              <li key={at} className="chip">
                <VisibleText text={messages.files.described(name, type, size)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}
