/** One argument: its name, what it means, the right kind of input, and what is wrong with it. */
import { useId, type ComponentType, type ReactNode } from 'react';

import { messages } from '../../messages.ts';
import type { Fault } from '../../state/arguments.ts';
import { CodeBlock } from '../code-block.tsx';
import { hidesSomething } from '../hidden-parts.ts';
import { VisibleText } from '../visible-text.tsx';
import { kindOf, type Args, type FieldSchema } from './field-kind.ts';
import { BooleanInput, ChoiceInput, JsonInput, NumberInput, TextInput, type InputProps } from './inputs.tsx';
import { ListInput } from './list-input.tsx';

interface Props {
  readonly name: string;
  readonly pointer: string;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** The form of an argument that is itself an object. */
  readonly nested: ComponentType<{
    readonly schema: FieldSchema;
    readonly value: Args;
    readonly faults: readonly Fault[];
    readonly onChange: (value: Args) => void;
  }>;
  readonly onChange: (value: unknown) => void;
}

export function Field({
  name,
  pointer,
  schema,
  isRequired,
  value,
  faults,
  nested: Nested,
  onChange,
}: Props): ReactNode {
  const id = useId();
  const own = faults.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`));
  const isObject = kindOf(schema) === 'object' && isPlain(value);
  const label = (
    <>
      <VisibleText text={name} /> {!isRequired && <span className="soft">{messages.form.optional}</span>}
    </>
  );
  const about = schema.description !== undefined && (
    <p className="hint" id={`${id}-about`}>
      <VisibleText text={schema.description} />
    </p>
  );
  if (isObject) {
    return (
      <fieldset className="field">
        <legend>{label}</legend>
        {about}
        <Nested
          schema={schema}
          value={value as Args}
          faults={own.map(({ path, message }) => ({ path: path.slice(pointer.length), message }))}
          onChange={onChange}
        />
      </fieldset>
    );
  }
  const described = [about ? `${id}-about` : '', own.length > 0 ? `${id}-fault` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {about}
      <Input
        id={id}
        describedBy={described || undefined}
        isWrong={own.length > 0}
        {...{ schema, isRequired, value, onChange }}
      />
      {typeof value === 'string' && hidesSomething(value) && (
        <div className="hint">
          {messages.hidden.beneath}
          <CodeBlock label={messages.hidden.beneath} text={value.split('\n').filter(hidesSomething).join('\n')} />
        </div>
      )}
      {own.length > 0 && (
        <p className="fault" id={`${id}-fault`}>
          {own.map(({ message }) => message).join(' ')}
        </p>
      )}
    </div>
  );
}

/** A value that the schema's kind cannot hold is written as JSON, so that it is seen as it is. */
function Input(props: InputProps): ReactNode {
  const { schema, value } = props;
  const isUnset = value === undefined;
  switch (kindOf(schema)) {
    case 'text':
      return isUnset || typeof value === 'string' ? <TextInput {...props} /> : <JsonInput {...props} />;
    case 'number':
      return <NumberInput {...props} />;
    case 'boolean':
      return isUnset || typeof value === 'boolean' ? <BooleanInput {...props} /> : <JsonInput {...props} />;
    case 'choice':
      return isUnset || schema.enum?.includes(value) ? <ChoiceInput {...props} /> : <JsonInput {...props} />;
    case 'list':
      return isUnset || isTexts(value) ? <ListInput {...props} /> : <JsonInput {...props} />;
    case 'object':
    case 'json':
      return <JsonInput {...props} />;
  }
}

const isPlain = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
