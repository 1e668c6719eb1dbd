/** The second act for calls of high risk: it names each tool and what it changes, and has its own button. */
import { useEffect, useId, useRef, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { GuardedButton } from '../../primitives/guarded-button.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useInputGuard } from '../../state/input-guard.ts';

const words = messages.approval.confirm;

interface HighRiskCall {
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly scope: readonly string[];
}

interface Props {
  readonly calls: readonly HighRiskCall[];
  readonly label: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmHighRisk({ calls, label, isBusy, onConfirm, onCancel }: Props): ReactNode {
  const [place, guard] = useInputGuard(JSON.stringify(calls));
  const [title, list] = [useId(), useId()];
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onCancel();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [onCancel]);
  return (
    <div role="alertdialog" aria-labelledby={title} aria-describedby={list} className="confirm-risk" ref={place}>
      <p id={title} className="confirm-title">
        {words.title(calls.length)}
      </p>
      <ul id={list} className="named">
        {calls.map((call) => (
          <li key={call.id}>
            <span className="mono">
              <VisibleText text={call.tool} />
            </span>
            {': '}
            <VisibleText text={call.title} />
            {call.scope.length > 0 && (
              <span className="soft">
                {' '}
                <VisibleText text={words.reaches(call.scope.join(', '))} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {/* Cancel is last: it lies where the first Approve button was. */}
      <div className="buttons">
        <GuardedButton ref={button} className="button danger" guard={guard} isDisabled={isBusy} onDecide={onConfirm}>
          {isBusy ? messages.approval.working : label}
        </GuardedButton>
        <GuardedButton className="button" guard={guard} onDecide={onCancel}>
          {messages.cancel}
        </GuardedButton>
      </div>
    </div>
  );
}
