/** The keys, for those who ask. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { Dialog } from '../primitives/dialog.tsx';

export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title={messages.keys.title} isOpen={isOpen} onClose={onClose}>
      <dl className="keys">
        {messages.keys.list.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {messages.close}
        </button>
      </div>
    </Dialog>
  );
}
