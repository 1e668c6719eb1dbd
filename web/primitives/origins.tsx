/** The origin of each value that matters. Values from untrusted content come first and are marked in words. */
import type { ReactNode } from 'react';

import type { TracedValueMessage } from '../../src/wire/previews.ts';
import { findSurroundingText, orderOrigins, findOriginWarning } from '../../src/wire/origin-words.ts';
import { messages } from '../messages.ts';
import { VisibleText } from './visible-text.tsx';

const said = messages.previews.origins;

export function Origins({ values }: { readonly values: readonly TracedValueMessage[] }): ReactNode {
  const { values: first, rest, hasOthers } = orderOrigins(values);
  return (
    <>
      {hasOthers && <p className="soft small">{said.hint}</p>}
      <List values={first} />
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

function Origin({ value: traced }: { readonly value: TracedValueMessage }): ReactNode {
  const { kind, value, origin } = traced;
  const [warning, around] = [findOriginWarning(traced), findSurroundingText(traced)];
  return (
    <li className={`origin origin-${origin}`}>
      <p className="origin-value">
        <span className="soft small">{said.kinds[kind]}</span>{' '}
        <span className="mono">
          <VisibleText text={value} />
        </span>
      </p>
      <p className="origin-from">
        {warning !== undefined && (
          <strong className={origin === 'others' ? 'badge risk-high' : 'badge risk-medium'}>{warning}</strong>
        )}{' '}
        {said.of[origin]}
      </p>
      {around !== null && (
        <blockquote className="origin-words" aria-label={said.where}>
          <VisibleText text={around} />
        </blockquote>
      )}
    </li>
  );
}
