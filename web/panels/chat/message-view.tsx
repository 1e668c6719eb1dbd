/** One message: the user's words with their files, or the assistant's with the calls that it asked for. */
import type { ReactNode } from 'react';

import type { ChatMessage, ToolResultMessage } from '../../../src/wire/conversations.ts';
import { messages } from '../../messages.ts';
import { CodeBlock } from '../../primitives/code-block.tsx';
import { Markdown } from '../../primitives/markdown.tsx';
import { Notice } from '../../primitives/notice.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';
import { readMessage } from '../../state/attachments.ts';
import type { LiveCall } from '../../state/live-turn.ts';
import { CallCard } from './call-card.tsx';
import { PlanCard } from './plan-card.tsx';

interface Props {
  readonly message: ChatMessage;
  readonly results: ReadonlyMap<string, ToolResultMessage>;
  readonly live: ReadonlyMap<string, LiveCall>;
  readonly isAtWork: boolean;
}

export function MessageView({ message, results, live, isAtWork }: Props): ReactNode {
  // The cards of the calls show the results.
  if (message.role === 'tool') return null;
  if (message.role === 'user') return <UserWords text={message.text} />;
  const { text, calls, planId, problem, reports, droppedCalls } = message;
  return (
    <>
      {text !== '' && <Answer text={text} />}
      {planId !== null && <PlanCard id={planId} />}
      {calls.map((call) => (
        <CallCard
          key={call.callId}
          call={call}
          result={results.get(call.callId)}
          live={live.get(call.callId)}
          isAtWork={isAtWork}
        />
      ))}
      {droppedCalls > 0 && <Notice tone="quiet">{messages.chat.dropped(droppedCalls)}</Notice>}
      {reports.map((report, at) => (
        <p key={at} className="report">
          <VisibleText text={report} />
        </p>
      ))}
      {problem && (
        <Notice tone={problem.code === 'CANCELLED' ? 'quiet' : 'bad'}>
          <VisibleText text={problem.message} />
        </Notice>
      )}
    </>
  );
}

export function UserWords({ text }: { readonly text: string }): ReactNode {
  const { words, files } = readMessage(text);
  const [kept, given] = [files.filter(({ keptAs }) => keptAs), files.filter(({ keptAs }) => !keptAs)];
  return (
    <div className="said-user">
      <span className="unseen">{messages.chat.you}</span>
      {words !== '' && (
        <p>
          <VisibleText text={words} />
        </p>
      )}
      {kept.map(({ name }, at) => (
        <p key={at} className="said-file">
          <VisibleText text={name} />
        </p>
      ))}
      {given.map((file, at) => (
        <details key={at} className="said-file">
          <summary>
            <VisibleText text={file.name} />
          </summary>
          <CodeBlock label={file.name} text={file.text} />
        </details>
      ))}
    </div>
  );
}

export function Answer({
  text,
  isGrowing = false,
}: {
  readonly text: string;
  readonly isGrowing?: boolean;
}): ReactNode {
  return (
    <div className={isGrowing ? 'said-answer growing' : 'said-answer'}>
      <span className="unseen">{messages.chat.theAssistant}</span>
      <Markdown text={text} />
    </div>
  );
}
