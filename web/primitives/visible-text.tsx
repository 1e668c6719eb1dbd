/** Text from elsewhere: always text, with what it hides made visible. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { hiddenParts, type TextPart } from './hidden-parts.ts';

export function VisibleText({ text }: { readonly text: string }): ReactNode {
  return hiddenParts(text).map((part, at) => <Part key={at} part={part} />);
}

function Part({ part: { kind, text, mark } }: { readonly part: TextPart }): ReactNode {
  switch (kind) {
    case 'plain':
      return text;
    case 'mixed':
    case 'alike':
      return (
        <mark className="hidden-mark mixed" title={messages.hidden[kind]}>
          {text}
        </mark>
      );
    case 'character':
    case 'lines':
    case 'spaces': {
      const title = kind === 'character' ? messages.hidden.character(mark ?? '') : messages.hidden.padding;
      return (
        <mark className="hidden-mark" title={title}>
          {mark}
        </mark>
      );
    }
  }
}
