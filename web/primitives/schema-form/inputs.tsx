/** The inputs of single values. An optional one that is emptied is left out. */
import { useState, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import { Unreadable } from '../../state/arguments.ts';
import type { FieldSchema } from './field-kind.ts';

export interface InputProps {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const shared = ({ id, describedBy, isWrong }: InputProps) => ({
  id,
  'aria-describedby': describedBy,
  'aria-invalid': isWrong || undefined,
});

/** What may be this long is a text; anything shorter is a name, a path, a query. */
const TEXT_LENGTH = 10_000;

export function TextInput(props: InputProps): ReactNode {
  const { schema, isRequired, value, onChange } = props;
  const text = typeof value === 'string' ? value : '';
  const change = (next: string): void => onChange(next === '' && !isRequired ? undefined : next);
  const isLong = text.includes('\n') || text.length > 80 || (schema.maxLength ?? Infinity) >= TEXT_LENGTH;
  const given = {
    ...shared(props),
    value: text,
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  if (!isLong) return <input type="text" {...given} />;
  return <textarea rows={Math.min(14, Math.max(2, text.split('\n').length + 1))} {...given} />;
}

export function NumberInput(props: InputProps): ReactNode {
  const { value, onChange } = props;
  const [text, setText] = useState(value === undefined || value instanceof Unreadable ? '' : JSON.stringify(value));
  const change = (next: string): void => {
    setText(next);
    if (next.trim() === '') onChange(undefined);
    else onChange(Number.isFinite(Number(next)) ? Number(next) : new Unreadable(next));
  };
  return (
    <>
      <input
        type="text"
        inputMode="decimal"
        {...shared(props)}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {value instanceof Unreadable && <p className="fault">{messages.form.notNumber}</p>}
    </>
  );
}

export function BooleanInput(props: InputProps): ReactNode {
  const { value, onChange, isRequired } = props;
  return (
    <select
      {...shared(props)}
      value={value === undefined ? '' : String(value)}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
    >
      {(!isRequired || value === undefined) && <option value="">{messages.form.leftOut}</option>}
      <option value="true">{messages.form.yes}</option>
      <option value="false">{messages.form.no}</option>
    </select>
  );
}

export function ChoiceInput(props: InputProps): ReactNode {
  const { schema, value, onChange, isRequired } = props;
  return (
    <select
      {...shared(props)}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      {(!isRequired || value === undefined) && <option value="">{messages.form.leftOut}</option>}
      {schema.enum?.map((choice) => (
        <option key={String(choice)} value={String(choice)}>
          {String(choice)}
        </option>
      ))}
    </select>
  );
}

export function JsonInput(props: InputProps): ReactNode {
  const { value, onChange } = props;
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const change = (next: string): void => {
    setText(next);
    if (next.trim() === '') return onChange(undefined);
    try {
      onChange(JSON.parse(next) as unknown);
    } catch {
      onChange(new Unreadable(next));
    }
  };
  return (
    <>
      <textarea
        className="mono"
        rows={Math.min(12, text.split('\n').length + 1)}
        spellCheck={false}
        {...shared(props)}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {value instanceof Unreadable && <p className="fault">{messages.form.notJson}</p>}
    </>
  );
}
