/** Exactly what a person approves, part by part. */
import type { ReactNode } from 'react';

import type { PreviewMessage, PreviewPartMessage } from '../../src/wire/previews.ts';
import { CodeBlock } from './code-block.tsx';
import { DiffView } from './diff-view.tsx';
import { EventView } from './event-view.tsx';
import { MailPart } from './mail-part.tsx';
import { parseDiff } from './parse-diff.ts';
import { RequestPart } from './request-part.tsx';
import { VisibleText } from './visible-text.tsx';

export function Preview({ preview }: { readonly preview: PreviewMessage }): ReactNode {
  return preview.parts.map((part, at) => <Part key={at} part={part} />);
}

function Part({ part }: { readonly part: PreviewPartMessage }): ReactNode {
  switch (part.kind) {
    case 'diff':
      return <DiffView path={part.path} lines={parseDiff(part.diff)} />;
    case 'text':
      return isShort(part.text) && part.label !== CODE ? (
        <Line label={part.label}>
          <VisibleText text={part.text} />
        </Line>
      ) : (
        <div className="part">
          <h3 className="part-label">
            <VisibleText text={part.label} />
          </h3>
          <CodeBlock label={part.label} text={part.text} isCode={part.label === CODE} />
        </div>
      );
    case 'event':
      return <EventView event={part} />;
    case 'mail':
      return <MailPart mail={part} />;
    case 'request':
      return <RequestPart request={part} />;
    case 'list':
      return part.items.length === 0 ? (
        <Line label={part.label}>
          <span className="soft">—</span>
        </Line>
      ) : (
        <div className="part">
          <h3 className="part-label">
            <VisibleText text={part.label} />
          </h3>
          <ul className="part-list">
            {part.items.map((item, at) => (
              <li key={at}>
                <VisibleText text={item} />
              </li>
            ))}
          </ul>
        </div>
      );
  }
}

const CODE = 'Code';
const SHORT = 60;
const isShort = (text: string): boolean => text !== '' && text.length <= SHORT && !text.includes('\n');

/** A short text on the same line as its label. */
function Line({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="part part-line">
      <h3 className="part-label">
        <VisibleText text={label} />
      </h3>
      <span className="mono">{children}</span>
    </div>
  );
}
