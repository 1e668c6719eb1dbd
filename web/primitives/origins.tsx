/** Who the values come from that decide what a call does to whom. What others wrote stands first, and says so in words. */
import type { ReactNode } from 'react';

import type { TracedValueMessage } from '../../src/wire/messages.ts';
import { messages } from '../messages.ts';
import { VisibleText } from './visible-text.tsx';

const said = messages.previews.origins;

const ORDER: readonly TracedValueMessage['origin'][] = [
  ...(['others', 'unseen', 'listed', 'identifier', 'described', 'trusted', 'user'] as const),
];
/** Plain words matter less than whom and where they go, so long as they are nobody else's. */
const stands = ({ kind, origin }: TracedValueMessage): boolean => kind !== 'text' || origin === 'others';

export function Origins({ values }: { readonly values: readonly TracedValueMessage[] }): ReactNode {
  const ordered = values.toSorted((one, other) => ORDER.indexOf(one.origin) - ORDER.indexOf(other.origin));
  const rest = ordered.filter((value) => !stands(value));
  const hasOthers = values.some(({ origin }) => origin === 'others');
  return (
    <>
      {hasOthers && <p className="soft small">{said.hint}</p>}
      <List values={ordered.filter(stands)} />
      {rest.length > 0 && (
        <details>
          <summary>{said.texts(rest.length)}</summary>
          <List values={rest} />
        </details>
      )}
    </>
  );
}

function List({ values }: { readonly values: readonly TracedValueMessage[] }): ReactNode {
  return (
    <ul className="origins">
      {values.map((value, at) => (
        <Origin key={at} value={value} />
      ))}
    </ul>
  );
}

function Origin({ value: { kind, value, origin, sentence } }: { readonly value: TracedValueMessage }): ReactNode {
  return (
    <li className={`origin origin-${origin}`}>
      <p className="origin-value">
        <span className="soft small">{said.kinds[kind]}</span>{' '}
        <span className="mono">
          <VisibleText text={value} />
        </span>
      </p>
      <p className="origin-from">
        {origin === 'others' && <strong className="badge risk-high">{said.warn}</strong>}
        {origin === 'unseen' && <strong className="badge risk-medium">{said.warnUnseen}</strong>} {said.of[origin]}
      </p>
      {sentence !== null && sentence !== value && (
        <blockquote className="origin-words" aria-label={said.where}>
          <VisibleText text={sentence} />
        </blockquote>
      )}
    </li>
  );
}
