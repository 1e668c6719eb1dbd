/** A list of texts, one input each. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { hidesSomething } from '../hidden-parts.ts';
import { VisibleText } from '../visible-text.tsx';
import type { InputProps } from './inputs.tsx';

export function ListInput({ id, describedBy, isWrong, isRequired, value, onChange }: InputProps): ReactNode {
  const items = Array.isArray(value) ? (value as readonly string[]) : [];
  const change = (next: readonly string[]): void =>
    onChange(next.length === 0 && !isRequired && value === undefined ? undefined : next);
  return (
    <div className="list-input">
      {items.map((item, at) => (
        <div key={at} className="list-item">
          <input
            type="text"
            id={at === 0 ? id : undefined}
            aria-label={at === 0 ? undefined : `${at + 1}`}
            aria-describedby={describedBy}
            aria-invalid={isWrong || undefined}
            value={item}
            onChange={({ target }) => change(items.with(at, target.value))}
          />
          <button
            type="button"
            className="button quiet"
            aria-label={messages.form.remove(at + 1)}
            onClick={() => change(items.toSpliced(at, 1))}
          >
            ×
          </button>
          {hidesSomething(item) && (
            <p className="hint">
              <VisibleText text={item} />
            </p>
          )}
        </div>
      ))}
      <button
        type="button"
        id={items.length === 0 ? id : undefined}
        className="button small"
        onClick={() => change([...items, ''])}
      >
        {messages.form.add}
      </button>
    </div>
  );
}
