/** A block of text with a button that copies it. */
import { useState, type ReactNode } from 'react';

import { messages } from '../messages.ts';
import { CodeBlock } from './code-block.tsx';

export function CopyBlock({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const [copied, setCopied] = useState<string | undefined>();
  return (
    <div className="copy">
      <div className="copy-head">
        <span className="soft small">{label}</span>
        <button
          type="button"
          className="button small"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
        >
          {copied === text ? messages.copy.copied : messages.copy.copy}
        </button>
      </div>
      <CodeBlock label={label} text={text} />
    </div>
  );
}
