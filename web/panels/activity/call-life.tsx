/** One call from its proposal to its end, and the way back. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { AuditMessage, CallMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Actor } from '../../primitives/actor.tsx';
import { RiskBadge, StateBadge } from '../../primitives/badges.tsx';
import { JsonBlock } from '../../primitives/code-block.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { ResourceChips } from '../../primitives/resource-labels.tsx';
import { sayTook, Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useCall, useRecords } from '../../state/queries.ts';
import { FileChanges } from './file-changes.tsx';
import { Timeline } from './timeline.tsx';
import { UndoCall } from './undo-call.tsx';

export function CallLife({ id }: { readonly id: string }): ReactNode {
  const call = useCall(id);
  const records = useRecords(id);
  if (call.data) return <Shown call={call.data} records={records.data ?? undefined} />;
  if (call.error) return <Notice tone="bad">{call.error.message}</Notice>;
  return <p className="placeholder">{messages.loading}</p>;
}

interface ShownProps {
  readonly call: CallMessage;
  readonly records: readonly AuditMessage[] | undefined;
}

function Shown({ call, records }: ShownProps): ReactNode {
  const { tool, state, risk, preset, decision, outcome, startedAt, endedAt } = call;
  const approvalId = records?.map(({ body }) => body['approvalId']).find((id) => typeof id === 'string');
  return (
    <article className="item">
      <Link to="/activity" className="back">
        ← {messages.activity.title}
      </Link>
      <header className="item-head">
        <p className="item-line">
          <StateBadge state={state} />
          <RiskBadge risk={risk} />
          <span className="soft">{preset}</span>
          {startedAt !== null && endedAt !== null && (
            <span className="soft">{messages.call.took(sayTook(startedAt, endedAt))}</span>
          )}
        </p>
        <h1 className="item-title mono">
          <VisibleText text={tool} />
        </h1>
      </header>
      <dl className="facts">
        <dt>{messages.approval.asked}</dt>
        <dd>
          <Actor name={messages.approval.asks(call.actor, call.userId)} />{' '}
          <span className="soft">
            <Time at={call.createdAt} isExact />
          </span>
        </dd>
        {call.resources.length > 0 && (
          <>
            <dt>{messages.approval.in}</dt>
            <dd>
              <ResourceChips resources={call.resources} />
            </dd>
          </>
        )}
        <dt>{messages.call.decided}</dt>
        <dd>
          <VisibleText text={decision.reason} />{' '}
          <span className="soft mono">{messages.call.decidedBy(decision.effect, decision.rule)}</span>{' '}
          {call.decidedBy !== null && <VisibleText text={messages.call.by(call.decidedByName ?? call.decidedBy)} />}
        </dd>
        <dt>{messages.call.ids}</dt>
        <dd className="mono soft">
          <VisibleText text={call.callId} />
        </dd>
      </dl>
      {state === 'awaiting_approval' && approvalId !== undefined && (
        <p className="item-act">
          <Link to="/waiting/$id" params={{ id: approvalId }} className="button primary">
            {messages.call.waits}
          </Link>
        </p>
      )}
      <UndoCall call={call} />
      {outcome?.error && (
        <Notice tone="bad">
          <strong className="mono">{outcome.error.code}</strong> <VisibleText text={outcome.error.message} />
        </Notice>
      )}
      <h2 className="section">{messages.call.life}</h2>
      <Timeline call={call} records={records} />
      <h2 className="section">{call.executedArgs === null ? messages.call.proposedArgs : messages.call.args}</h2>
      {call.isErased ? (
        <p className="soft">{messages.call.erased}</p>
      ) : (
        <JsonBlock label={messages.call.args} value={call.executedArgs ?? call.proposedArgs} />
      )}
      {outcome?.changes && <FileChanges changes={outcome.changes} />}
      {outcome?.value !== undefined && (
        <>
          <h2 className="section">{messages.call.result}</h2>
          <JsonBlock label={messages.call.result} value={outcome.value} />
        </>
      )}
    </article>
  );
}
