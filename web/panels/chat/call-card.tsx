/** A call of the assistant: its state, arguments and result, and the decision if it waits for one. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { ToolResultMessage } from '../../../src/wire/conversations.ts';
import { messages } from '../../messages.ts';
import { StateBadge } from '../../primitives/badges.tsx';
import { CodeBlock } from '../../primitives/code-block.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import type { LiveCall } from '../../state/live-turn.ts';
import { useWaiting } from '../../state/queries.ts';
import { ApprovalView } from '../approvals/approval-view.tsx';
import { useRemembered } from '../../state/remembered.ts';

interface Props {
  readonly call: { readonly callId: string; readonly tool: string; readonly args: string };
  readonly result: ToolResultMessage | undefined;
  readonly live: LiveCall | undefined;
  readonly isAtWork: boolean;
}

export function CallCard({ call: { callId, tool, args }, result, live, isAtWork }: Props): ReactNode {
  const waiting = useWaiting().data?.approvals.find((approval) => approval.callId === callId);
  // Once it is decided it leaves the queue; here it stays where it was, with the decision.
  const approvalId = useRemembered(waiting?.id);
  const state = waiting ? 'awaiting_approval' : (ended(result) ?? live?.state ?? (isAtWork ? 'running' : 'proposed'));
  return (
    <section className="call-card" role="group" data-state={state} aria-label={messages.chat.call(tool)}>
      <header className="call-head">
        <span className="mono call-tool">
          <VisibleText text={tool} />
        </span>
        <StateBadge state={state} />
        {live?.progress !== undefined && !result && (
          <span className="soft cut">
            <VisibleText text={live.progress} />
          </span>
        )}
        <Link to="/activity/$id" params={{ id: callId }} className="call-life">
          {messages.chat.life}
        </Link>
      </header>
      {approvalId === undefined ? (
        <Folded label={messages.chat.args} text={pretty(args)} />
      ) : (
        <ApprovalView key={approvalId} id={approvalId} isInline />
      )}
      {result && result.state !== 'pending' && <Folded label={messages.call.result} text={pretty(result.content)} />}
    </section>
  );
}

const ended = (result: ToolResultMessage | undefined): string | undefined =>
  result === undefined || result.state === 'pending' ? undefined : result.state;

function Folded({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  return (
    <details className="call-part">
      <summary>{label}</summary>
      <CodeBlock label={label} text={text} isCode />
    </details>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
