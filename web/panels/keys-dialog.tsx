/** The keys, for those who ask. */
import type { ReactNode } from 'react';

import { messages } from '../messages.ts';
import { Dialog } from '../primitives/dialog.tsx';
import { setSingleKeys, useSingleKeys } from '../state/single-keys.ts';

export function KeysDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }): ReactNode {
  const isOn = useSingleKeys();
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
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={({ target }) => setSingleKeys(target.checked)} />
        {messages.keys.single}
      </label>
      <p className="soft small">{messages.keys.singleHint}</p>
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {messages.close}
        </button>
      </div>
    </Dialog>
  );
}
