/** A message to a colleague: a call of the person's own, recorded like any other. */
import { useState, type ReactNode } from 'react';

import type { MemberMessage } from '../../../src/wire/team.ts';
import { messages } from '../../messages.ts';
import { Dialog } from '../../primitives/dialog.tsx';
import { useRelay } from '../../state/team.ts';

const words = messages.team;

interface Props {
  readonly to: MemberMessage | undefined;
  readonly onClose: () => void;
}

export function WriteDialog({ to, onClose }: Props): ReactNode {
  const [message, setMessage] = useState('');
  const relay = useRelay();
  const close = (): void => {
    relay.reset();
    setMessage('');
    onClose();
  };
  return (
    <Dialog title={words.writeTo(to?.name ?? '')} isOpen={to !== undefined} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (to) relay.mutate({ userId: to.id, message }, { onSuccess: close });
        }}
      >
        <label className="field">
          {words.message}
          <textarea
            required
            rows={4}
            maxLength={10_000}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
        </label>
        {relay.error && <p className="fault">{relay.error.message}</p>}
        <div className="buttons">
          <button type="button" className="button" onClick={close}>
            {messages.cancel}
          </button>
          <button type="submit" className="button primary" disabled={relay.isPending}>
            {relay.isPending ? words.sending : words.send}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
