/** Everything that waits, oldest first, and what is in doubt. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { ApprovalMessage, CallMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { RiskBadge, StateBadge } from '../../primitives/badges.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { WorkspaceLabel } from '../../primitives/resource-labels.tsx';
import { Countdown, Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';

interface Props {
  readonly approvals: readonly ApprovalMessage[];
  readonly unknown: readonly CallMessage[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly selected: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly current: string | undefined;
  readonly onRetry: () => void;
}

export function WaitingList(props: Props): ReactNode {
  const { approvals, unknown, isPending, error, selected, toggle, current, onRetry } = props;
  if (isPending) return <p className="placeholder">{messages.loading}</p>;
  return (
    <>
      {error && (
        <Notice tone="bad">
          {error.message}{' '}
          <button type="button" className="button small" onClick={onRetry}>
            {messages.tryAgain}
          </button>
        </Notice>
      )}
      {approvals.length === 0 && (
        <div className="empty">
          <p>{messages.waiting.empty}</p>
          <p className="soft">{messages.waiting.emptyMore}</p>
        </div>
      )}
      <ul className="rows">
        {approvals.map((approval) => (
          <li key={approval.id} className="row" data-current={approval.id === current}>
            <label className="row-check">
              <input type="checkbox" checked={selected.has(approval.id)} onChange={() => toggle(approval.id)} />
              <span className="unseen">{messages.waiting.select(approval.preview.title)}</span>
            </label>
            <Row approval={approval} isCurrent={approval.id === current} />
          </li>
        ))}
      </ul>
      {unknown.length > 0 && (
        <>
          <h2 className="list-label">{messages.waiting.inDoubt}</h2>
          <ul className="rows">
            {unknown.map(({ callId, tool, createdAt, state }) => (
              <li key={callId} className="row">
                <Link to="/activity/$id" params={{ id: callId }} className="row-link">
                  <span className="row-title">
                    <VisibleText text={tool} />
                  </span>
                  <span className="row-meta">
                    <StateBadge state={state} /> <Time at={createdAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Row({ approval, isCurrent }: { readonly approval: ApprovalMessage; readonly isCurrent: boolean }): ReactNode {
  const { id, preview, tool, risk, expiresAt, workspace } = approval;
  return (
    <Link to="/waiting/$id" params={{ id }} className="row-link" aria-current={isCurrent || undefined}>
      <span className="row-title">
        <VisibleText text={preview.title} />
      </span>
      <span className="row-meta">
        <RiskBadge risk={risk} />
        <span className="mono">
          <VisibleText text={tool} />
        </span>
        <WorkspaceLabel workspace={workspace} />
        <Countdown until={expiresAt} />
      </span>
    </Link>
  );
}
