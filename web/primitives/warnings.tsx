/** What a person should beware of before they approve, said in words and not by colour alone. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { VisibleText } from './visible-text.tsx';

export function Warnings({ warnings }: { readonly warnings: readonly string[] }): ReactNode {
  return warnings.map((warning) => (
    <p key={warning} className="notice tone-bad beware" role="note">
      <strong>{messages.previews.beware}</strong> <VisibleText text={warning} />
    </p>
  ));
}
