/** For how long a decision holds. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';

export type Remembering = 'once' | 'conversation' | '1h' | '1d' | 'always' | 'pattern';

interface Props {
  readonly value: Remembering;
  readonly onChange: (value: Remembering) => void;
  readonly canGrant: boolean;
  readonly hasConversation: boolean;
}

const { once, conversation, hour, day, always, pattern } = messages.approval;
const CHOICES: readonly (readonly [Remembering, string])[] = [
  ['once', once],
  ['conversation', conversation],
  ['1h', hour],
  ['1d', day],
  ['always', always],
  ['pattern', pattern],
];

export function RememberSelect({ value, onChange, canGrant, hasConversation }: Props): ReactNode {
  if (!canGrant) return <span className="soft">{messages.approval.neverRemembered}</span>;
  return (
    <label className="remember">
      <span className="soft">{messages.approval.remember}</span>
      <select value={value} onChange={({ target }) => onChange(target.value as Remembering)}>
        {CHOICES.filter(([choice]) => hasConversation || choice !== 'conversation').map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
