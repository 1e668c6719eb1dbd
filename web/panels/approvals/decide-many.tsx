/** Several calls at once: they are named again before they are decided. */
import { useState, type ReactNode } from 'react';

import type { ApprovalMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { RiskBadge } from '../../primitives/badges.tsx';
import { Dialog } from '../../primitives/dialog.tsx';
import { GuardedButton } from '../../primitives/guarded-button.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useDecideMany } from '../../state/decide.ts';
import { useInputGuard } from '../../state/input-guard.ts';

interface Props {
  readonly approvals: readonly ApprovalMessage[];
  readonly ids: readonly string[];
  /** Their places in the list. */
  readonly positions: readonly number[];
  readonly onClear: () => void;
}

export function DecideMany({ approvals, ids, positions, onClear }: Props): ReactNode {
  const [asking, setAsking] = useState<'approve' | 'deny' | undefined>();
  const [reason, setReason] = useState('');
  const { mutate, data, error, isPending } = useDecideMany();
  const failed = data?.results.filter((result) => result.error) ?? [];
  const title = asking === 'deny' ? messages.approval.denyMany : messages.approval.approveMany;
  const high = approvals.filter(({ risk }) => risk === 'high').length;
  const places = JSON.stringify([ids, positions]);
  const [bar, barGuard] = useInputGuard(places);
  const [buttons, dialogGuard] = useInputGuard(`${places} ${asking}`);
  const decide = (): void => {
    if (!asking) return;
    const said = asking === 'deny' && reason !== '' ? { reason } : {};
    mutate({ ids, decision: asking, ...said }, { onSuccess: onClear, onSettled: () => setAsking(undefined) });
  };
  return (
    <>
      {ids.length > 0 && (
        <div className="selection" ref={bar}>
          <span>{messages.waiting.selected(ids.length)}</span>
          <GuardedButton className="button small primary" guard={barGuard} onDecide={() => setAsking('approve')}>
            {messages.waiting.approveAll}
          </GuardedButton>
          <GuardedButton className="button small danger" guard={barGuard} onDecide={() => setAsking('deny')}>
            {messages.waiting.denyAll}
          </GuardedButton>
          <button type="button" className="button small quiet" onClick={onClear}>
            {messages.waiting.clear}
          </button>
        </div>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
      {failed.length > 0 && (
        <Notice tone="bad">
          {failed.map(({ id, error: fault }) => (
            <p key={id}>{fault?.message}</p>
          ))}
        </Notice>
      )}
      <Dialog title={title(ids.length)} isOpen={asking !== undefined} onClose={() => setAsking(undefined)}>
        <ul className="named">
          {approvals.map(({ id, preview, risk, tool }) => (
            <li key={id}>
              <RiskBadge risk={risk} />{' '}
              <span className="mono">
                <VisibleText text={tool} />
              </span>{' '}
              <VisibleText text={preview.title} />
            </li>
          ))}
        </ul>
        {asking === 'deny' && (
          <label className="field">
            {messages.approval.reason}
            <input value={reason} maxLength={2_000} onChange={({ target }) => setReason(target.value)} />
          </label>
        )}
        <div className="buttons" ref={buttons}>
          <button type="button" className="button" onClick={() => setAsking(undefined)}>
            {messages.cancel}
          </button>
          <GuardedButton
            className={asking === 'deny' ? 'button danger' : 'button primary'}
            guard={dialogGuard}
            isDisabled={isPending}
            onDecide={decide}
          >
            {asking === 'deny' ? messages.approval.deny : messages.approval.approveCount(ids.length, high)}
          </GuardedButton>
        </div>
      </Dialog>
    </>
  );
}
