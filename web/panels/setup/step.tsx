/** One step of the setup guide: its title and state. The rest is collapsed. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { VisibleText } from '../../primitives/visible-text.tsx';

interface Props {
  readonly title: string;
  readonly hint: string;
  readonly now: string | undefined;
  readonly children: ReactNode;
}

export function Step({ title, hint, now, children }: Props): ReactNode {
  return (
    <li className="step" data-done={now !== undefined}>
      <details>
        <summary>
          <h2>{title}</h2>
          <span className="soft cut">{now === undefined ? messages.setup.nothing : <VisibleText text={now} />}</span>
        </summary>
        <p className="soft">{hint}</p>
        {children}
      </details>
    </li>
  );
}
