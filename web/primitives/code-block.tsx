/** A block of text as it is, with room to scroll; coloured where it is code. */
import type { ReactNode } from 'react';

import { codeTokens } from './code-tokens.ts';
import { VisibleText } from './visible-text.tsx';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly isCode?: boolean;
}

export function CodeBlock({ label, text, isCode = false }: Props): ReactNode {
  return (
    // What scrolls must be reachable by keys.
    <pre className="block" tabIndex={0} role="group" aria-label={label}>
      <code>{isCode ? <Coloured text={text} /> : <VisibleText text={text} />}</code>
    </pre>
  );
}

function Coloured({ text }: { readonly text: string }): ReactNode {
  return codeTokens(text).map(({ kind, text: token }, at) => (
    <span key={at} className={`code-${kind}`}>
      <VisibleText text={token} />
    </span>
  ));
}

export function JsonBlock({ label, value }: { readonly label: string; readonly value: unknown }): ReactNode {
  return <CodeBlock label={label} text={JSON.stringify(value, null, 2) ?? 'null'} isCode />;
}
