/** A call that no longer waits: who decided it, where, and what became of it. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { ApprovalMessage, DecidedMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { StateBadge } from '../../primitives/badges.tsx';
import { JsonBlock } from '../../primitives/code-block.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { ask } from '../../state/api.ts';

interface Props {
  readonly approval: ApprovalMessage;
  /** Present where it was decided on this page. */
  readonly decided: DecidedMessage | undefined;
}

export function Settled({ approval, decided }: Props): ReactNode {
  const { state, note, callId } = approval;
  const isBad = ['denied', 'expired', 'error', 'unknown', 'blocked'].includes(state);
  return (
    <footer className="actions settled">
      <Notice tone={isBad ? 'quiet' : 'good'}>
        <p>
          <strong>{said(approval, decided !== undefined)}</strong>{' '}
          {note !== null && <VisibleText text={messages.approval.note(note)} />}
        </p>
        <p className="settled-line">
          <StateBadge state={state} />
          {decided?.error && <VisibleText text={decided.error.message} />}
          <Link to="/activity/$id" params={{ id: callId }}>
            {messages.approval.seeCall}
          </Link>
        </p>
        {decided?.offer && <Offer offer={decided.offer} />}
      </Notice>
      {decided && decided.value !== undefined && (
        <details>
          <summary>{messages.approval.result}</summary>
          <JsonBlock label={messages.approval.result} value={decided.value} />
        </details>
      )}
    </footer>
  );
}

function said({ decision, decidedBy, decidedByName, decidedVia }: ApprovalMessage, isOurs: boolean): string {
  if (decision === null) return messages.approval.expired;
  const how = decision === 'approved' ? messages.approval.approved : messages.approval.denied;
  return isOurs
    ? messages.approval.decidedHere(how)
    : messages.approval.decidedElsewhere(how, decidedByName ?? decidedBy ?? '', decidedVia ?? '');
}

function Offer({ offer }: { readonly offer: NonNullable<DecidedMessage['offer']> }): ReactNode {
  const grant = useMutation({
    mutationFn: () => ask('/api/grants', { json: { approvalId: offer.approvalId, remember: 'always' } }),
  });
  if (grant.isSuccess) return <p>{messages.approval.granted}</p>;
  return (
    <p>
      {messages.approval.offer(offer.approvedBefore)}{' '}
      <button type="button" className="button small" disabled={grant.isPending} onClick={() => grant.mutate()}>
        {messages.approval.grantIt}
      </button>
      {grant.error?.message}
    </p>
  );
}
