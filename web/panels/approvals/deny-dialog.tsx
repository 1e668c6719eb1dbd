/** Denying, with a reason that the assistant can learn from. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Dialog } from '../../primitives/dialog.tsx';
import type { Verdict } from '../../state/decide.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeny: (verdict: Verdict) => void;
}

export function DenyDialog({ isOpen, onClose, onDeny }: Props): ReactNode {
  const [reason, setReason] = useState('');
  const [isForGood, setForGood] = useState(false);
  return (
    <Dialog title={messages.approval.denyTitle} isOpen={isOpen} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onDeny({ decision: isForGood ? 'reject_always' : 'deny', ...(reason === '' ? {} : { reason }) });
        }}
      >
        <label className="field">
          {messages.approval.reason}
          <input
            value={reason}
            maxLength={2_000}
            autoComplete="off"
            // A held Enter that opened this dialog must not submit it.
            onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <label className="check">
          <input type="checkbox" checked={isForGood} onChange={({ target }) => setForGood(target.checked)} />
          {messages.approval.rejectAlways}
        </label>
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="submit" className="button danger">
            {messages.approval.deny}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
