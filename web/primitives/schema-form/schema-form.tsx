/** A form for a tool's arguments, made from its JSON Schema. */
import type { ReactNode } from 'react';

import { messages } from '../../messages.ts';
import type { Fault } from '../../state/arguments.ts';
import { Field } from './field.tsx';
import type { Args, FieldSchema } from './field-kind.ts';

interface SchemaFormProps {
  readonly schema: FieldSchema;
  readonly value: Args;
  readonly faults: readonly Fault[];
  readonly onChange: (value: Args) => void;
}

export function SchemaForm({ schema, value, faults, onChange }: SchemaFormProps): ReactNode {
  const names = Object.keys({ ...schema.properties, ...value });
  if (names.length === 0) return <p className="soft">{messages.form.none}</p>;
  return (
    <div className="fields">
      {names.map((name) => (
        <Field
          key={name}
          name={name}
          pointer={`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`}
          schema={(Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined) ?? {}}
          isRequired={schema.required?.includes(name) ?? false}
          value={Object.hasOwn(value, name) ? value[name] : undefined}
          faults={faults}
          nested={SchemaForm}
          onChange={(next) => onChange(withMember(value, name, next))}
        />
      ))}
      {faults
        .filter(({ path }) => path === '')
        .map(({ message }) => (
          <p key={message} className="fault">
            {message}
          </p>
        ))}
    </div>
  );
}

/** Undefined leaves the member out. */
function withMember(value: Args, name: string, next: unknown): Args {
  const entries = Object.entries(value).filter(([key]) => key !== name || next !== undefined);
  const changed = entries.map(([key, member]) => [key, key === name ? next : member] as const);
  const isNew = next !== undefined && !Object.hasOwn(value, name);
  return Object.fromEntries(isNew ? [...changed, [name, next]] : changed);
}
