/** What an assistant wants to do, all of it in sight: each call with its decision, and one, several or all approved together. */
import { useState, type ReactNode } from 'react';

import type { PlanMessage } from '../../../src/wire/plan-view.ts';
import { messages } from '../../messages.ts';
import { RiskBadge } from '../../primitives/badges.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { Preview } from '../../primitives/preview.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useApprovePlan, usePlan } from '../../state/plans.ts';

const words = messages.plan;

type Item = PlanMessage['items'][number];

const isOpen = ({ state, shown }: Item): boolean =>
  shown !== null && (state === 'needs_approval' || state === 'waiting');

export function PlanCard({ id }: { readonly id: string }): ReactNode {
  const { data: plan } = usePlan(id);
  const approve = useApprovePlan(id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (!plan) return null;
  const open = plan.items.filter(isOpen);
  const picked = open.filter(({ callId }) => chosen.has(callId));
  const approving = picked.length > 0 ? picked : open;
  const toggle = (callId: string): void =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(callId)) after.add(callId);
      return after;
    });
  return (
    <section className="plan-card" aria-label={words.title}>
      <header className="plan-head">
        <h3>{words.title}</h3>
        <span className="soft small">{words.order[plan.order](plan.items.length)}</span>
      </header>
      <ol className="plan-items">
        {plan.items.map((item) => (
          <PlanItem key={item.callId} item={item} isChosen={chosen.has(item.callId)} onToggle={toggle} />
        ))}
      </ol>
      {approve.error && <Notice tone="bad">{approve.error.message}</Notice>}
      {open.length > 0 && (
        <div className="buttons">
          <button
            type="button"
            className="button primary"
            disabled={approve.isPending}
            onClick={() => approve.mutate(approving.map(({ callId, shown }) => ({ callId, shown: shown ?? '' })))}
          >
            {picked.length > 0 ? words.approveSome(picked.length) : words.approveAll(open.length)}
          </button>
        </div>
      )}
    </section>
  );
}

interface ItemProps {
  readonly item: Item;
  readonly isChosen: boolean;
  readonly onToggle: (callId: string) => void;
}

function PlanItem({ item, isChosen, onToggle }: ItemProps): ReactNode {
  const { callId, tool, state, decision, risk, preview, error } = item;
  const title = preview?.title ?? tool;
  return (
    <li className="plan-item" data-state={state}>
      <p className="plan-line">
        {isOpen(item) && (
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={words.choose(title)}
            onChange={() => onToggle(callId)}
          />
        )}
        <strong className="plan-title">
          <VisibleText text={title} />
        </strong>
        {risk && <RiskBadge risk={risk} />}
        <span className={`badge tone-${TONES[state]}`}>{words.states[state]}</span>
      </p>
      {error && (
        <p className="soft small">
          <VisibleText text={error.message} />
        </p>
      )}
      {(preview || decision) && (
        <details>
          <summary>{words.details}</summary>
          {decision && (
            <p className="soft small">
              <VisibleText text={decision.reason} /> <span className="mono">{decision.rule}</span>
            </p>
          )}
          {preview && <Preview preview={preview} />}
        </details>
      )}
    </li>
  );
}

const TONES: Readonly<Record<Item['state'], string>> = {
  ...{ ready: 'quiet', needs_approval: 'wait', waiting: 'wait', approved: 'good', later: 'quiet' },
  ...{ blocked: 'bad', failed: 'bad', done: 'good', skipped: 'quiet' },
};
