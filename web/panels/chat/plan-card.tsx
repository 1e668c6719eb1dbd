/** What an assistant wants to do, all of it in sight: each call with its decision, and one, several or all approved together. */
import { useState, type ReactNode } from 'react';

import type { PlanMessage } from '../../../src/wire/plan-view.ts';
import { messages } from '../../messages.ts';
import { RiskBadge } from '../../primitives/badges.tsx';
import { GuardedButton } from '../../primitives/guarded-button.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { Preview } from '../../primitives/preview.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useInputGuard } from '../../state/input-guard.ts';
import { useApprovePlan, usePlan } from '../../state/plans.ts';
import { ConfirmHighRisk } from '../approvals/confirm-high-risk.tsx';

const words = messages.plan;

type Item = PlanMessage['items'][number];

const isOpen = ({ state, shown }: Item): boolean =>
  shown !== null && (state === 'needs_approval' || state === 'waiting');

export function PlanCard({ id }: { readonly id: string }): ReactNode {
  const { data: plan } = usePlan(id);
  return plan ? <Shown plan={plan} /> : null;
}

function Shown({ plan }: { readonly plan: PlanMessage }): ReactNode {
  const approve = useApprovePlan(plan.planId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState<string | undefined>();
  const open = plan.items.filter(isOpen);
  const picked = open.filter(({ callId }) => chosen.has(callId));
  const approving = picked.length > 0 ? picked : open;
  const named = JSON.stringify(approving.map(({ callId, shown }) => [callId, shown]));
  const [place, guard] = useInputGuard(named);
  const high = approving.filter(({ risk }) => risk === 'high');
  const send = (): void => {
    setConfirming(undefined);
    approve.mutate(approving.map(({ callId, shown }) => ({ callId, shown: shown ?? '' })));
  };
  const label = picked.length > 0 ? words.approveSome(picked.length) : words.approveAll(open.length);
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
      {confirming === named && (
        <ConfirmHighRisk
          calls={high.map(({ callId, tool, preview, scope }) => ({
            ...{ id: callId, tool, scope },
            title: preview?.title ?? tool,
          }))}
          label={approving.length === 1 ? messages.approval.confirm.approve : words.confirm(label, high.length)}
          isBusy={approve.isPending}
          onConfirm={send}
          onCancel={() => setConfirming(undefined)}
        />
      )}
      {open.length > 0 && (
        <div className="buttons" hidden={confirming === named} ref={place}>
          <GuardedButton
            className="button primary"
            guard={guard}
            isDisabled={approve.isPending}
            onDecide={() => (high.length > 0 ? setConfirming(named) : send())}
          >
            {label}
          </GuardedButton>
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
