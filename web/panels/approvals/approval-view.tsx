/** One call that waits: who asks for what and why, exactly what would happen, and the decision. */
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import type { ApprovalMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Actor } from '../../primitives/actor.tsx';
import { RiskBadge } from '../../primitives/badges.tsx';
import { JsonBlock } from '../../primitives/code-block.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { Origins } from '../../primitives/origins.tsx';
import { Preview } from '../../primitives/preview.tsx';
import { ResourceChips } from '../../primitives/resource-labels.tsx';
import type { Args } from '../../primitives/schema-form/field-kind.ts';
import { Countdown, Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { useDecide, useRehearsal } from '../../state/decide.ts';
import { useApproval, useTools } from '../../state/queries.ts';
import { Actions } from './actions.tsx';
import { EditArgs } from './edit-args.tsx';
import { Settled } from './settled.tsx';

interface Props {
  readonly id: string;
  /** Whether it is a part of another page. Then it has no link back and no keyboard shortcuts. */
  readonly isInline?: boolean;
  /** Its place in the list, where it is shown beside one. */
  readonly position?: number;
}

export function ApprovalView({ id, isInline = false, position = 0 }: Props): ReactNode {
  const { data, error } = useApproval(id);
  if (data) return <Shown approval={data} {...{ isInline, position }} />;
  return error ? <Notice tone="bad">{error.message}</Notice> : <p className="placeholder">{messages.loading}</p>;
}

const NOTHING_YET = { preview: null, risk: undefined, scope: [] } as const;

interface ShownProps {
  readonly approval: ApprovalMessage;
  readonly isInline: boolean;
  readonly position: number;
}

function Shown({ approval, isInline, position }: ShownProps): ReactNode {
  const Title = isInline ? 'h3' : 'h1';
  const Section = isInline ? 'h4' : 'h2';
  const decide = useDecide(approval.id);
  const [edited, setEdited] = useState<Args | undefined>();
  const isWaiting = approval.state === 'awaiting_approval';
  const tool = useTools(approval.preset).data?.tools.find(({ name }) => name === approval.tool);
  const rehearsed = useRehearsal(
    `/api/approvals/${encodeURIComponent(approval.id)}/rehearse`,
    {},
    isWaiting ? edited : undefined,
  );
  const isChanged = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(approval.args);
  // Of changed arguments nothing is shown but what was worked out for them.
  const { preview, risk, scope } = isChanged ? (rehearsed.rehearsal ?? NOTHING_YET) : approval;
  return (
    <article className={isInline ? 'item inline' : 'item'}>
      {!isInline && (
        <Link to="/" className="back">
          ← {messages.waiting.title}
        </Link>
      )}
      <header className="item-head">
        <p className="item-line">
          <RiskBadge risk={risk ?? approval.risk} />
          {!isInline && (
            <span className="mono">
              <VisibleText text={approval.tool} />
            </span>
          )}
          <span className="soft">{approval.preset}</span>
          {isWaiting && <Countdown until={approval.expiresAt} />}
        </p>
        <Title className="item-title">
          <VisibleText text={preview?.title ?? approval.preview.title} />
        </Title>
      </header>
      <dl className="facts">
        <dt>{messages.approval.asked}</dt>
        <dd>
          <Actor name={messages.approval.asks(approval.requestedBy, approval.userId)} />{' '}
          <span className="soft">
            <Time at={approval.createdAt} />
          </span>
        </dd>
        {approval.resources.length > 0 && (
          <>
            <dt>{messages.approval.in}</dt>
            <dd>
              <ResourceChips resources={approval.resources} />
            </dd>
          </>
        )}
        <dt>{messages.approval.why}</dt>
        <dd>
          <VisibleText text={approval.reason} />{' '}
          <span className="soft mono">{messages.approval.rule(approval.rule)}</span>
        </dd>
        <dt>{messages.approval.reaches}</dt>
        <dd>
          {scope.length === 0 && <span className="soft">{messages.approval.reachesNothing}</span>}
          {scope.map((place) => (
            <span key={place} className="chip">
              <VisibleText text={place} />
            </span>
          ))}
        </dd>
      </dl>
      {isWaiting && edited && <EditArgs {...{ tool, edited, rehearsed, isChanged }} onChange={setEdited} />}
      <Section className="section">{messages.approval.would}</Section>
      <div className={isChanged && !rehearsed.isCurrent ? 'stale' : undefined}>
        {preview ? <Preview preview={preview} /> : <p className="soft">{messages.approval.noPreview}</p>}
      </div>
      {!isChanged && approval.provenance.length > 0 && (
        <>
          <Section className="section">{messages.previews.origins.title}</Section>
          <Origins values={approval.provenance} />
        </>
      )}
      {!edited && (
        <>
          <Section className="section">{messages.approval.args}</Section>
          <JsonBlock label={messages.approval.args} value={approval.approvedArgs ?? approval.args} />
        </>
      )}
      <p className="soft small">
        <a href={`/approvals/${encodeURIComponent(approval.id)}`}>{messages.approval.plain}</a>
      </p>
      {isWaiting ? (
        <Actions
          {...{ approval, decide, edited, isChanged, setEdited, isInline, position }}
          shown={{
            title: preview?.title ?? approval.preview.title,
            scope,
            isHighRisk: approval.risk === 'high' || risk === 'high',
          }}
          canGrant={tool?.grants ?? true}
          canApprove={
            !isChanged ||
            (rehearsed.isCurrent && rehearsed.rehearsal?.decision.effect !== 'block' && !rehearsed.problem)
          }
        />
      ) : (
        <Settled approval={approval} decided={decide.data} />
      )}
    </article>
  );
}
