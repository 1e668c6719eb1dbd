/** The audit records of a call in order. For users who may not read the audit, the data of the call itself. */
import type { ReactNode } from 'react';

import type { AuditMessage, CallMessage } from '../../../src/wire/messages.ts';
import { messages } from '../../messages.ts';
import { Time } from '../../primitives/time.tsx';
import { VisibleText } from '../../primitives/visible-text.tsx';

interface Moment {
  readonly at: string;
  readonly what: string;
  readonly more: readonly string[];
}

interface Props {
  readonly call: CallMessage;
  readonly records: readonly AuditMessage[] | undefined;
}

export function Timeline({ call, records }: Props): ReactNode {
  const moments = records && records.length > 0 ? records.map(fromRecord) : fromCall(call);
  return (
    <ol className="timeline">
      {moments.map(({ at, what, more }, index) => (
        <li key={index}>
          <span className="timeline-what">{what}</span>{' '}
          {more.map((words) => (
            <span key={words} className="soft">
              <VisibleText text={words} />{' '}
            </span>
          ))}
          <span className="timeline-at soft">
            <Time at={at} isExact />
          </span>
        </li>
      ))}
    </ol>
  );
}

function fromRecord({ at, kind, body }: AuditMessage): Moment {
  const text = (key: string): string | undefined => {
    const value = Object.hasOwn(body, key) ? body[key] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const by = text('approverName') ?? text('approver') ?? text('by');
  const via = text('via');
  const more = [
    by === undefined ? undefined : messages.call.by(by),
    via === undefined ? undefined : messages.call.via(via),
    text('reason'),
    text('summary'),
  ];
  return {
    at,
    what: (Object.hasOwn(messages.call.kinds, kind) ? messages.call.kinds[kind] : undefined) ?? kind,
    more: more.filter((words) => words !== undefined),
  };
}

function fromCall({ createdAt, startedAt, endedAt, state }: CallMessage): readonly Moment[] {
  const moment = (at: string | null, what: string): readonly Moment[] => (at === null ? [] : [{ at, what, more: [] }]);
  return [
    ...moment(createdAt, messages.call.proposed),
    ...moment(startedAt, messages.call.started),
    ...moment(endedAt, messages.states[state] ?? messages.call.ended),
  ];
}
