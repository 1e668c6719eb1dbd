/** Something that a person should read: an error, or how it went. */
import type { ReactNode } from 'react';

interface Props {
  readonly tone: 'good' | 'bad' | 'wait' | 'quiet';
  readonly children: ReactNode;
}

export function Notice({ tone, children }: Props): ReactNode {
  return (
    <div className={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
