/** A mail as it will be seen: every header above it, its words as text, its attachments with their size. */
import { Fragment, type ReactNode } from 'react';

import type { PreviewPartMessage } from '../../src/wire/previews.ts';
import { messages } from '../messages.ts';
import { CodeBlock } from './code-block.tsx';
import { VisibleText } from './visible-text.tsx';
import { Warnings } from './warnings.tsx';

const said = messages.previews.mail;

export function MailPart({ mail }: { readonly mail: Extract<PreviewPartMessage, { kind: 'mail' }> }): ReactNode {
  const { from, replyTo, to, cc, bcc, subject, text, html, attachments, warnings } = mail;
  return (
    <div className="part">
      <Warnings warnings={warnings} />
      <section className="letter" aria-label={said.label}>
        <dl className="letter-head">
          <Header name={said.from} values={[from]} />
          <Header name={said.to} values={to} />
          <Header name={said.cc} values={cc} />
          <Header name={said.bcc} values={bcc} note={said.unseen} />
          <Header name={said.replyTo} values={[replyTo]} />
          <Header name={said.subject} values={[subject]} isTitle />
        </dl>
        <div className="letter-text" tabIndex={0} role="group" aria-label={said.text}>
          {text === '' ? <span className="soft">{said.empty}</span> : <VisibleText text={text} />}
        </div>
        {attachments.length > 0 && (
          <ul className="letter-files" aria-label={said.attached}>
            {attachments.map(({ name, type, size }, at) => (
              <li key={at} className="chip">
                <VisibleText text={name} />{' '}
                <span className="soft">
                  <VisibleText text={type} />, {messages.files.size(size)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {html !== null && (
        <details className="letter-source">
          <summary>{said.source}</summary>
          <CodeBlock label={said.source} text={html} isCode />
        </details>
      )}
    </div>
  );
}

interface HeaderProps {
  readonly name: string;
  readonly values: readonly string[];
  readonly note?: string;
  readonly isTitle?: boolean;
}

function Header({ name, values, note, isTitle = false }: HeaderProps): ReactNode {
  return (
    values.length > 0 && (
      <>
        <dt>{name}</dt>
        <dd className={isTitle ? 'letter-subject' : undefined}>
          {values.map((value, at) => (
            <Fragment key={at}>
              <span className={isTitle ? undefined : 'chip'}>
                <VisibleText text={value} />
              </span>{' '}
            </Fragment>
          ))}
          {note !== undefined && <span className="soft small">{note}</span>}
        </dd>
      </>
    )
  );
}
